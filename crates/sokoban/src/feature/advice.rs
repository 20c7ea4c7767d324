//! What to try first.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Reverse;

use motion_core::search::{Advice, FeatureSpace};
use motion_core::{Control, Direction, Stop};

use super::excess::Excesses;
use super::opening::{Opening, Openings};
use super::outlook::{Features, Outlook};
use super::packing::FirstOut;
use super::regions::Regions;
use super::shoves::{Shove, Shoves, Way};
use crate::analysis::{Corrals, DeadlockSearch};
use crate::board::{Board, Boxes, Push};
use crate::bound::{LowerBounds, Matching};
use crate::space::Position;

/// Positions, and what advisors say of them. Each advisor looks after one feature and names one shove.
pub(crate) struct Advisors<'b, const W: usize> {
    board: &'b Board,
    bounds: &'b LowerBounds,
    outlook: Outlook<W>,
    scratch: RefCell<Scratch<'b, W>>,
}

/// A position, and the pushes beyond the bound of the start that have been made, if they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reached<const W: usize> {
    position: Position<W>,
    excess: u16,
}

struct Scratch<'b, const W: usize> {
    shoves: Shoves<'b, W>,
    matching: Matching<'b>,
    /// Pushes beyond the bound of the start, if they are counted.
    excesses: Option<Excesses<W>>,
    corrals: Corrals<'b, W>,
    regions: Regions<'b>,
    openings: Openings<'b>,
    deadlocks: DeadlockSearch<'b, W>,
    forced: Vec<Push>,
    candidates: Vec<Candidate>,
}

/// A shove and the features after it.
#[derive(Clone, Copy)]
struct Candidate {
    shove: Shove,
    packed: u16,
    outside: u16,
    regions: u16,
    blocked: u16,
    hot: u16,
    bound: u16,
}

impl<'b, const W: usize> Advisors<'b, W> {
    pub(crate) fn new(
        board: &'b Board,
        bounds: &'b LowerBounds,
        first_out: FirstOut,
        tunnels: bool,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let scratch = Scratch {
            shoves: Shoves::new(board, Way::Pushes),
            matching: Matching::new(bounds),
            excesses: None,
            corrals: Corrals::new(board),
            regions: Regions::new(board),
            openings: Openings::new(board),
            deadlocks: DeadlockSearch::new(board).with_nodes(SEARCHED),
            forced: Vec::new(),
            candidates: Vec::new(),
        };
        let outlook = Outlook::new(board, first_out, tunnels, control)?;
        Ok(Self { board, bounds, outlook, scratch: RefCell::new(scratch) })
    }

    /// From now on only solutions are found that take no more pushes than this beyond the bound of the start. A search that is
    /// exhausted then proves that there is none.
    pub(crate) fn limit(&mut self, excess: u16, control: &mut Control) {
        if let Some(before) = self.scratch.get_mut().excesses.replace(Excesses::new(excess)) {
            before.release(control);
        }
    }

    /// After a search that was exhausted, the least limit with which there would have been more positions; `None` where there
    /// are no others.
    pub(crate) fn next_limit(&mut self, control: &mut Control) -> Result<Option<u16>, Stop> {
        let excesses = self.scratch.get_mut().excesses.as_mut();
        excesses.map_or(Ok(None), |excesses| excesses.next_limit(control))
    }

    /// Where a search starts.
    pub(crate) const fn start(position: Position<W>) -> Reached<W> {
        Reached { position, excess: 0 }
    }

    /// Gives memory back to `control`.
    pub(crate) fn release(self, control: &mut Control) {
        self.outlook.release(control);
        let Scratch { deadlocks, excesses, .. } = self.scratch.into_inner();
        deadlocks.release(control);
        if let Some(excesses) = excesses {
            excesses.release(control);
        }
    }

    /// The pushes of shoves from a position on.
    pub(crate) fn pushes(&self, start: Position<W>, shoves: &[Shove]) -> Vec<Push> {
        let mut position = start;
        let mut pushes = Vec::new();
        for &shove in shoves {
            let way = self.scratch.borrow_mut().shoves.pushes(&position, shove);
            pushes.extend(way.expect("invariant: a shove of this position"));
            position = after(&position, shove);
        }
        pushes
    }
}

/// The nodes that one search for a deadlock begins with.
const SEARCHED: u32 = 12;

impl<const W: usize> Scratch<'_, W> {
    /// Lists the shoves of a position with what comes of them.
    fn list(&mut self, reached: &Reached<W>, advisors: &Advisors<'_, W>) {
        let Self { shoves, matching, excesses, corrals, regions, forced, candidates, .. } = self;
        let Advisors { outlook, bounds, .. } = advisors;
        let Reached { position, excess } = reached;
        let here = excesses.as_ref().and_then(|_| matching.enter(position));
        candidates.clear();
        forced.clear();
        let corral = corrals.forced(shoves.reach(position)).map(|pushes| forced.extend_from_slice(pushes));
        let first = corral.map(|()| &**forced);
        for from in &position.boxes {
            if first.is_some_and(|first| first.iter().all(|push| push.from != from)) {
                continue;
            }
            let excess = |after: &Position<W>, pushes: u16| {
                let Some((excesses, here)) = excesses.as_mut().zip(here) else {
                    return Some(0);
                };
                let to = after.boxes.without(&position.boxes).iter().next()?;
                let rest = matching.after_way(from, to, after.player)?;
                let more = u16::try_from(rest + u32::from(pushes) - here).unwrap_or(u16::MAX);
                let excess = excess.saturating_add(more);
                excesses.admits(after, excess).then_some(excess)
            };
            shoves.each(position, from, first, excess, |shove, _, boxes| {
                let after = Position { boxes: *boxes, player: shove.player };
                let Some(bound) = bounds.simple(&after) else { return };
                let packed = outlook.packed(boxes);
                candidates.push(Candidate {
                    shove,
                    packed,
                    outside: outlook.outside(packed, boxes),
                    regions: regions.count(boxes),
                    blocked: outlook.blocked(boxes),
                    hot: outlook.hot(boxes),
                    bound: u16::try_from(bound).unwrap_or(u16::MAX),
                });
            });
        }
    }

    /// The numbers of the shoves that the advisors name.
    fn named(&mut self, position: &Position<W>, outlook: &Outlook<W>) -> [Option<usize>; 6] {
        let boxes = &position.boxes;
        let packed = outlook.packed(boxes);
        let (outside, blocked, hot) =
            (outlook.outside(packed, boxes), outlook.blocked(boxes), outlook.hot(boxes));
        let regions = self.regions.count(boxes);
        let packs =
            least(&self.candidates, |shove| (shove.packed > packed).then_some((Reverse(shove.packed), 0)));
        let opening = match outlook.next(packed).filter(|_| packs.is_none()) {
            Some((target, settled)) => self.openings.find(target, settled, boxes),
            None => None,
        };
        // None of them undoes what is packed.
        let improves = |value: fn(&Candidate) -> u16, before: u16| {
            let is_better = |shove: &Candidate| shove.packed >= packed && value(shove) < before;
            least(&self.candidates, |shove| is_better(shove).then(|| (Reverse(0), value(shove))))
        };
        [
            packs,
            improves(|shove| shove.regions, regions),
            improves(|shove| shove.outside, outside),
            improves(|shove| shove.hot, hot),
            improves(|shove| shove.blocked, blocked),
            opening.and_then(|opening| self.opens(&opening, packed)),
        ]
    }

    /// What takes a box out of the way.
    fn opens(&self, opening: &Opening<W>, packed: u16) -> Option<usize> {
        let is_out = |shove: &Candidate| {
            let Shove { from, to, .. } = shove.shove;
            shove.packed >= packed && opening.blockers.contains(from) && !opening.way.contains(to)
        };
        let harm = |shove: &Candidate| shove.outside + shove.blocked + shove.regions;
        least(&self.candidates, |shove| is_out(shove).then(|| (Reverse(0), harm(shove))))
    }
}

/// The number of the candidate with the least key, and of these with the least bound, among those that have one.
fn least(candidates: &[Candidate], key: impl Fn(&Candidate) -> Option<(Reverse<u16>, u16)>) -> Option<usize> {
    let keys = candidates.iter().enumerate().filter_map(|(number, shove)| {
        let key = key(shove)?;
        Some((key, shove.bound, number))
    });
    keys.min().map(|(.., number)| number)
}

/// The position after a shove.
fn after<const W: usize>(position: &Position<W>, shove: Shove) -> Position<W> {
    let mut boxes = position.boxes;
    boxes.shift(shove.from, shove.to);
    Position { boxes, player: shove.player }
}

impl<const W: usize> FeatureSpace for Advisors<'_, W> {
    type State = Reached<W>;
    type Action = Shove;
    type Cell = Features;

    fn is_goal(&self, reached: &Reached<W>) -> bool {
        reached.position.boxes == self.outlook.goals
    }

    fn cell(&self, reached: &Reached<W>) -> Features {
        let boxes: &Boxes<W> = &reached.position.boxes;
        let packed = self.outlook.packed(boxes);
        let regions = self.scratch.borrow_mut().regions.count(boxes);
        let (blocked, outside) = (self.outlook.blocked(boxes), self.outlook.outside(packed, boxes));
        (packed, Reverse(regions), Reverse(blocked), Reverse(outside))
    }

    fn advise(&self, reached: &Reached<W>, visit: &mut impl FnMut(Advice<Shove>)) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.list(reached, self);
        let named = scratch.named(&reached.position, &self.outlook);
        for (number, candidate) in scratch.candidates.iter().enumerate() {
            let weight = u16::from(!named.contains(&Some(number)));
            visit(Advice { action: candidate.shove, weight, rank: candidate.bound });
        }
    }

    fn after(&self, reached: &Reached<W>, shove: Shove) -> Reached<W> {
        Reached { position: after(&reached.position, shove), excess: shove.excess }
    }

    fn is_lost(&self, reached: &Reached<W>, shove: Shove, control: &mut Control) -> Result<bool, Stop> {
        let has_room = |side: &Direction| !self.board.is_wall(self.board.step(shove.to, *side));
        let side = Direction::ALL.into_iter().find(has_room).expect("invariant: a box came here");
        let last = Push { from: self.board.step(shove.to, side), direction: side.opposite() };
        let Scratch { excesses, deadlocks, .. } = &mut *self.scratch.borrow_mut();
        if let Some(excesses) = excesses
            && !excesses.is_new(&reached.position, reached.excess, control)?
        {
            return Ok(true);
        }
        deadlocks.is_lost(&reached.position, Some(last), control)
    }
}
