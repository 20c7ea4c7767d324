//! The feature space of the game backward.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZero;

use motion_core::internal::{Advice, FeatureSpace};
use motion_core::{Control, Stop};

use super::cell::{FeatureCell, fewer};
use super::macro_moves::{BoxAction, MacroMove, MacroMoveGenerator};
use super::measures::{RegionCounter, RoomLinks};
use crate::analysis::{BoxTables, PullDeadlocks};
use crate::board::{Push, SearchBoard};
use crate::bound::{LowerBounds, MatchingBound};
use crate::search::Position;

/// The feature space of a board backward: boxes are pulled from the solved positions to the start.
///
/// There is no plan and there are no advisors. In each cell, macro moves that leave the fewest
/// pulls by the matching bound come first and, among these, those with the most boxes on start
/// squares. As in the paper, the cells take equal turns.
pub(crate) struct PullFeatures<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The bounds of the game backward.
    bounds: &'b LowerBounds,
    start: Position<W>,
    /// Whether pull deadlocks are pruned.
    prunes: bool,
    tables: Option<Arc<BoxTables<W>>>,
}

/// The data of one search.
pub(crate) struct PullScratch<'b, const W: usize> {
    macro_moves: MacroMoveGenerator<'b, W>,
    matching: MatchingBound<'b>,
    regions: RegionCounter<'b>,
    links: RoomLinks<'b, W>,
    deadlocks: Option<PullDeadlocks<'b, W>>,
}

impl<'b, const W: usize> PullFeatures<'b, W> {
    /// Creates the space of a board with its start, and the bounds of the game backward on it.
    pub(crate) fn new(
        board: &'b SearchBoard,
        bounds: &'b LowerBounds,
        start: Position<W>,
        prunes: bool,
    ) -> Self {
        Self { board, bounds, start, prunes, tables: None }
    }

    /// Also prunes by tables of pulls.
    pub(crate) fn with_tables(mut self, tables: Option<Arc<BoxTables<W>>>) -> Self {
        self.tables = tables;
        self
    }

    /// Returns the pushes, from the start on, that are undone by macro moves from one of these
    /// solved positions to the start.
    ///
    /// # Panics
    /// If the macro moves do not lead from any of these positions to the start.
    pub(crate) fn pushes(&self, ends: &[Position<W>], macro_moves: &[MacroMove]) -> Vec<Push> {
        let mut generator = MacroMoveGenerator::new(self.board, BoxAction::Pulls);
        let mut pulls_from = |&end: &Position<W>| {
            let (mut position, mut pulls) = (end, Vec::new());
            for &pull in macro_moves {
                if !position.boxes.contains(pull.from) {
                    return None;
                }
                pulls.extend(generator.pushes(&position, pull)?);
                position = self.after(&position, pull);
            }
            (position == self.start).then_some(pulls)
        };
        let pulls = ends.iter().find_map(&mut pulls_from);
        let mut pushes = pulls.expect("invariant: they lead from a solved position to the start");
        pushes.reverse();
        pushes
    }
}

impl<'b, const W: usize> FeatureSpace for PullFeatures<'b, W> {
    type State = Position<W>;
    type Action = MacroMove;
    type Cell = FeatureCell;
    type Scratch = PullScratch<'b, W>;

    fn scratch(&self) -> PullScratch<'b, W> {
        let action = if self.prunes { BoxAction::PrunedPulls } else { BoxAction::Pulls };
        PullScratch {
            macro_moves: MacroMoveGenerator::new(self.board, action).with_tables(self.tables.clone()),
            matching: MatchingBound::new(self.bounds),
            regions: RegionCounter::new(self.board),
            links: RoomLinks::new(self.board),
            deadlocks: self.prunes.then(|| PullDeadlocks::new(self.board)),
        }
    }

    fn turns(&self) -> NonZero<u32> {
        NonZero::<u32>::MIN
    }

    fn is_goal(&self, _: &mut PullScratch<'b, W>, position: &Position<W>) -> bool {
        *position == self.start
    }

    /// Returns the numbers of regions and of links cut.
    fn cell(&self, scratch: &mut PullScratch<'b, W>, position: &Position<W>) -> FeatureCell {
        let boxes = &position.boxes;
        [fewer(scratch.regions.count(boxes)), fewer(scratch.links.cut(boxes)), 0, 0]
    }

    fn advise(
        &self,
        scratch: &mut PullScratch<'b, W>,
        position: &Position<W>,
        control: &mut Control,
        visit: &mut impl FnMut(Advice<MacroMove>),
    ) -> Result<(), Stop> {
        let PullScratch { macro_moves, matching, .. } = scratch;
        if matching.enter(position).is_none() {
            return Ok(());
        }
        for from in &position.boxes {
            let visit = |pull: MacroMove, _, boxes: &_, _: &_| {
                let bound = matching.after_macro_move(pull.from, pull.to, pull.player);
                // Without a bound, a box has no start square left.
                let Some(bound) = bound else { return };
                // There are at most 1,024 boxes, so the number takes 11 bits.
                let elsewhere = self.start.boxes.without(boxes).len() as u32;
                visit(Advice { action: pull, weight: 0, rank: bound << 11 | elsewhere });
            };
            control.advance(macro_moves.each(position, from, None, |_, _| Some(0), visit))?;
        }
        Ok(())
    }

    fn after(&self, position: &Position<W>, pull: MacroMove) -> Position<W> {
        super::feature_state::after(position, pull)
    }

    fn is_lost(
        &self,
        scratch: &mut PullScratch<'b, W>,
        position: &Position<W>,
        _: MacroMove,
        _: &mut Control,
    ) -> Result<bool, Stop> {
        Ok(scratch.deadlocks.as_mut().is_some_and(|deadlocks| deadlocks.is_shut_out(position)))
    }
}
