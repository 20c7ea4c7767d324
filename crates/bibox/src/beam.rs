//! Several partial solutions side by side: a beam search over ears.
//!
//! After each ear every surviving state is continued in several manners, and the best of all continuations
//! survive. A continuation is the better, the fewer moves it has taken and the nearer its robots are to their
//! homes; two moves are reckoned for every step that a robot is away.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use cpf_core::board::{Homes, Trouble};
use motion_core::{Configuration, Control, Move, Stop};
use rustc_hash::FxHasher;

use crate::arranger::{Arranger, Manner};
use crate::core_part::bytes;

/// A partial solution that survived.
struct State {
    configuration: Configuration,
    /// Where its history ends, among the segments.
    last: Option<usize>,
    worth: Worth,
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
    fn rank(self) -> i64 {
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
                hash ^ hash_of(&(action.token, action.from)) ^ hash_of(&(action.token, action.to))
            }),
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    // The hasher leaves little in the low bits, and sums of such numbers less.
    let mixed = hasher.finish();
    (mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A state continued by one ear.
struct Continuation {
    /// The state's place in the beam.
    state: usize,
    moves: Vec<Move>,
    worth: Worth,
}

/// The moves of one ear, and where those before them are.
struct Segment {
    before: Option<usize>,
    moves: Vec<Move>,
}

/// A beam search under way.
pub(crate) struct Beam {
    states: Vec<State>,
    segments: Vec<Segment>,
    /// Bytes that the run's budget has granted.
    held: u64,
}

impl Beam {
    /// Arranges the first `ears` ears and the core, from where the robots stand, and returns the shortest way that
    /// `width` states with these manners find.
    ///
    /// # Errors
    /// Those of arranging, and [`Stop::Bytes`] where there is no room for the states.
    pub(crate) fn run(
        at: &mut Arranger,
        ears: usize,
        width: usize,
        manners: &[Manner],
    ) -> Result<Option<Vec<Move>>, Trouble> {
        let start = State {
            configuration: at.board.configuration().clone(),
            last: None,
            worth: Worth { moves: 0, away: 0, hash: 0 },
        };
        let mut beam = Self { states: alloc::vec![start], segments: Vec::new(), held: 0 };
        let result = beam.advance(at, ears, width, manners).and_then(|()| beam.finish(at));
        at.board.control().release(beam.held);
        result
    }

    fn advance(
        &mut self,
        at: &mut Arranger,
        ears: usize,
        width: usize,
        manners: &[Manner],
    ) -> Result<(), Trouble> {
        for ear in (0..ears).rev() {
            let mut continuations = Vec::new();
            let mut held = 0;
            for (index, state) in self.states.iter().enumerate() {
                at.board.reset(&state.configuration);
                for &manner in manners {
                    let mark = at.board.mark();
                    at.arrange(ear, manner)?;
                    let moves = at.board.record_since(mark).to_vec();
                    at.undo(ear, mark);
                    held += bytes(&moves);
                    at.board.control().hold(bytes(&moves))?;
                    self.held += bytes(&moves);
                    let worth = state.worth.after(&moves, at.board.homes());
                    continuations.push(Continuation { state: index, moves, worth });
                }
            }
            continuations.sort_by_key(|continuation| continuation.worth.rank());
            self.survive(continuations, width, at.board.control())?;
            at.board.control().release(held);
            self.held -= held;
            at.lock(ear);
            at.report(ear);
        }
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
            let more = bytes(&moves) + size_of::<Segment>() as u64 + state_bytes(parent);
            control.hold(more)?;
            self.held += more;
            let mut configuration = parent.configuration.clone();
            for action in &moves {
                configuration.relocate(action.token, action.to);
            }
            self.segments.push(Segment { before: parent.last, moves });
            survivors.push(State { configuration, last: Some(self.segments.len() - 1), worth });
        }
        let dead = self.states.iter().filter(|state| state.last.is_some()).map(state_bytes).sum();
        control.release(dead);
        self.held -= dead;
        self.states = survivors;
        Ok(())
    }

    /// Rearranges the core of every state and puts the best history together.
    fn finish(&self, at: &mut Arranger) -> Result<Option<Vec<Move>>, Trouble> {
        let mut best: Option<(u64, &State, Vec<Move>)> = None;
        for state in &self.states {
            at.board.reset(&state.configuration);
            if !at.finish()? {
                return Ok(None);
            }
            let end = at.board.record();
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

fn state_bytes(state: &State) -> u64 {
    let configuration = &state.configuration;
    (size_of::<State>() + 4 * (configuration.vertex_count() + configuration.token_count())) as u64
}
