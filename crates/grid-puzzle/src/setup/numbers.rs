//! Makes a board of rows of numbers, or finds their first error.

use alloc::vec::Vec;

use motion_core::error::TextPosition;

use super::{SetupEntry, SetupError};
use crate::board::{Board, Tile, check_size};

/// Makes a board of these rows. Checks their lengths, the size, the blanks, then each number in
/// reading order.
pub(super) fn board_of(rows: &[Vec<SetupEntry>]) -> Result<Board, SetupError> {
    let entries = || rows.iter().flatten();
    let at = entries().next().map_or(TextPosition { line: 1, column: 1 }, |entry| entry.at);
    let expected = rows.first().map_or(0, Vec::len);
    if let Some((at, found)) = row_of_other_length(rows, expected) {
        return Err(SetupError::Ragged { at, expected, found });
    }
    let [rows, columns] = [rows.len(), expected].map(|count| count as u32);
    check_size(rows, columns).map_err(|why| SetupError::Size { at, why })?;

    let blanks = entries().filter(|entry| entry.number == 0).count() as u32;
    if blanks == 0 {
        return Err(SetupError::NoBlank { at });
    }
    if blanks == rows * columns {
        return Err(SetupError::NoTile { at });
    }
    check_tiles(entries().filter(|entry| entry.number != 0), rows * columns - blanks, blanks)?;
    Ok(Board::from_permutation(rows, columns, entries().map(|entry| Tile(entry.number)).collect()))
}

/// Finds the first row of another length. Returns the position of its last number if it is shorter,
/// or of the first number beyond the expected length, and the row's length.
pub(super) fn row_of_other_length(
    rows: &[Vec<SetupEntry>],
    expected: usize,
) -> Option<(TextPosition, usize)> {
    let row = rows.iter().find(|row| row.len() != expected)?;
    row.get(expected).or(row.last()).map(|entry| (entry.at, row.len()))
}

/// Checks that each tile occurs once.
fn check_tiles<'e>(
    tiles: impl Iterator<Item = &'e SetupEntry>,
    largest: u32,
    blanks: u32,
) -> Result<(), SetupError> {
    let mut seen = alloc::vec![None; largest as usize];
    let mut repeated = None;
    for &SetupEntry { number, at } in tiles {
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
