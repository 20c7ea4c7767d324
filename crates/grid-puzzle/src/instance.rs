//! A puzzle: a start, a goal, and whether the goal can be reached from the start.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::setup::{Setup, SetupError};
use crate::solvability::parity;

/// A start and a goal of the same size, with the same number of blanks.
///
/// With one blank, a solution is the blank's [`Walk`](motion_core::Walk). With several, it is a
/// [`Plan`](motion_core::Plan) of the tiles' moves, because a walk does not say which blank moves:
/// tile *t* is token *t* − 1, cell *c* is vertex *c*. [`SeveralBlanks`](crate::SeveralBlanks) and
/// [`Dummies`](crate::Dummies) find plans, [`TileMoves`](crate::TileMoves) writes and reads them.
/// Solvers for one blank return walks because these take a quarter of a byte per move, and plans
/// twelve bytes.
///
/// Parses from one board, whose goal is then the standard one, or from a start, a line `goal`, and
/// a goal. Prints as start and goal.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Instance};
///
/// let instance: Instance = "1 2 3\n4 5 6\n8 7 0".parse()?;
/// assert_eq!(*instance.goal(), Board::solved(3, 3)?);
/// assert!(!instance.is_solvable()); // Sam Loyd's trick, one row short
///
/// let instance: Instance = "1 2\n3 0\ngoal\n0 1\n3 2".parse()?;
/// assert_eq!(instance.to_string(), "1 2\n3 0\ngoal\n0 1\n3 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    start: Board,
    goal: Board,
}

/// Two boards that do not make an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstanceError {
    /// The goal has another size than the start.
    SizesDiffer {
        /// Rows and columns of the start.
        start: (u32, u32),
        /// Rows and columns of the goal.
        goal: (u32, u32),
    },
    /// The goal has more or fewer blanks than the start.
    BlanksDiffer {
        /// Blanks of the start.
        start: u32,
        /// Blanks of the goal.
        goal: u32,
    },
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SizesDiffer { start, goal } => write!(
                f,
                "the start has {} rows and {} columns, but the goal {} and {}",
                start.0, start.1, goal.0, goal.1
            ),
            Self::BlanksDiffer { start, goal } => {
                write!(f, "the start and the goal must have equally many blanks, not {start} and {goal}")
            }
        }
    }
}

impl Error for InstanceError {}

/// The line between the start and the goal of a puzzle in text.
pub(crate) const GOAL_LINE: &str = "goal";

impl Instance {
    /// Makes the puzzle that leads from `start` to `goal`.
    ///
    /// # Errors
    /// [`InstanceError`] if the boards differ in size or in their number of blanks.
    pub fn new(start: Board, goal: Board) -> Result<Self, InstanceError> {
        let size = |board: &Board| (board.rows(), board.columns());
        if size(&start) != size(&goal) {
            return Err(InstanceError::SizesDiffer { start: size(&start), goal: size(&goal) });
        }
        if start.blank_count() != goal.blank_count() {
            return Err(InstanceError::BlanksDiffer { start: start.blank_count(), goal: goal.blank_count() });
        }
        Ok(Self { start, goal })
    }

    /// Makes the puzzle that leads from `start` to the standard goal: tiles in reading order, then
    /// the blanks.
    pub fn standard(start: Board) -> Self {
        let goal = start.standard_goal();
        Self { start, goal }
    }

    /// The start.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The board to be reached.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// Whether there is exactly one blank, as solvers that return walks require.
    pub(crate) const fn has_one_blank(&self) -> bool {
        self.start.blank_count() == 1
    }

    /// Whether the goal can be reached. With one blank, it can if and only if both boards have the
    /// same parity: that of the number of pairs of tiles in the wrong order, plus the blank's row
    /// if the number of columns is even. With several blanks, it always can, because choosing the
    /// blank that a tile moves into changes the parity of the rest; on 2×2 cells with two or three
    /// blanks, the tiles have no order to preserve. This is tested exhaustively on small boards.
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn is_solvable(&self) -> bool {
        !self.has_one_blank() || parity(&self.start) == parity(&self.goal)
    }

    /// Returns the sum of the Manhattan distances of all tiles to their goals. No solution has
    /// fewer moves.
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn manhattan_distance(&self) -> u64 {
        let columns = self.start.columns();
        let (starts, goals) = (self.start.cells_of_tiles(), self.goal.cells_of_tiles());
        let distances = starts.iter().zip(&goals).skip(1).map(|(start, goal)| {
            (start.0 / columns).abs_diff(goal.0 / columns) + (start.0 % columns).abs_diff(goal.0 % columns)
        });
        distances.map(u64::from).sum()
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{GOAL_LINE}\n{}", self.start, self.goal)
    }
}

impl FromStr for Instance {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let (setup, start, goal) = crate::setup::start_and_goal(text)?;
        Self::new(start, goal).map_err(|why| setup.instance_error(why))
    }
}

impl TryFrom<Setup> for Instance {
    type Error = SetupError;

    /// Makes the puzzle that leads from this board to the standard goal.
    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.board().map(Self::standard)
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Instance);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_must_agree() {
        let board = |rows, columns| Board::solved(rows, columns).expect("a legal size");
        let error = InstanceError::SizesDiffer { start: (2, 3), goal: (3, 2) };
        assert_eq!(Instance::new(board(2, 3), board(3, 2)), Err(error));
    }

    #[test]
    fn boards_have_equally_many_blanks() {
        let board = |blanks| Board::solved_with_blanks(2, 3, blanks).expect("a legal size");
        let new = |start, goal| Instance::new(board(start), board(goal)).map(|puzzle| puzzle.is_solvable());
        assert_eq!(new(1, 2), Err(InstanceError::BlanksDiffer { start: 1, goal: 2 }));
        assert_eq!(new(3, 2), Err(InstanceError::BlanksDiffer { start: 3, goal: 2 }));
        assert_eq!((new(1, 1), new(4, 4)), (Ok(true), Ok(true)));
        assert_eq!(Instance::standard(board(3)).goal(), &board(3));
    }

    #[test]
    fn blanks_have_no_distance() {
        let instance: Instance = "0 0 1\n3 4 2".parse().expect("several blanks");
        assert_eq!(instance.manhattan_distance(), 2 + 2 + 3 + 1);
    }

    #[test]
    fn manhattan_distances_add_up() {
        let instance: Instance = "0 2 3\n4 5 6\n7 8 1".parse().expect("an instance");
        assert_eq!(instance.manhattan_distance(), 4);
        assert!("1 2\n3 0".parse::<Instance>().is_ok_and(|instance| instance.is_solvable()));
    }
}
