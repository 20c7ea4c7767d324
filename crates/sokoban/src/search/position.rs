//! Positions, which are the states of a search.

use core::hash::{Hash, Hasher};

use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// The squares of the boxes and the zone of the player: 8·`W` + 8 bytes.
///
/// The zone (all squares that the player reaches without pushing) is represented by its lowest
/// square. Two positions are equal if the boxes are and the player can walk from one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// The boxes.
    pub boxes: BoxSet<W>,
    /// The square with the lowest number in the player's zone.
    pub player: Square,
}

/// The squares of the boxes and the square of the player.
///
/// Unlike [`Position`]s, positions with the player on different squares are different, because
/// walking from one to the other takes steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlayerPosition<const W: usize> {
    /// The boxes.
    pub(crate) boxes: BoxSet<W>,
    /// The square of the player.
    pub(crate) player: Square,
}

impl<const W: usize> Position<W> {
    /// Creates the position with these boxes and the player on this square.
    pub fn new(board: &SearchBoard, boxes: BoxSet<W>, player: Square) -> Self {
        let mut reach = Reach::new(board);
        reach.flood(board, &boxes, player);
        Self { boxes, player: reach.least() }
    }

    /// Creates the position at the start; `None` if a box is on a dead square, so that there is no
    /// solution, or if `W` is less than [`SearchBoard::word_count`].
    pub fn start(board: &SearchBoard) -> Option<Self> {
        let fits = board.starts_on_live_squares() && board.word_count() <= W;
        fits.then(|| Self::new(board, board.boxes().iter().copied().collect(), board.player()))
    }
}

impl<const W: usize> Hash for Position<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.boxes.hash(state);
        state.write_u16(self.player.0);
    }
}
