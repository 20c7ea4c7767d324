//! Boxes that keep others from goals.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::analysis::goals_reached_in_play;
use crate::board::{BoxSet, MAX_WORDS, SearchBoard, Square};

/// For each live square, the squares from which fewer goals can be reached while a box is on it.
/// They are not computed for wide sets of boxes, which would take minutes: no box is then a
/// hotspot.
pub(crate) struct BlockedGoals<const W: usize>(pub(super) Vec<BoxSet<W>>);

impl<const W: usize> BlockedGoals<W> {
    /// Computes the squares of a board. Their memory is held in `control`.
    pub(crate) fn new(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        control.hold((board.live_square_count() * size_of::<BoxSet<W>>()) as u64)?;
        if const { W > MAX_WORDS } {
            return Ok(Self(alloc::vec![BoxSet::new(); board.live_square_count()]));
        }
        let goals = board.goals().iter().copied().collect();
        let live = || (0..board.live_square_count() as u16).map(Square);
        let open = goals_reached_in_play(board, &goals, &BoxSet::new());
        let blocked = live().map(|at| {
            control.spend(1)?;
            let wall: BoxSet<W> = core::iter::once(at).collect();
            let left = goals_reached_in_play(board, &goals, &wall);
            let loses =
                |&other: &Square| other != at && left[other.index()] != open[other.index()].without(&wall);
            Ok(live().filter(loses).collect())
        });
        Ok(Self(blocked.collect::<Result<_, _>>()?))
    }

    /// Returns the number of boxes that keep others from goals.
    pub(in crate::feature) fn hotspots(&self, boxes: &BoxSet<W>) -> u16 {
        boxes.iter().filter(|at| !self.0[at.index()].and(boxes).is_empty()).count() as u16
    }
}
