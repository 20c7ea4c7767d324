//! Prunings of pushes that no solver needs but surveys compare.

use alloc::sync::Arc;

use motion_core::Control;

use super::pruned_pushes::PrunedPushes;
use super::{Chambers, DeadlockSearch, RoomGraph};
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};
use crate::search::Position;

/// The rules by which a space is pruned beside deadlocks, corrals and tables.
#[derive(Clone, Debug, Default)]
pub(super) struct SurveyRules<'b, const W: usize> {
    has_chambers: bool,
    rooms: Option<Arc<RoomGraph<'b, W>>>,
    /// The nodes of the first small search of the same boxes.
    search_nodes: Option<u32>,
}

/// The scratch of these rules.
#[derive(Clone, Debug)]
pub(super) struct SurveyPruning<'b, const W: usize> {
    chambers: Option<Chambers>,
    room: Option<Reach>,
    search: Option<DeadlockSearch<'b, W>>,
}

impl<'b, const W: usize> PrunedPushes<'b, W> {
    /// Sets whether to prune pushes out of a chamber into an overfull one ([`Chambers`]); by
    /// default not, because [`DeadlockRule::FrozenGoals`](super::DeadlockRule::FrozenGoals) detects
    /// all of these.
    pub const fn with_chambers(mut self, prune: bool) -> Self {
        self.survey.has_chambers = prune;
        self
    }

    /// Sets the rooms to prune by: pushes after which one is illegal are left out; by default there
    /// are none.
    pub fn with_rooms(mut self, rooms: Option<Arc<RoomGraph<'b, W>>>) -> Self {
        self.survey.rooms = rooms;
        self
    }

    /// Also prunes by small searches ([`DeadlockSearch`]): by known deadlock sets when a position
    /// is reached, and by searches when it is expanded. The first search of the same boxes takes up
    /// to this many nodes, which do not count as nodes of the search that prunes.
    pub const fn with_search(mut self, nodes: u32) -> Self {
        self.survey.search_nodes = Some(nodes);
        self
    }
}

impl<'b, const W: usize> SurveyRules<'b, W> {
    /// Whether there are any.
    pub(super) const fn prune(&self) -> bool {
        self.has_chambers || self.rooms.is_some() || self.search_nodes.is_some()
    }

    pub(super) fn pruning(&self, board: &'b SearchBoard) -> SurveyPruning<'b, W> {
        SurveyPruning {
            chambers: self.has_chambers.then(|| Chambers::new(board)),
            room: self.rooms.as_ref().map(|rooms| rooms.scratch()),
            search: self.search_nodes.map(|nodes| DeadlockSearch::new(board).with_nodes(nodes)),
        }
    }

    /// Whether a push loses by what looks at nothing but the boxes after it.
    pub(super) fn are_lost_after(
        &self,
        pruning: &mut SurveyPruning<'b, W>,
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

impl<const W: usize> SurveyPruning<'_, W> {
    /// Whether a search finds that a position is lost.
    pub(super) fn is_lost(&mut self, position: &Position<W>) -> bool {
        let search = self.search.as_mut();
        search.is_some_and(|search| search.is_lost(position, None, &mut Control::unlimited()) == Ok(true))
    }

    /// Whether searches before have found that a position is lost.
    pub(super) fn is_known(&self, position: &Position<W>) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_known(position))
    }
}
