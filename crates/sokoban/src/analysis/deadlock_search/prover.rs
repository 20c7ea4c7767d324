//! The search of a sub-position: until it is exhausted, or the sub-position is resolved.
//!
//! Why a position is lost if the search of a sub-position of it is exhausted: play any game on from
//! the position, and watch the sub-position.
//!
//! * A push of another box does not change the sub-position. In the sub-position the player walks,
//!   and that box moves within the zone of the player. So it reaches no goal outside this zone.
//! * A push of a box of the sub-position is a push of the search. The search leaves out pushes onto
//!   dead squares and those that freeze boxes off the goals, after which there is no solution.
//! * The search may remove boxes at any time: a position that contains a sub-position also contains
//!   every part of it. And it may stop at sub-positions that are known to be lost.
//!
//! So the game never leaves the sub-positions of the search. But the last position of a solution
//! has boxes on all goals and nowhere else: its sub-positions have all of their boxes on goals and
//! no vacant goal, and the search would have ended there. Of the boxes that are not searched, the
//! argument uses only that they are not on the vacant goals. So the sub-position itself is lost,
//! whichever position contains it.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use motion_core::search::{Space, a_star};
use motion_core::{Budget, Control, Direction, Outcome, Stop};

use super::deadlock_sets::DeadlockSets;
use super::sub_position::SubPosition;
use crate::analysis::deadlock::freeze;
use crate::board::{BoxDistances, BoxSet, Reach, SearchBoard, Square};
use crate::search::is_connected;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Every position that contains the sub-position is lost.
    Lost,
    /// The sub-position was resolved; another search would resolve it again.
    Open,
    /// The search reached its limit.
    Unknown,
}

/// Searches sub-positions.
#[derive(Clone, Debug)]
pub(super) struct SubPositionProver<'b, const W: usize> {
    board: &'b SearchBoard,
    pub(super) goals: BoxSet<W>,
    /// The fewest pushes from each square to a goal.
    nearest: Vec<u16>,
    scratch: RefCell<ProverScratch>,
}

#[derive(Clone, Debug)]
struct ProverScratch {
    here: Reach,
    after: Reach,
    /// The sides from which a lone box was visited, square by square.
    seen: Vec<u8>,
    touched: Vec<Square>,
    stack: Vec<(Square, Direction)>,
}

/// The search space of a sub-position.
struct SubPositionSpace<'s, 'b, 'c, const W: usize> {
    prover: &'s SubPositionProver<'b, W>,
    sets: &'s DeadlockSets<W>,
    /// Squares where a box leaves the sub-problem.
    open: BoxSet<W>,
    /// The caller's.
    control: RefCell<&'s mut Control<'c>>,
    /// Why it does not allow another node.
    stop: Cell<Option<Stop>>,
}

impl<'b, const W: usize> SubPositionProver<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let distances = BoxDistances::pushes(board, board.goals());
        let live = (0..board.live_square_count() as u16).map(Square);
        let least = |square| (0..board.goals().len()).map(|goal| distances.least(goal, square)).min();
        let scratch = ProverScratch {
            here: Reach::new(board),
            after: Reach::new(board),
            seen: alloc::vec![0; board.square_count()],
            touched: Vec::new(),
            stack: Vec::new(),
        };
        Self {
            board,
            goals: board.goals().iter().copied().collect(),
            nearest: live.map(|square| least(square).unwrap_or(0)).collect(),
            scratch: RefCell::new(scratch),
        }
    }

    /// Removes the boxes that can escape, one by one, and searches the rest, which is returned,
    /// too. The search expands at most `limit` sub-positions after the first. All count as nodes.
    ///
    /// # Errors
    /// Those of [`Control::spend`].
    pub(super) fn prove(
        &self,
        part: &SubPosition<W>,
        sets: &DeadlockSets<W>,
        limit: u32,
        control: &mut Control,
    ) -> Result<(Verdict, SubPosition<W>), Stop> {
        control.spend(1)?;
        let reduced = self.without_free(part, &self.open(part));
        if reduced.may_be_solved(&self.goals) {
            return Ok((Verdict::Open, reduced));
        }
        let budget = Budget::new().with_nodes(limit.into()).with_bytes(control.free_bytes());
        let mut inner = Control::new(budget);
        let open = self.open(&reduced);
        let game = SubPositionSpace {
            prover: self,
            sets,
            open,
            control: RefCell::new(control),
            stop: Cell::new(None),
        };
        let outcome = a_star(&game, reduced, &mut inner);
        let SubPositionSpace { control, stop, .. } = game;
        // What was held for a moment shows in the peak.
        let bytes = inner.stats().peak_bytes;
        let control = control.into_inner();
        control.hold(bytes)?;
        control.release(bytes);
        stop.get().map_or(Ok(()), Err)?;
        let finding = match outcome {
            Outcome::Unsolvable => Verdict::Lost,
            Outcome::Solved { .. } => Verdict::Open,
            Outcome::Stopped { .. } => Verdict::Unknown,
        };
        Ok((finding, reduced))
    }

    /// Squares where a box leaves the sub-problem: the live squares that the player reaches.
    fn open(&self, part: &SubPosition<W>) -> BoxSet<W> {
        let here = &mut self.scratch.borrow_mut().here;
        here.flood(self.board, &part.boxes, part.player);
        here.squares().take_while(|&square| self.board.is_live(square)).collect()
    }

    fn without_free(&self, part: &SubPosition<W>, open: &BoxSet<W>) -> SubPosition<W> {
        let scratch = &mut *self.scratch.borrow_mut();
        let mut boxes = part.boxes;
        scratch.here.flood(self.board, &boxes, part.player);
        loop {
            let before = boxes;
            for at in &before {
                boxes.remove(at);
                if scratch.can_escape(self, at, &boxes, open) {
                    scratch.here.flood(self.board, &boxes, part.player);
                } else {
                    boxes.insert(at);
                }
            }
            if boxes == before {
                return part.after(boxes, &scratch.here);
            }
        }
    }
}

impl ProverScratch {
    /// Whether a box can be pushed to an open square and to a goal while the others stay where they
    /// are and the player starts in the zone `here`.
    fn can_escape<const W: usize>(
        &mut self,
        prover: &SubPositionProver<W>,
        from: Square,
        others: &BoxSet<W>,
        open: &BoxSet<W>,
    ) -> bool {
        let board = prover.board;
        for square in self.touched.drain(..) {
            self.seen[square.index()] = 0;
        }
        self.stack.clear();
        let (mut is_out, mut is_home) = (open.contains(from), prover.goals.contains(from));
        let sides = reached(board, from, &self.here);
        self.look(prover, from, sides, others);
        while let Some((at, side)) = self.stack.pop() {
            is_out |= open.contains(at);
            is_home |= prover.goals.contains(at);
            if is_out && is_home {
                return true;
            }
            if self.seen[at.index()] & 1 << side.index() == 0 {
                let sides = self.sides(board, at, side, others);
                self.look(prover, at, sides, others);
            }
        }
        false
    }

    /// The sides of a lone box that the player can reach from one of them.
    fn sides<const W: usize>(
        &mut self,
        board: &SearchBoard,
        at: Square,
        side: Direction,
        others: &BoxSet<W>,
    ) -> u8 {
        let is_free = |square: Square| !board.is_wall(square) && !others.contains(square);
        let ring = board.ring(at).iter().rev().fold(0, |ring, &next| ring << 1 | usize::from(is_free(next)));
        if is_connected(ring) {
            let is_side_free = |side: &Direction| ring >> (2 * side.index()) & 1 != 0;
            return Direction::ALL
                .into_iter()
                .filter(is_side_free)
                .fold(0, |sides, side| sides | 1 << side.index());
        }
        let mut boxes = *others;
        boxes.insert(at);
        self.after.flood(board, &boxes, board.step(at, side));
        reached(board, at, &self.after)
    }

    /// Stacks the pushes of a box by a player who can reach these sides, those nearest to a goal
    /// last.
    fn look<const W: usize>(
        &mut self,
        prover: &SubPositionProver<W>,
        at: Square,
        sides: u8,
        others: &BoxSet<W>,
    ) {
        let board = prover.board;
        self.touched.push(at);
        self.seen[at.index()] |= sides;
        let first = self.stack.len();
        for side in Direction::ALL.into_iter().filter(|side| sides & 1 << side.index() != 0) {
            let to = board.step(at, side.opposite());
            if board.is_live(to) && !others.contains(to) && self.seen[to.index()] & 1 << side.index() == 0 {
                self.stack.push((to, side));
            }
        }
        self.stack[first..].sort_by_key(|(to, _)| core::cmp::Reverse(prover.nearest[to.index()]));
    }
}

/// The sides of a square that belong to a zone.
fn reached(board: &SearchBoard, at: Square, zone: &Reach) -> u8 {
    let reached = |side: &Direction| zone.contains(board.step(at, *side));
    Direction::ALL.into_iter().filter(reached).fold(0, |sides, side| sides | 1 << side.index())
}

impl<const W: usize> Space for SubPositionSpace<'_, '_, '_, W> {
    type State = SubPosition<W>;
    type Action = ();

    fn is_goal(&self, part: &SubPosition<W>) -> bool {
        part.may_be_solved(&self.prover.goals)
    }

    fn successors(&self, part: &SubPosition<W>, visit: &mut impl FnMut((), SubPosition<W>, u32)) {
        let prover = self.prover;
        if let Err(stop) = self.control.borrow_mut().spend(1) {
            self.stop.set(Some(stop));
            return;
        }
        if self.sets.has_part_of(part) {
            return;
        }
        let fewer = prover.without_free(part, &self.open);
        if fewer != *part {
            visit((), fewer, 0);
            return;
        }
        let board = prover.board;
        let ProverScratch { here, after, .. } = &mut *prover.scratch.borrow_mut();
        here.flood(board, &part.boxes, part.player);
        for from in &part.boxes {
            let around = board.neighbours(from);
            for direction in Direction::ALL {
                let (to, behind) = (around[direction.index()], around[direction.opposite().index()]);
                if !here.contains(behind) || !board.is_live(to) || here.has_box(to) {
                    continue;
                }
                let mut boxes = part.boxes;
                boxes.shift(from, to);
                if !freeze::is_lost(board, &prover.goals, &boxes, to) {
                    after.flood(board, &boxes, from);
                    visit((), part.after(boxes, after), 0);
                }
            }
        }
    }

    /// Fewer boxes first. All actions cost nothing, so no sub-position is expanded twice.
    fn lower_bound(&self, part: &SubPosition<W>) -> Option<u32> {
        Some(part.boxes.len() as u32)
    }
}
