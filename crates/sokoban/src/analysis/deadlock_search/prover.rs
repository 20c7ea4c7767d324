//! The game of some boxes, searched until it is exhausted or shows a way out.
//!
//! Why a position is lost if the search is exhausted: follow any game on from it, and look at the part of the boxes searched.
//!
//! * A push of another box leaves the part as it is. The player walks, as far as the part is concerned, and that box goes
//!   from a square of the player's zone to another. So it comes to no goal that this zone does not reach.
//! * A push of a box of the part is a push of the search. Left out are pushes onto dead squares and those that make boxes hold
//!   each other fast off their goals, after which there is no solution.
//! * The search may leave out boxes wherever it likes: what a position contains, it contains in part, too. And it may turn
//!   back at parts known to be lost.
//!
//! So the game never leaves the parts of the search. But the last position of a solution has boxes on all goals and nowhere else:
//! what it contains has all of its boxes on goals and no vacant one, and there the search would have ended. Nothing was
//! said of the boxes not searched but that they are not on the vacant goals: the part itself is lost, wherever it
//! is found.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use motion_core::search::{Space, a_star};
use motion_core::{Budget, Control, Direction, Outcome, Stop};

use super::deadlock_sets::DeadlockSets;
use super::sub_position::SubPosition;
use crate::analysis::deadlock::freeze;
use crate::board::{BoxDistances, BoxSet, Reach, SearchBoard, Square};
use crate::search::is_connected;

/// What a search has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Every position that contains the part is lost.
    Lost,
    /// The search found a way out; it would find it again.
    Open,
    /// It was given up.
    Unknown,
}

/// Searches parts.
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
    /// The sides from which a lone box was looked at, square by square.
    seen: Vec<u8>,
    touched: Vec<Square>,
    stack: Vec<(Square, Direction)>,
}

/// The parts that come of one.
struct SubPositionSpace<'s, 'b, 'c, const W: usize> {
    prover: &'s SubPositionProver<'b, W>,
    sets: &'s DeadlockSets<W>,
    /// The squares to one of which a box has to come to be left out.
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

    /// Takes boxes out of an part that can be got out of the way, one after another, and searches on from what remains,
    /// which is returned, too. At most `limit` parts are looked at after the first; all count as nodes.
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

    /// The squares to which a box has to go to be rid of: those that the player reaches.
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
    /// Whether a box can be brought out and to a goal while others stay where they are and the player begins in the zone `here`.
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

    /// The sides of a lone box to which the player can go from one of them.
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

    /// Notes the pushes of a box by a player who can go to these sides, those nearest to a goal last.
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

    /// Fewer boxes first. No way costs anything, so that nothing is looked at twice.
    fn lower_bound(&self, part: &SubPosition<W>) -> Option<u32> {
        Some(part.boxes.len() as u32)
    }
}
