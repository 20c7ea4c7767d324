//! Several blanks: (n² − *k*)-puzzles.

mod dummies;
mod instance;
mod moves;
mod optimal;
mod shorten;

use motion_core::{Control, Outcome, Plan};

use crate::layers::{MAX_LISTED, solve_with_blanks};
use crate::parberry::Parberry;
use crate::snake::Snake;

pub use dummies::Dummies;
pub use instance::SparseInstance;
pub use moves::{ParseMovesError, TileMoves};
pub use optimal::SparseOptimal;
pub(crate) use optimal::fewest;

/// A way to solve puzzles with several blanks: a small configuration value.
///
/// # Errors
/// None: a [`SparseInstance`] cannot be wrong, and can always be solved. Limits end in [`Outcome::Stopped`].
pub trait SparseSolver {
    /// Finds moves of tiles from the start to the goal. This method can be called on a `dyn SparseSolver`.
    ///
    /// A node is a move made or tried, or a state expanded. The plan is counted among the bytes.
    fn solve_sparse(&self, instance: &SparseInstance, control: &mut Control) -> Outcome<Plan>;
}

impl SparseSolver for Parberry {
    /// With the nearest blank for every step.
    fn solve_sparse(&self, instance: &SparseInstance, control: &mut Control) -> Outcome<Plan> {
        solve_with_blanks(self, instance, control)
    }
}

impl SparseSolver for Snake {
    /// With the nearest blank for every step; snakes have two tiles. With more than 64 blanks there are none, for then
    /// they save next to nothing.
    fn solve_sparse(&self, instance: &SparseInstance, control: &mut Control) -> Outcome<Plan> {
        if instance.blank_count() as usize > MAX_LISTED {
            return Parberry::default().solve_sparse(instance, control);
        }
        solve_with_blanks(&self.with_length(2), instance, control)
    }
}
