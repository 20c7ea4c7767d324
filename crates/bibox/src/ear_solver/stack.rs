//! An ear with several inner vertices, filled like a stack.
//!
//! Departures from `Solve-Regular-Ear` in appendix B of the paper:
//!
//! * Where the paper rotates the whole cycle of the ear, only the ear is shifted (lines 25, 31, 43
//!   and 51), unless [`EarShift::WholeCycle`] is chosen, because the robots between its ends
//!   outside the ear need not move. The blank is brought to the end to which the ear is shifted.
//!   With the paper's line 31 it would be rotated *into* the ear, which is then locked; on four
//!   vertices, 64 of 192 instances get stuck for this reason.
//! * While nothing is stacked, a robot inside the ear is shifted to the mouth of the ear and
//!   becomes the first of the stack; it need not leave. On a directed graph, where an ear is
//!   shifted back only by turning a cycle, the robot leaves at the exit instead, and no shift is
//!   undone.
//! * Vacant goals are stacked like robots: the ear is shifted with a blank at its mouth. In this
//!   way, blanks that the core does not need end up in ears.
//!
//! No step is ever blocked, because the unlocked vertices outside the ear's inner vertices are
//! bi-connected, and one of them is always vacant: each shift that fills a vertex there vacates
//! another.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, OperationError};
use motion_core::{Token, Vertex};

use super::base::{CarryMethod, EarSolver, EarStrategy, SnakeForm};
use super::whole_cycle::EarCycle;
use crate::snake_rule::EarShift;

/// An ear being filled from its first end. Its inner vertices are locked.
#[derive(Clone)]
pub(super) struct Stack<'t> {
    /// The vertices of the ear, with both ends.
    pub(super) ear: &'t [Vertex],
    /// The number of the ear.
    pub(super) number: usize,
    /// The number of inner vertices, counted from the first end, that hold their final content,
    /// which is still to be shifted inwards.
    pub(super) stacked: usize,
    /// No vertex beyond the stack and before this index in the ear is vacant: a shift fills the
    /// first gap and opens none.
    pub(super) gap: usize,
    /// The cycle of the ear, if it is rotated as a whole.
    cycle: Option<EarCycle>,
}

impl<'t> Stack<'t> {
    /// Begins the stack of an ear whose inner vertices are locked; at least one blank is outside.
    pub(super) fn begin(
        at: &mut EarSolver<'t, '_>,
        number: usize,
        strategy: EarStrategy,
    ) -> Result<Self, OperationError> {
        let ear = at.ears[number];
        let whole = matches!(strategy.method, CarryMethod::BigCycles(EarShift::WholeCycle, _));
        let cycle = if whole { Some(EarCycle::of(at, ear)?) } else { None };
        let stacked = if whole { 0 } else { at.already_stacked(at.inner(number)) };
        let stack = Self { ear, number, stacked, gap: 0, cycle };
        stack.let_a_blank_out(at)?;
        Ok(stack)
    }

    /// Whether every inner vertex holds its final content.
    pub(super) const fn is_full(&self) -> bool {
        self.stacked == self.ear.len() - 2
    }

    /// The robot to be stacked next; `None` for a vacant goal.
    pub(super) fn next_robot(&self, at: &EarSolver) -> Option<Token> {
        at.prepared.goal.token_at(self.ear[self.ear.len() - 2 - self.stacked])
    }

    /// The robots needed after it, at most `count`.
    pub(super) fn followers(&self, at: &EarSolver, count: usize) -> Vec<Token> {
        at.robots_needed(self.number, self.ear.len() - 3 - self.stacked, count)
    }

    /// Stacks the next robot or blank. The ear must not be full.
    pub(super) fn push_next(
        &mut self,
        at: &mut EarSolver<'t, '_>,
        followers: &[Token],
        strategy: EarStrategy,
        form: SnakeForm,
    ) -> Result<(), OperationError> {
        match (self.next_robot(at), self.cycle.take()) {
            (None, cycle) => {
                self.cycle = cycle;
                self.push_blank(at, strategy)?;
            }
            (Some(robot), None) => self.push(at, robot, followers, strategy, form)?,
            (Some(robot), Some(cycle)) => {
                cycle.push(at, self.number, robot, followers, strategy, form)?;
                self.cycle = Some(cycle);
                self.gap = 0;
            }
        }
        self.stacked += 1;
        Ok(())
    }

    const fn mouth(&self) -> Vertex {
        self.ear[0]
    }

    const fn exit(&self) -> Vertex {
        self.ear[self.ear.len() - 1]
    }

    /// The nearest vacant vertex beyond the stack, as its index in the ear.
    fn gap(&mut self, at: &EarSolver) -> Option<usize> {
        let from = self.gap.max(self.stacked + 1);
        let gap = (from..self.ear.len() - 1).find(|&index| at.board.is_vacant(self.ear[index]));
        self.gap = gap.unwrap_or(self.ear.len() - 1);
        gap
    }

    /// Moves a blank to the exit if all blanks are inside. From then on there is always one
    /// outside: a shift from the mouth to the exit vacates the mouth. A shift that begins inside
    /// happens only if a blank is to be stacked and none is beyond the stack, so there is another
    /// one outside.
    fn let_a_blank_out(&self, at: &mut EarSolver) -> Result<(), OperationError> {
        let inner = 1..self.ear.len() - 1;
        let inside = inner.clone().filter(|&index| at.board.is_vacant(self.ear[index]));
        if at.blanks > inside.count() {
            return Ok(());
        }
        let is_gap = |&index: &usize| at.board.is_vacant(self.ear[index]);
        let last = inner.rev().find(is_gap).ok_or(OperationError::Blocked)?;
        at.board.shift_back(&self.ear[last..])
    }

    /// Shifts inwards from index `from`, to the first gap or else to the exit.
    fn shift_in(&mut self, at: &mut EarSolver, from: usize, route: BlankRoute) -> Result<(), OperationError> {
        let until = if let Some(gap) = self.gap(at) {
            gap
        } else {
            at.board.vacate(self.exit(), route)?;
            self.ear.len() - 1
        };
        at.board.shift(&self.ear[from..=until])
    }

    /// Adds a vacant vertex to the stack.
    fn push_blank(&mut self, at: &mut EarSolver, strategy: EarStrategy) -> Result<(), OperationError> {
        self.shift_in(at, 1, strategy.route)
    }

    /// Adds a robot to the stack.
    fn push(
        &mut self,
        at: &mut EarSolver,
        robot: Token,
        followers: &[Token],
        strategy: EarStrategy,
        form: SnakeForm,
    ) -> Result<(), OperationError> {
        let here = at.board.vertex_of(robot);
        if let Some(index) = at.place_within(self.number, here) {
            // Shifts in both directions may leave gaps elsewhere.
            self.gap = 0;
            let shifts = self.ear.len() - 2 - index;
            if self.stacked == 0 && at.board.prefers_arcs() {
                self.move_to_exit(at, shifts, strategy.route)?;
            } else if self.stacked == 0 {
                // Lines 27 to 32 in the other direction.
                for _ in 0..index {
                    at.board.vacate(self.mouth(), strategy.route)?;
                    at.board.shift_back(self.ear)?;
                }
                return Ok(());
            } else {
                self.take_out(at, robot, shifts, strategy.route)?;
            }
        }
        // Shifts may have moved followers into the ear.
        let followers = at.outside(self.number, followers);
        at.bring(robot, followers, self.mouth(), strategy, form)?;
        at.board.lock(self.mouth());
        let shifted = self.shift_in(at, 0, strategy.route);
        at.board.unlock(self.mouth());
        shifted
    }

    fn move_to_exit(
        &self,
        at: &mut EarSolver,
        shifts: usize,
        route: BlankRoute,
    ) -> Result<(), OperationError> {
        for _ in 0..shifts {
            at.board.vacate(self.exit(), route)?;
            at.board.shift(self.ear)?;
        }
        Ok(())
    }

    /// Moves a robot out of the ear at the exit, and shifts the others back (lines 27 to 46).
    fn take_out(
        &mut self,
        at: &mut EarSolver,
        robot: Token,
        shifts: usize,
        route: BlankRoute,
    ) -> Result<(), OperationError> {
        self.move_to_exit(at, shifts, route)?;
        let aside =
            at.board.nearest_free(self.exit(), |vertex| vertex != self.mouth() && vertex != self.exit())?;
        at.board.carry(robot, aside, route)?;
        at.board.lock(aside);
        let mut result = Ok(());
        for _ in 0..shifts {
            result = at.board.vacate(self.mouth(), route).and_then(|()| at.board.shift_back(self.ear));
            if result.is_err() {
                break;
            }
        }
        at.board.unlock(aside);
        result
    }
}
