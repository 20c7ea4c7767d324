//! Chooses the pulls that are tried first while the solved position is unpacked by sinks.

use alloc::vec::Vec;
use core::mem::take;

use motion_core::internal::{Advice, splitmix64};
use motion_core::{Control, Direction, Stop};

use super::sink_unpacking_state::{SinkUnpackingState, SinkUnpackingStep};
use super::sinks::{Sinks, dead_ends};
use crate::board::{BoxSet, Reach, SearchBoard, Square};
use crate::feature::macro_moves::{BoxAction, MacroMove, MacroMoveEnd, MacroMoveGenerator};
use crate::feature::measures::{RegionCounter, RoomLinks};
use crate::search::PlayerDistances;

/// The number of steps from all sinks at which a square is far from them.
const FAR: u32 = 6;

/// Lists the pulls of states, and advises some of them.
pub(super) struct SinkAdvisors<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// The goals that have to be filled before others.
    dead_ends: BoxSet<W>,
    /// The seed of the order of otherwise equal pulls; 0 for the longest first.
    seed: u64,
    sinks: Sinks<'b, W>,
    macro_moves: MacroMoveGenerator<'b, W>,
    regions: RegionCounter<'b>,
    links: RoomLinks<'b, W>,
    walks: PlayerDistances,
    /// The squares that the player reaches before a pull, and after a box has vanished.
    before: Reach,
    after: Reach,
    pulls: Vec<Pulled<W>>,
    candidates: Vec<PullAside>,
}

/// A pull of a box and the boxes after it.
#[derive(Clone, Copy, Debug)]
struct Pulled<const W: usize> {
    by: MacroMove,
    /// The order among otherwise equal pulls.
    tie: u16,
    boxes: BoxSet<W>,
    regions: u16,
    /// Whether the player has access to more sides of boxes.
    explores: bool,
}

/// A pull of a box to a square on which it does not vanish, and the features after it.
#[derive(Clone, Copy, Debug)]
struct PullAside {
    by: MacroMove,
    regions: u16,
    links: u16,
    tie: u16,
    leaves_goal: bool,
    /// Whether the player has access to more sides of boxes.
    explores: bool,
}

impl PullAside {
    /// The key of the fewest regions, then the fewest links cut.
    const fn by_regions(&self) -> (u16, u16, u16) {
        (self.regions, self.links, self.tie)
    }

    const fn by_links(&self) -> (u16, u16, u16) {
        (self.links, self.regions, self.tie)
    }
}

impl<'b, const W: usize> SinkAdvisors<'b, W> {
    pub(super) fn new(board: &'b SearchBoard, seed: u64) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self {
            board,
            goals,
            dead_ends: dead_ends(board, &goals),
            seed,
            sinks: Sinks::new(board),
            macro_moves: MacroMoveGenerator::new(board, BoxAction::Pulls),
            regions: RegionCounter::new(board),
            links: RoomLinks::new(board),
            walks: PlayerDistances::new(board),
            before: Reach::new(board),
            after: Reach::new(board),
            pulls: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Returns the number of regions, and of links between rooms that boxes cut.
    pub(super) fn regions_and_links(&mut self, boxes: &BoxSet<W>) -> (u16, u16) {
        (self.regions.count(boxes), self.links.cut(boxes))
    }

    /// Lists the pulls of a state: those after which a box vanishes, if there are any, otherwise
    /// all others.
    pub(super) fn advise(
        &mut self,
        state: &SinkUnpackingState<W>,
        control: &mut Control,
        visit: &mut impl FnMut(Advice<SinkUnpackingStep>),
    ) -> Result<(), Stop> {
        let position = &state.position;
        let sinks = self.sinks.largest(&state.bases, &position.boxes);
        let mut pulls = take(&mut self.pulls);
        pulls.clear();
        let Self { board, macro_moves, before, seed, regions, .. } = self;
        before.flood(board, &position.boxes, position.player);
        for from in &position.boxes {
            let mut others = position.boxes;
            others.remove(from);
            regions.lift(&others);
            let visit = |pull: MacroMove, end: MacroMoveEnd, boxes: &BoxSet<W>, reach: &Reach| {
                let explores = boxes.iter().any(|at| at != pull.to && opens_side(board, at, before, reach));
                let tie = match *seed {
                    0 => u16::MAX - end.pushes,
                    seed => {
                        splitmix64(seed << 32 | u64::from(pull.from.0) << 16 | u64::from(pull.to.0)) as u16
                    }
                };
                let regions = regions.count_with(&others, pull.to, reach);
                pulls.push(Pulled { by: pull, tie, boxes: *boxes, regions, explores });
            };
            control.advance(macro_moves.each(position, from, None, |_, _| Some(0), visit))?;
        }
        if !self.advise_removals(state, &sinks, &pulls, visit) {
            self.find_pulls_aside(state, &pulls);
            self.advise_pulls_aside(&position.boxes, &sinks, visit);
        }
        self.pulls = pulls;
        Ok(())
    }

    /// Lists at most one pull of each box after which it vanishes. Returns whether there are any.
    ///
    /// Boxes that were parked come first, then those that do not leave dead ends of goals, then
    /// those that leave the fewest regions.
    fn advise_removals(
        &mut self,
        state: &SinkUnpackingState<W>,
        sinks: &BoxSet<W>,
        pulls: &[Pulled<W>],
        visit: &mut impl FnMut(Advice<SinkUnpackingStep>),
    ) -> bool {
        let mut last = None;
        let mut removals: Vec<(u32, MacroMove)> = Vec::new();
        for &Pulled { by: pull, tie, .. } in pulls {
            if !sinks.contains(pull.to) || last == Some(pull.from) {
                continue;
            }
            let (mut boxes, mut bases) = (state.position.boxes, state.bases);
            boxes.remove(pull.from);
            bases.remove(pull.to);
            self.after.flood(self.board, &boxes, pull.player);
            let are_all_reached = sinks.iter().all(|sink| self.after.contains(sink));
            if !are_all_reached || !self.sinks.are_matched(&bases, &boxes) {
                continue;
            }
            last = Some(pull.from);
            let is_packed = u32::from(self.goals.contains(pull.from));
            let is_dead_end = u32::from(self.dead_ends.contains(pull.from));
            let regions = u32::from(self.regions.count(&boxes).min(0x3fff));
            let rank = is_packed << 31 | is_dead_end << 30 | regions << 16 | u32::from(tie);
            removals.push((rank, pull));
        }
        let best = removals.iter().min_by_key(|(rank, _)| *rank).map(|(_, pull)| *pull);
        for &(rank, pull) in &removals {
            let weight = u16::from(Some(pull) != best);
            visit(Advice { action: SinkUnpackingStep::Remove(pull), weight, rank });
        }
        best.is_some()
    }

    /// Collects as candidates the pulls after which the bases can be assigned to the boxes.
    fn find_pulls_aside(&mut self, state: &SinkUnpackingState<W>, pulls: &[Pulled<W>]) {
        self.candidates.clear();
        for &Pulled { by: pull, tie, ref boxes, regions, explores } in pulls {
            if !self.sinks.are_matched_after(&state.bases, boxes, pull.from, pull.to) {
                continue;
            }
            let links = self.links.cut(boxes);
            let candidate = PullAside {
                by: pull,
                regions,
                links,
                tie,
                leaves_goal: self.goals.contains(pull.from) && !self.goals.contains(pull.to),
                explores,
            };
            self.candidates.push(candidate);
        }
    }

    /// Lists the candidates. The advised ones are a pull off a goal, one that joins regions, one
    /// that joins rooms, and one that gives access to more sides of boxes.
    fn advise_pulls_aside(
        &mut self,
        boxes: &BoxSet<W>,
        sinks: &BoxSet<W>,
        visit: &mut impl FnMut(Advice<SinkUnpackingStep>),
    ) {
        let (regions, links) = self.regions_and_links(boxes);
        self.walks.measure(self.board, &BoxSet::<W>::new(), sinks);
        let (all, by_regions) = (&self.candidates, PullAside::by_regions);
        let parks = all.iter().filter(|it| it.leaves_goal && it.regions <= regions && it.links <= links);
        let mut next: Option<(Square, BoxSet<W>)> = None;
        // Whether the box is far from the sinks and can be pulled on from there to one of them.
        let mut is_good = |it: &PullAside| {
            let MacroMove { from, to, .. } = it.by;
            self.walks.to(to).is_none_or(|steps| steps >= FAR) && {
                let known = next.filter(|known| known.0 == from);
                let (_, next) = *next.insert(known.unwrap_or_else(|| {
                    let mut others = *boxes;
                    others.remove(from);
                    (from, self.sinks.pushed_from(sinks, &others))
                }));
                next.contains(to)
            }
        };
        let advised = [
            parks.min_by_key(|it| (!is_good(it), it.by_regions())),
            all.iter().filter(|it| it.regions < regions).min_by_key(|it| by_regions(it)),
            all.iter().filter(|it| it.links < links).min_by_key(|it| it.by_links()),
            all.iter().filter(|it| it.explores).min_by_key(|it| by_regions(it)),
        ];
        for it in all {
            let is_advised = advised.iter().flatten().any(|advised| advised.by == it.by);
            let (regions, links) = (u32::from(it.regions.min(0xff)), u32::from(it.links.min(0xff)));
            let rank = regions << 24 | links << 16 | u32::from(it.tie);
            let action = SinkUnpackingStep::PullAside(it.by);
            visit(Advice { action, weight: u16::from(!is_advised), rank });
        }
    }
}

/// Whether there is a side from which the player can pull a box now, but could not before.
fn opens_side(board: &SearchBoard, at: Square, before: &Reach, after: &Reach) -> bool {
    Direction::ALL.into_iter().any(|side| {
        let beside = board.step(at, side);
        let behind = board.step(beside, side);
        after.contains(beside) && !before.contains(beside) && after.contains(behind)
    })
}
