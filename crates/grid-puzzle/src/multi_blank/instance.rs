//! Puzzles with several blanks.

use crate::board::Board;
use crate::instance::{InstanceError, common_blanks, start_and_goal};

/// A start and a goal of the same size with the same number of blanks, at least two: an (n² −
/// *k*)-puzzle.
///
/// Solutions are plans of single moves, since no blank is *the* blank any more: tile *t* is token
/// *t* − 1, cell *c* is vertex *c*. [`TileMoves`](crate::TileMoves) writes and reads them.
///
/// Parses and prints as an [`Instance`](crate::Instance) does.
///
/// # Guarantees
/// Every such puzzle can be solved. There is no invariant as with one blank, because the choice of
/// the blank that a tile moves into changes the parity of the rest; on 2×2 cells, two or three
/// blanks leave no order to be kept. This is tested exhaustively on small boards.
///
/// # Examples
/// ```
/// use grid_puzzle::{MultiBlankInstance, Snake, TileMoves};
/// use motion_core::{Control, Solver};
///
/// let instance: MultiBlankInstance = "2 1 3\n4 0 0".parse()?;
/// let plan = Snake::default().solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify(&plan)?.moves, plan.len() as u64);
/// let moves = TileMoves::from_plan(instance.start(), &plan).expect("a plan that was verified");
/// assert_eq!(moves.to_plan(instance.start())?, plan);
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
    /// [`InstanceError`] if the boards differ in size or number of blanks, or have one blank.
    pub fn new(start: Board, goal: Board) -> Result<Self, InstanceError> {
        match common_blanks(&start, &goal)? {
            1 => Err(InstanceError::OneBlank),
            _ => Ok(Self { start, goal }),
        }
    }
}

start_and_goal! {
    MultiBlankInstance,
    /// The puzzle of getting to the standard goal: tiles in reading order, then the blanks.
    ///
    /// # Errors
    /// [`InstanceError::OneBlank`].
    standard
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_equally_many_blanks_and_at_least_two() {
        let board = |columns, blanks| Board::solved_with_blanks(2, columns, blanks).expect("a legal size");
        let new =
            |start, goal| MultiBlankInstance::new(start, goal).map(|instance| instance.start().blank_count());
        assert_eq!(new(board(3, 4), board(3, 4)), Ok(4));
        let differ = InstanceError::BlanksDiffer { start: 3, goal: 2 };
        assert_eq!(new(board(3, 3), board(3, 2)), Err(differ));
        let differ = InstanceError::SizesDiffer { start: (2, 3), goal: (2, 4) };
        assert_eq!(new(board(3, 2), board(4, 2)), Err(differ));
        assert_eq!(new(board(3, 1), board(3, 1)), Err(InstanceError::OneBlank));
        assert_eq!(MultiBlankInstance::standard(board(2, 1)), Err(InstanceError::OneBlank));
    }

    #[test]
    fn blanks_have_no_distance() {
        let instance: MultiBlankInstance = "0 0 1\n3 4 2".parse().expect("several blanks");
        assert_eq!(instance.manhattan_distance(), 2 + 2 + 3 + 1);
    }
}
