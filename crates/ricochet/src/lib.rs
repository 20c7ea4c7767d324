#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod any_solver;
mod board;
mod colour;
mod free_stop_bound;
mod graph;
mod instance;
mod line_costs;
mod lines;
mod moves;
mod optimal;
pub mod quadrants;
#[cfg(feature = "draw")]
mod scene;
mod setup;
mod slide_table;
mod verify;

// For the siblings of this workspace and its benchmarks; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::any_solver::GameSolver;
    pub use crate::board::{MAX_SIDE, MIN_SIDE, SlidePath};
    pub use crate::graph::{GraphCounts, GraphMethod, GraphSolver, MoveGraph};
    pub use crate::instance::MAX_ROBOTS;
    pub use crate::optimal::{Position, PositionMove, Positions, Preference};
}

/// The errors of this crate.
pub mod error {
    pub use crate::board::SizeError;
    pub use crate::instance::InstanceError;
    pub use crate::moves::ParseMovesError;
    pub use crate::setup::SetupError;
    pub use crate::verify::VerifyError;
}

pub use any_solver::AnySolver;
pub use board::{Board, Diagonal, DiagonalStops, Slope};
pub use colour::Colour;
pub use instance::{Approach, Instance, Target, TargetRobot};
/// The vocabulary of all signatures here. Each version of this crate uses one version of it.
#[doc(no_inline)]
pub use motion_core;
pub use moves::{Moves, Slide};
pub use optimal::Optimal;
/// The random number generators that [`quadrants::RandomGame`] takes.
#[cfg(feature = "rand")]
#[doc(no_inline)]
pub use rand;
pub use setup::Setup;
pub use verify::Metrics;
