//! Relevance cuts: moves that are unrelated to the moves before them are omitted.

use motion_core::internal::splitmix64;
use motion_core::{Control, Stop};

use super::PositionWithMoves;
use super::influence::Influence;
use super::position_with_moves::LONGEST;
use crate::board::{SearchBoard, Square};
use crate::search::Position;

/// The number of previous switches between distant parts of the board permitted within the window.
const SWITCHES: usize = 1;

/// The least value of [`RelevanceCuts::near`].
const NEAR: u8 = 6;

/// The most that crowding adds to it.
const CROWDED: u8 = 5;

/// Decides which moves are irrelevant to the last moves, and cuts half of them.
#[derive(Clone, Debug)]
pub(crate) struct RelevanceCuts {
    influence: Influence,
    /// The number of previous moves with which a move is compared.
    window: usize,
    /// The greatest influence distance at which moves are not distant.
    near: u8,
}

impl RelevanceCuts {
    /// Prepares the cuts for a board. Memory is held in `control`.
    pub(crate) fn new(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        let influence = Influence::new(board, control)?;
        let mean = influence.on_goal_ways();
        let window = usize::from(mean.saturating_add(1)).min(LONGEST);
        Ok(Self { influence, window, near: NEAR.max(mean / 2) })
    }

    /// Whether a move of the box on a square switches to a distant part of the board; `None` if the
    /// move is cut. It leads to the position `after`.
    pub(crate) fn is_switch<const W: usize>(
        &self,
        state: &PositionWithMoves<W>,
        from: Square,
        after: &Position<W>,
    ) -> Option<bool> {
        let Some(last) = state.last() else { return Some(false) };
        if !self.are_distant(&state.position, last, from) {
            return Some(false);
        }
        let (mut switches, mut returns) = (1, false);
        for (end, is_switch) in state.moves().take(self.window) {
            returns |= switches > 1 && !self.are_distant(&state.position, end, from);
            switches += usize::from(is_switch);
        }
        let is_cut = returns || switches > SWITCHES + 1;
        (!is_cut || passes(after)).then_some(true)
    }

    /// Whether neither of two squares has much influence on the other. Where there are many boxes,
    /// the distance has to be greater.
    fn are_distant<const W: usize>(&self, position: &Position<W>, last: Square, next: Square) -> bool {
        let influence = self.influence.of(last, next).min(self.influence.of(next, last));
        if influence <= self.near {
            return false;
        }
        if influence > self.near + CROWDED {
            return true;
        }
        let is_close = |&at: &Square| at != last && self.influence.of(last, at) <= self.near;
        let crowd = position.boxes.iter().filter(is_close).count();
        influence > self.near + crowd.min(CROWDED.into()) as u8
    }
}

/// Whether a move that could be cut is tried nevertheless, as half of them are.
fn passes<const W: usize>(after: &Position<W>) -> bool {
    let words = after.boxes.words().iter().copied().chain([after.player.0.into()]);
    words.fold(0, |hash, word| splitmix64(hash ^ word)).is_multiple_of(2)
}
