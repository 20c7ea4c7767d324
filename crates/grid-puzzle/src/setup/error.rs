//! What can be wrong with the text of a board.

use alloc::string::String;

use motion_core::TextPosition;
use thiserror::Error;

use crate::board::{MAX_CELLS, SizeError};
use crate::instance::InstanceError;

/// What is wrong with the text of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no board in the text.
    #[error("there is no board: the text has no line with numbers")]
    Empty,
    /// A character that belongs to no whole number.
    #[error("{at}: expected a whole number but found {found:?}")]
    UnexpectedCharacter {
        /// Where it stands.
        at: TextPosition,
        /// The character.
        found: char,
    },
    /// A number too large for any board.
    #[error("{at}: the number is larger than any tile's")]
    HugeNumber {
        /// Where it begins.
        at: TextPosition,
    },
    /// More numbers than any board has cells.
    #[error("{at}: this board has more than {MAX_CELLS} numbers")]
    TooManyNumbers {
        /// Where the row begins that exceeds the limit.
        at: TextPosition,
    },
    /// A row that is longer or shorter than the first.
    #[error("{at}: this row has {found} numbers, but the first has {expected}")]
    Ragged {
        /// The row's last number, or the first one beyond the length of the first row.
        at: TextPosition,
        /// Numbers in the first row.
        expected: usize,
        /// Numbers in this row.
        found: usize,
    },
    /// Too few or too many rows or columns.
    #[error("{at}: {why}")]
    Size {
        /// Where the board begins.
        at: TextPosition,
        /// What is wrong with the size.
        why: SizeError,
    },
    /// No 0 among the numbers.
    #[error("{at}: this board has no blank (0)")]
    NoBlank {
        /// Where the board begins.
        at: TextPosition,
    },
    /// Nothing but 0.
    #[error("{at}: this board has no tile, only blanks (0)")]
    NoTile {
        /// Where the board begins.
        at: TextPosition,
    },
    /// A number above the number of cells that are not blank.
    #[error(
        "{at}: {number} is out of range: the tiles of this board{} are 1 to {largest}",
        if *blanks > 1 { alloc::format!(", which has {blanks} blanks (0),") } else { String::new() }
    )]
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
    /// A number that stands twice.
    #[error("{at}: {number} was already at {first}; {missing} is missing")]
    Repeated {
        /// Where it stands the second time.
        at: TextPosition,
        /// The number.
        number: u32,
        /// Where it stands the first time.
        first: TextPosition,
        /// The smallest number that stands nowhere.
        missing: u32,
    },
    /// A second board where one was expected.
    #[error("{at}: a second board begins here, but one was expected")]
    SeveralBoards {
        /// Where the second board begins.
        at: TextPosition,
    },
    /// The boards do not make an instance of this kind.
    #[error("{at}: {why}")]
    Instance {
        /// Where the start begins.
        at: TextPosition,
        /// What is wrong with the boards.
        why: InstanceError,
    },
}
