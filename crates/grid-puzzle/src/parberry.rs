//! Parberry's algorithm: one tile after another.

use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Direction, Outcome, Plan, Walk};

use crate::board::Tile;
use crate::instance::Instance;
use crate::layers::{self, FillError, LineContext, LineStrategy, Workspace, place_first, place_second};
use crate::multi_blank::PlanSolver;

/// Parberry's real-time algorithm: fills a row from left to right, a column from the bottom up, and
/// so on, until at most 3×3 cells are left, which A* solves optimally.
///
/// # Guarantees
/// Complete: solves every solvable instance and proves the others unsolvable. Boards of at most 3×3
/// cells are solved optimally. The papers bound the moves on n×n boards with the blank's goal at
/// the bottom right by 5n³ + (9/2)n² + (19/2)n − 89 (n ≥ 3), and by 4n³ − ½n² + ½n − 71 on average
/// (with the closed form corrected). For n ≤ 9, a test adds up the most moves of each tile, which
/// are fewer, even with −(9/2)n². Random boards take 2.3 n³ (n = 10) to 2.6 n³ (n = 50) moves.
///
/// # Complexity
/// Time O(m + k) for m moves on k cells, memory O(k); an r×c board takes O(r c (r + c)) moves.
///
/// # References
/// I. Parberry, *A real-time algorithm for the (n²−1)-puzzle*, Information Processing Letters 56
/// (1995) 23–28, as described in Algorithm 1 of Surynek & Michalík 2011. Their condition compares a
/// tile's *goal* with its goal, which is always true; here, a tile that is already in place stays
/// there. They do not describe how the last tile of a line is inserted; here, an exact table does
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parberry {}

impl StreamingSolver<Instance> for Parberry {
    type Move = Direction;
    type Solution = Walk;

    /// A node is a move made or, in the residual puzzle, a state expanded.
    fn solve_into(
        &self,
        instance: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<()> {
        layers::solve(self, instance, sink, control)
    }
}

impl PlanSolver for Parberry {
    fn solve_several(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        layers::solve_with_blanks(self, instance, control)
    }
}

impl LineStrategy for Parberry {
    fn fill(
        &self,
        workspace: &mut dyn Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<(), FillError> {
        workspace.track(tiles[0], tiles[0]);
        place_first(workspace, context)?;
        for (placed, pair) in (1..).zip(tiles.windows(2)) {
            workspace.track(pair[0], pair[1]);
            place_second(workspace, context.after(placed))?;
        }
        Ok(())
    }
}
