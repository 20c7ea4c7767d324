//! Plans and schedules as one thing: steps of simultaneous moves.

use alloc::vec::Vec;

use crate::configuration::{Configuration, Token};
use crate::draw::error::DrawError;
use crate::graph::Vertex;
use crate::plan::{IllegalMove, Move, Plan, ReplayError, Schedule};

/// What happens in a picture that moves: steps, each of some moves at once.
///
/// Made from a plan (or a slice of moves), one move in each step, or from a schedule.
///
/// # Examples
/// ```
/// use motion_core::draw::Timeline;
/// use motion_core::{Move, Schedule, Token, Vertex};
///
/// let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
/// let moves = [step(0, 0, 1), step(1, 5, 6)];
/// assert_eq!(Timeline::from(&moves[..]).step_count(), 2);
///
/// let mut schedule = Schedule::new();
/// schedule.push_step(moves);
/// assert_eq!(Timeline::from(&schedule).step_count(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Timeline<'a>(Steps<'a>);

#[derive(Clone, Copy, Debug)]
enum Steps<'a> {
    Single(&'a [Move]),
    Together(&'a Schedule),
}

impl<'a> Timeline<'a> {
    /// The number of steps.
    pub const fn step_count(&self) -> usize {
        match self.0 {
            Steps::Single(moves) => moves.len(),
            Steps::Together(schedule) => schedule.makespan(),
        }
    }

    /// All moves, step by step.
    pub fn moves(&self) -> &'a [Move] {
        match self.0 {
            Steps::Single(moves) => moves,
            Steps::Together(schedule) => schedule.moves(),
        }
    }

    /// The moves of each step.
    pub fn steps(&self) -> impl Iterator<Item = &'a [Move]> + use<'a> {
        let (single, together) = match self.0 {
            Steps::Single(moves) => (Some(moves.chunks(1)), None),
            Steps::Together(schedule) => (None, Some(schedule.steps())),
        };
        single.into_iter().flatten().chain(together.into_iter().flatten())
    }

    /// Whether no step has more or less than one move.
    pub(super) const fn is_sequential(&self) -> bool {
        matches!(self.0, Steps::Single(_))
    }

    /// Plays the steps from `start`, hands every move to `visit` with the number of its step, and
    /// returns where the tokens end.
    ///
    /// All movers of a step leave before any of them arrives, so that followers and rotations pass.
    /// Rules are not the draughtsman's business, only that no token is in two vertices and no place
    /// has two tokens.
    pub(super) fn play(
        &self,
        start: &Configuration,
        limit: usize,
        mut visit: impl FnMut(usize, Move),
    ) -> Result<Vec<Vertex>, DrawError> {
        let moves = self.moves().len().max(self.step_count());
        if moves > limit {
            return Err(DrawError::TooLong { moves, limit });
        }
        let mut stage = Stage::new(start);
        let mut before = 0;
        for (number, step) in self.steps().enumerate() {
            stage.apply(step).map_err(|(offset, why)| ReplayError {
                index: before + offset as u64,
                action: step[offset],
                why,
            })?;
            before += step.len() as u64;
            for &action in step {
                visit(number, action);
            }
        }
        Ok(stage.vertex_of)
    }
}

impl<'a> From<&'a [Move]> for Timeline<'a> {
    fn from(moves: &'a [Move]) -> Self {
        Self(Steps::Single(moves))
    }
}

impl<'a> From<&'a Plan> for Timeline<'a> {
    fn from(plan: &'a Plan) -> Self {
        Self::from(plan.moves())
    }
}

impl<'a> From<&'a Schedule> for Timeline<'a> {
    fn from(schedule: &'a Schedule) -> Self {
        Self(Steps::Together(schedule))
    }
}

/// A configuration whose tokens may be in the air. [`Configuration`] itself moves one token at a
/// time and so cannot turn a full cycle.
struct Stage {
    vertex_of: Vec<Vertex>,
    token_at: Vec<Option<Token>>,
}

impl Stage {
    fn new(start: &Configuration) -> Self {
        let mut token_at = alloc::vec![None; start.vertex_count()];
        for (token, vertex) in (0..).map(Token).zip(start.places()) {
            token_at[vertex.index()] = Some(token);
        }
        Self { vertex_of: start.places().to_vec(), token_at }
    }

    /// Makes the moves of one step; names the first that does not fit and leaves the stage unusable
    /// then.
    fn apply(&mut self, step: &[Move]) -> Result<(), (usize, IllegalMove)> {
        for (offset, action) in step.iter().enumerate() {
            self.lift(action).map_err(|why| (offset, why))?;
        }
        for (offset, action) in step.iter().enumerate() {
            self.put(action, step).map_err(|why| (offset, why))?;
        }
        Ok(())
    }

    fn lift(&mut self, action: &Move) -> Result<(), IllegalMove> {
        let Some(&actually) = self.vertex_of.get(action.token.index()) else {
            return Err(IllegalMove::NoSuchToken);
        };
        if action.to.index() >= self.token_at.len() || action.from.index() >= self.token_at.len() {
            return Err(IllegalMove::NoSuchVertex);
        }
        if actually != action.from {
            return Err(IllegalMove::NotThere { actually });
        }
        match self.token_at[actually.index()].take() {
            Some(_) => Ok(()),
            None => Err(IllegalMove::Conflict), // lifted before, in the same step
        }
    }

    fn put(&mut self, action: &Move, step: &[Move]) -> Result<(), IllegalMove> {
        let slot = &mut self.token_at[action.to.index()];
        match *slot {
            None => {
                *slot = Some(action.token);
                self.vertex_of[action.token.index()] = action.to;
                Ok(())
            }
            Some(by) if step.iter().any(|other| other.token == by) => Err(IllegalMove::Conflict),
            Some(by) => Err(IllegalMove::Occupied { by }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(token: u32, from: u32, to: u32) -> Move {
        Move { token: Token(token), from: Vertex(from), to: Vertex(to) }
    }

    /// Four vertices, tokens 0, 1, 2 on the vertices 0, 1, 2.
    fn start() -> Configuration {
        Configuration::new(4, &[Vertex(0), Vertex(1), Vertex(2)]).expect("distinct vertices")
    }

    fn play(steps: &[&[Move]]) -> Result<Vec<Vertex>, DrawError> {
        let mut schedule = Schedule::new();
        for step in steps {
            schedule.push_step(step.iter().copied());
        }
        Timeline::from(&schedule).play(&start(), 100, |_, _| {})
    }

    #[test]
    fn followers_rotations_and_waits_pass() {
        assert_eq!(
            play(&[&[step(0, 0, 1), step(1, 1, 2), step(2, 2, 0)]]),
            Ok([1, 2, 0].map(Vertex).to_vec())
        );
        assert_eq!(play(&[&[step(1, 1, 2), step(2, 2, 3)], &[]]), Ok([0, 2, 3].map(Vertex).to_vec()));
        assert_eq!(play(&[&[step(0, 0, 0)]]), Ok([0, 1, 2].map(Vertex).to_vec()));
    }

    #[test]
    fn what_cannot_be_drawn_is_named() {
        let cases = [
            (step(3, 0, 3), IllegalMove::NoSuchToken),
            (step(0, 0, 4), IllegalMove::NoSuchVertex),
            (step(0, 9, 3), IllegalMove::NoSuchVertex),
            (step(0, 1, 3), IllegalMove::NotThere { actually: Vertex(0) }),
            (step(0, 0, 2), IllegalMove::Occupied { by: Token(2) }),
            (step(1, 1, 3), IllegalMove::Conflict),
            (step(0, 0, 3), IllegalMove::Conflict),
        ];
        for (action, why) in cases {
            let error = ReplayError { index: 1, action, why };
            assert_eq!(play(&[&[step(1, 1, 3), action]]), Err(DrawError::Illegal(error)));
        }
    }

    #[test]
    fn the_limit_counts_moves_and_steps() {
        let long = |moves| Err(DrawError::TooLong { moves, limit: 2 });
        let moves = [step(0, 0, 3), step(0, 3, 0), step(0, 0, 3)];
        let sequence = |length| Timeline::from(&moves[..length]).play(&start(), 2, |_, _| {});
        assert!(sequence(2).is_ok());
        assert_eq!(sequence(3), long(3));
        let mut waiting = Schedule::new();
        (0..4).for_each(|_| waiting.push_step([]));
        assert_eq!(Timeline::from(&waiting).play(&start(), 2, |_, _| {}), long(4));
    }
}
