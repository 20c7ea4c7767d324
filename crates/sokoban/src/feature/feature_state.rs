//! States of a search by features.

use super::macro_moves::MacroMove;
use crate::search::Position;

/// A position and its excess, if the excess is limited: the number of pushes by which the pushes
/// made plus the matching bound exceed the bound of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FeatureState<const W: usize> {
    pub(super) position: Position<W>,
    pub(super) excess: u16,
}

impl<const W: usize> FeatureState<W> {
    /// Creates the state from which a search starts.
    pub(crate) const fn start(position: Position<W>) -> Self {
        Self { position, excess: 0 }
    }
}

/// Returns the position after a macro move.
pub(super) fn after<const W: usize>(position: &Position<W>, macro_move: MacroMove) -> Position<W> {
    let mut boxes = position.boxes;
    boxes.shift(macro_move.from, macro_move.to);
    Position { boxes, player: macro_move.player }
}
