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
    /// An unexpected character.
    #[error("{at}: expected {expected} but found {found:?}")]
    UnexpectedCharacter {
        /// Its position.
        at: TextPosition,
        /// What is allowed there.
        expected: &'static str,
        /// The character.
        found: char,
    },
    /// A line that is longer than the first one, or shorter by more than the blanks at the end of a
    /// line of cells.
    #[error("{at}: this line has {found} characters, but the board's first has {expected}")]
    Ragged {
        /// The end of the line, or the first character beyond the length of the first line.
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
    /// A diagonal without a colour.
    #[error("{at}: this diagonal has no colour: a line `diagonal {row} {column} LETTER` is missing")]
    ColourMissing {
        /// Where the diagonal stands.
        at: TextPosition,
        /// Its row, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
    },
    /// A letter that stands for no colour.
    #[error("{at}: expected one of the letters r, g, b, y, w, o, p, k but found {found:?}")]
    ColourUnknown {
        /// Where it begins.
        at: TextPosition,
        /// The first unexpected character.
        found: char,
    },
    /// A malformed line after the board.
    #[error("{at}: expected `diagonal ROW COLUMN LETTER` or `no stops on diagonals`")]
    DiagonalLine {
        /// Where the first unexpected word begins, or the line ends.
        at: TextPosition,
    },
    /// A colour for a cell without a diagonal.
    #[error("{at}: there is no diagonal in row {row}, column {column}")]
    NoDiagonal {
        /// Where the row's number begins.
        at: TextPosition,
        /// The row, from 0.
        row: u32,
        /// The column, from 0.
        column: u32,
    },
    /// The board has no target.
    #[error("{at}: this board has no target")]
    NoTarget {
        /// Where the board begins.
        at: TextPosition,
    },
    /// The board has several targets.
    #[error("{at}: a second target; the first is at {first}")]
    SeveralTargets {
        /// Where the second one stands.
        at: TextPosition,
        /// Where the first one stands.
        first: TextPosition,
    },
    /// The board, the robots and the target do not make a legal game.
    #[error("{at}: {why}")]
    Instance {
        /// Where the robot or the target stands.
        at: TextPosition,
        /// What is wrong.
        why: InstanceError,
    },
    /// A second board, where one game was expected.
    #[error("{at}: a second board begins here, but one was expected")]
    SeveralBoards {
        /// Where the second board begins.
        at: TextPosition,
    },
}
