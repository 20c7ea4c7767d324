//! The nodes of A*, and the receiver of nodes to be expanded.

use motion_core::Control;

use super::packed_position::PackedPosition;
use crate::slide_table::CellIndex;

/// A receiver of positions to be expanded.
pub(super) trait OpenList<K> {
    /// Adds a position whose solutions have at least `moves` moves.
    fn push(&mut self, moves: u16, node: AStarNode<K>, control: &mut Control);
}

/// A position, with the move that led to it.
#[derive(Clone, Copy)]
pub(super) struct AStarNode<K> {
    pub(super) key: K,
    /// The number of the previous position, or [`NO_PARENT`].
    pub(super) parent: u32,
    /// The ends of the last move, twelve bits each, equal if it forbids no next move; then the
    /// number of moves so far, eight bits.
    packed_move: u32,
}

pub(super) const NO_PARENT: u32 = u32::MAX;

impl<K: PackedPosition> AStarNode<K> {
    #[inline]
    pub(super) const fn new(key: K, parent: u32, (from, to): (CellIndex, CellIndex), depth: u16) -> Self {
        Self { key, parent, packed_move: (from as u32) << 20 | (to as u32) << 8 | depth as u32 }
    }

    #[inline]
    pub(super) const fn depth(&self) -> u8 {
        self.packed_move as u8
    }

    /// The ends of the last move; the same cell twice if there is none or it forbids nothing.
    #[inline]
    pub(super) const fn ends(&self) -> (CellIndex, CellIndex) {
        ((self.packed_move >> 20) as CellIndex, (self.packed_move >> 8) as CellIndex & 0xfff)
    }
}
