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
mod quadrants;
#[cfg(feature = "draw")]
mod scene;
mod setup;
mod slide_table;
mod verify;

pub use any_solver::{AnySolver, GameSolver};
pub use board::{Board, Diagonal, DiagonalStops, MAX_SIDE, MIN_SIDE, SizeError, SlidePath, Slope};
pub use colour::{Colour, ParseColourError};
pub use graph::{GraphMethod, GraphSolver, MoveGraph};
pub use instance::{Approach, Instance, InstanceError, MAX_ROBOTS, Target, TargetRobot};
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use moves::{Moves, ParseMovesError, Slide};
pub use optimal::{Optimal, Position, PositionMove, Positions, Preference};
pub use quadrants::{Quadrant, QuadrantError, QuadrantSet, StandardBoard};
#[cfg(feature = "rand")]
pub use quadrants::{RandomGame, RandomGameError};
pub use setup::{Setup, SetupError};
pub use verify::{Metrics, VerifyError};
