//! Several blanks: (n² − *k*)-puzzles.

mod dummies;
mod optimal;
mod redundant_moves;
mod several_blanks;
mod tile_moves;

pub use dummies::Dummies;
pub(crate) use optimal::fewest_moves;
pub use several_blanks::{PlanSolver, SeveralBlanks};
pub use tile_moves::{ParseMovesError, TileMoves};
