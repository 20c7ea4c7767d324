//! The answer of a solver.

use motion_core::{Outcome, Quality, Stop};
use serde::Serialize;

use crate::TextError;
use crate::run::{MEBIBYTE, RunCost};

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// There is a solution.
    Solved,
    /// There is none.
    Unsolvable,
    /// A limit ended the run.
    Stopped,
    /// The run did not begin.
    #[default]
    Error,
}

/// The answer of a solver; what does not apply is absent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// How the run ended.
    pub outcome: Ending,
    /// What is proved of the solution: `optimal`, `bounded` or `feasible`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<String>,
    /// Why there is no solution, or what ended the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The solver, or the method that it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// The moves of the solution, or of the best so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The steps of a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makespan: Option<u64>,
    /// The sum of the costs of all robots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum_of_costs: Option<u64>,
    /// The pushes of a Sokoban solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<u64>,
    /// The least that any solution costs, as far as it is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u64>,
    /// The nodes that were spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time of the solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The most memory that the solver held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mebibytes: Option<f64>,
    /// The solution, in the family's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Why the run did not begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Answer {
    /// No run took place.
    pub fn error(error: &TextError) -> Self {
        Self { message: Some(error.message().to_owned()), ..Self::default() }
    }
}

impl Answer {
    /// How a run ended, and what it has cost. Returns the solution, or the best so far, too.
    pub(crate) fn of_outcome<P>(outcome: Outcome<P>, run: RunCost) -> (Self, Option<P>) {
        let answer = Self {
            nodes: Some(run.stats.nodes),
            seconds: Some(run.time.as_secs_f64()),
            mebibytes: Some(run.stats.peak_bytes as f64 / MEBIBYTE),
            ..Self::default()
        };
        match outcome {
            Outcome::Solved { plan, quality } => {
                let lower_bound = match quality {
                    Quality::Bounded { lower_bound } => Some(lower_bound),
                    Quality::Optimal | Quality::Feasible => None,
                };
                let quality = match quality {
                    Quality::Optimal => "optimal",
                    Quality::Bounded { .. } => "bounded",
                    Quality::Feasible => "feasible",
                };
                let quality = Some(quality.to_owned());
                (Self { outcome: Ending::Solved, quality, lower_bound, ..answer }, Some(plan))
            }
            Outcome::Unsolvable => (Self { outcome: Ending::Unsolvable, ..answer }, None),
            Outcome::Stopped { why: why @ Stop::Unsupported, .. } => {
                (Self { outcome: Ending::Error, message: Some(why.to_string()), ..answer }, None)
            }
            Outcome::Stopped { why, best, lower_bound } => {
                let reason = Some(why.to_string());
                (Self { outcome: Ending::Stopped, reason, lower_bound, ..answer }, best)
            }
        }
    }
}
