//! Boards and puzzles as text, and as numbers that are not yet checked.
//!
//! A board is written as rows of whole numbers, with 0 for every blank. Spaces, tabs or commas
//! separate the numbers of a row; all three mean the same. `#` begins a comment, which ends with
//! the line. Empty lines separate boards; lines that hold only a comment do not.
//!
//! A board may stand on one line, with `/` between its rows; it needs no empty lines around it. A
//! line before the rows may state the numbers of rows and columns, such as `3 4` or `3x4`, or one
//! number if both are equal. Then, and if the board is square, all numbers may stand on one line
//! without `/`.
//!
//! A puzzle is written as one board, whose goal is then the standard one, or as a start, a line
//! `goal`, and a goal.

mod error;
mod numbers;
mod size_line;
#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::error::TextPosition;

pub use error::SetupError;

use crate::board::{Board, MAX_CELLS};
use crate::instance::{GOAL_LINE, InstanceError};

/// Some editors write this before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Separates the rows of a board on one line.
const ROW_SEPARATOR: char = '/';

/// The numbers of one board as they were read, with their positions in the text.
///
/// `TryFrom` checks them and makes a board, or a puzzle with the standard goal.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Setup};
///
/// let text = "1 2\n3 0\n\n# a second board\n3 1\n0 2\n";
/// let boards = Setup::all(text)?.into_iter().map(Board::try_from).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(boards.len(), 2);
///
/// let error = Board::try_from("1 2\n2 0".parse::<Setup>()?).unwrap_err();
/// let message = "2 was already at line 1, column 3, but no two tiles may be equal; 3 is missing";
/// assert_eq!(error.to_string(), format!("line 2, column 1: {message}"));
///
/// // On one line, and below its size.
/// let board: Board = "1 2/3 0".parse()?;
/// assert_eq!("2 2\n1 2\n3 0".parse::<Board>()?, board);
/// # Ok::<(), grid_puzzle::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    rows: Vec<Vec<SetupEntry>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SetupEntry {
    number: u32,
    at: TextPosition,
}

impl Setup {
    /// Reads every board of a text.
    ///
    /// # Errors
    /// [`SetupError::UnexpectedCharacter`], [`SetupError::HugeNumber`] or [`SetupError::EmptyRow`]
    /// at the first text that is not a number of a tile, [`SetupError::Empty`] if there is no
    /// board.
    ///
    /// # Complexity
    /// Linear in the text up to the first error.
    pub fn all(text: &str) -> Result<Vec<Self>, SetupError> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let mut setups = Vec::new();
        let mut rows = Vec::new();
        let mut numbers = 0;
        for (line, content) in (1..).zip(text.lines()) {
            let (content, comment) =
                content.split_once('#').map_or((content, false), |(before, _)| (before, true));
            let mut read = read_rows(line, &without_cross(content))?;
            let is_whole = read.len() > 1;
            // A line that holds a whole board begins a new board, unless a single line precedes it
            // that is shorter than its rows: that line states its size.
            let ends_before = match rows.as_slice() {
                [] => false,
                [size] => is_whole && read[0].len() <= Vec::len(size),
                _ => is_whole,
            };
            if ends_before || read.is_empty() && !comment {
                numbers = 0;
                setups.extend(Self::of(&mut rows));
            }
            if let Some(&SetupEntry { at, .. }) = read.iter().flatten().next() {
                numbers += read.iter().map(Vec::len).sum::<usize>();
                if numbers > MAX_CELLS as usize + size_line::MOST_NUMBERS {
                    return Err(SetupError::TooManyNumbers { at });
                }
            }
            rows.append(&mut read);
            if is_whole {
                numbers = 0;
                setups.extend(Self::of(&mut rows));
            }
        }
        setups.extend(Self::of(&mut rows));
        if setups.is_empty() { Err(SetupError::Empty) } else { Ok(setups) }
    }

    /// Takes these rows as a board, if there are any.
    fn of(rows: &mut Vec<Vec<SetupEntry>>) -> Option<Self> {
        (!rows.is_empty()).then(|| Self { rows: core::mem::take(rows) })
    }

    /// The position where the board begins.
    fn start(&self) -> TextPosition {
        self.rows.iter().flatten().next().map_or(TextPosition { line: 1, column: 1 }, |entry| entry.at)
    }

    /// Makes the board.
    ///
    /// # Errors
    /// [`SetupError`] names the first thing that is wrong: the shape, the size, the blanks, then
    /// each number in reading order.
    pub(crate) fn board(&self) -> Result<Board, SetupError> {
        size_line::board(&self.rows)
    }

    pub(crate) fn instance_error(&self, why: InstanceError) -> SetupError {
        SetupError::Instance { at: self.start(), why }
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads exactly one board; [`Setup::all`] reads files of many.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut setups = Self::all(text)?.into_iter();
        match (setups.next(), setups.next()) {
            (Some(setup), None) => Ok(setup),
            (_, Some(second)) => Err(SetupError::SeveralBoards { at: second.start() }),
            (None, None) => Err(SetupError::Empty),
        }
    }
}

impl FromStr for Board {
    type Err = SetupError;

    /// Reads exactly one board; see [`Setup`] for the format and for files of many.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        text.parse::<Setup>()?.board()
    }
}

impl TryFrom<Setup> for Board {
    type Error = SetupError;

    /// # Errors
    /// [`SetupError`] names the first thing that is wrong: the shape, the size, the blanks, then
    /// each number in reading order.
    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.board()
    }
}

/// Returns the start's setup, the start and the goal of a puzzle's text; the standard goal if the
/// text has none.
pub(crate) fn start_and_goal(text: &str) -> Result<(Setup, Board, Board), SetupError> {
    let is_goal_line = |line: &str| line.split('#').next().is_some_and(|line| line.trim() == GOAL_LINE);
    let mut begin = 0;
    let found = text.split_inclusive('\n').enumerate().find_map(|(number, line)| {
        let range = begin..begin + line.len();
        begin = range.end;
        is_goal_line(line).then_some((number, range))
    });
    let Some((number, range)) = found else {
        let setup: Setup = text.parse()?;
        let board = setup.board()?;
        let goal = board.standard_goal();
        return Ok((setup, board, goal));
    };
    let setup: Setup = text[..range.start].parse()?;
    let board = setup.board()?;
    // Line breaks are put before it so that errors name the line in the whole text.
    let goal: String = core::iter::repeat_n("\n", number + 1).chain([&text[range.end..]]).collect();
    Ok((setup, board, goal.parse()?))
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Board);

/// Writes a size such as `3x4` as two numbers.
fn without_cross(line: &str) -> Cow<'_, str> {
    let is_number = |word: &str| {
        let word = word.trim();
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    match line.split_once(['x', 'X', '×']) {
        Some((rows, columns)) if is_number(rows) && is_number(columns) => format!("{rows} {columns}").into(),
        _ => line.into(),
    }
}

/// Reads the rows of a line: several with `/` between them, or one, or none.
fn read_rows(line: usize, content: &str) -> Result<Vec<Vec<SetupEntry>>, SetupError> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut open: Option<SetupEntry> = None;
    let mut separator = None;
    for (column, character) in (1..).zip(content.chars()) {
        let at = TextPosition { line, column };
        match (character.to_digit(10), &mut open) {
            (Some(digit), Some(entry)) => {
                entry.number = entry.number.saturating_mul(10).saturating_add(digit);
                if entry.number > MAX_CELLS {
                    return Err(SetupError::HugeNumber { at: entry.at });
                }
            }
            (Some(digit), None) => open = Some(SetupEntry { number: digit, at }),
            (None, _) if character.is_whitespace() || character == ',' => row.extend(open.take()),
            (None, _) if character == ROW_SEPARATOR => {
                row.extend(open.take());
                if row.is_empty() {
                    return Err(SetupError::EmptyRow { at });
                }
                rows.push(core::mem::take(&mut row));
                separator = Some(at);
            }
            (None, _) => return Err(SetupError::UnexpectedCharacter { at, found: character }),
        }
    }
    row.extend(open);
    match separator {
        Some(at) if row.is_empty() => Err(SetupError::EmptyRow { at }),
        _ => {
            rows.extend(Some(row).filter(|row| !row.is_empty()));
            Ok(rows)
        }
    }
}
