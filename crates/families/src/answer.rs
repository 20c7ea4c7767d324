//! The answer of every solver: a line of JSON that the program prints and the page receives.

use std::fmt::Display;

use motion_core::{Outcome, Quality, Stop};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::TextError;
use crate::run::{MEBIBYTE, RunCost};

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A solution was found.
    Solved,
    /// A solution exists, but was not requested.
    Solvable,
    /// No solution exists.
    Unsolvable,
    /// A limit ended the run, or the solver does not support the instance.
    Stopped,
    /// The run did not begin.
    #[default]
    Error,
}

/// The answer of a solver. A key that does not apply is absent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The name of the instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The solver, or the method that it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The way in which the run ended.
    pub outcome: Ending,
    /// The proved quality of the solution: `optimal`, `bounded` or `feasible`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<&'static str>,
    /// The unit of the cost and of its bound, in the plural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// One word for why the run was stopped, or why a list of solutions is incomplete.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name_of_stop")]
    pub why: Option<Stop>,
    /// The moves of the solution, or of the best so far, in the unit of the family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The reason why no solution exists, or none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The cost to minimise, if there is a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<&'static str>,
    /// The steps of a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makespan: Option<u64>,
    /// The sum of the costs of all robots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum_of_costs: Option<u64>,
    /// The proved lower bound on the cost of any solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u64>,
    /// The excess of the cost over the lower bound, as a fraction of the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The number of nodes spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time of the solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The time for improving the solution and dividing it into steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_seconds: Option<f64>,
    /// The time of replaying the solution once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay_seconds: Option<f64>,
    /// The greatest memory that the process has held, or `Some(None)` if the system does not report
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_mib: Option<Option<f64>>,
    /// The greatest memory that the solver has accounted for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_mib: Option<f64>,
    /// The instance as text, if it is random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The solution, in the family's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The keys that the family adds.
    #[serde(flatten)]
    pub family: Map<String, Value>,
    /// The unit of the moves.
    #[serde(skip)]
    #[doc(hidden)]
    pub counted: Unit,
    /// Lines of text that follow the solution in output for people.
    #[serde(skip)]
    pub lines: Vec<String>,
}

/// The unit in which the moves of solutions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Moves.
    #[default]
    Moves,
    /// Pushes.
    Pushes,
    /// Steps of a player.
    Steps,
}

impl Unit {
    /// The word in the singular.
    pub const fn singular(self) -> &'static str {
        match self {
            Self::Moves => "move",
            Self::Pushes => "push",
            Self::Steps => "step",
        }
    }

    /// The word in the plural.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Pushes => "pushes",
            Self::Steps => "steps",
        }
    }
}

impl Answer {
    /// Makes the answer for an error before any run.
    #[doc(hidden)]
    pub fn error(error: &TextError) -> Self {
        Self { reason: Some(error.message().to_owned()), ..Self::default() }
    }

    /// Makes the answer of a run for an instance. In place of a plan, the outcome holds its number
    /// of moves.
    #[doc(hidden)]
    pub fn of_run(instance: &str, algorithm: impl Display, outcome: Outcome<u64>, run: RunCost) -> Self {
        let (answer, moves) = Self::of_outcome(outcome);
        let (instance, algorithm) = (Some(instance.to_owned()), Some(algorithm.to_string()));
        Self { instance, algorithm, moves, ..answer.with_cost(run) }
    }

    /// Makes the answer for an instance whose construction was stopped.
    #[doc(hidden)]
    pub fn not_made(instance: &str, algorithm: impl Display, why: Stop) -> Self {
        let reason = Some(format!("{why}, before the instance was made"));
        Self { reason, ..Self::of_run(instance, algorithm, Outcome::stopped(why), RunCost::default()) }
    }

    /// Returns the cost, under the objective, of the solution or of the best one so far.
    #[doc(hidden)]
    pub fn cost(&self) -> Option<u64> {
        match self.objective {
            Some("sum-of-costs") => self.sum_of_costs,
            Some("makespan") => self.makespan,
            _ => self.moves,
        }
    }

    /// Adds the keys that follow from others: the unit if there is a cost or a bound; the cost as
    /// the bound of an optimal solution that has one; the gap, the excess of the cost over the
    /// lower bound as a fraction of the bound, if there is an objective.
    #[must_use]
    #[doc(hidden)]
    pub fn completed(mut self) -> Self {
        self.unit = self.cost().or(self.lower_bound).map(|_| match self.objective {
            Some("sum-of-costs") => "sum of costs",
            Some("makespan") => "makespan",
            _ => self.counted.plural(),
        });
        if self.quality == Some(quality_name(Quality::Optimal)) {
            self.lower_bound = self.lower_bound.and(self.cost());
        }
        let bounds = self.objective.and(self.cost()).zip(self.lower_bound);
        let gap = bounds.and_then(|(cost, bound)| match bound {
            0 => (cost == 0).then_some(0.0),
            _ => Some((cost as f64 - bound as f64) / bound as f64),
        });
        Self { gap, ..self }
    }

    /// Makes the answer of a run that ended like this. Also returns the solution, or the best so
    /// far.
    #[doc(hidden)]
    pub fn of_outcome<P>(outcome: Outcome<P>) -> (Self, Option<P>) {
        match outcome {
            Outcome::Solved { plan, quality } => {
                let lower_bound = match quality {
                    Quality::Bounded { lower_bound } => Some(lower_bound),
                    Quality::Optimal | Quality::Feasible => None,
                };
                let quality = Some(quality_name(quality));
                (Self { outcome: Ending::Solved, quality, lower_bound, ..Self::default() }, Some(plan))
            }
            Outcome::Unsolvable => (Self { outcome: Ending::Unsolvable, ..Self::default() }, None),
            Outcome::Stopped { why, best, lower_bound } => {
                let why = Some(why);
                (Self { outcome: Ending::Stopped, why, lower_bound, ..Self::default() }, best)
            }
        }
    }

    /// Adds the costs of the run.
    #[must_use]
    #[doc(hidden)]
    pub fn with_cost(self, run: RunCost) -> Self {
        Self {
            nodes: Some(run.stats.nodes),
            seconds: Some(run.time.as_secs_f64()),
            solver_mib: Some(run.stats.peak_bytes as f64 / MEBIBYTE),
            ..self
        }
    }

    /// Adds the keys of the family.
    ///
    /// # Panics
    /// If they are not an object.
    #[must_use]
    #[doc(hidden)]
    pub fn with_keys(self, keys: &impl Serialize) -> Self {
        match serde_json::to_value(keys) {
            Ok(Value::Object(family)) => Self { family, ..self },
            other => panic!("the keys of a family are an object, not {other:?}"),
        }
    }
}

/// Returns the word for a quality.
pub const fn quality_name(quality: Quality) -> &'static str {
    match quality {
        Quality::Optimal => "optimal",
        Quality::Bounded { .. } => "bounded",
        Quality::Feasible => "feasible",
    }
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde passes the field")]
fn name_of_stop<S: Serializer>(why: &Option<Stop>, serializer: S) -> Result<S::Ok, S::Error> {
    why.map(stop_name).serialize(serializer)
}

/// Returns the word for the reason of a stop.
pub const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "nodes",
        Stop::Memory => "memory",
        Stop::Time => "time",
        Stop::Cancelled => "cancelled",
        Stop::Unsupported => "unsupported",
        Stop::GaveUp => "gave-up",
        _ => "other",
    }
}
