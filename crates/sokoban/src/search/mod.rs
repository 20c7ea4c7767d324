//! The game as search spaces: forward by pushes, backward by pulls.

mod move_generator;
mod player_zone;
mod pulls;
mod pushes;

use core::hash::{Hash, Hasher};

pub use move_generator::MoveGenerator;
pub(crate) use player_zone::is_connected;
pub use pulls::Pulls;
pub use pushes::Pushes;

use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// Where the boxes are, and in which zone the player is: 8·`W` + 8 bytes.
///
/// The player stands for its zone, all squares that it reaches without pushing, by the one with the
/// lowest number: two positions are the same where they can be reached from each other by walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// The boxes.
    pub boxes: BoxSet<W>,
    /// The square of the player's zone that has the lowest number.
    pub player: Square,
}

impl<const W: usize> Position<W> {
    /// The position with these boxes where the player can be on this square.
    pub fn new(board: &SearchBoard, boxes: BoxSet<W>, player: Square) -> Self {
        let mut reach = Reach::new(board);
        reach.flood(board, &boxes, player);
        Self { boxes, player: reach.least() }
    }

    /// The position at the start; `None` where a box stands on a dead square, so that there is no
    /// solution, and where `W` is less than [`SearchBoard::word_count`].
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

/// Evaluates an expression in which `$width` is a number of words that sets of `$words` words fit
/// into; `$beyond` where there are more than [`MAX_WORDS`](crate::board::MAX_WORDS).
macro_rules! with_width {
    ($words:expr, $width:ident => $body:expr, $beyond:expr) => {
        match $words {
            0 | 1 => {
                const $width: usize = 1;
                $body
            }
            2 => {
                const $width: usize = 2;
                $body
            }
            3 | 4 => {
                const $width: usize = 4;
                $body
            }
            5..=8 => {
                const $width: usize = 8;
                $body
            }
            9..=$crate::board::MAX_WORDS => {
                const $width: usize = $crate::board::MAX_WORDS;
                $body
            }
            _ => $beyond,
        }
    };
}
pub(crate) use with_width;

#[cfg(test)]
mod tests;
