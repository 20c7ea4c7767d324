//! States of a search by features.

use super::macro_moves::MacroMove;
use crate::search::Position;

/// A position and its excess: by how many pushes the pushes made and the matching bound exceed the
/// bound of the start, if that is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FeatureState<const W: usize> {
    pub(super) position: Position<W>,
    pub(super) excess: u16,
}

impl<const W: usize> FeatureState<W> {
    /// The state that a search starts from.
    pub(crate) const fn start(position: Position<W>) -> Self {
        Self { position, excess: 0 }
    }
}

/// The position after a macro move.
pub(super) fn after<const W: usize>(position: &Position<W>, macro_move: MacroMove) -> Position<W> {
    let mut boxes = position.boxes;
    boxes.shift(macro_move.from, macro_move.to);
    Position { boxes, player: macro_move.player }
}
