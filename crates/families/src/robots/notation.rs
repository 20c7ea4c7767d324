//! Schedules as text, in three notations.

use crate::{Named, TextError};
use cpf::cpf_core::formats::{PathsText, StepsText};
use cpf::{Instance, Metrics, MotionModel, Move, PlanText, Schedule};
use motion_core::draw::PLAYER_LIMIT;

/// The notations, the default first.
pub(super) fn choices() -> Vec<Named> {
    vec![
        Named::new("moves", "lines: time, robot, from, to"),
        Named::new("steps", "a line for each step: the places of all robots on the grid"),
        Named::new("agents", "a line for each robot: its places on the grid"),
    ]
}

/// A schedule in a notation.
pub(super) fn text(instance: &Instance, schedule: &Schedule, notation: &str) -> Result<String, TextError> {
    match notation {
        "steps" => StepsText::new(schedule, instance).map(|text| text.to_string()).map_err(TextError::of),
        "agents" => PathsText::new(schedule, instance).map(|text| text.to_string()).map_err(TextError::of),
        _ => Ok(PlanText(schedule).to_string()),
    }
}

/// Reads a schedule in any notation.
pub(super) fn read(instance: &Instance, text: &str) -> Result<Schedule, TextError> {
    let first = text.trim_start();
    if first.starts_with("Agent") {
        return PathsText::read(text, instance).map_err(TextError::of);
    }
    if first.lines().next().is_some_and(|line| line.contains('(')) {
        return StepsText::read(text, instance).map_err(TextError::of);
    }
    let PlanText::<Schedule>(schedule) = text.parse().map_err(TextError::of)?;
    Ok(schedule)
}

/// The first model in which a schedule is legal, and what it costs.
pub(super) fn verify(instance: &Instance, schedule: &Schedule) -> Result<(MotionModel, Metrics), TextError> {
    let [strictest, others @ ..] = MotionModel::ALL;
    let first = instance.verify_schedule(schedule, strictest).map(|metrics| (strictest, metrics));
    first.or_else(|why| {
        let verified = |model| Some((model, instance.verify_schedule(schedule, model).ok()?));
        others.into_iter().find_map(verified).ok_or_else(|| TextError::of(why))
    })
}

/// All moves of each step.
pub(super) fn steps(schedule: &Schedule) -> Vec<String> {
    if schedule.moves().len().max(schedule.makespan()) > PLAYER_LIMIT {
        return Vec::new();
    }
    let notation = |&Move { token, from, to }: &Move| {
        format!("{}: {}→{}", token.one_based(), from.one_based(), to.one_based())
    };
    let step = |moves: &[Move]| moves.iter().map(notation).collect::<Vec<_>>().join(", ");
    schedule.steps().map(step).collect()
}
