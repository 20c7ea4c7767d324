//! A puzzle: a start, a goal, and whether the goal can be reached from the start.

use core::error::Error;
use core::fmt;

use crate::board::Board;
use crate::solvability::parity;

/// A start and a goal of the same size with one blank each.
///
/// Boards with several blanks make a [`MultiBlankInstance`](crate::MultiBlankInstance).
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
    /// More than one blank: this is a [`MultiBlankInstance`](crate::MultiBlankInstance).
    SeveralBlanks {
        /// Blanks of either board.
        blanks: u32,
    },
    /// One blank where several are expected: this is an [`Instance`].
    OneBlank,
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
            Self::SeveralBlanks { blanks } => write!(f, "one blank is expected, not {blanks}"),
            Self::OneBlank => f.write_str("several blanks are expected, not one"),
        }
    }
}

impl Error for InstanceError {}

/// The line between the start and the goal of a puzzle in text.
pub(crate) const GOAL_LINE: &str = "goal";

/// The number of blanks of both boards.
///
/// # Errors
/// [`InstanceError`] if the boards differ in size or in their number of blanks.
pub(crate) fn common_blanks(start: &Board, goal: &Board) -> Result<u32, InstanceError> {
    let size = |board: &Board| (board.rows(), board.columns());
    if size(start) != size(goal) {
        return Err(InstanceError::SizesDiffer { start: size(start), goal: size(goal) });
    }
    let (start, goal) = (start.blank_count(), goal.blank_count());
    if start == goal { Ok(start) } else { Err(InstanceError::BlanksDiffer { start, goal }) }
}

/// The sum of all tiles' distances to their goals on boards of equal size.
pub(crate) fn manhattan_distance(start: &Board, goal: &Board) -> u64 {
    let columns = start.columns();
    let (starts, goals) = (start.cells_of_tiles(), goal.cells_of_tiles());
    let distances = starts.iter().zip(&goals).skip(1).map(|(start, goal)| {
        (start.0 / columns).abs_diff(goal.0 / columns) + (start.0 % columns).abs_diff(goal.0 % columns)
    });
    distances.map(u64::from).sum()
}

impl Instance {
    /// The puzzle of getting from `start` to `goal`.
    ///
    /// # Errors
    /// [`InstanceError`] if the boards differ in size or have several blanks.
    pub fn new(start: Board, goal: Board) -> Result<Self, InstanceError> {
        match common_blanks(&start, &goal)? {
            1 => Ok(Self { start, goal }),
            blanks => Err(InstanceError::SeveralBlanks { blanks }),
        }
    }

    /// Whether the goal can be reached: if and only if both boards have the same parity, see
    /// [`inversions`](crate::inversions).
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn is_solvable(&self) -> bool {
        parity(&self.start) == parity(&self.goal)
    }
}

/// The parts that puzzles with one blank and with several share, of a type with the fields `start`
/// and `goal` and with `new`.
macro_rules! start_and_goal {
    ($instance:ident, $(#[$standard:meta])* standard) => {
        impl $instance {
            $(#[$standard])*
            pub fn standard(start: $crate::Board) -> Result<Self, $crate::InstanceError> {
                let goal = start.standard_goal();
                Self::new(start, goal)
            }

            /// The first board.
            pub const fn start(&self) -> &$crate::Board {
                &self.start
            }

            /// The board to be reached.
            pub const fn goal(&self) -> &$crate::Board {
                &self.goal
            }

            /// The sum of all tiles' distances to their goals, row and column counted apart: no
            /// solution has fewer moves.
            ///
            /// # Complexity
            /// Linear in the cells.
            pub fn manhattan_distance(&self) -> u64 {
                $crate::instance::manhattan_distance(&self.start, &self.goal)
            }
        }

        impl core::fmt::Display for $instance {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{}\n{}\n{}", self.start, $crate::instance::GOAL_LINE, self.goal)
            }
        }

        impl core::str::FromStr for $instance {
            type Err = $crate::SetupError;

            fn from_str(text: &str) -> Result<Self, $crate::SetupError> {
                let (setup, start, goal) = $crate::setup::start_and_goal(text)?;
                Self::new(start, goal).map_err(|why| setup.instance_error(why))
            }
        }

        impl TryFrom<$crate::Setup> for $instance {
            type Error = $crate::SetupError;

            /// The puzzle of getting from this board to the standard goal.
            fn try_from(setup: $crate::Setup) -> Result<Self, $crate::SetupError> {
                Self::standard(setup.board()?).map_err(|why| setup.instance_error(why))
            }
        }

        #[cfg(feature = "serde")]
        motion_core::serde_as_text!($instance);
    };
}

pub(crate) use start_and_goal;

start_and_goal! {
    Instance,
    /// The puzzle of getting to the standard goal: tiles in reading order, the blank at the bottom
    /// right.
    ///
    /// # Errors
    /// [`InstanceError::SeveralBlanks`].
    standard
}

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
    fn there_is_one_blank() {
        let board = |blanks| Board::solved_with_blanks(2, 3, blanks).expect("a legal size");
        let differ = InstanceError::BlanksDiffer { start: 1, goal: 2 };
        assert_eq!(Instance::new(board(1), board(2)), Err(differ));
        assert_eq!(Instance::new(board(2), board(2)), Err(InstanceError::SeveralBlanks { blanks: 2 }));
        assert_eq!(Instance::standard(board(3)), Err(InstanceError::SeveralBlanks { blanks: 3 }));
    }

    #[test]
    fn manhattan_distances_add_up() {
        let instance: Instance = "0 2 3\n4 5 6\n7 8 1".parse().expect("an instance");
        assert_eq!(instance.manhattan_distance(), 4);
        assert!("1 2\n3 0".parse::<Instance>().is_ok_and(|instance| instance.is_solvable()));
    }
}
