//! Compiles searches for several widths of sets of boxes.

use super::{MAX_WORDS, SearchBoard, WIDE_WORDS};

/// A search over [`Position`](crate::search::Position)s of any board.
///
/// Sets of boxes have a constant number of words, so each search is compiled for several widths.
/// [`SearchBoard::with_width`] chooses the one to run.
///
/// # Examples
/// A custom Sokoban search without a macro, which counts the positions that can be reached from the
/// start:
/// ```
/// use motion_core::search::explore;
/// use motion_core::{Control, Stop};
/// use sokoban::Level;
/// use sokoban::board::{BoardSearch, SearchBoard};
/// use sokoban::search::{Position, Pushes};
/// use std::ops::ControlFlow;
///
/// struct CountPositions<'c, 'o>(&'c mut Control<'o>);
///
/// impl BoardSearch for CountPositions<'_, '_> {
///     type Output = Result<usize, Stop>;
///
///     fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
///         let start = Position::<W>::start(board);
///         explore(&Pushes::new(board), start, self.0, |_, _| ControlFlow::Continue(()))
///     }
/// }
///
/// let level: Level = "8#|#@-$--.#|8#".parse()?;
/// let mut control = Control::unlimited();
/// let positions = SearchBoard::new(&level).with_width(CountPositions(&mut control));
/// assert_eq!(positions, Some(Ok(4)));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
pub trait BoardSearch {
    /// The result of the search.
    type Output;

    /// Runs the search. `W` is at least [`SearchBoard::word_count`].
    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output;
}

impl SearchBoard {
    /// Runs a search with sets of boxes of four words, or of sixteen on boards of more than 256
    /// live squares; `None` on boards of more than 1,024.
    pub fn with_width<S: BoardSearch>(&self, search: S) -> Option<S::Output> {
        // Each width is compiled separately. One or two words would make breadth-first search 5 %
        // faster and other searches no faster; sixteen words make it half as slow again.
        match self.word_count() {
            0..=4 => Some(search.run::<4>(self)),
            5..=MAX_WORDS => Some(search.run::<MAX_WORDS>(self)),
            _ => None,
        }
    }

    /// Works as [`with_width`](Self::with_width), but with the feature `survey` runs the search
    /// also with 64 words, on boards of more than 1,024 and at most 4,096 live squares.
    pub(crate) fn with_any_width<S: BoardSearch>(&self, search: S) -> Option<S::Output> {
        match self.word_count() {
            words if words <= MAX_WORDS => self.with_width(search),
            ..=WIDE_WORDS => Some(search.run::<WIDE_WORDS>(self)),
            _ => None,
        }
    }

    /// Runs a search whose positions are [packed](motion_core::search::PackedSpace), with the
    /// fewest words of 1, 2, 4 and 16 that leave room for the player's square beside the boxes.
    /// Returns `None` on boards that are too large.
    pub fn with_packed_width<S: BoardSearch>(&self, search: S) -> Option<S::Output> {
        let bits = self.live_square_count() + self.player_bits() as usize;
        match bits.div_ceil(64) {
            0 | 1 => Some(search.run::<1>(self)),
            2 => Some(search.run::<2>(self)),
            3 | 4 => Some(search.run::<4>(self)),
            5..=MAX_WORDS => Some(search.run::<MAX_WORDS>(self)),
            _ => None,
        }
    }

    /// The number of bits of a square's number.
    pub(crate) const fn player_bits(&self) -> u32 {
        u16::BITS - (self.cells.len() as u16).leading_zeros()
    }
}
