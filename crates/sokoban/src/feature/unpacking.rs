//! Unpacking by sinks: each start square is used up by one box.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::search::{Advice, FeatureSpace, feature_search_with};
use motion_core::{Control, Outcome, Stop};

use super::macro_moves::{BoxAction, MacroMove, MacroMoveGenerator};
use super::region_counter::RegionCounter;
use super::room_links::RoomLinks;
use super::sinks::{Sinks, dead_ends};
use super::unpacking_advice::PullAside;
use super::walk::Walks;
use crate::analysis::Corrals;
use crate::board::{BoxSet, Reach, SearchBoard, Square};
use crate::search::{Position, Pulls};

/// The boxes that are left, and the bases: start squares that no box has used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unpacked<const W: usize> {
    /// The player stands in the wall until it has entered a zone of the solved position.
    pub(super) position: Position<W>,
    pub(super) bases: BoxSet<W>,
}

/// A step of unpacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnpackingStep {
    /// The player enters a zone of the solved position, given by a square.
    Enter(Square),
    /// A box is pulled aside.
    PullAside(MacroMove),
    /// A box is pulled to a base and vanishes with it.
    Remove(MacroMove),
}

/// The feature space of unpacking the solved position by sinks.
///
/// Boxes vanish on sinks only, each with the sink, and only if the player still reaches all sinks
/// and the boxes left can be assigned the bases left. If any can vanish, nothing else is done. So
/// boxes that have to come from bases that are not interchangeable are pulled there in the end or
/// stay, and others are parked where the way to the sinks is not yet open.
#[derive(Clone, Debug)]
pub(super) struct UnpackingSpace<'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    pub(super) goals: BoxSet<W>,
    /// The solved positions.
    pub(super) starts: Vec<Position<W>>,
    /// Goals that have to be filled before others.
    pub(super) dead_ends: BoxSet<W>,
    /// Where the search is to end, if it is to repeat the path to a certain state.
    pub(super) target: Option<Unpacked<W>>,
}

/// The number of boxes left, of those on goals, of regions, and of links cut; fewer are better.
pub(super) type UnpackingFeatures = (Reverse<usize>, Reverse<usize>, Reverse<u16>, Reverse<u16>);

/// What one search knows.
pub(super) struct UnpackingScratch<'b, const W: usize> {
    pub(super) macro_moves: MacroMoveGenerator<'b, W>,
    pub(super) sinks: Sinks<'b, W>,
    pub(super) regions: RegionCounter<'b>,
    pub(super) links: RoomLinks<'b>,
    pub(super) walks: Walks<'b>,
    pub(super) corrals: Corrals<'b, W>,
    pub(super) reach: Reach,
    pub(super) pulls: Vec<(MacroMove, u16, BoxSet<W>)>,
    pub(super) candidates: Vec<PullAside>,
    /// The best state that was reached.
    pub(super) best: Option<(UnpackingFeatures, Unpacked<W>)>,
}

impl<'b, const W: usize> UnpackingSpace<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let goals = board.goals().iter().copied().collect();
        let starts = Pulls::<W>::new(board).expect("invariant: boxes are alive and fit").starts();
        Self { board, goals, starts, dead_ends: dead_ends(board, &goals), target: None }
    }

    /// The steps that remove all boxes or, if none are found within this many nodes, those that
    /// lead to the best state; `None` if no box can be pulled.
    pub(super) fn steps(
        mut self,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<Vec<UnpackingStep>>, Stop> {
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
        scratch: &mut UnpackingScratch<'b, W>,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<Vec<UnpackingStep>>, Stop> {
        let outcome = control
            .within_nodes(nodes, |control| feature_search_with(self, scratch, self.start(), control));
        match outcome {
            Outcome::Solved { plan, .. } => Ok(Some(plan.actions)),
            Outcome::Stopped { why: Stop::Nodes, .. } => control.spend(1).map(|()| None),
            Outcome::Stopped { why, .. } => Err(why),
            Outcome::Unsolvable => Ok(None),
        }
    }

    /// The solved position with all bases, before the player has entered a zone.
    pub(super) fn start(&self) -> Unpacked<W> {
        let position = Position { boxes: self.goals, player: self.board.wall() };
        Unpacked { position, bases: self.board.boxes().iter().copied().collect() }
    }
}

impl<'b, const W: usize> FeatureSpace for UnpackingSpace<'b, W> {
    type State = Unpacked<W>;
    type Action = UnpackingStep;
    type Cell = UnpackingFeatures;
    type Scratch = UnpackingScratch<'b, W>;

    fn scratch(&self) -> UnpackingScratch<'b, W> {
        UnpackingScratch {
            macro_moves: MacroMoveGenerator::new(self.board, BoxAction::Pulls),
            sinks: Sinks::new(self.board),
            regions: RegionCounter::new(self.board),
            links: RoomLinks::new(self.board),
            walks: Walks::new(self.board),
            corrals: Corrals::new(self.board),
            reach: Reach::new(self.board),
            pulls: Vec::new(),
            candidates: Vec::new(),
            best: None,
        }
    }

    fn is_goal(&self, _: &mut UnpackingScratch<'b, W>, state: &Unpacked<W>) -> bool {
        match &self.target {
            Some(target) => state == target,
            None => state.position.boxes.is_subset(&state.bases),
        }
    }

    fn cell(&self, scratch: &mut UnpackingScratch<'b, W>, state: &Unpacked<W>) -> UnpackingFeatures {
        let boxes = &state.position.boxes;
        let (regions, links) = (scratch.regions.count(boxes), scratch.links.cut(boxes));
        let cell =
            (Reverse(boxes.len()), Reverse(boxes.and(&self.goals).len()), Reverse(regions), Reverse(links));
        let is_better = |best: &(UnpackingFeatures, Unpacked<W>)| best.0 < cell;
        if !self.board.is_wall(state.position.player) && scratch.best.as_ref().is_none_or(is_better) {
            scratch.best = Some((cell, *state));
        }
        cell
    }

    fn advise(
        &self,
        scratch: &mut UnpackingScratch<'b, W>,
        state: &Unpacked<W>,
        visit: &mut impl FnMut(Advice<UnpackingStep>),
    ) {
        if self.board.is_wall(state.position.player) {
            for start in &self.starts {
                visit(Advice { action: UnpackingStep::Enter(start.player), weight: 0, rank: 0 });
            }
            return;
        }
        self.advise_pulls(scratch, state, visit);
    }

    fn after(&self, state: &Unpacked<W>, step: UnpackingStep) -> Unpacked<W> {
        let Unpacked { position: Position { mut boxes, .. }, mut bases } = *state;
        match step {
            UnpackingStep::Enter(player) => Unpacked { position: Position { boxes, player }, bases },
            UnpackingStep::PullAside(pull) => {
                boxes.shift(pull.from, pull.to);
                Unpacked { position: Position { boxes, player: pull.player }, bases }
            }
            UnpackingStep::Remove(pull) => {
                boxes.remove(pull.from);
                bases.remove(pull.to);
                Unpacked { position: Position::new(self.board, boxes, pull.player), bases }
            }
        }
    }

    /// Whether a corral, played forward, would force pushes of other boxes first, so that the step
    /// could not be made there.
    fn is_lost(
        &self,
        scratch: &mut UnpackingScratch<'b, W>,
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
