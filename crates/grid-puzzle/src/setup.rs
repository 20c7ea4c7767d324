//! Boards and puzzles as text, before anything is known to be right about them.
//!
//! A board is rows of whole numbers, 0 for every blank; the numbers of a row are separated by
//! spaces, tabs or commas, which all mean the same. `#` begins a comment, which lasts to the end of
//! the line. Empty lines separate boards; lines with nothing but a comment do not.
//!
//! A puzzle is a board, whose goal is then the standard one, or a start, a line `goal`, and a goal.

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::TextPosition;
use thiserror::Error;

use crate::board::{Board, MAX_CELLS, SizeError, Tile, check_size};
use crate::instance::{GOAL_LINE, Instance, InstanceError};
use crate::multi_blank::MultiBlankInstance;

/// Some editors put this in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

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
/// let message = "line 2, column 1: 2 was already at line 1, column 3; 3 is missing";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), grid_puzzle::SetupError>(())
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

impl Setup {
    /// Reads every board of a text.
    ///
    /// # Errors
    /// [`SetupError::UnexpectedCharacter`] or [`SetupError::HugeNumber`] at the first text that is
    /// no tile's number, [`SetupError::Empty`] if there is no board.
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
            let row = read_row(line, content)?;
            if let Some(&SetupEntry { at, .. }) = row.first() {
                numbers += row.len();
                if numbers > MAX_CELLS as usize {
                    return Err(SetupError::TooManyNumbers { at });
                }
                rows.push(row);
            } else if !rows.is_empty() && !comment {
                setups.push(Self { rows: core::mem::take(&mut rows) });
                numbers = 0;
            }
        }
        if !rows.is_empty() {
            setups.push(Self { rows });
        }
        if setups.is_empty() { Err(SetupError::Empty) } else { Ok(setups) }
    }

    /// Where the board begins.
    fn start(&self) -> TextPosition {
        self.entries().next().map_or(TextPosition { line: 1, column: 1 }, |entry| entry.at)
    }

    /// The board, if the numbers make one.
    ///
    /// # Errors
    /// [`SetupError`] names the first thing that is wrong: the shape, the size, the blanks, then
    /// each number in reading order.
    fn board(&self) -> Result<Board, SetupError> {
        let expected = self.rows.first().map_or(0, Vec::len);
        for row in &self.rows {
            if row.len() != expected {
                let at = row.get(expected).or(row.last()).map_or(self.start(), |entry| entry.at);
                return Err(SetupError::Ragged { at, expected, found: row.len() });
            }
        }
        let at = self.start();
        let [rows, columns] = [self.rows.len(), expected].map(|count| count as u32);
        check_size(rows, columns).map_err(|why| SetupError::Size { at, why })?;

        let blanks = self.entries().filter(|entry| entry.number == 0).count() as u32;
        if blanks == 0 {
            return Err(SetupError::NoBlank { at });
        }
        if blanks == rows * columns {
            return Err(SetupError::NoTile { at });
        }
        self.check_numbers(rows * columns - blanks, blanks)?;
        let tiles = self.entries().map(|entry| Tile(entry.number)).collect();
        Ok(Board::from_permutation(rows, columns, tiles))
    }

    fn check_numbers(&self, largest: u32, blanks: u32) -> Result<(), SetupError> {
        let mut seen = alloc::vec![None; largest as usize];
        let mut repeated = None;
        for &SetupEntry { number, at } in self.entries().filter(|entry| entry.number != 0) {
            let Some(slot) = seen.get_mut(number as usize - 1) else {
                return Err(SetupError::OutOfRange { at, number, largest, blanks });
            };
            match *slot {
                Some(first) => repeated = repeated.or(Some((at, number, first))),
                None => *slot = Some(at),
            }
        }
        match (repeated, (1..).zip(&seen).find(|(_, slot)| slot.is_none())) {
            (Some((at, number, first)), Some((missing, _))) => {
                Err(SetupError::Repeated { at, number, first, missing })
            }
            _ => Ok(()),
        }
    }

    fn instance_error(&self, why: InstanceError) -> SetupError {
        SetupError::Instance { at: self.start(), why }
    }

    fn entries(&self) -> impl Iterator<Item = &SetupEntry> {
        self.rows.iter().flatten()
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

/// The boards of a puzzle's text, with the standard goal if there is none, and the start's setup.
fn start_and_goal(text: &str) -> Result<(Setup, Board, Board), SetupError> {
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
    // Line breaks before it, so that errors name the line in the whole text.
    let goal: String = core::iter::repeat_n("\n", number + 1).chain([&text[range.end..]]).collect();
    Ok((setup, board, goal.parse()?))
}

impl FromStr for Instance {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let (setup, start, goal) = start_and_goal(text)?;
        Self::new(start, goal).map_err(|why| setup.instance_error(why))
    }
}

impl FromStr for MultiBlankInstance {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let (setup, start, goal) = start_and_goal(text)?;
        Self::new(start, goal).map_err(|why| setup.instance_error(why))
    }
}

impl TryFrom<Setup> for Instance {
    type Error = SetupError;

    /// The puzzle of getting from this board to the standard goal.
    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        Self::standard(setup.board()?).map_err(|why| setup.instance_error(why))
    }
}

impl TryFrom<Setup> for MultiBlankInstance {
    type Error = SetupError;

    /// The puzzle of getting from this board to the standard goal.
    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        Self::standard(setup.board()?).map_err(|why| setup.instance_error(why))
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Board);
#[cfg(feature = "serde")]
motion_core::serde_as_text!(Instance);
#[cfg(feature = "serde")]
motion_core::serde_as_text!(MultiBlankInstance);

fn read_row(line: usize, content: &str) -> Result<Vec<SetupEntry>, SetupError> {
    let mut row = Vec::new();
    let mut open: Option<SetupEntry> = None;
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
            (None, _) => return Err(SetupError::UnexpectedCharacter { at, found: character }),
        }
    }
    row.extend(open);
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use proptest::prelude::*;

    fn error(text: &str) -> SetupError {
        text.parse::<Board>().expect_err("a bad board")
    }

    fn at(line: usize, column: usize) -> TextPosition {
        TextPosition { line, column }
    }

    #[test]
    fn every_mistake_is_named_where_it_stands() {
        assert_eq!(error(""), SetupError::Empty);
        assert_eq!(error("\n# only a comment\n  \n"), SetupError::Empty);
        assert_eq!(error("1 2\n3 x"), SetupError::UnexpectedCharacter { at: at(2, 3), found: 'x' });
        assert_eq!(error("1 2\n3 -1"), SetupError::UnexpectedCharacter { at: at(2, 3), found: '-' });
        assert_eq!(error("1 2\n3 1.5"), SetupError::UnexpectedCharacter { at: at(2, 4), found: '.' });
        assert_eq!(error("1 2\n3 99999999999999999999"), SetupError::HugeNumber { at: at(2, 3) });
        assert_eq!(error("1 2\n3 0 4"), SetupError::Ragged { at: at(2, 5), expected: 2, found: 3 });
        assert_eq!(error("1 2 4\n3 0"), SetupError::Ragged { at: at(2, 3), expected: 3, found: 2 });
        let why = SizeError::TooSmall { rows: 1, columns: 3 };
        assert_eq!(error("1 2 0"), SetupError::Size { at: at(1, 1), why });
        let why = SizeError::TooSmall { rows: 2, columns: 1 };
        assert_eq!(error("\n 1\n 0"), SetupError::Size { at: at(2, 2), why });
        assert_eq!(error("1 2\n3 4"), SetupError::NoBlank { at: at(1, 1) });
        assert_eq!(error("0 0\n0 0"), SetupError::NoTile { at: at(1, 1) });
        let out_of_range =
            |number, largest, blanks| SetupError::OutOfRange { at: at(2, 1), number, largest, blanks };
        assert_eq!(error("1 2\n4 0"), out_of_range(4, 3, 1));
        assert_eq!(error("0 2\n3 0"), out_of_range(3, 2, 2));
        assert_eq!(
            error("0 2\n3 0").to_string(),
            "line 2, column 1: 3 is out of range: the tiles of this board, which has 2 blanks (0), are 1 to 2"
        );
        assert_eq!(
            error("0 1 0\n3 1 0"),
            SetupError::Repeated { at: at(2, 3), number: 1, first: at(1, 3), missing: 2 }
        );
        assert_eq!(
            error("3 2\n2 0"),
            SetupError::Repeated { at: at(2, 1), number: 2, first: at(1, 3), missing: 1 }
        );
        assert_eq!(error("1 2\n3 0\n\n1 2\n3 0"), SetupError::SeveralBoards { at: at(4, 1) });
    }

    #[test]
    fn separators_comments_and_line_ends_are_free() {
        let board: Board = "\u{feff}# goal\r\n1,2,\t3 # the first row\r\n  # the second\r\n  4 5,0\r\n"
            .parse()
            .expect("a board");
        assert_eq!(board, Board::solved(2, 3).expect("a legal size"));
    }

    #[test]
    fn ten_megabytes_of_noise_end_at_the_first_unexpected_character() {
        let mut state = 1u32;
        let noise: String = (0..10 << 20)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from(b' ' + (state >> 24) as u8 % 95)
            })
            .collect();
        assert!(matches!(
            error(&noise),
            SetupError::UnexpectedCharacter { at: TextPosition { line: 1, .. }, .. }
                | SetupError::HugeNumber { at: TextPosition { line: 1, .. } }
        ));
        let digits = "7".repeat(10 << 20);
        assert_eq!(error(&digits), SetupError::HugeNumber { at: at(1, 1) });
        let numbers = "7 ".repeat(5 << 20);
        assert!(matches!(
            error(&numbers),
            SetupError::TooManyNumbers { at: TextPosition { line: 1, column: 1 } }
        ));
        let lines = "7\n".repeat(5 << 20);
        assert_eq!(error(&lines), SetupError::TooManyNumbers { at: at((1 << 20) + 1, 1) });
    }

    #[test]
    fn instances_are_read_and_printed() {
        let error = |text: &str| text.parse::<Instance>().expect_err("no instance").to_string();
        assert_eq!(error("1 2\n0 0"), "line 1, column 1: one blank is expected, not 2");
        assert_eq!(error("# x\n1 2\n0 3\ngoal\n1 2\n3 4\n5 0").split(':').next(), Some("line 2, column 1"));
        assert_eq!(
            error("1 2\n3 0\n\n1 2\n3 0\n"),
            "line 4, column 1: a second board begins here, but one was expected"
        );
        assert_eq!(
            error("1 2\n3 0\n goal # mirrored\n\n2 1\n0 x"),
            "line 6, column 3: expected a whole number but found 'x'"
        );
        assert_eq!(error("1 2\n3 0\ngoal"), SetupError::Empty.to_string());
        assert_eq!(
            error("1 2\n3 0\ngoal\n2 1\n0 3\ngoal\n"),
            "line 6, column 1: expected a whole number but found 'g'"
        );
        let standard: Instance = "2 1\n3 0".parse().expect("an instance");
        assert_eq!(standard.to_string(), "2 1\n3 0\ngoal\n1 2\n3 0");
        assert_eq!(standard.to_string().parse(), Ok(standard.clone()));
        assert_eq!("2 1\n3 0".parse::<Setup>().and_then(Instance::try_from), Ok(standard));
    }

    #[test]
    fn instances_with_several_blanks_are_read_and_printed() {
        let instance: MultiBlankInstance = "0 0 1\n3 4 2\ngoal\n1 2 0\n3 0 4".parse().expect("an instance");
        assert_eq!(instance.goal().to_string(), "1 2 0\n3 0 4");
        assert_eq!(instance.to_string().parse(), Ok(instance));
        let error = "\n 1 2\n 3 0".parse::<MultiBlankInstance>().expect_err("one blank");
        assert_eq!(error.to_string(), "line 2, column 2: several blanks are expected, not one");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[0-9 ,\n#x]{0,60}|\\PC{0,60}") {
            let _ = text.parse::<Board>();
        }

        /// One character of a legal board is replaced. If a board is read, it prints back.
        #[test]
        fn boards_with_one_changed_character_are_read_or_refused(at in 0usize..23, with in "[0-9 ,\n#x]") {
            let mut text = String::from("1 2 3\n4 5 6\n7 8 9\n10 11 0");
            text.replace_range(at..=at, &with);
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
            }
        }

        #[test]
        fn boards_round_trip((rows, columns, order, blanks) in (2u32..6, 2u32..6).prop_flat_map(|(rows, columns)| {
            let numbers: Vec<u32> = (0..rows * columns).collect();
            (Just(rows), Just(columns), Just(numbers).prop_shuffle(), 1..rows * columns)
        })) {
            let tiles = order.into_iter().map(|number| Tile((number + 1).saturating_sub(blanks))).collect();
            let board = Board::from_permutation(rows, columns, tiles);
            prop_assert_eq!(board.blank_count(), blanks);
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }
    }
}
