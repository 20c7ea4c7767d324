//! Unpacks the solved position; any start square may remove any box.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::internal::{Advice, FeatureSpace, feature_search_with};
use motion_core::{Control, Outcome, Stop};

use super::packing_heuristic::PackingHeuristic;
use crate::board::{BoxSet, Reach, SearchBoard};
use crate::feature::cell::{FeatureCell, fewer};
use crate::feature::macro_moves::{BoxAction, MacroMove, MacroMoveEnd, MacroMoveGenerator};
use crate::feature::measures::RegionCounter;
use crate::search::{Position, Pulls};

/// The feature space of unpacking the solved position.
#[derive(Clone, Debug)]
pub(super) struct AnyStartUnpacking<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The squares on which boxes are removed.
    base: BoxSet<W>,
    packing: PackingHeuristic,
}

impl<'b, const W: usize> AnyStartUnpacking<'b, W> {
    /// Creates the space of a board; `packing` decides which boxes leave first.
    pub(super) fn new(board: &'b SearchBoard, packing: PackingHeuristic) -> Self {
        let goals: BoxSet<W> = board.goals().iter().copied().collect();
        let starting: BoxSet<W> = board.boxes().iter().copied().collect();
        Self { board, base: starting.without(&goals), packing }
    }

    /// Returns the boxes left after each step, from the goals to none; `None` if this takes more
    /// nodes than the limit, from all zones of the player together.
    pub(super) fn stages(&self, nodes: u64, control: &mut Control) -> Result<Option<Vec<BoxSet<W>>>, Stop> {
        let board = self.board;
        let pulls = Pulls::<W>::new(board).expect("invariant: boxes are alive and fit");
        let mut starts = pulls.starts();
        let mut reach = Reach::new(board);
        starts.sort_by_cached_key(|start| {
            reach.flood(board, &start.boxes, start.player);
            Reverse(reach.squares().count())
        });
        let mut scratch = self.scratch();
        let unpacked = |control: &mut Control| {
            for start in starts {
                match feature_search_with(self, &mut scratch, start, control) {
                    Outcome::Solved { plan, .. } => {
                        let mut position = start;
                        let mut stages = alloc::vec![position.boxes];
                        for macro_move in plan.actions {
                            position = self.after(&position, macro_move);
                            stages.push(position.boxes);
                        }
                        return Ok(Some(stages));
                    }
                    Outcome::Stopped { why, .. } => return Err(why),
                    Outcome::Unsolvable => {}
                }
            }
            Ok(None)
        };
        match control.within_nodes(nodes, unpacked) {
            // Spending one more node shows whether this limit or that of the run is reached.
            Err(Stop::Nodes) => control.spend(1).map(|()| None),
            result => result,
        }
    }
}

impl<'b, const W: usize> FeatureSpace for AnyStartUnpacking<'b, W> {
    type State = Position<W>;
    type Action = MacroMove;
    /// The numbers of boxes and of regions left; fewer are better.
    type Cell = FeatureCell;
    type Scratch = (MacroMoveGenerator<'b, W>, RegionCounter<'b>);

    fn scratch(&self) -> Self::Scratch {
        (MacroMoveGenerator::new(self.board, BoxAction::Pulls), RegionCounter::new(self.board))
    }

    fn is_goal(&self, _: &mut Self::Scratch, position: &Position<W>) -> bool {
        position.boxes.is_empty()
    }

    /// Returns the numbers of boxes and of regions left.
    fn cell(&self, (_, regions): &mut Self::Scratch, position: &Position<W>) -> Self::Cell {
        let regions = regions.count(&position.boxes);
        [fewer(position.boxes.len() as u16), fewer(regions), 0, 0]
    }

    /// Prefers the shortest route of each box to the base. Otherwise boxes are parked, preferably
    /// far away.
    fn advise(
        &self,
        (macro_moves, _): &mut Self::Scratch,
        position: &Position<W>,
        control: &mut Control,
        visit: &mut impl FnMut(Advice<MacroMove>),
    ) -> Result<(), Stop> {
        for from in &position.boxes {
            let mut is_gone = false;
            let reached = macro_moves.each(
                position,
                from,
                None,
                |_, _| Some(0),
                |action, MacroMoveEnd { pushes: pulls, .. }, _, _| {
                    if !self.base.contains(action.to) {
                        visit(Advice { action, weight: 1, rank: (u16::MAX - pulls).into() });
                    } else if !core::mem::replace(&mut is_gone, true) {
                        let rank = match self.packing {
                            PackingHeuristic::Nearest => pulls,
                            PackingHeuristic::Farthest => u16::MAX - pulls,
                            PackingHeuristic::Upper | PackingHeuristic::Sinks { .. } => from.0,
                        };
                        visit(Advice { action, weight: 0, rank: rank.into() });
                    }
                },
            );
            control.advance(reached)?;
        }
        Ok(())
    }

    fn after(&self, position: &Position<W>, macro_move: MacroMove) -> Position<W> {
        let mut boxes = position.boxes;
        boxes.remove(macro_move.from);
        if self.base.contains(macro_move.to) {
            return Position::new(self.board, boxes, macro_move.player);
        }
        boxes.insert(macro_move.to);
        Position { boxes, player: macro_move.player }
    }
}
