//! The board on which ears are arranged, and the strategies that bring robots to their ears.

use alloc::vec::Vec;

use cpf_core::directed::DirectedGraph;
use cpf_core::internal::{BlankRoute, GoalDistances, TrailMark, WorkingBoard};
use motion_core::{Control, Move, Stop, Token, Vertex};

use crate::prepared::PreparedEars;
use crate::snake_rule::{EarShift, SnakeRule};

/// A way of bringing a robot to its ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EarStrategy {
    /// The routes of blanks.
    pub(crate) route: BlankRoute,
    pub(crate) method: CarryMethod,
    /// Whether the robot needed next comes along.
    pub(crate) snake: bool,
}

/// A way of moving a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarryMethod {
    /// A blank is brought in front of the robot for every single step. An ear with one inner vertex
    /// is filled directly.
    SingleSteps,
    /// A cycle through the robot and its target is rotated, as in the paper. Every ear is a stack.
    BigCycles(EarShift, SnakeRule),
}

/// A way of bringing the next robot where cycles are rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SnakeForm {
    Alone,
    /// With as many followers as inequality (7) allows.
    Nearer,
    /// In a snake of this many robots, formed at the leader's vertex.
    AtLeader(usize),
    /// In a snake of two robots, formed at the follower's vertex.
    AtFollower,
}

/// A board on which ears are arranged, the last one first.
pub(crate) struct EarSolver<'t, 'c> {
    pub(crate) board: WorkingBoard<'t, 'c>,
    pub(super) prepared: &'t PreparedEars<'t>,
    pub(super) ears: Vec<&'t [Vertex]>,
    /// For each vertex, the ear of which it is an inner vertex and its index there; `u32::MAX` for
    /// vertices of the core.
    pub(super) places: Vec<(u32, u32)>,
    /// The number of blanks outside the arranged ears.
    pub(super) blanks: usize,
    /// The robots that came along with the robot brought last, in the order in which they are
    /// needed.
    pub(super) came_along: Vec<Token>,
    /// The arcs that robots prefer, on a directed graph.
    arcs: Option<&'t DirectedGraph>,
}

/// The cost of a move against an arc, which takes turns of a cycle in the end; others cost 1.
const AGAINST_ARC: usize = 30;

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
        Ok(Self {
            board,
            prepared,
            ears,
            places,
            blanks: prepared.instance.vacant_count(),
            came_along: Vec::new(),
            arcs: None,
        })
    }

    /// Moves robots along these arcs from now on, where possible.
    pub(crate) fn prefer_arcs(&mut self, arcs: &'t DirectedGraph) {
        self.board.prefer_arcs(arcs);
        self.arcs = Some(arcs);
    }

    /// Returns the cost of the moves since a mark.
    pub(super) fn cost_since(&self, mark: TrailMark) -> usize {
        let trail = self.board.trail_since(mark);
        let is_against = |action: &&Move| self.arcs.is_some_and(|arcs| !arcs.has_arc(action.from, action.to));
        trail.len() + (AGAINST_ARC - 1) * trail.iter().filter(is_against).count()
    }

    /// The number of ears to arrange. The ear with the highest number comes first.
    pub(crate) fn ear_count(&self) -> usize {
        self.ears.len()
    }

    pub(super) fn inner(&self, ear: usize) -> &'t [Vertex] {
        let ear = self.ears[ear];
        &ear[1..ear.len() - 1]
    }

    /// Locks an arranged ear.
    pub(super) fn lock(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.lock(vertex);
            self.blanks -= usize::from(self.prepared.goal.token_at(vertex).is_none());
        }
    }

    /// Unlocks an arranged ear.
    pub(super) fn unlock(&mut self, ear: usize) {
        for &vertex in self.inner(ear) {
            self.board.unlock(vertex);
            self.blanks += usize::from(self.prepared.goal.token_at(vertex).is_none());
        }
    }

    /// The robot to be brought first when this ear is arranged, unless it is already in place.
    pub(super) fn first_robot(&self, ear: usize) -> Option<Token> {
        let place = *self.inner(ear).last()?;
        self.prepared.goal.token_at(place).filter(|&robot| self.board.vertex_of(robot) != place)
    }

    /// Returns the robots needed for the inner vertices of this ear before index `before`, and then
    /// for the ears after it, in this order: at most `count`, up to the first vacant goal, robot in
    /// place or robot inside this ear.
    pub(super) fn robots_needed(&self, ear: usize, before: usize, count: usize) -> Vec<Token> {
        let here = self.inner(ear)[..before].iter().rev().map(|&place| self.prepared.goal.token_at(place));
        let after = (0..ear).rev().flat_map(|ear| {
            let rest = self.inner(ear).iter().rev().skip(1);
            core::iter::once(self.first_robot(ear))
                .chain(rest.map(|&place| self.prepared.goal.token_at(place)))
        });
        let mut needed: Vec<Token> = here.chain(after).take(count).map_while(|robot| robot).collect();
        needed.truncate(self.outside(ear, &needed).len());
        needed
    }

    /// The robots before the first that is inside the ear.
    pub(super) fn outside<'r>(&self, ear: usize, robots: &'r [Token]) -> &'r [Token] {
        let is_inside = |&robot: &Token| self.place_within(ear, self.board.vertex_of(robot)).is_some();
        &robots[..robots.iter().position(is_inside).unwrap_or(robots.len())]
    }

    /// The index of a vertex among the inner vertices of an ear, if it is one of them.
    pub(super) fn place_within(&self, ear: usize, vertex: Vertex) -> Option<usize> {
        let (of, place) = self.places[vertex.index()];
        (of as usize == ear).then_some(place as usize)
    }
}
