#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod board;
mod bound;
mod colour;
mod field;
mod graph;
mod instance;
mod moves;
mod optimal;
mod quadrants;
#[cfg(feature = "draw")]
mod scene;
mod setup;
mod spread;
mod verify;

pub use board::{Board, Diagonal, MAX_SIDE, MIN_SIDE, SizeError, Slope, Way};
pub use colour::{Colour, ParseColourError};
pub use graph::{GraphMethod, GraphSolver, MoveGraph};
pub use instance::{Approach, Goal, Instance, InstanceError, MAX_ROBOTS, Target};
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use moves::{Moves, ParseMovesError, Slide};
pub use optimal::{Optimal, Preference};
#[cfg(feature = "rand")]
pub use quadrants::{Deal, DealError};
pub use quadrants::{QUADRANT_SIDE, Quadrant, QuadrantError, QuadrantSet, StandardBoard};
pub use setup::{Setup, SetupError};
pub use verify::VerifyError;
