//! The solvers of levels, and the improvement of their solutions.

use super::answer_keys::AnswerKeys;
use super::improvement::{ImprovedMoves, LevelRun};
use crate::description::default_first;
use crate::{Answer, Input, Named, Request, TextError};
use motion_core::{Improvement, Stop};
use sokoban::improve::Objective;
use sokoban::solver::{Enhancement, LevelSolver};
use sokoban::{AnySolver, Level, Moves};

pub(super) fn options() -> Vec<Input> {
    let improvements = vec![
        Named::new("none", "the solver's solution"),
        Named::new("pushes", "make the pushes fewer, within the limits"),
        Named::new("steps", "make the steps of the player fewer, within the limits"),
    ];
    let notations = vec![
        Named::new("steps", "the player's steps: u r d l, capitals for pushes"),
        Named::new("pushes", "pushes by squares: Aa-Ab-Ac"),
    ];
    let sets = default_first::<LevelSolver>().filter_map(|method| {
        let supported = method.supported_enhancements();
        let choices = Enhancement::ALL.into_iter().filter(|&enhancement| supported.contains(enhancement));
        let choices: Vec<_> =
            choices.map(|enhancement| Named::new(enhancement.name(), enhancement.summary())).collect();
        let name = method.name();
        let set = Input::set(&key_of_set(name), "enhancements", choices).for_solvers([name]);
        (!set.choices().is_empty()).then_some(set)
    });
    let improve = Input::choice("improve", "improvement of the solution", improvements);
    sets.chain([improve, Input::choice("notation", "notation of the solution", notations)]).collect()
}

/// The key of the enhancements of a method.
fn key_of_set(method: &str) -> String {
    format!("enhancements-{method}")
}

/// Solves a level, improves the solution if that is asked for, and verifies it.
pub(super) fn solve(level: &Level, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let solver = solver_of(request)?;
    let improve = match request.options.choice("improve") {
        "pushes" => Some(Objective::Pushes),
        "steps" => Some(Objective::Steps),
        _ => None,
    };
    if improve == Some(Objective::Pushes) && solver.counts_steps() {
        return Err(TextError::new(format!(
            "to make pushes fewer would undo what {solver} does, which counts steps"
        )));
    }
    let notation = request.options.choice("notation").to_owned();
    let counts_steps = improve.map_or(solver.counts_steps(), |objective| objective == Objective::Steps);
    let describe = |moves: &Moves| {
        let metrics = level.verify(moves).ok()?;
        Some((if counts_steps { metrics.steps } else { metrics.pushes }, text(level, moves, &notation)))
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
        answer.solution = Some(text(level, &moves, &notation));
    }
    Ok(answer)
}

/// The solver of a request, with its enhancements.
fn solver_of(request: &Request<'_>) -> Result<AnySolver, TextError> {
    let name = &request.solver;
    let method = name.split('+').next().unwrap_or_default();
    method.parse::<AnySolver>().map_err(TextError::of)?;
    let set = request.options.set(&key_of_set(method));
    let whole = set.fold(name.clone(), |name, enhancement| format!("{name}+{enhancement}"));
    whole.parse().map_err(|_| TextError::new(format!("these enhancements cannot be combined: {whole}")))
}

/// A verified solution as text.
fn text(level: &Level, moves: &Moves, notation: &str) -> String {
    match notation {
        "pushes" => level.push_list(moves).map_or_else(|_| moves.to_string(), |list| list.to_string()),
        _ => level.replay(moves).map_or_else(|_| moves.to_string(), |(moves, _)| moves.to_string()),
    }
}

/// Reads a solution in either notation.
pub(super) fn read(level: &Level, text: &str) -> Result<Moves, TextError> {
    if !text.contains('-') {
        return text.parse().map_err(TextError::of);
    }
    level.moves_of(&text.parse().map_err(TextError::of)?).map_err(TextError::of)
}
