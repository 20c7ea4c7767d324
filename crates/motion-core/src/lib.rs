#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// Tests of modules include files that name the crate as other crates do.
#[cfg(test)]
extern crate self as motion_core;
#[cfg(test)]
extern crate std;

pub mod configuration;
pub mod control;
pub mod direction;
#[cfg(feature = "draw")]
pub mod draw;
pub mod graph;
pub mod grid;
pub mod outcome;
pub mod plan;
pub mod search;
#[cfg(feature = "serde")]
mod serialisation;
pub mod sink;
pub mod solver;
mod solver_table;
mod splitmix;
mod text;
pub mod walk;

pub use configuration::{Configuration, Token};
pub use control::{
    Budget, CancelFlag, Control, Improvement, ImprovementTypeError, LevelProgress, Observer, Part, Progress,
    Stats,
};
pub use direction::{Direction, Turn};
pub use graph::{Graph, Vertex};
pub use grid::{Cell, Grid};
pub use outcome::{Outcome, Quality, RunError, Stop, Unsolved};
pub use plan::{Move, Plan, Schedule, replay};
pub use sink::{Count, Metered, Sink};
pub use solver::{Solver, StreamingSolver, Verify};
pub use solver_table::{Guarantee, Registered, SolverEntry, SolverRow, UnknownName};
pub use splitmix::splitmix64;
pub use text::{Counted, TextPosition};
pub use walk::Walk;
