//! Prunings of pushes that no solver needs but that surveys compare.

use alloc::sync::Arc;

use motion_core::Control;

use super::{Chambers, DeadlockSearch, RoomGraph};
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};
use crate::search::Position;

/// The rules by which a space is pruned in addition to deadlocks, corrals and tables.
#[derive(Clone, Debug, Default)]
pub(super) struct ExtraRules<'b, const W: usize> {
    pub(super) has_chambers: bool,
    pub(super) rooms: Option<Arc<RoomGraph<'b, W>>>,
    /// The number of nodes of the first small search of a choice of boxes.
    pub(super) search_nodes: Option<u32>,
}

/// The scratch of these rules.
#[derive(Clone, Debug)]
pub(super) struct ExtraPruning<'b, const W: usize> {
    chambers: Option<Chambers>,
    room: Option<Reach>,
    search: Option<DeadlockSearch<'b, W>>,
}

impl<'b, const W: usize> ExtraRules<'b, W> {
    /// Whether there are any rules.
    pub(super) const fn prune(&self) -> bool {
        self.has_chambers || self.rooms.is_some() || self.search_nodes.is_some()
    }

    pub(super) fn pruning(&self, board: &'b SearchBoard) -> ExtraPruning<'b, W> {
        ExtraPruning {
            chambers: self.has_chambers.then(|| Chambers::new(board)),
            room: self.rooms.as_ref().map(|rooms| rooms.scratch()),
            search: self.search_nodes.map(|nodes| DeadlockSearch::new(board).with_nodes(nodes)),
        }
    }

    /// Whether a push loses by a rule that examines only the boxes after it.
    pub(super) fn are_lost_after(
        &self,
        pruning: &mut ExtraPruning<'b, W>,
        boxes: &BoxSet<W>,
        push: Push,
        to: Square,
    ) -> bool {
        let overfills = |chambers: &Chambers| chambers.are_overfull_after(boxes, push.from, to);
        pruning.chambers.as_ref().is_some_and(overfills)
            || (self.rooms.as_ref().zip(pruning.room.as_mut()))
                .is_some_and(|(rooms, reach)| rooms.is_illegal_after(reach, boxes, push))
    }
}

impl<const W: usize> ExtraPruning<'_, W> {
    /// Whether a small search proves a position lost.
    pub(super) fn is_lost(&mut self, position: &Position<W>) -> bool {
        let search = self.search.as_mut();
        search.is_some_and(|search| search.is_lost(position, None, &mut Control::unlimited()) == Ok(true))
    }

    /// Whether earlier searches have proved a position lost.
    pub(super) fn is_known(&self, position: &Position<W>) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_known(position))
    }
}
