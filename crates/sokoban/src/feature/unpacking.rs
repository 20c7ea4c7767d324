//! Unpacking by sinks: each start square is used up by one box.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::Direction;
use motion_core::search::{Advice, FeatureSpace};

use super::macro_moves::{BoxAction, MacroMove, MacroMoveGenerator};
use super::region_counter::RegionCounter;
use super::room_links::RoomLinks;
use crate::analysis::goals_reached;
use crate::board::{BoxSet, JoinedSides, Reach, SearchBoard, Square};
use crate::search::Position;

/// Boxes that are left, and the start squares that no box has used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unpacked<const W: usize> {
    pub(super) position: Position<W>,
    pub(super) bases: BoxSet<W>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unpacking {
    pub(super) pull: MacroMove,
    pub(super) vanishes: bool,
}

pub(super) struct SinkSpace<'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    pub(super) goals: BoxSet<W>,
    /// For each live square those that a lone box can be pushed to.
    reached: Vec<BoxSet<W>>,
    /// Goals that have walls on three sides, closed repeatedly.
    dead_ends: BoxSet<W>,
    pub(super) target: Option<Unpacked<W>>,
}

pub(super) struct SinkScratch<'b, const W: usize> {
    macro_moves: MacroMoveGenerator<'b, W>,
    regions: RegionCounter<'b>,
    links: RoomLinks<'b>,
    reach: Reach,
    pub(super) best: Option<(usize, Unpacked<W>)>,
}

impl<'b, const W: usize> SinkSpace<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let live: BoxSet<W> = (0..board.live_square_count() as u16).map(Square).collect();
        let goals: BoxSet<W> = board.goals().iter().copied().collect();
        let reached = goals_reached(board, &live, &BoxSet::new());
        Self { board, goals, reached, dead_ends: dead_ends(board, &goals), target: None }
    }

    /// The largest set of unused start squares that a lone box reaches from each other.
    fn sinks(&self, state: &Unpacked<W>) -> BoxSet<W> {
        let table = goals_reached(self.board, &state.bases, &state.position.boxes);
        let mut left = state.bases.without(&state.position.boxes);
        let mut best = BoxSet::new();
        while let Some(base) = left.iter().next() {
            let component: BoxSet<W> = left
                .iter()
                .filter(|&other| {
                    other == base
                        || table[base.index()].contains(other) && table[other.index()].contains(base)
                })
                .collect();
            left = left.without(&component);
            if component.len() > best.len() {
                best = component;
            }
        }
        best
    }

    /// Squares that a lone box reaches from these by pushes beside walls.
    fn pushed_from(&self, from: &BoxSet<W>, walls: &BoxSet<W>) -> BoxSet<W> {
        let board = self.board;
        let is_open = |square: Square| !board.is_wall(square) && !walls.contains(square);
        let sides = JoinedSides::on(board, is_open);
        let mut seen = alloc::vec![0u8; board.live_square_count()];
        let mut stack = Vec::new();
        for base in from.iter().filter(|&base| is_open(base)) {
            for side in Direction::ALL {
                if is_open(board.step(base, side)) {
                    seen[base.index()] |= 1 << side.index();
                    stack.push((base, side));
                }
            }
        }
        while let Some((at, side)) = stack.pop() {
            let to = board.step(at, side.opposite());
            if !board.is_live(to) || !is_open(to) {
                continue;
            }
            let new = sides.around(to, side) & !seen[to.index()];
            let new = new | ((1 << side.index()) & !seen[to.index()]);
            seen[to.index()] |= new;
            for next in Direction::ALL {
                if new & 1 << next.index() != 0 {
                    stack.push((to, next));
                }
            }
        }
        (0..board.live_square_count() as u16).map(Square).filter(|at| seen[at.index()] != 0).collect()
    }

    /// Whether each base can be given one of the boxes, that a box reaches from there.
    fn is_matched(&self, bases: &BoxSet<W>, boxes: &BoxSet<W>) -> bool {
        let bases: Vec<Square> = bases.iter().collect();
        let boxes: Vec<Square> = boxes.iter().collect();
        if bases.len() < boxes.len() {
            return false;
        }
        let mut owner: Vec<Option<usize>> = alloc::vec![None; bases.len()];
        fn augment<const W: usize>(
            at: usize,
            bases: &[Square],
            boxes: &[Square],
            reached: &[BoxSet<W>],
            owner: &mut [Option<usize>],
            seen: &mut [bool],
        ) -> bool {
            for (number, base) in bases.iter().enumerate() {
                if seen[number] || !reached[base.index()].contains(boxes[at]) {
                    continue;
                }
                seen[number] = true;
                let free = match owner[number] {
                    None => true,
                    Some(other) => augment(other, bases, boxes, reached, owner, seen),
                };
                if free {
                    owner[number] = Some(at);
                    return true;
                }
            }
            false
        }
        (0..boxes.len()).all(|at| {
            let mut seen = alloc::vec![false; bases.len()];
            augment(at, &bases, &boxes, &self.reached, &mut owner, &mut seen)
        })
    }
}

/// A pull of a box to where it does not vanish.
struct PullAside {
    regions: u16,
    links: u16,
    pulls: u16,
    near: bool,
    explores: bool,
    action: MacroMove,
}

fn dead_ends<const W: usize>(board: &SearchBoard, goals: &BoxSet<W>) -> BoxSet<W> {
    let mut closed: BoxSet<W> = BoxSet::new();
    loop {
        let is_end = |goal: &Square| {
            let shut = Direction::ALL
                .into_iter()
                .filter(|&side| {
                    let next = board.step(*goal, side);
                    board.is_wall(next) || closed.contains(next)
                })
                .count();
            !closed.contains(*goal) && shut >= 3
        };
        let new: BoxSet<W> = goals.iter().filter(is_end).collect();
        if new.is_empty() {
            return closed;
        }
        closed = closed.or(&new);
    }
}

impl<'b, const W: usize> FeatureSpace for SinkSpace<'b, W> {
    type State = Unpacked<W>;
    type Action = Unpacking;
    type Cell = (Reverse<usize>, Reverse<usize>, Reverse<u16>, Reverse<u16>);
    type Scratch = SinkScratch<'b, W>;

    fn scratch(&self) -> Self::Scratch {
        SinkScratch {
            macro_moves: MacroMoveGenerator::new(self.board, BoxAction::Pulls),
            regions: RegionCounter::new(self.board),
            links: RoomLinks::new(self.board),
            reach: Reach::new(self.board),
            best: None,
        }
    }

    fn is_goal(&self, _: &mut Self::Scratch, state: &Unpacked<W>) -> bool {
        self.target.map_or(state.position.boxes.is_subset(&state.bases), |target| *state == target)
    }

    fn cell(&self, scratch: &mut Self::Scratch, state: &Unpacked<W>) -> Self::Cell {
        let boxes = &state.position.boxes;
        let on_goals = boxes.and(&self.goals).len();
        if scratch.best.is_none_or(|(left, _)| boxes.len() < left) {
            scratch.best = Some((boxes.len(), *state));
        }
        (
            Reverse(boxes.len()),
            Reverse(on_goals),
            Reverse(scratch.regions.count(boxes)),
            Reverse(scratch.links.cut(boxes)),
        )
    }

    fn advise(
        &self,
        scratch: &mut Self::Scratch,
        state: &Unpacked<W>,
        visit: &mut impl FnMut(Advice<Unpacking>),
    ) {
        let SinkScratch { macro_moves, regions, reach, links, .. } = scratch;
        let position = &state.position;
        let sinks = self.sinks(state);
        let mut all = Vec::new();
        for from in &position.boxes {
            macro_moves.each(
                position,
                from,
                None,
                |_, _| Some(0),
                |action, pulls, boxes| {
                    all.push((action, pulls, *boxes));
                },
            );
        }
        // Vanishing.
        let mut vanishing: Vec<(u16, MacroMove)> = Vec::new();
        let mut last = None;
        for &(action, pulls, _) in &all {
            if !sinks.contains(action.to) || last == Some(action.from) {
                continue;
            }
            let mut left = position.boxes;
            left.remove(action.from);
            let mut bases = state.bases;
            bases.remove(action.to);
            reach.flood(self.board, &left, action.player);
            let all_reached = sinks.iter().all(|sink| reach.contains(sink));
            if !all_reached || !self.is_matched(&bases, &left) {
                continue;
            }
            last = Some(action.from);
            let parked = u16::from(self.goals.contains(action.from));
            let dead_end = u16::from(self.dead_ends.contains(action.from));
            let rank =
                parked << 15 | dead_end << 14 | regions.count(&left).min(63) << 8 | (255 - pulls.min(255));
            vanishing.push((rank, action));
        }
        if let Some(&(_, best)) = vanishing.iter().min_by_key(|(rank, _)| *rank) {
            for (rank, pull) in vanishing {
                visit(Advice {
                    action: Unpacking { pull, vanishes: true },
                    weight: u16::from(pull != best),
                    rank,
                });
            }
            return;
        }
        let before = (regions.count(&position.boxes), links.cut(&position.boxes));
        let mut candidates: Vec<PullAside> = Vec::new();
        let mut current = None;
        let mut near = BoxSet::new();
        let mut here = Reach::new(self.board);
        here.flood(self.board, &position.boxes, position.player);
        for (action, pulls, boxes) in all {
            if current != Some(action.from) {
                current = Some(action.from);
                let mut walls = position.boxes;
                walls.remove(action.from);
                near = self.pushed_from(&sinks, &walls);
            }
            if !self.is_matched(&state.bases, &boxes) {
                continue;
            }
            reach.flood(self.board, &boxes, action.player);
            // Another box has a side that the player reaches now and did not before.
            let explores = boxes.iter().any(|at| {
                at != action.to
                    && Direction::ALL.into_iter().any(|side| {
                        let next = self.board.step(at, side);
                        reach.contains(next)
                            && !here.contains(next)
                            && reach.contains(self.board.step(next, side))
                    })
            }) && self.reached[action.to.index()].contains(action.from);
            candidates.push(PullAside {
                regions: regions.count(&boxes),
                links: links.cut(&boxes),
                pulls,
                near: near.contains(action.to),
                explores,
                action,
            });
        }
        let least = |is_good: &dyn Fn(&PullAside) -> bool, key: &dyn Fn(&PullAside) -> (u16, u16, u16)| {
            candidates.iter().filter(|it| is_good(it)).min_by_key(|it| key(it)).map(|it| it.action)
        };
        let regions_first = |it: &PullAside| (it.regions, it.links, u16::MAX - it.pulls);
        let links_first = |it: &PullAside| (it.links, it.regions, u16::MAX - it.pulls);
        let advised = [
            least(
                &|it| {
                    it.near
                        && it.regions <= before.0
                        && it.links <= before.1
                        && self.goals.contains(it.action.from)
                        && !self.goals.contains(it.action.to)
                },
                &regions_first,
            ),
            least(&|it| it.regions < before.0, &regions_first),
            least(&|it| it.links < before.1, &links_first),
            least(&|it| it.explores, &regions_first),
        ];
        for candidate in &candidates {
            let weight = u16::from(!advised.contains(&Some(candidate.action)));
            let rank = candidate.regions.min(31) << 11
                | candidate.links.min(7) << 8
                | (255 - candidate.pulls.min(255));
            visit(Advice { action: Unpacking { pull: candidate.action, vanishes: false }, weight, rank });
        }
    }

    fn after(&self, state: &Unpacked<W>, action: Unpacking) -> Unpacked<W> {
        let Unpacking { pull, vanishes } = action;
        let Unpacked { position, mut bases } = *state;
        let mut boxes = position.boxes;
        boxes.remove(pull.from);
        if vanishes {
            bases.remove(pull.to);
            return Unpacked { position: Position::new(self.board, boxes, pull.player), bases };
        }
        boxes.insert(pull.to);
        Unpacked { position: Position { boxes, player: pull.player }, bases }
    }
}
