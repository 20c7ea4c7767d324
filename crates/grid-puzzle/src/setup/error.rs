//! Errors in the text of a board.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use motion_core::error::TextPosition;
use motion_core::internal::Counted;

use crate::board::{MAX_CELLS, SizeError};
use crate::instance::InstanceError;

/// An error in the text of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The text holds no board.
    Empty,
    /// A character that is not part of a whole number.
    UnexpectedCharacter {
        /// Where it stands.
        at: TextPosition,
        /// The character.
        found: char,
    },
    /// A number too large for any board.
    HugeNumber {
        /// Where it begins.
        at: TextPosition,
    },
    /// More numbers than any board has cells.
    TooManyNumbers {
        /// Where the row that exceeds the limit begins.
        at: TextPosition,
    },
    /// A row that is longer or shorter than the first.
    Ragged {
        /// The row's last number if it is shorter, or the first number beyond the length of the
        /// first row.
        at: TextPosition,
        /// Numbers in the first row.
        expected: usize,
        /// Numbers in this row.
        found: usize,
    },
    /// No numbers before or after a `/` between rows.
    EmptyRow {
        /// Where the `/` stands.
        at: TextPosition,
    },
    /// More or fewer rows than a line with the size says.
    RowCount {
        /// Where this line begins.
        at: TextPosition,
        /// The number of rows that it states.
        rows: usize,
        /// The numbers per row that it states.
        columns: usize,
        /// The number of rows below it.
        found: usize,
    },
    /// A row that is longer or shorter than a line with the size says.
    RowLength {
        /// The row's last number if it is shorter, or the first number beyond the length.
        at: TextPosition,
        /// Where the line with the size begins.
        size: TextPosition,
        /// The numbers per row that it states.
        expected: usize,
        /// Numbers in this row.
        found: usize,
    },
    /// Too few or too many rows or columns.
    Size {
        /// Where the board begins.
        at: TextPosition,
        /// The reason.
        why: SizeError,
    },
    /// No 0 among the numbers.
    NoBlank {
        /// Where the board begins.
        at: TextPosition,
    },
    /// All numbers are 0.
    NoTile {
        /// Where the board begins.
        at: TextPosition,
    },
    /// A number above the number of cells that are not blank.
    OutOfRange {
        /// Where it stands.
        at: TextPosition,
        /// The number.
        number: u32,
        /// The largest tile's number.
        largest: u32,
        /// The number of blanks.
        blanks: u32,
    },
    /// A number that occurs twice.
    Repeated {
        /// Its second position.
        at: TextPosition,
        /// The number.
        number: u32,
        /// Its first position.
        first: TextPosition,
        /// The smallest number that does not occur.
        missing: u32,
    },
    /// A second board where one was expected.
    SeveralBoards {
        /// Where the second board begins.
        at: TextPosition,
    },
    /// The boards do not make an instance of this kind.
    Instance {
        /// Where the start begins.
        at: TextPosition,
        /// The reason.
        why: InstanceError,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no board: the text has no line with numbers"),
            Self::UnexpectedCharacter { at, found } => {
                write!(f, "{at}: expected a whole number but found {found:?}")
            }
            Self::HugeNumber { at } => write!(f, "{at}: the number is larger than any tile's"),
            Self::TooManyNumbers { at } => write!(f, "{at}: this board has more than {MAX_CELLS} numbers"),
            Self::Ragged { at, expected, found } => {
                write!(f, "{at}: this row has {}, but the first has {expected}", Counted(*found, "number"))
            }
            Self::EmptyRow { at } => write!(f, "{at}: a row is missing on one side of this '/'"),
            Self::RowCount { at, rows, columns, found } => {
                let [rows, found] = [*rows, *found].map(|rows| Counted(rows, "row"));
                let columns = Counted(*columns, "number");
                write!(
                    f,
                    "{at}: as the board's size, this line says {rows} of {columns}, \
                     but it is followed by {found}"
                )
            }
            Self::RowLength { at, size, expected, found } => {
                let found = Counted(*found, "number");
                write!(f, "{at}: this row has {found}, but the board's size at {size} says {expected}")
            }
            Self::Size { at, why } => write!(f, "{at}: {why}"),
            Self::NoBlank { at } => write!(f, "{at}: this board has no blank (0)"),
            Self::NoTile { at } => write!(f, "{at}: this board has no tile, only blanks (0)"),
            Self::OutOfRange { at, number, largest, blanks } => write!(
                f,
                "{at}: {number} is out of range: the tiles of this board{} are 1 to {largest}",
                if *blanks > 1 { alloc::format!(", which has {blanks} blanks (0),") } else { String::new() }
            ),
            Self::Repeated { at, number, first, missing } => {
                write!(
                    f,
                    "{at}: {number} was already at {first}, but no two tiles may be equal; {missing} is \
                     missing"
                )
            }
            Self::SeveralBoards { at } => write!(f, "{at}: a second board begins here, but one was expected"),
            Self::Instance { at, why } => write!(f, "{at}: {why}"),
        }
    }
}

impl Error for SetupError {}
