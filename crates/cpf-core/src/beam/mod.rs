//! Beam search over work done in stages: several partial plans are developed side by side.
//!
//! Rule-based solvers bring one vertex or ear after another to its final state. These are the
//! [`Stages`]. A stage can be done by several strategies, and the cheapest one now may turn out
//! expensive later. [`search`] keeps several states and continues each by every strategy.
//! [`AnytimePlan`] repeats that with wider beams and then shortens the best plan.

mod anytime;

#[cfg(test)]
mod tests;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::internal::splitmix64;
use motion_core::{Configuration, Control, Move, Stop, Token, Vertex};

use crate::board::{GoalDistances, OperationError, WorkingBoard};

pub use anytime::AnytimePlan;

/// Work on a board in consecutive stages. Each stage is done by one of several strategies, and its
/// result is locked.
///
/// The locked vertices depend only on the committed stages, not on the robots' positions, because
/// [`WorkingBoard::reset`] replaces the state between stages.
pub trait Stages<'a, 'c: 'a> {
    /// A way of doing a stage.
    type Strategy: Copy;

    /// The board that is worked on.
    fn board(&mut self) -> &mut WorkingBoard<'a, 'c>;

    /// Does a stage, except for the locking by [`commit`](Stages::commit). Afterwards all locks are
    /// as before.
    ///
    /// # Errors
    /// [`OperationError`]; all locks are then also as before.
    fn apply(&mut self, stage: usize, strategy: Self::Strategy) -> Result<(), OperationError>;

    /// Locks the result of a stage.
    fn commit(&mut self, stage: usize);

    /// Does the work after the last stage. Returns whether the robots are at their goals, because
    /// some work cannot reach every goal.
    ///
    /// # Errors
    /// [`OperationError`].
    fn finish(&mut self) -> Result<bool, OperationError>;
}

/// Does these stages and then [`finish`](Stages::finish), in several ways side by side. Returns the
/// moves of the shortest plan, or `None` if the goal cannot be reached.
///
/// At each stage every surviving state is continued by every strategy, and the best `width`
/// different continuations survive. A continuation's score is its number of moves plus twice the
/// sum of its robots' [distances to their goals](WorkingBoard::goal_distances); the lowest score is
/// best. A strategy that is blocked gives no continuation.
///
/// The search starts from the board's current configuration. Afterwards all stages are committed,
/// and the robots' positions are unspecified.
///
/// # Errors
/// [`OperationError::Blocked`] if no state can be continued by any strategy;
/// [`OperationError::Stop`] if the budget ends, with [`Stop::Memory`] if the states do not fit.
///
/// # Complexity
/// Each stage is run at most `width` times by each strategy. Memory is held for `width`
/// configurations and for the moves of all surviving continuations, at most `width` plans.
///
/// # Guarantees
/// Deterministic. With one state and one strategy the result is the work itself, stage by stage.
///
/// # Examples
/// ```
/// use cpf_core::internal::{BlankRoute, GoalDistances, OperationError};
/// use cpf_core::internal::{Stages, WorkingBoard, beam_search};
/// use motion_core::graph::Graph;
/// use motion_core::{Configuration, Control, Token, Vertex};
///
/// /// Every vertex of a path gets its robot, from one end to the other.
/// struct Ends<'a, 'c>(WorkingBoard<'a, 'c>);
///
/// impl<'a, 'c> Stages<'a, 'c> for Ends<'a, 'c> {
///     type Strategy = BlankRoute;
///     fn board(&mut self) -> &mut WorkingBoard<'a, 'c> {
///         &mut self.0
///     }
///     fn apply(&mut self, stage: usize, route: BlankRoute) -> Result<(), OperationError> {
///         self.0.carry(Token(stage as u32), Vertex(stage as u32), route)
///     }
///     fn commit(&mut self, stage: usize) {
///         self.0.lock(Vertex(stage as u32));
///     }
///     fn finish(&mut self) -> Result<bool, OperationError> {
///         Ok(true)
///     }
/// }
///
/// let path = Graph::from_edges(5, (1..5).map(|b| (Vertex(b - 1), Vertex(b))))?;
/// let start = Configuration::new(5, &[Vertex(2), Vertex(4)])?;
/// let mut control = Control::unlimited();
/// let mut ends = Ends(WorkingBoard::new(&path, start, GoalDistances::default(), &mut control)?);
/// let moves = beam_search(&mut ends, 0..2, 3, &[BlankRoute::Shortest, BlankRoute::default()])?;
/// assert_eq!(moves.map(|moves| moves.len()), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<'a, 'c: 'a, R: Stages<'a, 'c>>(
    stages: &mut R,
    numbers: impl IntoIterator<Item = usize>,
    width: usize,
    strategies: &[R::Strategy],
) -> Result<Option<Vec<Move>>, OperationError> {
    let start = PartialPlan {
        configuration: stages.board().configuration().clone(),
        last: None,
        score: StateScore { moves: 0, away: 0, hash: 0 },
    };
    let mut beam = StageBeam { states: alloc::vec![start], history: Vec::new(), held: 0 };
    let result =
        numbers.into_iter().try_for_each(|stage| beam.advance(stages, stage, width.max(1), strategies));
    let result = result.and_then(|()| beam.finish(stages));
    stages.board().control().release(beam.held);
    result
}

/// A partial plan that survived.
struct PartialPlan {
    configuration: Configuration,
    /// The last stage of the plan, as an index into the history.
    last: Option<usize>,
    score: StateScore,
}

impl PartialPlan {
    fn bytes(&self) -> u64 {
        let configuration = &self.configuration;
        (size_of::<Self>() + 4 * (configuration.vertex_count() + configuration.token_count())) as u64
    }
}

/// The values by which partial plans are compared.
#[derive(Clone, Copy)]
struct StateScore {
    moves: u64,
    /// The sum of all robots' distances to their goals, up to a constant.
    away: i64,
    /// Equal for equal configurations.
    hash: u64,
}

impl StateScore {
    const fn rank(self) -> i64 {
        self.moves.cast_signed() + 2 * self.away
    }

    /// Returns the score after these moves.
    fn after(self, moves: &[Move], goal_distances: &GoalDistances) -> Self {
        let away = |action: &Move| {
            let distance = |vertex| i64::from(goal_distances.distance(action.token, vertex));
            distance(action.to) - distance(action.from)
        };
        Self {
            moves: self.moves + moves.len() as u64,
            away: self.away + moves.iter().map(away).sum::<i64>(),
            hash: moves.iter().fold(self.hash, |hash, action| {
                hash ^ hash_of(action.token, action.from) ^ hash_of(action.token, action.to)
            }),
        }
    }
}

/// Returns a pseudo-random number, different for each pair of robot and vertex.
const fn hash_of(robot: Token, vertex: Vertex) -> u64 {
    splitmix64((robot.0 as u64) << 32 | vertex.0 as u64)
}

/// A partial plan continued by one stage.
struct Continuation {
    /// The partial plan's index in the beam.
    state: usize,
    moves: Vec<Move>,
    score: StateScore,
}

/// The moves of one stage, and the index of the moves of the stage before.
struct StageMoves {
    before: Option<usize>,
    moves: Vec<Move>,
}

/// A beam search in progress.
struct StageBeam {
    states: Vec<PartialPlan>,
    history: Vec<StageMoves>,
    /// Bytes that the run's budget has granted.
    held: u64,
}

impl StageBeam {
    /// Does one stage.
    fn advance<'a, 'c: 'a, R: Stages<'a, 'c>>(
        &mut self,
        stages: &mut R,
        stage: usize,
        width: usize,
        strategies: &[R::Strategy],
    ) -> Result<(), OperationError> {
        let before = self.held;
        let mut continuations = self.continuations(stages, stage, strategies)?;
        let held = self.held - before;
        if continuations.is_empty() {
            return Err(OperationError::Blocked);
        }
        // The sort is stable: among equal scores the first state and strategy win.
        continuations.sort_by_key(|continuation| continuation.score.rank());
        let control = stages.board().control();
        self.survive(continuations, width, control)?;
        control.release(held);
        self.held -= held;
        stages.commit(stage);
        Ok(())
    }

    /// Continues every partial plan by every strategy, undoing the moves each time.
    fn continuations<'a, 'c: 'a, R: Stages<'a, 'c>>(
        &mut self,
        stages: &mut R,
        stage: usize,
        strategies: &[R::Strategy],
    ) -> Result<Vec<Continuation>, OperationError> {
        let mut continuations = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            stages.board().reset(&state.configuration);
            for &strategy in strategies {
                let mark = stages.board().mark();
                let result = stages.apply(stage, strategy);
                let board = stages.board();
                match result {
                    Ok(()) => {
                        let moves = board.trail_since(mark).to_vec();
                        let bytes = size_of_val(&moves[..]) as u64;
                        board.control().hold(bytes)?;
                        self.held += bytes;
                        let score = state.score.after(&moves, board.goal_distances());
                        continuations.push(Continuation { state: index, moves, score });
                    }
                    Err(OperationError::Blocked) => {}
                    Err(stop) => return Err(stop),
                }
                board.roll_back(mark);
            }
        }
        Ok(continuations)
    }

    /// Makes the best continuations the states of the next stage.
    fn survive(
        &mut self,
        continuations: Vec<Continuation>,
        width: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let mut survivors: Vec<PartialPlan> = Vec::new();
        let mut seen = BTreeSet::new();
        for Continuation { state, moves, score } in continuations {
            if survivors.len() == width {
                break;
            }
            if !seen.insert(score.hash) {
                continue;
            }
            let parent = &self.states[state];
            let more = (size_of_val(&moves[..]) + size_of::<StageMoves>()) as u64 + parent.bytes();
            control.hold(more)?;
            self.held += more;
            let mut configuration = parent.configuration.clone();
            for action in &moves {
                configuration.relocate(action.token, action.to);
            }
            self.history.push(StageMoves { before: parent.last, moves });
            survivors.push(PartialPlan { configuration, last: Some(self.history.len() - 1), score });
        }
        let dead = self.states.iter().filter(|state| state.last.is_some()).map(PartialPlan::bytes).sum();
        control.release(dead);
        self.held -= dead;
        self.states = survivors;
        Ok(())
    }

    /// Finishes every partial plan and returns the moves of the shortest.
    fn finish<'a, 'c: 'a>(
        &self,
        stages: &mut impl Stages<'a, 'c>,
    ) -> Result<Option<Vec<Move>>, OperationError> {
        let mut best: Option<(u64, &PartialPlan, Vec<Move>)> = None;
        for state in &self.states {
            stages.board().reset(&state.configuration);
            if !stages.finish()? {
                return Ok(None);
            }
            let end = stages.board().trail();
            let moves = state.score.moves + end.len() as u64;
            if best.as_ref().is_none_or(|&(least, ..)| moves < least) {
                best = Some((moves, state, end.to_vec()));
            }
        }
        Ok(best.map(|(_, state, end)| {
            let before = |&index: &usize| self.history[index].before;
            let history: Vec<usize> = core::iter::successors(state.last, before).collect();
            let history = history.into_iter().rev().flat_map(|index| &self.history[index].moves);
            history.copied().chain(end).collect()
        }))
    }
}
