//! Arranges the ears one after another, the last one first: the robots of each ear are brought to
//! their goals, and the ear is locked.
//!
//! The steps are those of `Solve-Regular-Ear` in appendix B of the paper, with these departures in
//! addition to those of the [`stack`]:
//!
//! * An ear with one inner vertex, like most ears of a grid, is no stack: its robot is carried
//!   directly to its vertex.
//! * An ear that is already arranged is left alone, unless whole cycles are rotated.

mod base;
mod bring;
mod snake_decision;
mod stack;
mod whole_cycle;

use alloc::vec::Vec;

use cpf_core::internal::{OperationError, Stages, WorkingBoard};
use motion_core::Vertex;

use crate::rearrange_core::{self, bytes};
use crate::snake_rule::EarShift;
use base::SnakeForm;
pub(crate) use base::{CarryMethod, EarSolver, EarStrategy};
use snake_decision::SnakeDecision;
use stack::Stack;

impl<'t> EarSolver<'t, '_> {
    /// Arranges an ear, locks it and reports the progress.
    pub(crate) fn arrange(&mut self, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        self.apply(ear, strategy)?;
        self.commit(ear);
        Ok(())
    }

    /// Decides whether bringing the next robot along is cheaper, by arranging this ear and the next
    /// in both ways and rolling back.
    pub(crate) fn cheaper_snake(
        &mut self,
        ear: usize,
        alone: EarStrategy,
    ) -> Result<EarStrategy, OperationError> {
        let Some(next) = ear.checked_sub(1) else { return Ok(alone) };
        let mark = self.board.mark();
        let mut cost = |strategy| {
            self.apply(ear, strategy)?;
            self.lock(ear);
            self.apply(next, alone)?;
            let cost = self.cost_since(mark);
            self.unlock(ear);
            self.board.roll_back(mark);
            Ok::<_, OperationError>(cost)
        };
        let snake = EarStrategy { snake: true, ..alone };
        Ok(if cost(snake)? < cost(alone)? { snake } else { alone })
    }

    /// Arranges an ear with one inner vertex.
    fn fill(&mut self, place: Vertex, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        let Some(robot) = self.prepared.goal.token_at(place) else {
            return self.board.vacate(place, strategy.route);
        };
        let next = ear.checked_sub(1).and_then(|next| self.first_robot(next));
        self.bring(robot, next.as_slice(), place, strategy, SnakeForm::Nearer)
    }

    /// Arranges an ear with several inner vertices.
    fn stack(&mut self, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        let mut stack = self.open(ear, strategy)?;
        while !stack.is_full() {
            let SnakeDecision { followers, form } = snake_decision::decide(self, &stack, strategy)?;
            stack.push_next(self, &followers, strategy, form)?;
        }
        self.close(ear);
        Ok(())
    }

    /// Begins to fill an ear. Its inner vertices stay locked until [`close`](Self::close).
    fn open(&mut self, ear: usize, strategy: EarStrategy) -> Result<Stack<'t>, OperationError> {
        for &vertex in self.inner(ear) {
            self.board.lock(vertex);
        }
        Stack::begin(self, ear, strategy)
    }

    /// Ends the filling of an ear.
    fn close(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.unlock(vertex);
        }
    }

    /// The number of vertices from the mouth inwards that already hold the content required of the
    /// last vertices.
    ///
    /// It is the length of the longest prefix of the present robots that is a suffix of the
    /// required ones, found in linear time by the algorithm of Knuth, Morris and Pratt.
    fn already_stacked(&self, inner: &[Vertex]) -> usize {
        let there = |index: usize| self.board.robot_at(inner[index]);
        let mut borders: Vec<usize> = alloc::vec![0];
        let mut border = 0;
        for index in 1..inner.len() {
            while border > 0 && there(index) != there(border) {
                border = borders[border - 1];
            }
            border += usize::from(there(index) == there(border));
            borders.push(border);
        }
        let mut matched = 0;
        for &vertex in inner {
            let wanted = self.prepared.goal.token_at(vertex);
            while matched > 0 && (matched == inner.len() || there(matched) != wanted) {
                matched = borders[matched - 1];
            }
            matched += usize::from(there(matched) == wanted);
        }
        matched
    }
}

impl<'t, 'c> Stages<'t, 'c> for EarSolver<'t, 'c> {
    type Strategy = EarStrategy;

    fn board(&mut self) -> &mut WorkingBoard<'t, 'c> {
        &mut self.board
    }

    /// Arranges an ear.
    fn apply(&mut self, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        let inner = self.inner(ear);
        let is_right = |&vertex: &Vertex| self.board.robot_at(vertex) == self.prepared.goal.token_at(vertex);
        let as_printed = matches!(strategy.method, CarryMethod::BigCycles(EarShift::WholeCycle, _));
        if inner.iter().all(is_right) && !as_printed {
            return Ok(());
        }
        match *inner {
            [place] if strategy.method == CarryMethod::SingleSteps => self.fill(place, ear, strategy),
            _ => self.stack(ear, strategy),
        }
    }

    fn commit(&mut self, ear: usize) {
        self.lock(ear);
        let done = 1.0 - ear as f64 / (self.ears.len() + 1) as f64;
        self.board.control().set_progress(done);
    }

    /// Arranges the core, the only part left, and brings the blanks to their goals.
    fn finish(&mut self) -> Result<bool, OperationError> {
        let now = self.board.configuration().clone();
        let Some(moves) = rearrange_core::rearrange(self.prepared, &now, self.board.control())? else {
            return Ok(false);
        };
        let mut made = moves.iter().chain(&self.prepared.epilogue);
        let made = made.try_for_each(|action| self.board.step(action.from, action.to));
        self.board.control().release(bytes(&moves));
        made.map(|()| true)
    }
}
