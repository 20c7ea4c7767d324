//! Puzzles with several blanks.

use crate::board::Board;
use crate::instance::{InstanceError, common_blanks, manhattan_distance};

/// A start and a goal of the same size with equally many blanks, two at least: an (n² − *k*)-puzzle.
///
/// Solutions are plans of single moves, for no blank is *the* blank any more: tile *t* is token *t* − 1, cell *c* is vertex
/// *c*. [`TileMoves`](crate::TileMoves) writes and reads them.
///
/// # Guarantees
/// Every such puzzle can be solved. Moving a tile into one blank and not into another changes which parity the rest
/// has, so that there is no invariant as with one blank; on 2×2 two or three blanks leave no order to be kept. This is
/// tested exhaustively on small boards.
///
/// # Examples
/// ```
/// use grid_puzzle::{Snake, MultiBlankInstance, MultiBlankSolver, TileMoves};
/// use motion_core::Control;
///
/// let instance = MultiBlankInstance::to_standard("2 1 3\n4 0 0".parse()?)?;
/// let plan = Snake::default().solve_multi_blank(&instance, &mut Control::unlimited()).plan().expect("solvable");
/// assert_eq!(instance.verify(&plan)?, plan.len() as u64);
/// let moves = TileMoves::from_plan(instance.start(), &plan).expect("a plan that was verified");
/// assert_eq!(moves.plan(instance.start())?, plan);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MultiBlankInstance {
    start: Board,
    goal: Board,
}

impl MultiBlankInstance {
    /// The puzzle of getting from `start` to `goal`.
    ///
    /// # Errors
    /// [`InstanceError`] where the boards do not belong together, or have one blank.
    pub fn new(start: Board, goal: Board) -> Result<Self, InstanceError> {
        match common_blanks(&start, &goal)? {
            1 => Err(InstanceError::OneBlank),
            _ => Ok(Self { start, goal }),
        }
    }

    /// The puzzle of getting to the standard goal: tiles in reading order, then the blanks.
    ///
    /// # Errors
    /// [`InstanceError::OneBlank`].
    pub fn to_standard(start: Board) -> Result<Self, InstanceError> {
        let goal = Board::solved_with_blanks(start.rows(), start.columns(), start.blank_count());
        Self::new(start, goal.expect("invariant: the start has a legal size"))
    }

    /// Where it begins.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// Where it ends.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// How many cells are vacant: at least two.
    pub const fn blank_count(&self) -> u32 {
        self.start.blank_count()
    }

    /// The sum of all tiles' distances to their goals, row and column counted apart: no solution has fewer moves.
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn manhattan_distance(&self) -> u64 {
        manhattan_distance(&self.start, &self.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_equally_many_blanks_and_at_least_two() {
        let board = |columns, blanks| Board::solved_with_blanks(2, columns, blanks).expect("a legal size");
        let new = |start, goal| MultiBlankInstance::new(start, goal).map(|instance| instance.blank_count());
        assert_eq!(new(board(3, 4), board(3, 4)), Ok(4));
        let differ = InstanceError::BlanksDiffer { start: 3, goal: 2 };
        assert_eq!(new(board(3, 3), board(3, 2)), Err(differ));
        let differ = InstanceError::SizesDiffer { start: (2, 3), goal: (2, 4) };
        assert_eq!(new(board(3, 2), board(4, 2)), Err(differ));
        assert_eq!(new(board(3, 1), board(3, 1)), Err(InstanceError::OneBlank));
        assert_eq!(MultiBlankInstance::to_standard(board(2, 1)), Err(InstanceError::OneBlank));
    }

    #[test]
    fn blanks_have_no_distance() {
        let instance = MultiBlankInstance::to_standard("0 0 1\n3 4 2".parse().expect("a board"));
        assert_eq!(instance.map(|instance| instance.manhattan_distance()), Ok(2 + 2 + 3 + 1));
    }
}
