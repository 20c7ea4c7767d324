//! The board on which ears are arranged, and how robots are brought to their ears.

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, GoalDistances, OperationError, WorkingBoard};
use motion_core::{Control, Stop, Token, Vertex};

use crate::big_cycle;
use crate::prepared::PreparedEars;

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
    pub(super) prepared: &'t PreparedEars<'t>,
    pub(super) ears: Vec<&'t [Vertex]>,
    /// For each vertex the ear of which it is an inner vertex, and its index there; `u32::MAX` for
    /// vertices of the core.
    pub(super) places: Vec<(u32, u32)>,
    /// Blanks outside the arranged ears.
    pub(super) blanks: usize,
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

    pub(super) fn inner(&self, ear: usize) -> &'t [Vertex] {
        let ear = self.ears[ear];
        &ear[1..ear.len() - 1]
    }

    /// Locks an ear that is arranged.
    pub(super) fn lock(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.lock(vertex);
            self.blanks -= usize::from(self.prepared.goal.token_at(vertex).is_none());
        }
    }

    /// Unlocks an ear that was arranged.
    pub(super) fn unlock(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.unlock(vertex);
            self.blanks += usize::from(self.prepared.goal.token_at(vertex).is_none());
        }
    }

    /// The robot that is brought first when this ear is arranged, unless it is there already.
    pub(super) fn first_robot(&self, ear: usize) -> Option<Token> {
        let place = *self.inner(ear).last()?;
        self.prepared.goal.token_at(place).filter(|&robot| self.board.vertex_of(robot) != place)
    }

    /// Brings a robot to a vertex, together with a follower if the strategy says so.
    pub(super) fn bring(
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

    /// The index of a vertex among the inner vertices of an ear, if it is one of them.
    pub(super) fn place_within(&self, ear: usize, vertex: Vertex) -> Option<usize> {
        let (of, place) = self.places[vertex.index()];
        (of as usize == ear).then_some(place as usize)
    }
}
