//! The solvers of levels, and the improvement of their solutions.

use super::answer_keys::AnswerKeys;
use super::find_solver;
use super::improvement::{ImprovedMoves, LevelRun};
use crate::description::default_first;
use crate::{Answer, Input, Named, NamedRow, NamedValue, Request, TextError};
use motion_core::{Improvement, Stop};
use sokoban::improve::Objective;
use sokoban::solver::{Enhancement, LevelSolver};
use sokoban::{AnySolver, GoalPlacement, Level, Moves};

pub(super) fn options() -> Vec<Input> {
    let sets = default_first::<LevelSolver>().filter_map(|method| {
        let supported = method.supported_enhancements();
        let choices = Enhancement::ALL.into_iter().filter(|&enhancement| supported.contains(enhancement));
        let choices: Vec<_> =
            choices.map(|enhancement| Named::new(enhancement.name(), enhancement.summary())).collect();
        let name = method.name();
        let set = Input::set(&key_of_set(name), "enhancements", choices).for_solvers([name]);
        (!set.choices().is_empty()).then_some(set)
    });
    let improve = Input::value::<LevelImprovement>("improve", "improvement of the solution");
    let notation = Input::value::<SolutionNotation>("notation", "notation of the solution");
    sets.chain([improve, notation]).collect()
}

/// The key of the enhancements of a method.
fn key_of_set(method: &str) -> String {
    format!("enhancements-{method}")
}

/// Solves a level, improves the solution if that is asked for, and verifies it.
pub(super) fn solve(level: &Level, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let solver = solver_of(request)?;
    let improve = request.options.value::<LevelImprovement>("improve").objective();
    if improve == Some(Objective::Pushes) && solver.counts_steps() {
        return Err(TextError::new(format!(
            "to make pushes fewer would undo what {solver} does, which counts steps"
        )));
    }
    let notation: SolutionNotation = request.options.value("notation");
    let counts_steps = improve.map_or(solver.counts_steps(), |objective| objective == Objective::Steps);
    let describe = |moves: &Moves| {
        let metrics = level.verify(moves).ok()?;
        Some((if counts_steps { metrics.steps } else { metrics.pushes }, notation.text(moves, level)))
    };
    let extract = |improvement: &Improvement| improvement.solution::<Moves>();
    let clock = request.clock;
    let (solved, run) =
        request.run(None, extract, describe, |control| LevelRun::new(level, solver, improve, clock, control));
    let (answer, found) = Answer::of_outcome(solved.outcome);
    let mut answer = Answer { algorithm: Some(solver.to_string()), ..answer.with_cost(run) };
    if answer.why == Some(Stop::Unsupported)
        && let Err(why) = solver.check(level)
    {
        answer.reason = Some(format!("{solver} does not support this level: {why}"));
    }
    if let Some(ImprovedMoves { moves, .. }) = found {
        let metrics = level.verify(&moves).map_err(TextError::of)?;
        answer.moves = Some(if counts_steps { metrics.steps } else { metrics.pushes });
        answer = answer.with_keys(&AnswerKeys::of(level).with_moves(&moves));
        answer.solution = Some(notation.text(&moves, level));
    }
    Ok(answer)
}

/// The solver of a request, with its enhancements.
fn solver_of(request: &Request<'_>) -> Result<AnySolver, TextError> {
    let name = &request.solver;
    let method = name.split('+').next().unwrap_or_default();
    let enhancements: Vec<_> = request.options.set(&key_of_set(method)).map(str::to_owned).collect();
    find_solver(Some(name), &enhancements).map_err(TextError::new)
}

/// What is made smaller after a solution is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelImprovement {
    /// Nothing.
    None,
    /// The pushes.
    Pushes,
    /// The steps of the player.
    Moves,
}

impl NamedValue for LevelImprovement {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::None, "none", "Nothing: the solver's solution"),
        NamedRow::new(Self::Pushes, "pushes", "The pushes; steps without a push cost nothing"),
        NamedRow {
            value: Self::Moves,
            name: "moves",
            alias: Some("steps"),
            help: "The moves of the player: all steps, pushes included",
        },
    ];
}

impl LevelImprovement {
    /// The objective of the improver.
    pub const fn objective(self) -> Option<Objective> {
        match self {
            Self::None => None,
            Self::Pushes => Some(Objective::Pushes),
            Self::Moves => Some(Objective::Steps),
        }
    }
}

/// A notation of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionNotation {
    /// All steps of the player.
    Steps,
    /// The pushes between squares.
    Pushes,
}

impl NamedValue for SolutionNotation {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::Steps, "steps", "The steps of the player, u r d l, capitals for pushes"),
        NamedRow::new(Self::Pushes, "pushes", "The pushes between squares, such as Aa-Ab-Ac Ba-Ca"),
    ];
}

impl SolutionNotation {
    /// A verified solution in this notation.
    pub fn text(self, moves: &Moves, level: &Level) -> String {
        match self {
            Self::Pushes => {
                level.push_list(moves).map_or_else(|_| moves.to_string(), |list| list.to_string())
            }
            Self::Steps => {
                level.replay(moves).map_or_else(|_| moves.to_string(), |(moves, _)| moves.to_string())
            }
        }
    }
}

impl NamedValue for GoalPlacement {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::Block, "block", "In rows along a wall of one room"),
        NamedRow::new(Self::Scattered, "scattered", "Anywhere in one room"),
    ];
}

/// Reads a solution in either notation.
pub(super) fn read(level: &Level, text: &str) -> Result<Moves, TextError> {
    if !text.contains('-') {
        return text.parse().map_err(TextError::of);
    }
    level.moves_of(&text.parse().map_err(TextError::of)?).map_err(TextError::of)
}
