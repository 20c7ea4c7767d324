//! Several partial solutions side by side: beam search over work that is done in stages.
//!
//! Rule-based solvers bring one vertex after another, or one ear after another, to its final state. That is [`Stages`]:
//! each stage can be done in several strategies, and what is cheap now may cost much later. [`search`] keeps several states
//! and continues each in every strategy. [`AnytimePlan`] does so again and again, and then shortens the best plan.

mod anytime;

#[cfg(test)]
mod tests;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::{Configuration, Control, Move, Stop, Token, Vertex};

use crate::board::{GoalDistances, OperationError, WorkingBoard};

pub use anytime::AnytimePlan;

/// Work on a board that is done in stages, one after another; each is done in one of several strategies, and what has been
/// done is locked.
///
/// Which vertices are locked depends on the stages that are closed, but not on where robots stand: states are changed
/// between stages by [`WorkingBoard::reset`].
pub trait Stages<'a, 'c: 'a> {
    /// How a stage is done.
    type Strategy: Copy;

    /// The board that is worked on.
    fn board(&mut self) -> &mut WorkingBoard<'a, 'c>;

    /// Does a stage, but for what [`close`](Stages::commit) does. All locks are afterwards what they were.
    ///
    /// # Errors
    /// [`OperationError`], which leaves the locks as they were, too.
    fn apply(&mut self, stage: usize, strategy: Self::Strategy) -> Result<(), OperationError>;

    /// Locks what is ready after a stage, once and for all.
    fn commit(&mut self, stage: usize);

    /// Does what is left to do after the last stage; says whether the robots are at their goals, which is beyond what
    /// some work can reach.
    ///
    /// # Errors
    /// [`OperationError`].
    fn finish(&mut self) -> Result<bool, OperationError>;
}

/// Does these stages and the rest in several ways, side by side, and returns the moves of the shortest; `None` where the
/// end cannot be reached.
///
/// After each stage every surviving state is continued in every strategy, and the best `width` of all continuations that
/// differ survive. A continuation is the better, the fewer moves it has taken and the nearer its robots are to their
/// [homes](WorkingBoard::goal_distances); two moves are reckoned for every step that a robot is away. A strategy that is blocked
/// has no continuation.
///
/// The search begins where the robots stand. In the end the stages are closed, and the robots stand anywhere.
///
/// # Errors
/// [`OperationError::Blocked`] where no state can be continued in any strategy; [`OperationError::Stop`] where the budget ends, with
/// [`Stop::Memory`] where there is no room for the states.
///
/// # Complexity
/// For each stage, `width` times as many runs of it as there are strategies. Memory is held for `width` configurations and
/// for the moves of all continuations that ever survived: of `width` plans at the worst.
///
/// # Guarantees
/// Deterministic. One state and one strategy are the work itself, stage by stage.
///
/// # Examples
/// ```
/// use cpf_core::beam::{self, Stages};
/// use cpf_core::board::{GoalDistances, BlankRoute, OperationError, WorkingBoard};
/// use motion_core::{Configuration, Control, Graph, Token, Vertex};
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
/// let moves = beam::search(&mut ends, 0..2, 3, &[BlankRoute::Shortest, BlankRoute::default()])?;
/// assert_eq!(moves.map(|moves| moves.len()), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<'a, 'c: 'a, R: Stages<'a, 'c>>(
    stages: &mut R,
    numbers: impl IntoIterator<Item = usize>,
    width: usize,
    strategies: &[R::Strategy],
) -> Result<Option<Vec<Move>>, OperationError> {
    let start = BeamState {
        configuration: stages.board().configuration().clone(),
        last: None,
        score: StateScore { moves: 0, away: 0, hash: 0 },
    };
    let mut beam = Beam { states: alloc::vec![start], history: Vec::new(), held: 0 };
    let result =
        numbers.into_iter().try_for_each(|stage| beam.advance(stages, stage, width.max(1), strategies));
    let result = result.and_then(|()| beam.finish(stages));
    stages.board().control().release(beam.held);
    result
}

/// A partial solution that survived.
struct BeamState {
    configuration: Configuration,
    /// Where its history ends, among the history.
    last: Option<usize>,
    score: StateScore,
}

impl BeamState {
    fn bytes(&self) -> u64 {
        let configuration = &self.configuration;
        (size_of::<Self>() + 4 * (configuration.vertex_count() + configuration.token_count())) as u64
    }
}

/// What a state is compared by.
#[derive(Clone, Copy)]
struct StateScore {
    moves: u64,
    /// The sum of all robots' distances from home, up to a constant.
    away: i64,
    /// Equal for equal configurations.
    hash: u64,
}

impl StateScore {
    const fn rank(self) -> i64 {
        self.moves.cast_signed() + 2 * self.away
    }

    /// After these moves.
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

/// A number for a robot on a vertex, as good as random: the finalizer of `SplitMix64`, which is one to one.
const fn hash_of(robot: Token, vertex: Vertex) -> u64 {
    let number = (robot.0 as u64) << 32 | vertex.0 as u64;
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// A state continued by one stage.
struct Continuation {
    /// The state's place in the beam.
    state: usize,
    moves: Vec<Move>,
    score: StateScore,
}

/// The moves of one stage, and where those before them are.
struct StageMoves {
    before: Option<usize>,
    moves: Vec<Move>,
}

/// A beam search under way.
struct Beam {
    states: Vec<BeamState>,
    history: Vec<StageMoves>,
    /// Bytes that the run's budget has granted.
    held: u64,
}

impl Beam {
    /// Does one stage.
    fn advance<'a, 'c: 'a, R: Stages<'a, 'c>>(
        &mut self,
        stages: &mut R,
        stage: usize,
        width: usize,
        strategies: &[R::Strategy],
    ) -> Result<(), OperationError> {
        let mut continuations = Vec::new();
        let mut held = 0;
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
                        held += bytes;
                        self.held += bytes;
                        let score = state.score.after(&moves, board.goal_distances());
                        continuations.push(Continuation { state: index, moves, score });
                    }
                    Err(OperationError::Blocked) => {}
                    stopped => return stopped,
                }
                board.roll_back(mark);
            }
        }
        if continuations.is_empty() {
            return Err(OperationError::Blocked);
        }
        continuations.sort_by_key(|continuation| continuation.score.rank());
        self.survive(continuations, width, stages.board().control())?;
        stages.board().control().release(held);
        self.held -= held;
        stages.commit(stage);
        Ok(())
    }

    /// The best continuations become the states.
    fn survive(
        &mut self,
        continuations: Vec<Continuation>,
        width: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let mut survivors: Vec<BeamState> = Vec::new();
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
            survivors.push(BeamState { configuration, last: Some(self.history.len() - 1), score });
        }
        let dead = self.states.iter().filter(|state| state.last.is_some()).map(BeamState::bytes).sum();
        control.release(dead);
        self.held -= dead;
        self.states = survivors;
        Ok(())
    }

    /// Does the rest for every state and puts the best history together.
    fn finish<'a, 'c: 'a>(
        &self,
        stages: &mut impl Stages<'a, 'c>,
    ) -> Result<Option<Vec<Move>>, OperationError> {
        let mut best: Option<(u64, &BeamState, Vec<Move>)> = None;
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
