//! Plans and schedules in one form: steps of simultaneous moves.

use alloc::borrow::Cow;

use crate::configuration::Configuration;
use crate::draw::error::DrawError;
use crate::draw::values::TokenValues;
use crate::plan::{IllegalMoveError, Move, Plan, ReplayError, Schedule};

/// The moves of an animated picture: steps of simultaneous moves.
///
/// Made from a schedule, or from a plan or slice of moves with one move per step.
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
#[derive(Clone, Debug)]
pub struct Timeline<'a> {
    steps: Steps<'a>,
    values: Option<&'a TokenValues>,
}

#[derive(Clone, Debug)]
enum Steps<'a> {
    Single(Cow<'a, [Move]>),
    Together(Cow<'a, Schedule>),
}

impl<'a> Timeline<'a> {
    /// Colours the tokens by these values instead of their own colours, and adds a legend.
    pub const fn with_values(mut self, values: &'a TokenValues) -> Self {
        self.values = Some(values);
        self
    }

    /// The values that colour the tokens, if any.
    pub(super) const fn values(&self) -> Option<&'a TokenValues> {
        self.values
    }

    /// The number of steps.
    pub fn step_count(&self) -> usize {
        match &self.steps {
            Steps::Single(moves) => moves.len(),
            Steps::Together(schedule) => schedule.makespan(),
        }
    }

    /// All moves, step by step.
    pub fn moves(&self) -> &[Move] {
        match &self.steps {
            Steps::Single(moves) => moves,
            Steps::Together(schedule) => schedule.moves(),
        }
    }

    /// The moves of each step.
    pub fn steps(&self) -> impl Iterator<Item = &[Move]> {
        let (single, together) = match &self.steps {
            Steps::Single(moves) => (Some(moves.chunks(1)), None),
            Steps::Together(schedule) => (None, Some(schedule.steps())),
        };
        single.into_iter().flatten().chain(together.into_iter().flatten())
    }

    /// Whether every step has exactly one move.
    pub(super) const fn is_sequential(&self) -> bool {
        matches!(self.steps, Steps::Single(_))
    }

    /// Plays the steps from `start`, passes every move to `visit` with the number of its step, and
    /// returns the final configuration.
    ///
    /// All moving tokens of a step leave before any arrives, so tokens may follow one another and
    /// rotate. Checks only that no token is on two vertices and no vertex has two tokens, not
    /// whether a rule allows the moves.
    pub(super) fn play(
        &self,
        start: &Configuration,
        limit: usize,
        mut visit: impl FnMut(usize, Move),
    ) -> Result<Configuration, DrawError> {
        let moves = self.moves().len().max(self.step_count());
        if moves > limit {
            return Err(DrawError::TooLong { moves, limit });
        }
        let mut configuration = start.clone();
        let mut before = 0;
        for (number, step) in self.steps().enumerate() {
            apply(step, &mut configuration).map_err(|(offset, why)| ReplayError {
                index: before + offset as u64,
                action: step[offset],
                why,
            })?;
            before += step.len() as u64;
            for &action in step {
                visit(number, action);
            }
        }
        Ok(configuration)
    }
}

impl<'a> From<&'a [Move]> for Timeline<'a> {
    fn from(moves: &'a [Move]) -> Self {
        Self { steps: Steps::Single(Cow::Borrowed(moves)), values: None }
    }
}

impl<'a> From<&'a Plan> for Timeline<'a> {
    fn from(plan: &'a Plan) -> Self {
        Self::from(plan.moves())
    }
}

impl<'a> From<&'a Schedule> for Timeline<'a> {
    fn from(schedule: &'a Schedule) -> Self {
        Self { steps: Steps::Together(Cow::Borrowed(schedule)), values: None }
    }
}

impl From<Plan> for Timeline<'_> {
    fn from(plan: Plan) -> Self {
        Self { steps: Steps::Single(Cow::Owned(plan.into())), values: None }
    }
}

impl From<Schedule> for Timeline<'_> {
    fn from(schedule: Schedule) -> Self {
        Self { steps: Steps::Together(Cow::Owned(schedule)), values: None }
    }
}

/// Makes the moves of one step, or returns the first that does not fit.
fn apply(step: &[Move], configuration: &mut Configuration) -> Result<(), (usize, IllegalMoveError)> {
    for (offset, action) in step.iter().enumerate() {
        check_alone(action, configuration).map_err(|why| (offset, why))?;
    }
    if configuration.relocate_together(step.iter().map(|action| (action.token, action.to))) {
        return Ok(());
    }
    let named_before = |offset: usize| step[..offset].iter().any(|other| other.token == step[offset].token);
    if let Some(offset) = (0..step.len()).find(|&offset| named_before(offset)) {
        return Err((offset, IllegalMoveError::Conflict));
    }
    let obstacle = |(offset, action): (usize, &Move)| {
        if step[..offset].iter().any(|other| other.to == action.to) {
            return Some((offset, IllegalMoveError::Conflict));
        }
        let by = configuration.token_at(action.to)?;
        let stays = step.iter().all(|other| other.token != by);
        stays.then_some((offset, IllegalMoveError::Occupied { by }))
    };
    let first = step.iter().enumerate().find_map(obstacle);
    Err(first.expect("invariant: tokens that are named once are refused because of a target"))
}

/// Checks that the token and the vertices of a move exist and that the token stands on the first of
/// them.
fn check_alone(action: &Move, configuration: &Configuration) -> Result<(), IllegalMoveError> {
    let Some(&actually) = configuration.places().get(action.token.index()) else {
        return Err(IllegalMoveError::NoSuchToken);
    };
    if action.from.index().max(action.to.index()) >= configuration.vertex_count() {
        return Err(IllegalMoveError::NoSuchVertex);
    }
    if actually == action.from { Ok(()) } else { Err(IllegalMoveError::NotThere { actually }) }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::configuration::Token;
    use crate::graph::Vertex;

    fn step(token: u32, from: u32, to: u32) -> Move {
        Move { token: Token(token), from: Vertex(from), to: Vertex(to) }
    }

    /// Returns four vertices with the tokens 0, 1 and 2 on the vertices 0, 1 and 2.
    fn start() -> Configuration {
        Configuration::new(4, &[Vertex(0), Vertex(1), Vertex(2)]).expect("distinct vertices")
    }

    fn play(steps: &[&[Move]]) -> Result<Vec<Vertex>, DrawError> {
        let mut schedule = Schedule::new();
        for step in steps {
            schedule.push_step(step.iter().copied());
        }
        let end = Timeline::from(&schedule).play(&start(), 100, |_, _| {})?;
        Ok(end.places().to_vec())
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
            (step(3, 0, 3), IllegalMoveError::NoSuchToken),
            (step(0, 0, 4), IllegalMoveError::NoSuchVertex),
            (step(0, 9, 3), IllegalMoveError::NoSuchVertex),
            (step(0, 1, 3), IllegalMoveError::NotThere { actually: Vertex(0) }),
            (step(0, 0, 2), IllegalMoveError::Occupied { by: Token(2) }),
            (step(1, 1, 3), IllegalMoveError::Conflict),
            (step(1, 1, 0), IllegalMoveError::Conflict),
            (step(0, 0, 3), IllegalMoveError::Conflict),
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
