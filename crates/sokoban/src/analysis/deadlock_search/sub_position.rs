//! Some boxes of a position, as if the others were not there.

use core::hash::{Hash, Hasher};

use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// Some boxes of a position, the player's zone among them, and goals out of its reach that are empty.
///
/// A position *contains* an part if it has these boxes and perhaps others, the player's zone is this one once the others are
/// taken away, and the vacant goals have no box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SubPosition<const W: usize> {
    pub(super) boxes: BoxSet<W>,
    pub(super) vacant: BoxSet<W>,
    /// The lowest square of the zone.
    pub(super) player: Square,
}

impl<const W: usize> SubPosition<W> {
    /// What a position, with the player anywhere, contains with some of its boxes; `reach` is the zone afterwards.
    pub(super) fn of(
        board: &SearchBoard,
        goals: &BoxSet<W>,
        position: (&BoxSet<W>, Square),
        boxes: BoxSet<W>,
        reach: &mut Reach,
    ) -> Self {
        let (all, player) = position;
        let vacant = goals.without(all);
        reach.flood(board, &boxes, player);
        Self { boxes, vacant, player }.after(boxes, reach)
    }

    /// What follows when boxes have been pushed or left out, so that these remain and `reach` is the zone. Boxes that are left
    /// out are pushed within the zone only; a vacant goal that the zone has come to may be filled by one of them.
    pub(super) fn after(&self, boxes: BoxSet<W>, reach: &Reach) -> Self {
        let mut vacant = self.vacant.without(&boxes);
        for goal in &vacant {
            if reach.contains(goal) {
                vacant.remove(goal);
            }
        }
        Self { boxes, vacant, player: reach.least() }
    }

    /// Whether a solved position may contain it: there, all goals have boxes.
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
