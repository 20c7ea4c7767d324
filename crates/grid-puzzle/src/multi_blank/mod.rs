//! Several blanks: (n² − *k*)-puzzles.

mod dummies;
mod instance;
mod optimal;
mod redundant_moves;
mod tile_moves;
mod verify;

use motion_core::{Control, Outcome, Plan};

pub use dummies::Dummies;
pub use instance::MultiBlankInstance;
pub use optimal::MultiBlankOptimal;
pub(crate) use optimal::fewest_moves;
pub use tile_moves::{ParseMovesError, TileMoves};
pub use verify::PlanError;

/// A way to solve puzzles with several blanks: a small configuration value.
///
/// # Errors
/// None: a [`MultiBlankInstance`] cannot be wrong, and can always be solved. Limits end in
/// [`Outcome::Stopped`].
pub trait MultiBlankSolver {
    /// Finds moves of tiles from the start to the goal. This method can be called on a `dyn MultiBlankSolver`.
    ///
    /// A node is a move made or tried, or a state expanded. The plan is counted among the bytes.
    fn solve_multi_blank(&self, instance: &MultiBlankInstance, control: &mut Control) -> Outcome<Plan>;
}
