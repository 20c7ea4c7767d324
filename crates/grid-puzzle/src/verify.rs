//! The referee: replays a solution on the board and nowhere else.

use core::error::Error;
use core::fmt;

use motion_core::{Cell, Direction, Sink, Verify, Walk};

use crate::board::{Board, Tile};
use crate::instance::Instance;

/// Why a walk of the blank does not solve an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The blank would leave the board.
    OffBoard {
        /// The move, from 0.
        index: u64,
        /// Its direction.
        direction: Direction,
    },
    /// The walk ends on another board than the goal.
    NotAtGoal {
        /// The first cell that differs.
        cell: Cell,
        /// What lies there; 0 is the blank.
        found: Tile,
        /// What should lie there.
        expected: Tile,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { index, direction } => {
                write!(f, "move {} takes the blank {direction} off the board", index + 1)
            }
            Self::NotAtGoal { cell, found, expected } => write!(
                f,
                "the last board is not the goal: cell {} holds {} instead of {}",
                cell.one_based(),
                found.0,
                expected.0
            ),
        }
    }
}

impl Error for VerifyError {}

/// What a verified solution takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Metrics {
    /// Moves of single tiles.
    pub moves: u64,
}

/// Verifies a walk of the blank move by move, as it is made: a sink that solvers write into.
///
/// # Complexity
/// Constant time a move; memory for one board, whatever the number of moves.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, Parberry, Referee};
/// use motion_core::{Control, StreamingSolver};
///
/// let instance: Instance = "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0".parse()?;
/// let (mut referee, mut control) = (Referee::new(&instance), Control::unlimited());
/// assert!(Parberry::default().solve_into(&instance, &mut referee, &mut control).is_solved());
/// assert_eq!(referee.finish()?.moves, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee<'a> {
    board: Board,
    goal: &'a Board,
    moves: u64,
    /// The first illegal move; all after it are ignored.
    error: Option<VerifyError>,
}

impl<'a> Referee<'a> {
    /// Begins with the instance's start.
    pub fn new(instance: &'a Instance) -> Self {
        Self { board: instance.start().clone(), goal: instance.goal(), moves: 0, error: None }
    }

    /// Compares the last board with the goal.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first cell that is wrong at the end.
    pub fn finish(self) -> Result<Metrics, VerifyError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match difference(self.board.tiles(), self.goal) {
            None => Ok(Metrics { moves: self.moves }),
            Some((cell, found, expected)) => Err(VerifyError::NotAtGoal { cell, found, expected }),
        }
    }

    #[inline]
    fn make(&mut self, direction: Direction) -> Result<(), VerifyError> {
        if self.board.slide(direction).is_none() {
            return Err(VerifyError::OffBoard { index: self.moves, direction });
        }
        self.moves += 1;
        Ok(())
    }
}

impl Sink<Direction> for Referee<'_> {
    #[inline]
    fn accept(&mut self, direction: Direction) {
        if self.error.is_none() {
            self.error = self.make(direction).err();
        }
    }
}

impl Instance {
    /// Replays the blank's walk from the start, move by move, and compares the last board with the
    /// goal.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first cell that is wrong at the end.
    ///
    /// # Complexity
    /// Constant time a move; memory for one board.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Instance, Notation};
    ///
    /// let instance: Instance = "1 2 3\n4 0 6\n7 5 8".parse()?;
    /// assert_eq!(instance.verify(&Notation::Tile.parse("UL")?)?.moves, 2);
    /// assert!(instance.verify(&Notation::Tile.parse("LU")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, walk: impl IntoIterator<Item = Direction>) -> Result<Metrics, VerifyError> {
        let mut referee = Referee::new(self);
        walk.into_iter().try_for_each(|direction| referee.make(direction))?;
        referee.finish()
    }
}

impl Verify<Walk> for Instance {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, walk: &Walk) -> Result<Metrics, VerifyError> {
        Self::verify(self, walk)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

/// The first cell where the tiles are not those of the goal, with both tiles.
pub(crate) fn difference(tiles: &[Tile], goal: &Board) -> Option<(Cell, Tile, Tile)> {
    let mut pairs = (0..).map(Cell).zip(tiles.iter().zip(goal.tiles()));
    pairs.find(|(_, (a, b))| a != b).map(|(cell, (&found, &expected))| (cell, found, expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn a_wrong_walk_is_refused_with_the_move() {
        let instance: Instance = "1 2\n0 3".parse().expect("an instance");
        let verify = |text: &str| {
            let walk = Notation::Blank.parse(text).expect("letters");
            let mut referee = Referee::new(&instance);
            walk.iter().for_each(|direction| referee.accept(direction));
            let verified = instance.verify(&walk);
            assert_eq!(referee.finish(), verified);
            verified.map(|metrics| metrics.moves)
        };
        assert_eq!(verify("R"), Ok(1));
        assert_eq!(verify("RLR"), Ok(3));
        let error = |index| VerifyError::OffBoard { index, direction: Direction::Right };
        assert_eq!(verify("RR"), Err(error(1)));
        assert_eq!(verify("RRLLRR"), Err(error(1)));
        let error = VerifyError::NotAtGoal { cell: Cell(2), found: Tile::BLANK, expected: Tile(3) };
        assert_eq!(verify(""), Err(error));
    }
}
