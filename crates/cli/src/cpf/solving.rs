//! One instance, solved by a solver of plans or by a scheduler, watched and recorded.

use std::cell::Cell;
use std::time::Instant;

use cpf::{Objective, Observer, Outcome};
use families::RunCost;
use families::robots::{Conclusion, Finished, Method};

use super::arguments::Arguments;
use super::curve::Recorder;
use super::facts::beside;
use super::instances::NamedInstance;
use crate::Console;
use crate::progress::watched_by;

/// How an instance was solved.
pub(super) struct Solved {
    pub(super) algorithm: &'static str,
    pub(super) outcome: Outcome<Finished>,
    /// Why there is no solution, or why none was found, if that is known.
    pub(super) reason: Option<String>,
    /// In the unit of the objective.
    pub(super) lower_bound: Option<u64>,
    /// The costs of solving, without finishing.
    pub(super) run: RunCost,
    /// The picture of the costs, if one is asked for and there are any.
    pub(super) curve: Option<String>,
}

impl Solved {
    /// Solves an instance within the limits.
    pub(super) fn new(
        method: &Method,
        named: &NamedInstance,
        since: Option<Instant>,
        arguments: &Arguments,
        console: &Console,
    ) -> Self {
        let (instance, task) = (named.instance(), arguments.task());
        let finds_schedules = Cell::new(matches!(method, Method::Schedules(..)));
        let mut recorder = Recorder::new(instance, task, &finds_schedules);
        let is_recorded = arguments.curve.is_some() || task.objective != Objective::Moves;
        let mut nothing = |_: &cpf::Progress| std::ops::ControlFlow::Continue(());
        let observer: &mut dyn Observer = if is_recorded { &mut recorder } else { &mut nothing };
        let budget = arguments.common.budget_since(since);
        let ((outcome, solving), run) = watched_by(observer, console, budget, |control| {
            method.solve(&named.problem, task, &finds_schedules, families::now, control)
        });
        let control = &mut beside(since, arguments, console);
        let Conclusion { outcome, reason, lower_bound } =
            method.conclude(outcome, (&named.problem, task), recorder.take_best(), None, control);
        let cost = match &outcome {
            Outcome::Solved { plan: finished, .. } | Outcome::Stopped { best: Some(finished), .. } => {
                Some(finished.measured.cost(task))
            }
            _ => None,
        };
        let curve = cost
            .filter(|_| arguments.curve.is_some())
            .map(|cost| recorder.chart(&named.name, run, arguments.common.counts_nodes(), cost, lower_bound));
        Self {
            algorithm: method.name(),
            outcome,
            reason,
            lower_bound,
            run: RunCost { time: solving, ..run },
            curve,
        }
    }
}
