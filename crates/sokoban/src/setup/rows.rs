//! Converts lines to rows of tiles, run-length encoded or not.

use alloc::vec::Vec;
use core::iter;
use core::mem;

use motion_core::error::TextPosition;

use super::line::Line;
use super::{Setup, SetupError, SetupRow, Tile};

/// A reader of rows, limited to the number that a whole text may encode.
pub(super) struct RowReader {
    /// The number of tiles and ends of rows that may still follow.
    left: usize,
}

/// A tile, or `None` at the end of a row, with its column in the text.
type Symbol = (Option<Tile>, usize);

/// An open parenthesis.
struct Group {
    times: usize,
    at: TextPosition,
    /// The number of symbols before it.
    start: usize,
}

impl RowReader {
    /// Creates a reader for a text of this many bytes. Run-length encoded levels have about three
    /// tiles per byte.
    pub(super) const fn new(length: usize) -> Self {
        Self { left: (1 << 20) + 16 * length }
    }

    /// Appends the rows of a line. A level begins with the first row that has a wall, whether or
    /// not each row has its own line.
    pub(super) fn append(&mut self, line: &Line<'_>, rows: &mut Vec<SetupRow>) -> Result<(), SetupError> {
        let symbols = self.symbols(line)?;
        let number = line.start().line;
        let mut tiles = Vec::new();
        let mut push = |tiles: Vec<(Tile, usize)>| {
            if !rows.is_empty() || tiles.iter().any(|(tile, _)| *tile == Tile::Wall) {
                rows.push(SetupRow { line: number, tiles });
            }
            rows.len()
        };
        for &(tile, column) in &symbols {
            // The exact size is checked later; this only bounds the memory that a short text can
            // demand.
            let too_large = match tile {
                Some(tile) => {
                    tiles.push((tile, column));
                    tiles.len() > 2 * Setup::MAX_SIDE
                }
                None => push(mem::take(&mut tiles)) > 4 * Setup::MAX_SIDE,
            };
            if too_large {
                return Err(SetupError::TooLarge { at: TextPosition { line: number, column } });
            }
        }
        // A final bar ends the last row.
        if !matches!(symbols.last(), Some((None, _))) {
            push(tiles);
        }
        Ok(())
    }

    /// Decodes a line: a number repeats the tile, bar or group that follows it.
    fn symbols(&mut self, line: &Line<'_>) -> Result<Vec<Symbol>, SetupError> {
        let mut symbols: Vec<Symbol> = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        // The number before the next symbol, and its position.
        let mut count: Option<(usize, TextPosition)> = None;
        for (at, letter) in line.characters() {
            if let Some(digit) = letter.to_digit(10) {
                let (before, at) = count.unwrap_or((0, at));
                let number = 10 * before + digit as usize;
                if number > Setup::MAX_SIDE {
                    return Err(SetupError::Count { at });
                }
                count = Some((number, at));
                continue;
            }
            let times = match count.take() {
                None => 1,
                Some((times, at)) if times == 0 || letter == ')' => return Err(SetupError::Count { at }),
                Some((times, _)) => times,
            };
            match (letter, Tile::from_letter(letter)) {
                ('(', _) => groups.push(Group { times, at, start: symbols.len() }),
                (')', _) => {
                    let end = symbols.len();
                    let group = groups.pop().filter(|group| group.start < end);
                    let Group { times, start, .. } = group.ok_or(SetupError::Group { at })?;
                    self.take((times - 1) * (end - start), at)?;
                    (1..times).for_each(|_| symbols.extend_from_within(start..end));
                }
                (_, None) if letter != '|' => {
                    return Err(SetupError::UnexpectedCharacter { at, found: letter });
                }
                (_, tile) => {
                    self.take(times, at)?;
                    symbols.extend(iter::repeat_n((tile, at.column), times));
                }
            }
        }
        match (count, groups.pop()) {
            (Some((_, at)), _) => Err(SetupError::Count { at }),
            (None, Some(Group { at, .. })) => Err(SetupError::Group { at }),
            (None, None) => Ok(symbols),
        }
    }

    /// Reserves this many symbols.
    fn take(&mut self, count: usize, at: TextPosition) -> Result<(), SetupError> {
        self.left = self.left.checked_sub(count).ok_or(SetupError::TooMuch { at })?;
        Ok(())
    }
}
