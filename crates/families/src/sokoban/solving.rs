//! The solvers of levels, and the improvement of their solutions.

use super::answer_keys::AnswerKeys;
use super::find_solver;
use super::improvement::LevelRun;
use super::source::Source;
use crate::description::default_first;
use crate::{Answer, Input, Named, NamedRow, NamedValue, Request, RunCost, TextError, Unit};
use motion_core::observer::Improvement;
use motion_core::{Control, Stop};
use sokoban::improve::Objective;
use sokoban::solver::{Enhancement, LevelSolver};
use sokoban::{AnySolver, GoalPlacement, Level, Moves};
use std::time::Duration;

pub(super) fn options() -> Vec<Input> {
    let sets = default_first::<LevelSolver>().filter_map(|method| {
        let supported = method.supported_enhancements();
        let choices = Enhancement::ALL.iter().copied().filter(|&enhancement| supported.contains(enhancement));
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

/// Returns the key of the enhancements of a method.
fn key_of_set(method: &str) -> String {
    format!("enhancements-{method}")
}

/// A task: a way to solve levels.
#[derive(Clone, Copy, Debug)]
pub struct LevelTask {
    /// The solver.
    pub solver: AnySolver,
    /// The improvement of the solution.
    pub improve: LevelImprovement,
    /// The notation of the solution.
    pub notation: SolutionNotation,
}

impl LevelTask {
    /// Checks that the parts of the task fit together.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self) -> Result<(), TextError> {
        let Self { solver, improve, .. } = self;
        if *improve == LevelImprovement::Pushes && solver.counts_steps() {
            let message = format!("to make pushes fewer would undo what {solver} does, which counts steps");
            return Err(TextError::new(message));
        }
        Ok(())
    }

    /// Whether steps, not pushes, are counted.
    fn counts_steps(&self) -> bool {
        self.improve.objective().map_or(self.solver.counts_steps(), |objective| objective == Objective::Steps)
    }

    fn cost(&self, moves: &Moves) -> u64 {
        let cost = if self.counts_steps() { moves.len() } else { moves.pushes() };
        cost as u64
    }

    /// Solves a level, and improves the solution within the rest of the budget.
    pub fn run(&self, level: &Level, clock: fn() -> Duration, control: &mut Control<'_>) -> LevelRun {
        LevelRun::new(level, self.solver, self.improve.objective(), clock, control)
    }

    /// Verifies the solution of a run for a level with this title. Returns the answer and the
    /// solution.
    ///
    /// # Errors
    /// The verifier's reason.
    pub fn answer(
        &self,
        (level, title): (&Level, Option<String>),
        run: LevelRun,
        cost: RunCost,
        clock: fn() -> Duration,
    ) -> Result<(Answer, Option<Moves>), TextError> {
        let LevelRun { outcome, solving, finishing } = run;
        let (answer, found) = Answer::of_outcome(outcome);
        let mut answer = Answer {
            algorithm: Some(self.solver.to_string()),
            finish_seconds: finishing.map(|time| time.as_secs_f64()),
            counted: if self.counts_steps() { Unit::Steps } else { Unit::Pushes },
            ..answer.with_cost(RunCost { time: solving, ..cost })
        };
        if answer.why == Some(Stop::Unsupported)
            && let Err(why) = self.solver.check(level)
        {
            answer.reason = Some(format!("{} does not support this level: {why}", self.solver));
        }
        let improve = self.improve.objective().map(|_| self.improve.row().name);
        let keys = AnswerKeys { title, improve, ..AnswerKeys::of(level) };
        let Some(found) = found else { return Ok((answer.with_keys(&keys), None)) };
        let began = clock();
        level.verify(&found.moves).map_err(TextError::of)?;
        answer.replay_seconds = Some(clock().saturating_sub(began).as_secs_f64());
        answer.moves = Some(self.cost(&found.moves));
        answer.lines.push(found.in_words());
        answer.solution = Some(self.notation.text(&found.moves, level));
        let keys = keys.with_moves(&found.moves).with_before(found.before);
        Ok((answer.with_keys(&keys), Some(found.moves)))
    }
}

/// Solves a level, improves the solution if requested, and verifies it.
pub(super) fn solve(
    Source { level, title, .. }: &Source,
    request: &mut Request<'_>,
) -> Result<Answer, TextError> {
    let task = LevelTask {
        solver: solver_of(request)?,
        improve: request.options.value("improve"),
        notation: request.options.value("notation"),
    };
    task.check()?;
    let describe = |moves: &Moves| {
        level.verify(moves).ok()?;
        Some((task.cost(moves), task.notation.text(moves, level)))
    };
    let extract = |improvement: &Improvement| improvement.solution::<Moves>().ok();
    let clock = request.clock;
    let (run, reported, cost) =
        request.run(None, extract, describe, |control| task.run(level, clock, control));
    let run = run.with_reported(reported, |moves| task.cost(moves));
    Ok(task.answer((level, title.clone()), run, cost, clock)?.0)
}

/// Returns the solver of a request, with its enhancements.
fn solver_of(request: &Request<'_>) -> Result<AnySolver, TextError> {
    let name = &request.solver;
    let method = name.split('+').next().unwrap_or_default();
    let enhancements: Vec<_> = request.options.set(&key_of_set(method)).map(str::to_owned).collect();
    find_solver(Some(name), &enhancements).map_err(TextError::new)
}

/// An improvement of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelImprovement {
    /// No improvement.
    None,
    /// Fewer pushes.
    Pushes,
    /// Fewer steps of the player.
    Moves,
}

impl NamedValue for LevelImprovement {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::None, "none", "Nothing: the solver's solution"),
        NamedRow::new(Self::Pushes, "pushes", "Fewer pushes; steps without a push cost nothing"),
        NamedRow {
            value: Self::Moves,
            name: "moves",
            alias: Some("steps"),
            help: "Fewer steps of the player, pushes included",
        },
    ];
}

impl LevelImprovement {
    /// Returns the objective of the improver.
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
    /// Writes a verified solution in this notation.
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
