#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

pub mod beam;
pub mod board;
#[cfg(feature = "draw")]
mod delays;
pub mod directed;
#[cfg(any(test, feature = "exhaustive"))]
pub mod exhaustive;
mod feasibility;
pub mod formats;
#[cfg(feature = "rand")]
pub mod generate;
pub mod improve;
mod instance;
#[cfg(feature = "draw")]
mod layout;
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

pub use feasibility::{ExchangeClasses, Infeasible, is_theta_zero};
pub use instance::{Instance, InstanceError, Setup};
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use motion_model::MotionModel;
pub use objective::{Metrics, Objective};
pub use path_search::{DistanceBound, PathSearch};
pub use placements::Placements;
pub use scheduler::{Parallelised, Scheduler};
pub use sub_instance::{Renumbering, SubInstance};
pub use verify::{Referee, VerifyError};
pub use vertex_names::VertexNames;
