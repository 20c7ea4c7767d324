//! The referee: replays a solution on the board and nowhere else.

use motion_core::{Cell, Direction};
use thiserror::Error;

use crate::board::Tile;
use crate::instance::Instance;

/// Why a walk of the blank does not solve an instance.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The blank would leave the board.
    #[error("move {index} takes the blank {direction} over the rim")]
    OverTheRim {
        /// The move, from 0.
        index: u64,
        /// Its direction.
        direction: Direction,
    },
    /// The walk ends on another board than the goal.
    #[error("the last board is not the goal: cell {} holds {} instead of {}", cell.0, found.0, expected.0)]
    NotTheGoal {
        /// The first cell that differs.
        cell: Cell,
        /// What lies there; 0 is the blank.
        found: Tile,
        /// What should lie there.
        expected: Tile,
    },
}

impl Instance {
    /// Replays the blank's walk from the start, move by move, and compares the last board with the goal. Returns
    /// the number of moves.
    ///
    /// # Errors
    /// [`VerifyError`] names the first move that is impossible, or the first cell that is wrong at the end.
    ///
    /// # Complexity
    /// Constant time a move; memory for one board.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Instance, Notation};
    ///
    /// let instance = Instance::to_standard("1 2 3\n4 0 6\n7 5 8".parse()?);
    /// assert_eq!(instance.verify(&Notation::Tile.parse("UL")?), Ok(2));
    /// assert!(instance.verify(&Notation::Tile.parse("LU")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, walk: impl IntoIterator<Item = Direction>) -> Result<u64, VerifyError> {
        let mut board = self.start().clone();
        let mut index = 0;
        for direction in walk {
            if board.slide(direction).is_none() {
                return Err(VerifyError::OverTheRim { index, direction });
            }
            index += 1;
        }
        let wrong = (0..).zip(board.tiles().iter().zip(self.goal().tiles())).find(|(_, (a, b))| a != b);
        match wrong {
            None => Ok(index),
            Some((cell, (&found, &expected))) => {
                Err(VerifyError::NotTheGoal { cell: Cell(cell), found, expected })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn a_wrong_walk_is_refused_with_the_place() {
        let instance = Instance::to_standard("1 2\n0 3".parse().expect("a board"));
        let verify = |text: &str| instance.verify(&Notation::Blank.parse(text).expect("letters"));
        assert_eq!(verify("R"), Ok(1));
        assert_eq!(verify("RLR"), Ok(3));
        assert_eq!(verify("RR"), Err(VerifyError::OverTheRim { index: 1, direction: Direction::Right }));
        let error = VerifyError::NotTheGoal { cell: Cell(2), found: Tile::BLANK, expected: Tile(3) };
        assert_eq!(verify(""), Err(error));
    }
}
