//! Moves, plans, schedules, and the replay that checks plans.
//!
//! No plan is trusted: [`Graph::replay`] makes its moves one by one with [`Graph::apply`], which
//! shares no code with solvers, and returns the first illegal move.

mod redundancy;

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::configuration::{Configuration, Token};
use crate::graph::{Graph, Vertex};
use crate::sink::Sink;

/// A move of one token from one vertex to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The token.
    pub token: Token,
    /// The vertex before the move.
    pub from: Vertex,
    /// The vertex after the move.
    pub to: Vertex,
}

impl Move {
    /// Returns the move that undoes this one.
    pub const fn reversed(self) -> Self {
        Self { token: self.token, from: self.to, to: self.from }
    }
}

/// A sequence of moves, made one after another.
///
/// # Examples
/// ```
/// use motion_core::graph::Graph;
/// use motion_core::{Configuration, Move, Plan, Token, Vertex};
///
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let mut configuration = Configuration::new(3, &[Vertex(0)])?;
/// let plan: Plan = [(0, 1), (1, 2)]
///     .map(|(from, to)| Move { token: Token(0), from: Vertex(from), to: Vertex(to) })
///     .into_iter()
///     .collect();
/// assert_eq!(path.replay(&mut configuration, &plan)?, 2);
/// assert_eq!(configuration.vertex_of(Token(0)), Vertex(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Plan {
    moves: Vec<Move>,
}

impl Plan {
    /// Creates an empty plan.
    pub const fn new() -> Self {
        Self { moves: Vec::new() }
    }

    /// Appends a move.
    pub fn push(&mut self, action: Move) {
        self.moves.push(action);
    }

    /// The number of moves.
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the plan has no moves.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves in order, by value.
    pub fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, Move>> {
        self.moves.iter().copied()
    }

    /// Returns the plan that leads back.
    pub fn reversed(&self) -> Self {
        self.iter().rev().map(Move::reversed).collect()
    }
}

impl Sink<Move> for Plan {
    fn accept(&mut self, item: Move) {
        self.push(item);
    }

    fn accept_all(&mut self, items: &[Move]) {
        self.moves.extend_from_slice(items);
    }

    fn heap_bytes(&self) -> u64 {
        self.moves.heap_bytes()
    }
}

impl From<Vec<Move>> for Plan {
    fn from(moves: Vec<Move>) -> Self {
        Self { moves }
    }
}

impl From<Plan> for Vec<Move> {
    fn from(plan: Plan) -> Self {
        plan.moves
    }
}

impl Extend<Move> for Plan {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.moves.extend(moves);
    }
}

impl FromIterator<Move> for Plan {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self { moves: moves.into_iter().collect() }
    }
}

impl IntoIterator for Plan {
    type Item = Move;
    type IntoIter = alloc::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter()
    }
}

impl<'a> IntoIterator for &'a Plan {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Moves in time steps. The moves of one step happen together.
///
/// # Examples
/// ```
/// use motion_core::{Move, Schedule, Token, Vertex};
///
/// let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
/// let mut schedule = Schedule::new();
/// schedule.push_step([step(0, 0, 1), step(1, 5, 6)]);
/// schedule.push_step([step(0, 1, 2)]);
/// assert_eq!(schedule.makespan(), 2);
/// assert_eq!(schedule.moves().len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Vec<Vec<Move>>", into = "Vec<Vec<Move>>")
)]
pub struct Schedule {
    moves: Vec<Move>,
    /// For each step, the index in `moves` after its last move.
    ends: Vec<usize>,
}

impl Schedule {
    /// Creates a schedule without steps.
    pub const fn new() -> Self {
        Self { moves: Vec::new(), ends: Vec::new() }
    }

    /// Appends a step. In an empty step all tokens wait.
    pub fn push_step(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.moves.extend(moves);
        self.ends.push(self.moves.len());
    }

    /// The number of steps.
    pub const fn makespan(&self) -> usize {
        self.ends.len()
    }

    /// All moves, step by step.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves of each step.
    pub fn steps(&self) -> impl Iterator<Item = &[Move]> {
        (0..self.ends.len()).map(|step| {
            let start = step.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.moves[start..self.ends[step]]
        })
    }

    /// Returns the places of the tokens of `start` after this many steps, or after all steps if
    /// there are fewer. Does not check whether the moves are legal.
    ///
    /// # Panics
    /// If a moved token does not exist.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Configuration, Move, Schedule, Token, Vertex};
    ///
    /// let step = |token, from, to| {
    ///     Move { token: Token(token), from: Vertex(from), to: Vertex(to) }
    /// };
    /// let start = Configuration::new(6, &[Vertex(0), Vertex(4)])?;
    /// let mut schedule = Schedule::new();
    /// schedule.push_step([step(0, 0, 1), step(1, 4, 5)]);
    /// schedule.push_step([step(0, 1, 2)]);
    /// assert_eq!(schedule.places_after(&start, 1), [1, 5].map(Vertex));
    /// assert_eq!(schedule.paths(&start), [[0, 1, 2].map(Vertex), [4, 5, 5].map(Vertex)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn places_after(&self, start: &Configuration, steps: usize) -> Vec<Vertex> {
        let mut places = start.places().to_vec();
        for action in self.steps().take(steps).flatten() {
            places[action.token.index()] = action.to;
        }
        places
    }

    /// Returns the path of each token of `start`: its vertex before the first step and after each
    /// step. Does not check whether the moves are legal.
    ///
    /// # Panics
    /// If a moved token does not exist.
    pub fn paths(&self, start: &Configuration) -> Vec<Vec<Vertex>> {
        let mut paths: Vec<_> = start.places().iter().map(|&place| alloc::vec![place]).collect();
        for (time, step) in (1..).zip(self.steps()) {
            for action in step {
                paths[action.token.index()].push(action.to);
            }
            for path in &mut paths {
                path.resize(time + 1, path[path.len() - 1]);
            }
        }
        paths
    }
}

impl<S: IntoIterator<Item = Move>> From<Vec<S>> for Schedule {
    /// Makes a step of each element.
    fn from(steps: Vec<S>) -> Self {
        let mut schedule = Self::new();
        for step in steps {
            schedule.push_step(step);
        }
        schedule
    }
}

impl From<Schedule> for Vec<Vec<Move>> {
    fn from(schedule: Schedule) -> Self {
        schedule.steps().map(<[Move]>::to_vec).collect()
    }
}

impl From<&Plan> for Schedule {
    /// Makes a step of each move.
    fn from(plan: &Plan) -> Self {
        Self { moves: plan.moves.clone(), ends: (1..=plan.len()).collect() }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMoveError {
    /// The token does not exist.
    NoSuchToken,
    /// The target does not exist.
    NoSuchVertex,
    /// The token stands elsewhere.
    NotThere {
        /// The vertex of the token.
        actually: Vertex,
    },
    /// The target is not adjacent to the start.
    NotAdjacent,
    /// Another token stands on the target.
    Occupied {
        /// The other token.
        by: Token,
    },
    /// A token moves twice in one step, or two tokens move to the same vertex.
    Conflict,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchToken => f.write_str("there is no such token"),
            Self::NoSuchVertex => f.write_str("there is no such vertex"),
            Self::NotThere { actually } => {
                write!(f, "the token stands on vertex {}", actually.one_based())
            }
            Self::NotAdjacent => f.write_str("the two vertices are not adjacent"),
            Self::Occupied { by } => write!(f, "token {} stands on the target", by.one_based()),
            Self::Conflict => f.write_str("the step moves a token twice, or two tokens to the same vertex"),
        }
    }
}

impl Error for IllegalMoveError {}

/// The first illegal move of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Its index in the plan, from 0.
    pub index: u64,
    /// The move.
    pub action: Move,
    /// Why it is illegal.
    pub why: IllegalMoveError,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, action, why } = self;
        write!(
            f,
            "move {} (token {} from vertex {} to vertex {}): {why}",
            index + 1,
            action.token.one_based(),
            action.from.one_based(),
            action.to.one_based()
        )
    }
}

impl Error for ReplayError {}

impl Graph {
    /// Makes moves one by one by the rules of pebble motion, and returns their number.
    ///
    /// # Errors
    /// [`ReplayError`] with the first illegal move; `configuration` is then the one before that
    /// move.
    ///
    /// # Complexity
    /// That of [`apply`](Graph::apply) for each move.
    pub fn replay(
        &self,
        configuration: &mut Configuration,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<u64, ReplayError> {
        let mut index = 0;
        for action in moves {
            self.apply(configuration, action).map_err(|why| ReplayError { index, action, why })?;
            index += 1;
        }
        Ok(index)
    }

    /// Makes a move if it is legal in pebble motion: a single token goes to an adjacent vacant
    /// vertex.
    ///
    /// This is the referee: it shares no code with solvers and assumes nothing about the move.
    ///
    /// # Errors
    /// The reason why the move is illegal; the configuration is then unchanged.
    ///
    /// # Complexity
    /// Logarithmic in the degree of the vertex.
    ///
    /// # Examples
    /// ```
    /// use motion_core::error::IllegalMoveError;
    /// use motion_core::graph::Graph;
    /// use motion_core::{Configuration, Move, Token, Vertex};
    ///
    /// let edge = Graph::from_edges(2, [(Vertex(0), Vertex(1))])?;
    /// let mut configuration = Configuration::new(2, &[Vertex(0)])?;
    /// let action = Move { token: Token(0), from: Vertex(0), to: Vertex(1) };
    /// assert_eq!(edge.apply(&mut configuration, action), Ok(()));
    /// let again = edge.apply(&mut configuration, action);
    /// assert_eq!(again, Err(IllegalMoveError::NotThere { actually: Vertex(1) }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn apply(&self, configuration: &mut Configuration, action: Move) -> Result<(), IllegalMoveError> {
        if action.token.index() >= configuration.token_count() {
            return Err(IllegalMoveError::NoSuchToken);
        }
        let vertices = configuration.vertex_count().min(self.vertex_count());
        if action.to.index() >= vertices || action.from.index() >= vertices {
            return Err(IllegalMoveError::NoSuchVertex);
        }
        let actually = configuration.vertex_of(action.token);
        if actually != action.from {
            return Err(IllegalMoveError::NotThere { actually });
        }
        if !self.has_edge(action.from, action.to) {
            return Err(IllegalMoveError::NotAdjacent);
        }
        if let Some(by) = configuration.token_at(action.to) {
            return Err(IllegalMoveError::Occupied { by });
        }
        configuration.relocate(action.token, action.to);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(token: u32, from: u32, to: u32) -> Move {
        Move { token: Token(token), from: Vertex(from), to: Vertex(to) }
    }

    /// The path 0 – 1 – 2 – 3 with tokens on 0 and 3.
    fn path() -> (Graph, Configuration) {
        let edges = (0..3).map(|vertex| (Vertex(vertex), Vertex(vertex + 1)));
        let graph = Graph::from_edges(4, edges).expect("a path");
        (graph, Configuration::new(4, &[Vertex(0), Vertex(3)]).expect("distinct places"))
    }

    #[test]
    fn every_kind_of_illegal_move_is_named_and_changes_nothing() {
        let (graph, mut configuration) = path();
        let before = configuration.clone();
        let cases = [
            (step(2, 0, 1), IllegalMoveError::NoSuchToken),
            (step(0, 0, 4), IllegalMoveError::NoSuchVertex),
            (step(0, 9, 1), IllegalMoveError::NoSuchVertex),
            (step(0, 1, 2), IllegalMoveError::NotThere { actually: Vertex(0) }),
            (step(0, 0, 2), IllegalMoveError::NotAdjacent),
            (step(0, 0, 0), IllegalMoveError::NotAdjacent),
        ];
        for (action, why) in cases {
            assert_eq!(graph.apply(&mut configuration, action), Err(why));
            assert_eq!(configuration, before);
        }
        configuration.relocate(Token(0), Vertex(2));
        assert_eq!(
            graph.apply(&mut configuration, step(0, 2, 3)),
            Err(IllegalMoveError::Occupied { by: Token(1) })
        );
    }

    #[test]
    fn replay_counts_and_stops_at_the_first_bad_move() {
        let (graph, mut configuration) = path();
        let plan = Plan::from(alloc::vec![step(0, 0, 1), step(1, 3, 2), step(0, 1, 2)]);
        let error = graph.replay(&mut configuration, &plan).expect_err("the third move is blocked");
        assert_eq!((error.index, error.why), (2, IllegalMoveError::Occupied { by: Token(1) }));
        assert_eq!(configuration.places(), [Vertex(1), Vertex(2)]);
        let back = Plan::from(plan.moves()[..2].to_vec()).reversed();
        assert_eq!(graph.replay(&mut configuration, &back), Ok(2));
        assert_eq!(configuration, path().1);
    }

    #[test]
    fn a_plan_becomes_a_schedule_of_single_moves() {
        let plan = Plan::from(alloc::vec![step(0, 0, 1), step(0, 1, 2)]);
        let schedule = Schedule::from(&plan);
        assert_eq!(schedule.makespan(), 2);
        assert!(schedule.steps().eq(plan.moves().chunks(1)));
        let mut waiting = Schedule::new();
        waiting.push_step([]);
        assert_eq!((waiting.makespan(), waiting.steps().next()), (1, Some(&[][..])));
    }
}
