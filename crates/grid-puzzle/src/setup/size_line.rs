//! Boards below a line with their size, as many programs write them.
//!
//! The line has one number, for rows and columns alike, or two. It has no mark; only the lines
//! below tell it from a row.

use alloc::vec::Vec;

use motion_core::error::TextPosition;

use super::numbers::{board_of, row_of_other_length};
use super::{SetupEntry, SetupError};
use crate::board::Board;

/// The greatest number of numbers on the line.
pub(super) const MOST_NUMBERS: usize = 2;

/// Makes a board of rows, before which a line with their size may stand.
///
/// The first line counts as a row if that makes a board.
pub(super) fn board(rows: &[Vec<SetupEntry>]) -> Result<Board, SetupError> {
    let why = match board_of(rows) {
        Ok(board) => return Ok(board),
        Err(why) => why,
    };
    if let Some(rows) = rows_on_one_line(rows) {
        return board_of(&rows);
    }
    let Some((first, rest)) = rows.split_first() else { return Err(why) };
    let Some(size) = SizeLine::of(first) else { return Err(why) };
    let is_shorter = rest.iter().all(|row| row.len() > first.len());
    match (size.check(rest), is_shorter) {
        (Ok(()), true) => board_of(rest),
        // Two numbers above rows of two are their size only if the rows make a board.
        (Ok(()), false) => board_of(rest).map_err(|_| why),
        (Err(misfit), true) if size.resembles(first, rest) => Err(misfit),
        (Err(_), _) => Err(why),
    }
}

/// Divides a single line of numbers into rows, if it has as many as the line before it says, or as
/// a square board.
fn rows_on_one_line(rows: &[Vec<SetupEntry>]) -> Option<Vec<Vec<SetupEntry>>> {
    let (numbers, rows, columns) = match rows {
        [numbers] => (numbers, numbers.len().isqrt(), numbers.len().isqrt()),
        [first, numbers] => {
            let SizeLine { rows, columns, .. } = SizeLine::of(first)?;
            (numbers, rows, columns)
        }
        _ => return None,
    };
    let fits = columns > 1 && rows.checked_mul(columns) == Some(numbers.len());
    fits.then(|| numbers.chunks(columns).map(<[_]>::to_vec).collect())
}

/// A line that may state the size of the rows below it.
struct SizeLine {
    at: TextPosition,
    rows: usize,
    columns: usize,
}

impl SizeLine {
    fn of(line: &[SetupEntry]) -> Option<Self> {
        let (first, last) = match *line {
            [side] => (side, side),
            [rows, columns] => (rows, columns),
            _ => return None,
        };
        let [rows, columns] = [first, last].map(|entry| entry.number as usize);
        (rows > 1 && columns > 1).then_some(Self { at: first.at, rows, columns })
    }

    /// Checks that the rows have this size.
    fn check(&self, rows: &[Vec<SetupEntry>]) -> Result<(), SetupError> {
        let Self { at, columns: expected, .. } = *self;
        if rows.len() != self.rows {
            let (rows, found) = (self.rows, rows.len());
            return Err(SetupError::RowCount { at, rows, columns: expected, found });
        }
        match row_of_other_length(rows, expected) {
            Some((row, found)) => Err(SetupError::RowLength { at: row, size: at, expected, found }),
            None => Ok(()),
        }
    }

    /// Whether a line that is shorter than all rows below it states their size, although wrongly:
    /// it has one number, which no row has, or one of its two numbers is right.
    fn resembles(&self, line: &[SetupEntry], rows: &[Vec<SetupEntry>]) -> bool {
        line.len() == 1 || rows.len() == self.rows || rows.iter().all(|row| row.len() == self.columns)
    }
}
