//! Errors in the text of a game.

use core::error::Error;
use core::fmt;

use motion_core::error::TextPosition;
use motion_core::internal::Counted;

use crate::board::SizeError;
use crate::colour::ColourLetters;
use crate::instance::InstanceError;

/// An error in the text of a game, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no board in the text.
    Empty,
    /// An unexpected character.
    UnexpectedCharacter {
        /// Its position.
        at: TextPosition,
        /// A description of the allowed characters.
        expected: &'static str,
        /// The character.
        found: char,
    },
    /// A line is longer than the first one, or shorter by more than the blanks at the end of a line
    /// of cells.
    Ragged {
        /// The end of the line, or the first character beyond the length of the first line.
        at: TextPosition,
        /// The number of characters in the first line.
        expected: usize,
        /// The number of characters in this line.
        found: usize,
    },
    /// The board ends without a line below its last row.
    Unfinished {
        /// The beginning of the last row.
        at: TextPosition,
    },
    /// There are too few or too many rows or columns.
    Size {
        /// The beginning of the board.
        at: TextPosition,
        /// The error of the size.
        why: SizeError,
    },
    /// Two diagonals in one cell.
    SecondDiagonal {
        /// The position of the second diagonal.
        at: TextPosition,
    },
    /// A diagonal without a colour.
    ColourMissing {
        /// The position of the diagonal.
        at: TextPosition,
        /// Its row, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
    },
    /// A letter does not stand for a colour.
    ColourUnknown {
        /// The position of the word.
        at: TextPosition,
        /// The first unexpected character.
        found: char,
    },
    /// A malformed line after the board.
    DiagonalLine {
        /// The position of the first unexpected word, or the end of the line.
        at: TextPosition,
    },
    /// A colour for a cell without a diagonal.
    NoDiagonal {
        /// The position of the row's number.
        at: TextPosition,
        /// The row, from 0.
        row: u32,
        /// The column, from 0.
        column: u32,
    },
    /// The board, the robots and the targets do not make a legal game.
    Instance {
        /// The position of the robot or the target, or of the board.
        at: TextPosition,
        /// The reason.
        why: InstanceError,
    },
    /// A second board follows, but one game was expected.
    SeveralBoards {
        /// The beginning of the second board.
        at: TextPosition,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no board: the text has no line that begins with +"),
            Self::UnexpectedCharacter { at, expected, found } => {
                write!(f, "{at}: expected {expected} but found {found:?}")
            }
            Self::Ragged { at, expected, found } => {
                let found = Counted(*found, "character");
                write!(f, "{at}: this line has {found}, but the board's first has {expected}")
            }
            Self::Unfinished { at } => write!(f, "{at}: the board's last row has no line below it"),
            Self::Size { at, why } => write!(f, "{at}: {why}"),
            Self::SecondDiagonal { at } => write!(f, "{at}: a second diagonal in the same cell"),
            Self::ColourMissing { at, row, column } => write!(
                f,
                "{at}: this diagonal has no colour: a line `diagonal {row} {column} LETTER` is missing"
            ),
            Self::ColourUnknown { at, found } => {
                write!(f, "{at}: expected one of the letters {ColourLetters} but found {found:?}")
            }
            Self::DiagonalLine { at } => {
                write!(f, "{at}: expected `diagonal ROW COLUMN LETTER` or `no stops on diagonals`")
            }
            Self::NoDiagonal { at, row, column } => {
                write!(f, "{at}: there is no diagonal in row {row}, column {column}")
            }
            Self::Instance { at, why } => write!(f, "{at}: {why}"),
            Self::SeveralBoards { at } => write!(f, "{at}: a second board begins here, but one was expected"),
        }
    }
}

impl Error for SetupError {}
