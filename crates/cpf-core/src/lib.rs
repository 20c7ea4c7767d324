#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod beam;
mod board;
#[cfg(feature = "draw")]
mod delays;
pub mod directed;
#[cfg(any(test, feature = "exhaustive"))]
mod exhaustive;
mod feasibility;
pub mod formats;
#[cfg(feature = "rand")]
pub mod generate;
pub mod improve;
mod instance;
#[cfg(feature = "draw")]
mod layout;
mod leaving;
mod motion_model;
mod objective;
mod path_search;
mod placements;
#[cfg(feature = "draw")]
mod scene;
mod scheduler;
mod sub_instance;
mod verify;
mod vertex_names;

// For the sibling crates of this workspace and its benchmarks; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::beam::{AnytimePlan, Stages, search as beam_search};
    pub use crate::board::{
        BlankRoute, BoardView, GoalDistances, LocalSearch, OperationError, TrailMark, WorkingBoard,
    };
    #[cfg(any(test, feature = "exhaustive"))]
    pub use crate::exhaustive::{
        JointSteps, LeastCosts, Reachability, TooManyPlacements, all_graphs, connected_graphs,
        connected_kinds, least_cost_of_leaving, reached_along_arcs, strongly_connected_kinds,
    };
    pub use crate::feasibility::{ExchangeClasses, is_theta_zero};
    pub use crate::path_search::{DistanceBound, PathSearch, PathWays};
    pub use crate::placements::Placements;
    pub use crate::sub_instance::{Renumbering, SubInstance};
    pub use crate::verify::StepReferee;
}

/// The errors of this crate.
pub mod error {
    pub use crate::feasibility::InfeasibleError;
    pub use crate::instance::InstanceError;
    pub use crate::verify::VerifyError;
}

pub use instance::{Instance, Setup};
pub use leaving::LeavingInstance;
/// The vocabulary of all signatures here. Each version of this crate goes with one version of it.
#[doc(no_inline)]
pub use motion_core;
pub use motion_model::MotionModel;
pub use objective::{Metrics, Objective};
/// Random numbers, in the version that the generators use.
#[cfg(feature = "rand")]
#[doc(no_inline)]
pub use rand;
pub use scheduler::{Parallelised, Scheduler};
pub use verify::Referee;
pub use vertex_names::VertexNames;
