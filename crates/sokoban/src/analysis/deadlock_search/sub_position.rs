//! Some boxes of a position, without the others.

use core::hash::{Hash, Hasher};

use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// Some boxes of a position, the zone of the player between them, and vacant goals outside this
/// zone that have to be filled (none if there are more goals than boxes).
///
/// A position *contains* a sub-position if it has these boxes, the zone of the player is this one
/// once all other boxes are removed, and no box is on the vacant goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SubPosition<const W: usize> {
    pub(super) boxes: BoxSet<W>,
    pub(super) vacant: BoxSet<W>,
    /// The lowest square of the zone.
    pub(super) player: Square,
}

impl<const W: usize> SubPosition<W> {
    /// Creates the sub-position of a position with some of its boxes. Fills `reach` with its zone.
    pub(super) fn new(
        board: &SearchBoard,
        goals: &BoxSet<W>,
        position: (&BoxSet<W>, Square),
        boxes: BoxSet<W>,
        reach: &mut Reach,
    ) -> Self {
        let (all, player) = position;
        let vacant = if board.has_spare_goals() { BoxSet::new() } else { goals.without(all) };
        reach.flood(board, &boxes, player);
        Self { boxes, vacant, player }.after(boxes, reach)
    }

    /// Returns the sub-position after boxes have been pushed or removed: `boxes` remain and `reach`
    /// is the zone. Removed boxes move only within the zone, but one of them may fill a vacant goal
    /// that the zone reaches.
    pub(super) fn after(&self, boxes: BoxSet<W>, reach: &Reach) -> Self {
        let mut vacant = self.vacant.without(&boxes);
        for goal in &vacant {
            if reach.contains(goal) {
                vacant.remove(goal);
            }
        }
        Self { boxes, vacant, player: reach.least() }
    }

    /// Whether a solved position may contain it. In a solved position no goal is left to be filled.
    pub(super) fn may_be_solved(&self, goals: &BoxSet<W>) -> bool {
        self.vacant.is_empty() && self.boxes.is_subset(goals)
    }
}

impl<const W: usize> Hash for SubPosition<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.boxes.hash(state);
        self.vacant.hash(state);
        state.write_u16(self.player.0);
    }
}
