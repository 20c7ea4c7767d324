//! Several partial solutions side by side: beam search over work that is done in rounds.
//!
//! Rule-based solvers bring one vertex after another, or one ear after another, to its final state. That is [`Rounds`]:
//! each round can be done in several manners, and what is cheap now may cost much later. [`search`] keeps several states
//! and continues each in every manner. [`Anytime`] does so again and again, and then shortens the best plan.

mod anytime;

#[cfg(test)]
mod tests;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::{Configuration, Control, Move, Stop, Token, Vertex};

use crate::board::{Homes, Trouble, WorkingBoard};

pub use anytime::Anytime;

/// Work on a board that is done in rounds, one after another; each is done in one of several manners, and what has been
/// done is locked.
///
/// Which vertices are locked depends on the rounds that are closed, but not on where robots stand: states are changed
/// between rounds by [`WorkingBoard::reset`].
pub trait Rounds<'a, 'c: 'a> {
    /// How a round is done.
    type Manner: Copy;

    /// The board that is worked on.
    fn board(&mut self) -> &mut WorkingBoard<'a, 'c>;

    /// Does a round, but for what [`close`](Rounds::close) does. All locks are afterwards what they were.
    ///
    /// # Errors
    /// [`Trouble`], which leaves the locks as they were, too.
    fn work(&mut self, round: usize, manner: Self::Manner) -> Result<(), Trouble>;

    /// Locks what is ready after a round, once and for all.
    fn close(&mut self, round: usize);

    /// Does what is left to do after the last round; says whether the robots are at their goals, which is beyond what
    /// some work can reach.
    ///
    /// # Errors
    /// [`Trouble`].
    fn finish(&mut self) -> Result<bool, Trouble>;
}

/// Does these rounds and the rest in several ways, side by side, and returns the moves of the shortest; `None` where the
/// end cannot be reached.
///
/// After each round every surviving state is continued in every manner, and the best `width` of all continuations that
/// differ survive. A continuation is the better, the fewer moves it has taken and the nearer its robots are to their
/// [homes](WorkingBoard::homes); two moves are reckoned for every step that a robot is away. A manner that is blocked
/// has no continuation.
///
/// The search begins where the robots stand. In the end the rounds are closed, and the robots stand anywhere.
///
/// # Errors
/// [`Trouble::Blocked`] where no state can be continued in any manner; [`Trouble::Stop`] where the budget ends, with
/// [`Stop::Memory`] where there is no room for the states.
///
/// # Complexity
/// For each round, `width` times as many runs of it as there are manners. Memory is held for `width` configurations and
/// for the moves of all continuations that ever survived: of `width` plans at the worst.
///
/// # Guarantees
/// Deterministic. One state and one manner are the work itself, round by round.
///
/// # Examples
/// ```
/// use cpf_core::beam::{self, Rounds};
/// use cpf_core::board::{Homes, Route, Trouble, WorkingBoard};
/// use motion_core::{Configuration, Control, Graph, Token, Vertex};
///
/// /// Every vertex of a path gets its robot, from one end to the other.
/// struct Ends<'a, 'c>(WorkingBoard<'a, 'c>);
///
/// impl<'a, 'c> Rounds<'a, 'c> for Ends<'a, 'c> {
///     type Manner = Route;
///     fn board(&mut self) -> &mut WorkingBoard<'a, 'c> {
///         &mut self.0
///     }
///     fn work(&mut self, round: usize, route: Route) -> Result<(), Trouble> {
///         self.0.carry(Token(round as u32), Vertex(round as u32), route)
///     }
///     fn close(&mut self, round: usize) {
///         self.0.lock(Vertex(round as u32));
///     }
///     fn finish(&mut self) -> Result<bool, Trouble> {
///         Ok(true)
///     }
/// }
///
/// let path = Graph::from_edges(5, (1..5).map(|b| (Vertex(b - 1), Vertex(b))))?;
/// let start = Configuration::new(5, &[Vertex(2), Vertex(4)])?;
/// let mut control = Control::unlimited();
/// let mut ends = Ends(WorkingBoard::new(&path, start, Homes::default(), &mut control)?);
/// let moves = beam::search(&mut ends, 0..2, 3, &[Route::Shortest, Route::default()])?;
/// assert_eq!(moves.map(|moves| moves.len()), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<'a, 'c: 'a, R: Rounds<'a, 'c>>(
    work: &mut R,
    rounds: impl IntoIterator<Item = usize>,
    width: usize,
    manners: &[R::Manner],
) -> Result<Option<Vec<Move>>, Trouble> {
    let start = State {
        configuration: work.board().configuration().clone(),
        last: None,
        worth: Worth { moves: 0, away: 0, hash: 0 },
    };
    let mut beam = Beam { states: alloc::vec![start], segments: Vec::new(), held: 0 };
    let mut rounds = rounds.into_iter();
    let result = rounds.try_for_each(|round| beam.advance(work, round, width.max(1), manners));
    let result = result.and_then(|()| beam.finish(work));
    work.board().control().release(beam.held);
    result
}

/// A partial solution that survived.
struct State {
    configuration: Configuration,
    /// Where its history ends, among the segments.
    last: Option<usize>,
    worth: Worth,
}

impl State {
    fn bytes(&self) -> u64 {
        let configuration = &self.configuration;
        (size_of::<Self>() + 4 * (configuration.vertex_count() + configuration.token_count())) as u64
    }
}

/// What a state is compared by.
#[derive(Clone, Copy)]
struct Worth {
    moves: u64,
    /// The sum of all robots' distances from home, up to a constant.
    away: i64,
    /// Equal for equal configurations.
    hash: u64,
}

impl Worth {
    const fn rank(self) -> i64 {
        self.moves.cast_signed() + 2 * self.away
    }

    /// After these moves.
    fn after(self, moves: &[Move], homes: &Homes) -> Self {
        let away = |action: &Move| {
            let distance = |vertex| i64::from(homes.distance(action.token, vertex));
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

/// A state continued by one round.
struct Continuation {
    /// The state's place in the beam.
    state: usize,
    moves: Vec<Move>,
    worth: Worth,
}

/// The moves of one round, and where those before them are.
struct Segment {
    before: Option<usize>,
    moves: Vec<Move>,
}

/// A beam search under way.
struct Beam {
    states: Vec<State>,
    segments: Vec<Segment>,
    /// Bytes that the run's budget has granted.
    held: u64,
}

impl Beam {
    /// Does one round.
    fn advance<'a, 'c: 'a, R: Rounds<'a, 'c>>(
        &mut self,
        work: &mut R,
        round: usize,
        width: usize,
        manners: &[R::Manner],
    ) -> Result<(), Trouble> {
        let mut continuations = Vec::new();
        let mut held = 0;
        for (index, state) in self.states.iter().enumerate() {
            work.board().reset(&state.configuration);
            for &manner in manners {
                let mark = work.board().mark();
                let result = work.work(round, manner);
                let board = work.board();
                match result {
                    Ok(()) => {
                        let moves = board.record_since(mark).to_vec();
                        let bytes = size_of_val(&moves[..]) as u64;
                        board.control().hold(bytes)?;
                        held += bytes;
                        self.held += bytes;
                        let worth = state.worth.after(&moves, board.homes());
                        continuations.push(Continuation { state: index, moves, worth });
                    }
                    Err(Trouble::Blocked) => {}
                    stopped => return stopped,
                }
                board.roll_back(mark);
            }
        }
        if continuations.is_empty() {
            return Err(Trouble::Blocked);
        }
        continuations.sort_by_key(|continuation| continuation.worth.rank());
        self.survive(continuations, width, work.board().control())?;
        work.board().control().release(held);
        self.held -= held;
        work.close(round);
        Ok(())
    }

    /// The best continuations become the states.
    fn survive(
        &mut self,
        continuations: Vec<Continuation>,
        width: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let mut survivors: Vec<State> = Vec::new();
        let mut seen = BTreeSet::new();
        for Continuation { state, moves, worth } in continuations {
            if survivors.len() == width {
                break;
            }
            if !seen.insert(worth.hash) {
                continue;
            }
            let parent = &self.states[state];
            let more = (size_of_val(&moves[..]) + size_of::<Segment>()) as u64 + parent.bytes();
            control.hold(more)?;
            self.held += more;
            let mut configuration = parent.configuration.clone();
            for action in &moves {
                configuration.relocate(action.token, action.to);
            }
            self.segments.push(Segment { before: parent.last, moves });
            survivors.push(State { configuration, last: Some(self.segments.len() - 1), worth });
        }
        let dead = self.states.iter().filter(|state| state.last.is_some()).map(State::bytes).sum();
        control.release(dead);
        self.held -= dead;
        self.states = survivors;
        Ok(())
    }

    /// Does the rest for every state and puts the best history together.
    fn finish<'a, 'c: 'a>(&self, work: &mut impl Rounds<'a, 'c>) -> Result<Option<Vec<Move>>, Trouble> {
        let mut best: Option<(u64, &State, Vec<Move>)> = None;
        for state in &self.states {
            work.board().reset(&state.configuration);
            if !work.finish()? {
                return Ok(None);
            }
            let end = work.board().record();
            let moves = state.worth.moves + end.len() as u64;
            if best.as_ref().is_none_or(|&(least, ..)| moves < least) {
                best = Some((moves, state, end.to_vec()));
            }
        }
        Ok(best.map(|(_, state, end)| {
            let before = |&index: &usize| self.segments[index].before;
            let history: Vec<usize> = core::iter::successors(state.last, before).collect();
            let history = history.into_iter().rev().flat_map(|index| &self.segments[index].moves);
            history.copied().chain(end).collect()
        }))
    }
}
