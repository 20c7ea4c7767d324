//! Searches a sub-position until the search is exhausted or the sub-position is resolved.
//!
//! A position is lost if the search of one of its sub-positions is exhausted. Proof: play any game
//! on from the position, and watch the sub-position.
//!
//! * A push of another box does not change the sub-position. There, the player walks, and that box
//!   moves within the player's zone. So it reaches no goal outside this zone.
//! * A push of a box of the sub-position is a push of the search. The search omits pushes onto dead
//!   squares and those that freeze boxes off the goals, after which there is no solution.
//! * The search may remove boxes at any time, because a position that contains a sub-position also
//!   contains every part of it. It may also stop at sub-positions that are known to be lost.
//!
//! So the game never leaves the sub-positions of the search. But the last position of a solution
//! has boxes on all goals and nowhere else: its sub-positions have all of their boxes on goals and
//! no vacant goal, and the search would have ended there. Of the boxes that are not searched, the
//! argument uses only that they are not on the vacant goals. So the sub-position itself is lost,
//! whichever position contains it. If there are more goals than boxes, a sub-position has no vacant
//! goals, and the argument uses its boxes alone.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::search::{Space, a_star_with};
use motion_core::{Control, Direction, Outcome, Stop};

use super::deadlock_sets::DeadlockSets;
use super::sub_position::SubPosition;
use crate::analysis::deadlock::freeze;
use crate::board::{BoxDistances, BoxSet, Reach, SearchBoard, Square, is_connected, sides_of, sides_where};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofResult {
    /// Every position that contains the sub-position is lost.
    Lost,
    /// The sub-position was resolved, and another search would resolve it again.
    Open,
    /// The search reached its limit.
    Unknown,
}

/// Searches sub-positions.
#[derive(Clone, Debug)]
pub(super) struct SubPositionProver<'b, const W: usize> {
    rules: SubPositionRules<'b, W>,
    scratch: ProverScratch,
}

/// The data that are constant over all searches.
#[derive(Clone, Debug)]
struct SubPositionRules<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// The fewest pushes from each square to a goal.
    nearest: Vec<u16>,
}

/// The search space of a sub-position.
struct SubPositionSpace<'s, 'b, const W: usize> {
    rules: &'s SubPositionRules<'b, W>,
    sets: &'s DeadlockSets<W>,
    /// The squares on which a box leaves the sub-problem.
    open: BoxSet<W>,
}

#[derive(Clone, Debug)]
struct ProverScratch {
    here: Reach,
    after: Reach,
    /// The sides from which a lone box has been visited, square by square.
    seen: Vec<u8>,
    touched: Vec<Square>,
    stack: Vec<(Square, Direction)>,
}

impl<'b, const W: usize> SubPositionProver<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let distances = BoxDistances::pushes(board, board.goals());
        let live = (0..board.live_square_count() as u16).map(Square);
        let least = |square| (0..board.goals().len()).map(|goal| distances.least(goal, square)).min();
        let rules = SubPositionRules {
            board,
            goals: board.goals().iter().copied().collect(),
            nearest: live.map(|square| least(square).unwrap_or(0)).collect(),
        };
        Self { rules, scratch: ProverScratch::new(board) }
    }

    /// The goals of the board.
    pub(super) const fn goals(&self) -> &BoxSet<W> {
        &self.rules.goals
    }

    /// Removes the boxes that can escape, one by one, and searches the rest, which is also
    /// returned. The search expands at most `limit` sub-positions after the first. All of them
    /// count as nodes.
    ///
    /// # Errors
    /// Those of [`Control::spend`].
    pub(super) fn prove(
        &mut self,
        part: &SubPosition<W>,
        sets: &DeadlockSets<W>,
        limit: u32,
        control: &mut Control,
    ) -> Result<(ProofResult, SubPosition<W>), Stop> {
        let Self { rules, scratch } = self;
        control.spend(1)?;
        let open = rules.open(scratch, part);
        let rest = rules.without_free(scratch, part, &open);
        if rest.may_be_solved(&rules.goals) {
            return Ok((ProofResult::Open, rest));
        }
        let space = SubPositionSpace { rules, sets, open: rules.open(scratch, &rest) };
        // Sub-positions with fewer boxes come first. All actions cost nothing, so no sub-position
        // is expanded twice.
        let boxes = |part: &SubPosition<W>| Some(part.boxes.len() as u32);
        let (limit, before) = (u64::from(limit), control.stats().nodes);
        let outcome =
            control.within_nodes(limit, |control| a_star_with(&space, scratch, boxes, rest, control));
        let result = match outcome {
            Outcome::Unsolvable => ProofResult::Lost,
            Outcome::Solved { .. } => ProofResult::Open,
            Outcome::Stopped { why: Stop::Memory, .. } => ProofResult::Unknown,
            Outcome::Stopped { why: Stop::Nodes, .. } if control.stats().nodes - before == limit => {
                ProofResult::Unknown
            }
            Outcome::Stopped { why, .. } => return Err(why),
        };
        Ok((result, rest))
    }
}

impl<const W: usize> SubPositionRules<'_, W> {
    /// Returns the squares on which a box leaves the sub-problem: the live squares that the player
    /// reaches.
    fn open(&self, scratch: &mut ProverScratch, part: &SubPosition<W>) -> BoxSet<W> {
        scratch.here.flood(self.board, &part.boxes, part.player);
        scratch.here.squares().take_while(|&square| self.board.is_live(square)).collect()
    }

    /// Removes the boxes that can escape, one by one.
    fn without_free(
        &self,
        scratch: &mut ProverScratch,
        part: &SubPosition<W>,
        open: &BoxSet<W>,
    ) -> SubPosition<W> {
        let mut boxes = part.boxes;
        scratch.here.flood(self.board, &boxes, part.player);
        loop {
            let before = boxes;
            for at in &before {
                boxes.remove(at);
                if self.can_escape(scratch, at, &boxes, open) {
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

    /// Whether a box can be pushed to an open square and to a goal while the others stay and the
    /// player starts in the zone `here`.
    fn can_escape(
        &self,
        scratch: &mut ProverScratch,
        from: Square,
        others: &BoxSet<W>,
        open: &BoxSet<W>,
    ) -> bool {
        for square in scratch.touched.drain(..) {
            scratch.seen[square.index()] = 0;
        }
        scratch.stack.clear();
        let (mut is_out, mut is_on_goal) = (open.contains(from), self.goals.contains(from));
        let sides = reached(self.board, from, &scratch.here);
        self.stack_pushes(scratch, from, sides, others);
        while let Some((at, side)) = scratch.stack.pop() {
            is_out |= open.contains(at);
            is_on_goal |= self.goals.contains(at);
            if is_out && is_on_goal {
                return true;
            }
            if scratch.seen[at.index()] & 1 << side.index() == 0 {
                let sides = scratch.sides(self.board, at, side, others);
                self.stack_pushes(scratch, at, sides, others);
            }
        }
        false
    }

    /// Stacks the pushes of a box by a player that can reach these sides, those nearest to a goal
    /// last.
    fn stack_pushes(&self, scratch: &mut ProverScratch, at: Square, sides: u8, others: &BoxSet<W>) {
        scratch.touched.push(at);
        scratch.seen[at.index()] |= sides;
        let first = scratch.stack.len();
        for side in sides_of(sides) {
            let to = self.board.step(at, side.opposite());
            let is_seen = |to: Square| scratch.seen[to.index()] & 1 << side.index() != 0;
            if self.board.is_live(to) && !others.contains(to) && !is_seen(to) {
                scratch.stack.push((to, side));
            }
        }
        sort_by_distance(&mut scratch.stack[first..], &self.nearest);
    }
}

/// Sorts pushes by the squares to which they lead, those nearest to a goal last.
fn sort_by_distance(pushes: &mut [(Square, Direction)], nearest: &[u16]) {
    pushes.sort_by_key(|(to, _)| Reverse(nearest[to.index()]));
}

impl ProverScratch {
    fn new(board: &SearchBoard) -> Self {
        Self {
            here: Reach::new(board),
            after: Reach::new(board),
            seen: alloc::vec![0; board.square_count()],
            touched: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Returns the sides of a lone box that the player can reach from one of them.
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
            return sides_where(|side| ring >> (2 * side.index()) & 1 != 0);
        }
        let mut boxes = *others;
        boxes.insert(at);
        self.after.flood(board, &boxes, board.step(at, side));
        reached(board, at, &self.after)
    }
}

/// Returns the sides of a square that belong to a zone.
fn reached(board: &SearchBoard, at: Square, zone: &Reach) -> u8 {
    sides_where(|side| zone.contains(board.step(at, side)))
}

impl<const W: usize> Space for SubPositionSpace<'_, '_, W> {
    type State = SubPosition<W>;
    type Action = ();
    type Scratch = ProverScratch;

    fn scratch(&self) -> ProverScratch {
        ProverScratch::new(self.rules.board)
    }

    fn is_goal(&self, _: &mut ProverScratch, part: &SubPosition<W>) -> bool {
        part.may_be_solved(&self.rules.goals)
    }

    fn successors(
        &self,
        scratch: &mut ProverScratch,
        part: &SubPosition<W>,
        visit: &mut impl FnMut((), SubPosition<W>, u32),
    ) {
        let SubPositionRules { board, goals, .. } = self.rules;
        if self.sets.has_part_of(part) {
            return;
        }
        let fewer = self.rules.without_free(scratch, part, &self.open);
        if fewer != *part {
            visit((), fewer, 0);
            return;
        }
        let ProverScratch { here, after, .. } = scratch;
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
                if !freeze::is_lost(board, goals, &boxes, to) {
                    after.flood(board, &boxes, from);
                    visit((), part.after(boxes, after), 0);
                }
            }
        }
    }
}
