//! Several blanks: (n² − *k*)-puzzles.
//!
//! Their solvers are [`Solver`](motion_core::Solver)s of a [`MultiBlankInstance`]. Every such
//! puzzle can be solved, so they never answer [`Unsolvable`](motion_core::Outcome::Unsolvable). A
//! node is a move made or tried, or a state expanded; the plan is counted among the bytes.

mod dummies;
mod instance;
mod optimal;
mod redundant_moves;
mod tile_moves;
mod verify;

pub use dummies::Dummies;
pub use instance::MultiBlankInstance;
pub use optimal::MultiBlankOptimal;
pub(crate) use optimal::fewest_moves;
pub use tile_moves::{ParseMovesError, TileMoves};
pub use verify::PlanError;
