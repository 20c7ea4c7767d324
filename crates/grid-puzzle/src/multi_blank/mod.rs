//! Several blanks: (n² − *k*)-puzzles.

mod dummies;
mod instance;
mod optimal;
mod redundant_moves;
mod tile_moves;

use motion_core::{Control, Outcome, Plan};

use crate::layers::{MAX_LISTED, solve_with_blanks};
use crate::parberry::Parberry;
use crate::snake::Snake;

pub use dummies::Dummies;
pub use instance::MultiBlankInstance;
pub use optimal::MultiBlankOptimal;
pub(crate) use optimal::fewest_moves;
pub use tile_moves::{ParseMovesError, TileMoves};

/// A way to solve puzzles with several blanks: a small configuration value.
///
/// # Errors
/// None: a [`MultiBlankInstance`] cannot be wrong, and can always be solved. Limits end in [`Outcome::Stopped`].
pub trait MultiBlankSolver {
    /// Finds moves of tiles from the start to the goal. This method can be called on a `dyn MultiBlankSolver`.
    ///
    /// A node is a move made or tried, or a state expanded. The plan is counted among the bytes.
    fn solve_multi_blank(&self, instance: &MultiBlankInstance, control: &mut Control) -> Outcome<Plan>;
}

impl MultiBlankSolver for Parberry {
    /// With the nearest blank for every step.
    fn solve_multi_blank(&self, instance: &MultiBlankInstance, control: &mut Control) -> Outcome<Plan> {
        solve_with_blanks(self, instance, control)
    }
}

impl MultiBlankSolver for Snake {
    /// With the nearest blank for every step; snakes have two tiles. With more than 64 blanks there are none, for then
    /// they save next to nothing.
    fn solve_multi_blank(&self, instance: &MultiBlankInstance, control: &mut Control) -> Outcome<Plan> {
        if instance.blank_count() as usize > MAX_LISTED {
            return Parberry::default().solve_multi_blank(instance, control);
        }
        solve_with_blanks(&self.with_length(2), instance, control)
    }
}
