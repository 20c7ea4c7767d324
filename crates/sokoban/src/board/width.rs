//! Searches that are compiled for several widths of sets of boxes.

use super::{MAX_WORDS, SearchBoard};

/// A search over [`Position`](crate::search::Position)s of any board.
///
/// Sets of boxes have a constant number of words, so a search is compiled for several widths.
/// [`SearchBoard::with_width`] chooses the one to run.
///
/// # Examples
/// A custom Sokoban search without a macro: the number of positions that can be reached from the
/// start.
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
/// # Ok::<(), sokoban::SetupError>(())
/// ```
pub trait BoardSearch {
    /// The result.
    type Output;

    /// Runs the search. `W` is at least [`SearchBoard::word_count`].
    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output;
}

impl SearchBoard {
    /// Runs a search with the narrowest sets of boxes that fit this board; `None` on boards of more
    /// than 1,024 live squares.
    pub fn with_width<S: BoardSearch>(&self, search: S) -> Option<S::Output> {
        self.with_words(self.word_count(), search)
    }

    /// Runs a search whose positions are [packed](motion_core::search::PackedSpace): beside the
    /// boxes there is room for the player's square. `None` on boards that are too large.
    pub fn with_packed_width<S: BoardSearch>(&self, search: S) -> Option<S::Output> {
        let bits = self.live_square_count() + self.player_bits() as usize;
        self.with_words(bits.div_ceil(64), search)
    }

    /// The bits of a square's number.
    pub(crate) const fn player_bits(&self) -> u32 {
        u16::BITS - (self.cells.len() as u16).leading_zeros()
    }

    fn with_words<S: BoardSearch>(&self, words: usize, search: S) -> Option<S::Output> {
        // Three words would be no faster than four, levels that need eight are rare, and each width
        // is a fifth of what is compiled. A browser loads all of them each time, and has only those
        // of most levels and of the largest.
        Some(match words {
            #[cfg(not(target_family = "wasm"))]
            0 | 1 => search.run::<1>(self),
            0..=2 => search.run::<2>(self),
            #[cfg(not(target_family = "wasm"))]
            3 | 4 => search.run::<4>(self),
            3..=MAX_WORDS => search.run::<MAX_WORDS>(self),
            _ => return None,
        })
    }
}
