//! What can be wrong with the text of a game.

use motion_core::TextPosition;
use thiserror::Error;

use crate::board::SizeError;
use crate::instance::InstanceError;

/// What is wrong with the text of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no board in the text.
    #[error("there is no board: the text has no line that begins with +")]
    Empty,
    /// A character that cannot stand where it stands.
    #[error("{at}: expected {expected} but found {found:?}")]
    Stranger {
        /// Where it stands.
        at: TextPosition,
        /// What may stand there.
        expected: &'static str,
        /// What stands there.
        found: char,
    },
    /// A line that is longer than the first, or shorter where more is missing than blanks at the end of a line of cells.
    #[error("{at}: this line has {found} characters, but the board's first has {expected}")]
    Ragged {
        /// The end of the line, or the first character too many.
        at: TextPosition,
        /// Characters in the first line.
        expected: usize,
        /// Characters in this line.
        found: usize,
    },
    /// The board ends without a line below its last row.
    #[error("{at}: the board's last row has no line below it")]
    Unfinished {
        /// Where the last row begins.
        at: TextPosition,
    },
    /// Too few or too many rows or columns.
    #[error("{at}: {why}")]
    Size {
        /// Where the board begins.
        at: TextPosition,
        /// What is wrong with the size.
        why: SizeError,
    },
    /// Two diagonals in one cell.
    #[error("{at}: a second diagonal in the same cell")]
    SecondDiagonal {
        /// Where the second one stands.
        at: TextPosition,
    },
    /// A diagonal whose colour is not said.
    #[error(
        "{at}: the colour of this diagonal is not said: a line `diagonal {row} {column} LETTER` is missing"
    )]
    ColourMissing {
        /// Where the diagonal stands.
        at: TextPosition,
        /// Its row, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
    },
    /// A letter that is no colour's.
    #[error("{at}: expected one of the letters r, g, b, y, w, o, p, k but found {found:?}")]
    ColourUnknown {
        /// Where it begins.
        at: TextPosition,
        /// The first character that does not fit.
        found: char,
    },
    /// A line about a diagonal that is not as it should be.
    #[error("{at}: expected `diagonal ROW COLUMN LETTER`")]
    DiagonalLine {
        /// Where the first word begins that does not fit, or the line ends.
        at: TextPosition,
    },
    /// A line about a diagonal where there is none.
    #[error("{at}: there is no diagonal in row {row}, column {column}")]
    NoDiagonal {
        /// Where the row's number begins.
        at: TextPosition,
        /// The row, from 0.
        row: u32,
        /// The column, from 0.
        column: u32,
    },
    /// No cell has to be reached.
    #[error("{at}: this board has no target")]
    NoTarget {
        /// Where the board begins.
        at: TextPosition,
    },
    /// A second cell to be reached.
    #[error("{at}: a second target; the first is at {first}")]
    SeveralTargets {
        /// Where the second one stands.
        at: TextPosition,
        /// Where the first one stands.
        first: TextPosition,
    },
    /// What was read is no game.
    #[error("{at}: {why}")]
    Instance {
        /// Where the robot or the target stands that is wrong.
        at: TextPosition,
        /// What is wrong.
        why: InstanceError,
    },
    /// A second board where one was expected.
    #[error("{at}: a second board begins here, but one was expected")]
    SeveralBoards {
        /// Where the second board begins.
        at: TextPosition,
    },
}
