//! Ears arranged one after another, the last first: robots are brought to their goals in each ear,
//! which is then locked.
//!
//! The steps are those of `Solve-Regular-Ear` in appendix B of the paper, with these departures,
//! besides those of the [`stack`]:
//!
//! * An ear with one inner vertex – as most ears of a grid – is no stack: its robot is carried
//!   directly to its vertex.
//! * An ear that is arranged from the beginning is left alone.

mod stack;

use alloc::vec::Vec;

use cpf_core::beam::Stages;
use cpf_core::board::{BlankRoute, GoalDistances, OperationError, WorkingBoard};
use motion_core::{Control, Stop, Token, Vertex};

use crate::big_cycle;
use crate::prepared::PreparedEars;
use crate::rearrange_core::{self, bytes};
use stack::Stack;

/// How a robot is brought to its ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EarStrategy {
    /// The routes of blanks.
    pub(crate) route: BlankRoute,
    pub(crate) method: CarryMethod,
    /// Whether the robot that is needed next comes along.
    pub(crate) snake: bool,
}

/// How a robot is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarryMethod {
    /// A blank is brought in front of it for every single step. An ear with one inner vertex is
    /// filled directly.
    SingleSteps,
    /// A cycle through the robot and its target is rotated, as in the paper. Every ear is a stack.
    /// A snake is formed if inequality (7) holds.
    BigCycles,
}

/// A board on which ears are arranged, the last first.
pub(crate) struct EarSolver<'t, 'c> {
    pub(crate) board: WorkingBoard<'t, 'c>,
    prepared: &'t PreparedEars<'t>,
    ears: Vec<&'t [Vertex]>,
    /// For each vertex the ear of which it is an inner vertex, and its index there; `u32::MAX` for
    /// vertices of the core.
    places: Vec<(u32, u32)>,
    /// Blanks outside the arranged ears.
    blanks: usize,
}

impl<'t, 'c> EarSolver<'t, 'c> {
    pub(crate) fn new(
        prepared: &'t PreparedEars<'t>,
        goal_distances: GoalDistances,
        control: &'t mut Control<'c>,
    ) -> Result<Self, Stop> {
        let start = prepared.instance.start().clone();
        let board = WorkingBoard::new(prepared.instance.graph(), start, goal_distances, control)?;
        let ears: Vec<_> = prepared.ears.ears().skip(prepared.core_ears).collect();
        let mut places = alloc::vec![(u32::MAX, 0); prepared.instance.graph().vertex_count()];
        for (number, ear) in (0..).zip(&ears) {
            for (place, vertex) in (0..).zip(&ear[1..ear.len() - 1]) {
                places[vertex.index()] = (number, place);
            }
        }
        Ok(Self { board, prepared, ears, places, blanks: prepared.instance.vacant_count() })
    }

    /// The number of ears to arrange; they are numbered, and the last comes first.
    pub(crate) fn ear_count(&self) -> usize {
        self.ears.len()
    }

    fn inner(&self, ear: usize) -> &'t [Vertex] {
        let ear = self.ears[ear];
        &ear[1..ear.len() - 1]
    }

    /// Arranges an ear, locks it and reports the progress.
    pub(crate) fn arrange(&mut self, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        self.apply(ear, strategy)?;
        self.commit(ear);
        Ok(())
    }

    /// Locks an ear that is arranged.
    fn lock(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.lock(vertex);
            self.blanks -= usize::from(self.prepared.goal.token_at(vertex).is_none());
        }
    }

    /// Unlocks an ear that was arranged.
    fn unlock(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.unlock(vertex);
            self.blanks += usize::from(self.prepared.goal.token_at(vertex).is_none());
        }
    }

    /// The cheaper of bringing the next robot along or not, found by arranging this ear and the
    /// next in both ways and rolling back.
    pub(crate) fn cheaper_snake(
        &mut self,
        ear: usize,
        alone: EarStrategy,
    ) -> Result<EarStrategy, OperationError> {
        let Some(next) = ear.checked_sub(1) else { return Ok(alone) };
        let mark = self.board.mark();
        let mut moves = |strategy| {
            self.apply(ear, strategy)?;
            self.lock(ear);
            self.apply(next, alone)?;
            let moves = self.board.trail_since(mark).len();
            self.unlock(ear);
            self.board.roll_back(mark);
            Ok::<_, OperationError>(moves)
        };
        let snake = EarStrategy { snake: true, ..alone };
        Ok(if moves(snake)? < moves(alone)? { snake } else { alone })
    }

    /// The robot that is brought first when this ear is arranged, unless it is there already.
    fn first_robot(&self, ear: usize) -> Option<Token> {
        let place = *self.inner(ear).last()?;
        self.prepared.goal.token_at(place).filter(|&robot| self.board.vertex_of(robot) != place)
    }

    /// Brings a robot to a vertex, together with a follower if the strategy says so.
    fn bring(
        &mut self,
        robot: Token,
        follower: Option<Token>,
        to: Vertex,
        strategy: EarStrategy,
    ) -> Result<(), OperationError> {
        let follower = follower.filter(|_| strategy.snake);
        match (strategy.method, follower) {
            (CarryMethod::SingleSteps, None) => self.board.carry(robot, to, strategy.route),
            (CarryMethod::SingleSteps, Some(follower)) => {
                self.board.carry_pair(robot, follower, to, strategy.route)
            }
            (CarryMethod::BigCycles, Some(follower)) if self.is_near(follower, robot, to)? => {
                big_cycle::carry_pair(&mut self.board, robot, follower, to)
            }
            (CarryMethod::BigCycles, _) => big_cycle::carry(&mut self.board, robot, to),
        }
    }

    /// Inequality (7) of the paper, without the terms common to both sides: the follower is nearer
    /// to the leader than to the target. Distances are measured around locked vertices.
    fn is_near(&mut self, follower: Token, leader: Token, target: Vertex) -> Result<bool, OperationError> {
        let [follower, leader] = [follower, leader].map(|robot| self.board.vertex_of(robot));
        let to_leader = self.board.distance(follower, leader)?;
        let to_target = self.board.distance(follower, target)?;
        Ok(to_leader.is_some_and(|near| to_target.is_none_or(|far| near < far)))
    }

    /// Arranges an ear with one inner vertex.
    fn fill(&mut self, place: Vertex, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        let Some(robot) = self.prepared.goal.token_at(place) else {
            return self.board.vacate(place, strategy.route);
        };
        let next = ear.checked_sub(1).and_then(|next| self.first_robot(next));
        self.bring(robot, next, place, strategy)
    }

    /// Arranges an ear with several inner vertices.
    fn stack(&mut self, ear: usize, strategy: EarStrategy) -> Result<(), OperationError> {
        let inner = self.inner(ear);
        for &vertex in inner {
            self.board.lock(vertex);
        }
        let result = Stack { ear: self.ears[ear], number: ear, stacked: self.already_stacked(inner), gap: 0 }
            .fill(self, strategy);
        for &vertex in inner {
            self.board.unlock(vertex);
        }
        result
    }

    /// How many vertices from the mouth of the ear inwards hold what the last vertices are to hold.
    ///
    /// That is the longest prefix of the present robots that is a suffix of the wanted ones, found
    /// by the algorithm of Knuth, Morris and Pratt in linear time.
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

    /// The index of a vertex among the inner vertices of an ear, if it is one of them.
    fn place_within(&self, ear: usize, vertex: Vertex) -> Option<usize> {
        let (of, place) = self.places[vertex.index()];
        (of as usize == ear).then_some(place as usize)
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
        if inner.iter().all(is_right) {
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

    /// Arranges the core, the only part left, and brings the blanks to where the goal has them.
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
