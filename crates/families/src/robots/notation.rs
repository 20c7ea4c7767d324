//! Schedules as text, in three notations.

use std::fmt::Display;

use crate::{NamedRow, NamedValue, TextError};
use cpf::cpf_core::Metrics;
use cpf::cpf_core::formats::{PathsText, StepsText};
use cpf::formats::{FormatError, PlanText};
use cpf::motion_core::Move;
use cpf::{Instance, MotionModel, Schedule};
use motion_core::draw::PLAYER_LIMIT;

/// A notation of schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanNotation {
    /// All moves.
    Moves,
    /// The positions at each time.
    Steps,
    /// The path of each robot.
    Paths,
}

impl NamedValue for PlanNotation {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::Moves, "moves", "Lines TIME ROBOT FROM TO"),
        NamedRow::new(
            Self::Steps,
            "steps",
            "The positions of all robots at each time, `t:(x,y),…`; for grids",
        ),
        NamedRow::new(Self::Paths, "paths", "The path of each robot, `Agent i: (row,column)->…`; for grids"),
    ];
}

impl PlanNotation {
    /// Writes a schedule in this notation.
    ///
    /// # Errors
    /// If the notation needs a grid and the instance has none.
    pub fn text<'a>(
        self,
        schedule: &'a Schedule,
        instance: &'a Instance,
    ) -> Result<Box<dyn Display + 'a>, TextError> {
        Ok(match self {
            Self::Moves => Box::new(PlanText(schedule)),
            Self::Steps => Box::new(StepsText::new(schedule, instance).map_err(TextError::of)?),
            Self::Paths => Box::new(PathsText::new(schedule, instance).map_err(TextError::of)?),
        })
    }
}

/// Reads a schedule in the notation that the beginning of its text shows.
///
/// # Errors
/// The first error of the text.
pub fn read_schedule(text: &str, instance: &Instance) -> Result<Schedule, FormatError> {
    let blank = |character: char| character.is_whitespace() || character == '\u{feff}';
    if text.trim_start_matches(blank).starts_with("Agent") {
        return PathsText::read(text, instance);
    }
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    if lines.any(|line| line.contains('(')) {
        return StepsText::read(text, instance);
    }
    text.parse().map(|PlanText(schedule)| schedule)
}

/// Returns the first model in which a schedule is legal, and the costs of the schedule.
pub(super) fn verify(instance: &Instance, schedule: &Schedule) -> Result<(MotionModel, Metrics), TextError> {
    let [strictest, others @ ..] = MotionModel::ALL;
    let first = instance.verify_schedule(schedule, strictest).map(|metrics| (strictest, metrics));
    first.or_else(|why| {
        let verified = |model| Some((model, instance.verify_schedule(schedule, model).ok()?));
        others.into_iter().find_map(verified).ok_or_else(|| TextError::of(why))
    })
}

/// Returns all moves of each step.
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
