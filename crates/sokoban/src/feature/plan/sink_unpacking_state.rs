//! States and steps of unpacking by sinks.

use crate::board::{BoxSet, SearchBoard, Square};
use crate::feature::macro_moves::MacroMove;
use crate::search::Position;

/// The boxes left, and the bases: start squares that have not removed a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SinkUnpackingState<const W: usize> {
    /// The position. The player is in the wall until it has entered a zone of the solved position.
    pub(super) position: Position<W>,
    pub(super) bases: BoxSet<W>,
}

/// A step of unpacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SinkUnpackingStep {
    /// The player enters a zone of the solved position, given by a square.
    Enter(Square),
    /// A box is pulled aside.
    PullAside(MacroMove),
    /// A box is pulled to a base and vanishes with it.
    Remove(MacroMove),
}

impl<const W: usize> SinkUnpackingState<W> {
    /// Creates the solved position with all bases.
    pub(super) fn solved(board: &SearchBoard) -> Self {
        let boxes = board.goals().iter().copied().collect();
        let bases = board.boxes().iter().copied().collect();
        Self { position: Position { boxes, player: board.wall() }, bases }
    }

    /// Returns the state after a step.
    pub(super) fn after(&self, board: &SearchBoard, step: SinkUnpackingStep) -> Self {
        let Self { position: Position { mut boxes, .. }, mut bases } = *self;
        match step {
            SinkUnpackingStep::Enter(player) => Self { position: Position { boxes, player }, bases },
            SinkUnpackingStep::PullAside(pull) => {
                boxes.shift(pull.from, pull.to);
                Self { position: Position { boxes, player: pull.player }, bases }
            }
            SinkUnpackingStep::Remove(pull) => {
                boxes.remove(pull.from);
                bases.remove(pull.to);
                Self { position: Position::new(board, boxes, pull.player), bases }
            }
        }
    }
}
