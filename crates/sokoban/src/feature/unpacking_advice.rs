//! Which pulls are tried first while the solved position is unpacked by sinks.

use core::mem::take;

use motion_core::Direction;
use motion_core::search::Advice;

use super::macro_moves::{MacroMove, MacroMoveEnd};
use super::unpacking::{Unpacked, UnpackingScratch, UnpackingSpace, UnpackingStep};
use crate::board::{BoxSet, Reach, Square};

/// A square at least this many steps away from a sink is far from it.
const FAR: u16 = 6;

/// A pull of a box to where it does not vanish, and what holds after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PullAside {
    pull: MacroMove,
    regions: u16,
    links: u16,
    pulls: u16,
    leaves_goal: bool,
    /// Whether the box can vanish next, and the square is far from the sinks.
    is_next: bool,
    explores: bool,
}

impl<const W: usize> UnpackingSpace<'_, W> {
    /// Lists the pulls of a state: those after which a box vanishes, if there are any, and all
    /// others if not.
    pub(super) fn advise_pulls(
        &self,
        scratch: &mut UnpackingScratch<'_, W>,
        state: &Unpacked<W>,
        visit: &mut impl FnMut(Advice<UnpackingStep>),
    ) {
        let position = &state.position;
        let sinks = scratch.sinks.largest(&state.bases, &position.boxes);
        let mut pulls = take(&mut scratch.pulls);
        pulls.clear();
        for from in &position.boxes {
            let visit = |pull, end: MacroMoveEnd, boxes: &BoxSet<W>| pulls.push((pull, end.pushes, *boxes));
            scratch.macro_moves.each(position, from, None, |_, _| Some(0), visit);
        }
        if !self.advise_removals(scratch, state, &sinks, &pulls, visit) {
            self.advise_pulls_aside(scratch, state, &sinks, &pulls, visit);
        }
        scratch.pulls = pulls;
    }

    /// Lists at most one pull of each box after which it vanishes. Returns whether there are any.
    fn advise_removals(
        &self,
        scratch: &mut UnpackingScratch<'_, W>,
        state: &Unpacked<W>,
        sinks: &BoxSet<W>,
        pulls: &[(MacroMove, u16, BoxSet<W>)],
        visit: &mut impl FnMut(Advice<UnpackingStep>),
    ) -> bool {
        let mut last = None;
        let mut removals: alloc::vec::Vec<(u16, MacroMove)> = alloc::vec::Vec::new();
        for &(pull, length, _) in pulls {
            if !sinks.contains(pull.to) || last == Some(pull.from) {
                continue;
            }
            let (mut boxes, mut bases) = (state.position.boxes, state.bases);
            boxes.remove(pull.from);
            bases.remove(pull.to);
            scratch.reach.flood(self.board, &boxes, pull.player);
            let are_all_reached = sinks.iter().all(|sink| scratch.reach.contains(sink));
            if !are_all_reached || !scratch.sinks.are_matched(&bases, &boxes) {
                continue;
            }
            last = Some(pull.from);
            let is_packed = u16::from(self.goals.contains(pull.from));
            let is_dead_end = u16::from(self.dead_ends.contains(pull.from));
            let regions = scratch.regions.count(&boxes).min(63);
            let rank = is_packed << 15 | is_dead_end << 14 | regions << 8 | (255 - length.min(255));
            removals.push((rank, pull));
        }
        let best = removals.iter().min_by_key(|(rank, _)| *rank).map(|(_, pull)| *pull);
        for &(rank, pull) in &removals {
            let weight = u16::from(Some(pull) != best);
            visit(Advice { action: UnpackingStep::Remove(pull), weight, rank: rank.into() });
        }
        best.is_some()
    }

    fn advise_pulls_aside(
        &self,
        scratch: &mut UnpackingScratch<'_, W>,
        state: &Unpacked<W>,
        sinks: &BoxSet<W>,
        pulls: &[(MacroMove, u16, BoxSet<W>)],
        visit: &mut impl FnMut(Advice<UnpackingStep>),
    ) {
        let boxes = &state.position.boxes;
        let (regions, links) = (scratch.regions.count(boxes), scratch.links.cut(boxes));
        scratch.candidates.clear();
        let mut here = Reach::new(self.board);
        here.flood(self.board, boxes, state.position.player);
        let (mut last, mut next) = (None, BoxSet::new());
        for &(pull, length, ref after) in pulls {
            if !scratch.sinks.are_matched(&state.bases, after) {
                continue;
            }
            if last != Some(pull.from) {
                last = Some(pull.from);
                let mut others = *boxes;
                others.remove(pull.from);
                next = scratch.sinks.pushed_from(sinks, &others);
            }
            let candidate = PullAside {
                pull,
                regions: scratch.regions.count(after),
                links: scratch.links.cut(after),
                pulls: length,
                leaves_goal: self.goals.contains(pull.from) && !self.goals.contains(pull.to),
                is_next: next.contains(pull.to),
                explores: self.explores(&mut scratch.reach, &here, pull, after),
            };
            scratch.candidates.push(candidate);
        }
        let steps = scratch.walks.from(sinks);
        let is_far = |at: Square| steps[at.index()] >= FAR;
        let candidates = &scratch.candidates;
        let best = |is_good: &dyn Fn(&PullAside) -> bool, key: &dyn Fn(&PullAside) -> (bool, u16, u16, u16)| {
            candidates.iter().filter(|it| is_good(it)).min_by_key(|it| key(it)).map(|it| it.pull)
        };
        let longest = |it: &PullAside| u16::MAX - it.pulls;
        let by_regions = |it: &PullAside| (false, it.regions, it.links, longest(it));
        let advised = [
            best(
                &|it| it.leaves_goal && it.regions <= regions && it.links <= links,
                &|it| (!(it.is_next && is_far(it.pull.to)), it.regions, it.links, longest(it)),
            ),
            best(&|it| it.regions < regions, &by_regions),
            best(&|it| it.links < links, &|it| (false, it.links, it.regions, longest(it))),
            best(&|it| it.explores, &by_regions),
        ];
        for it in candidates {
            let weight = u16::from(!advised.contains(&Some(it.pull)));
            let rank = it.regions.min(31) << 11 | it.links.min(7) << 8 | (255 - it.pulls.min(255));
            visit(Advice { action: UnpackingStep::PullAside(it.pull), weight, rank: rank.into() });
        }
    }

    /// Whether a pull opens a side from which another box can be pulled, and can be undone on the
    /// empty floor.
    fn explores(&self, reach: &mut Reach, here: &Reach, pull: MacroMove, after: &BoxSet<W>) -> bool {
        let board = self.board;
        reach.flood(board, after, pull.player);
        let opens = |at: Square| {
            Direction::ALL.into_iter().any(|side| {
                let beside = board.step(at, side);
                let behind = board.step(beside, side);
                reach.contains(beside) && !here.contains(beside) && reach.contains(behind)
            })
        };
        after.iter().any(|at| at != pull.to && opens(at))
    }
}
