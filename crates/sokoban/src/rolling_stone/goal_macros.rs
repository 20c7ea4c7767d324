//! Goal macros: a box is pushed all the way to the next goal of an order.

use motion_core::{Control, Stop};

use crate::analysis::{GoalRoom, Structure};
use crate::board::{BoxSet, Push, SearchBoard, Square};
use crate::bound::{LowerBounds, MatchingBound};
use crate::one_box_at_a_time::{OneBoxAtATime, OneBoxScratch, PackingOrder, Placement};
use crate::search::Position;

/// The boxes that are pushed to the next goal at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MacroStart {
    /// Boxes that are pushed onto an entrance of a goal room, or over it.
    Entrance,
    /// These boxes and, instead of all other moves, the nearest box that takes no more pushes than
    /// the bound predicts. Rolling Stone searches a box's way to the entrance first, and then cuts
    /// the other moves.
    Anywhere,
}

/// Finds the macro moves of positions: a box goes to the next goal of a packing order by a shortest
/// route, while the other boxes stay.
#[derive(Clone, Debug)]
pub(crate) struct GoalMacros<'b, const W: usize> {
    bounds: &'b LowerBounds,
    placing: OneBoxAtATime<'b, W>,
    start: MacroStart,
    entrances: BoxSet<W>,
}

/// The working memory of the search for macro moves.
#[derive(Clone, Debug)]
pub(crate) struct MacroScratch<'b, const W: usize> {
    of_placing: OneBoxScratch<'b, W>,
    matching: MatchingBound<'b>,
}

impl<'b, const W: usize> GoalMacros<'b, W> {
    /// Prepares the macro moves of a board. Memory is held in `control`.
    pub(crate) fn new(
        board: &'b SearchBoard,
        bounds: &'b LowerBounds,
        start: MacroStart,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let order = PackingOrder::within(board, control)?;
        let placing = OneBoxAtATime::for_placements(board, &order, control)?;
        let rooms = GoalRoom::all(board, &Structure::new(board));
        let entrances = rooms.iter().flat_map(|room| &room.entrances).copied();
        let entrances = entrances.filter(|&square| board.is_live(square)).collect();
        Ok(Self { bounds, placing, start, entrances })
    }

    pub(crate) fn scratch(&self) -> MacroScratch<'b, W> {
        MacroScratch { of_placing: self.placing.scratch(), matching: MatchingBound::new(self.bounds) }
    }

    /// Whether a box that is pushed onto this square is pushed on to a goal if possible.
    pub(crate) fn is_entrance(&self, square: Square) -> bool {
        self.entrances.contains(square)
    }

    /// Returns the placement that replaces all other moves from a position, and the number of its
    /// pushes. `is_lost` returns whether boxes are lost after a push.
    pub(crate) fn cut(
        &self,
        scratch: &mut MacroScratch<'b, W>,
        position: &Position<W>,
        mut is_lost: impl FnMut(&BoxSet<W>, Push) -> bool,
    ) -> Option<(Placement<W>, u32)> {
        if self.start != MacroStart::Anywhere {
            return None;
        }
        let MacroScratch { of_placing, matching } = scratch;
        let mut bound = None;
        let accepts = |placement: &Placement<W>, pushes: &[Push]| {
            let last = *pushes.last().expect("invariant: a placement has pushes");
            let before = *bound.get_or_insert_with(|| matching.enter(position));
            let after = matching.after_macro_move(placement.from, placement.goal, last.from);
            before.zip(after).is_some_and(|(before, after)| before == after + pushes.len() as u32)
                && !is_lost(&placement.after.boxes, last)
        };
        let (placement, pushes) = self.placing.place_next(of_placing, position, None, accepts)?;
        Some((placement, pushes.len() as u32))
    }

    /// Returns the placement of the box on a square, and the number of its pushes, if it can be
    /// pushed to the next goal.
    pub(crate) fn of_box(
        &self,
        scratch: &mut MacroScratch<'b, W>,
        position: &Position<W>,
        at: Square,
        mut is_lost: impl FnMut(&BoxSet<W>, Push) -> bool,
    ) -> Option<(Placement<W>, u32)> {
        let accepts = |placement: &Placement<W>, pushes: &[Push]| {
            let last = *pushes.last().expect("invariant: a placement has pushes");
            !is_lost(&placement.after.boxes, last)
        };
        let (placement, pushes) =
            self.placing.place_next(&mut scratch.of_placing, position, Some(at), accepts)?;
        Some((placement, pushes.len() as u32))
    }

    /// Returns the placement and pushes of a macro move that was found in this position.
    pub(crate) fn pushes<'s>(
        &self,
        scratch: &'s mut MacroScratch<'b, W>,
        position: &Position<W>,
        at: Square,
    ) -> (Placement<W>, &'s [Push]) {
        let found = self.placing.place_next(&mut scratch.of_placing, position, Some(at), |_, _| true);
        found.expect("invariant: it was found before")
    }
}
