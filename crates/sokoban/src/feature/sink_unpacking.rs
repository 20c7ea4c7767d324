//! Unpacking by sinks: each start square is used up by one box.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::search::{Advice, FeatureSpace, feature_search_with};
use motion_core::{Control, Outcome, Stop};

use super::sink_advice::SinkAdvisors;
use super::unpacked::{Unpacked, UnpackingStep};
use crate::analysis::Corrals;
use crate::board::{BoxSet, Reach, SearchBoard};
use crate::search::{Position, Pulls};

/// The feature space of unpacking the solved position by sinks.
///
/// Boxes vanish on sinks only, each with the sink, and only if the player still reaches all sinks
/// and the boxes left can be assigned the bases left. If any can vanish, nothing else is done. So
/// boxes that come from bases that are not interchangeable are pulled there in the end or stay, and
/// others are parked where the way to the sinks is not yet open. A step that a corral would not
/// leave to the player, played forward, is not made.
#[derive(Clone, Debug)]
pub(super) struct SinkUnpacking<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// The solved positions.
    starts: Vec<Position<W>>,
    /// Where the search is to end, if it is to repeat the path to a certain state.
    target: Option<Unpacked<W>>,
}

/// The number of boxes left, of those on goals, of regions, and of links cut; fewer are better.
type SinkFeatures = (Reverse<usize>, Reverse<usize>, Reverse<u16>, Reverse<u16>);

/// What one search knows.
pub(super) struct SinkScratch<'b, const W: usize> {
    advisors: SinkAdvisors<'b, W>,
    corrals: Corrals<'b, W>,
    reach: Reach,
    /// The best state that was reached.
    best: Option<(SinkFeatures, Unpacked<W>)>,
}

impl<'b, const W: usize> SinkUnpacking<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let goals = board.goals().iter().copied().collect();
        let starts = Pulls::<W>::new(board).expect("invariant: boxes are alive and fit").starts();
        Self { board, goals, starts, target: None }
    }

    /// The boxes left after each step, from the goals on. If not all boxes are removed within this
    /// many nodes, it ends with the best state; `None` if no box can be pulled.
    pub(super) fn stages(self, nodes: u64, control: &mut Control) -> Result<Option<Vec<BoxSet<W>>>, Stop> {
        let mut state = Unpacked::<W>::solved(self.board);
        let mut stages = alloc::vec![state.position.boxes];
        let board = self.board;
        let Some(steps) = self.steps(nodes, control)? else { return Ok(None) };
        for step in steps {
            state = state.after(board, step);
            if !matches!(step, UnpackingStep::Enter(_)) {
                stages.push(state.position.boxes);
            }
        }
        Ok(Some(stages))
    }

    /// The steps that remove all boxes or, if none are found within this many nodes, those that
    /// lead to the best state; `None` if no box can be pulled.
    fn steps(mut self, nodes: u64, control: &mut Control) -> Result<Option<Vec<UnpackingStep>>, Stop> {
        let mut scratch = self.scratch();
        if let Some(steps) = self.search(&mut scratch, nodes, control)? {
            return Ok(Some(steps));
        }
        let Some((_, best)) = scratch.best.take() else { return Ok(None) };
        self.target = Some(best);
        self.search(&mut scratch, nodes, control)
    }

    fn search(
        &self,
        scratch: &mut SinkScratch<'b, W>,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<Vec<UnpackingStep>>, Stop> {
        let start = Unpacked::solved(self.board);
        let outcome =
            control.within_nodes(nodes, |control| feature_search_with(self, scratch, start, control));
        match outcome {
            Outcome::Solved { plan, .. } => Ok(Some(plan.actions)),
            Outcome::Stopped { why: Stop::Nodes, .. } => control.spend(1).map(|()| None),
            Outcome::Stopped { why, .. } => Err(why),
            Outcome::Unsolvable => Ok(None),
        }
    }
}

impl<'b, const W: usize> FeatureSpace for SinkUnpacking<'b, W> {
    type State = Unpacked<W>;
    type Action = UnpackingStep;
    type Cell = SinkFeatures;
    type Scratch = SinkScratch<'b, W>;

    fn scratch(&self) -> SinkScratch<'b, W> {
        SinkScratch {
            advisors: SinkAdvisors::new(self.board),
            corrals: Corrals::new(self.board),
            reach: Reach::new(self.board),
            best: None,
        }
    }

    /// Whether each box that is left stands on a base, or where a path is to be repeated to.
    fn is_goal(&self, _: &mut SinkScratch<'b, W>, state: &Unpacked<W>) -> bool {
        match &self.target {
            Some(target) => state == target,
            None => state.position.boxes.is_subset(&state.bases),
        }
    }

    fn cell(&self, scratch: &mut SinkScratch<'b, W>, state: &Unpacked<W>) -> SinkFeatures {
        let boxes = &state.position.boxes;
        let (regions, links) = scratch.advisors.regions_and_links(boxes);
        let cell =
            (Reverse(boxes.len()), Reverse(boxes.and(&self.goals).len()), Reverse(regions), Reverse(links));
        let is_better = |best: &(SinkFeatures, Unpacked<W>)| best.0 < cell;
        if !self.board.is_wall(state.position.player) && scratch.best.as_ref().is_none_or(is_better) {
            scratch.best = Some((cell, *state));
        }
        cell
    }

    fn advise(
        &self,
        scratch: &mut SinkScratch<'b, W>,
        state: &Unpacked<W>,
        visit: &mut impl FnMut(Advice<UnpackingStep>),
    ) {
        if self.board.is_wall(state.position.player) {
            for start in &self.starts {
                visit(Advice { action: UnpackingStep::Enter(start.player), weight: 0, rank: 0 });
            }
        } else {
            scratch.advisors.advise(state, visit);
        }
    }

    fn after(&self, state: &Unpacked<W>, step: UnpackingStep) -> Unpacked<W> {
        state.after(self.board, step)
    }

    /// Whether a corral, played forward, would force pushes of other boxes first, so that the step
    /// could not be made there.
    fn is_lost(
        &self,
        scratch: &mut SinkScratch<'b, W>,
        state: &Unpacked<W>,
        step: UnpackingStep,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        control.poll()?;
        let (UnpackingStep::PullAside(pull) | UnpackingStep::Remove(pull)) = step else { return Ok(false) };
        let mut boxes = state.position.boxes;
        boxes.insert(pull.to);
        scratch.reach.flood(self.board, &boxes, pull.player);
        let forced = scratch.corrals.forced(&scratch.reach);
        Ok(forced.is_some_and(|pushes| pushes.iter().all(|push| push.from != pull.to)))
    }
}
