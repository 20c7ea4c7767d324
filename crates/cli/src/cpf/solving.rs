//! Solving of one instance by a solver of plans or a scheduler, with progress and records.

use std::cell::Cell;
use std::time::Instant;

use cpf::Objective;
use cpf::motion_core::observer::{Observer, Progress};
use families::robots::{Finished, Method};
use families::{Answer, RunCost};

use super::arguments::Arguments;
use super::curve::Recorder;
use super::facts::beside;
use super::instances::NamedInstance;
use crate::Console;
use crate::progress::watched_by;

/// Solves an instance within the limits. Returns the answer, the solution, and the picture of the
/// costs if it was requested and there are any costs.
pub(super) fn solve(
    method: &Method,
    named: &NamedInstance,
    since: Option<Instant>,
    arguments: &Arguments,
    console: &Console,
) -> (Answer, Option<Finished>, Option<String>) {
    let (instance, task) = (named.instance(), arguments.task());
    let finds_schedules = Cell::new(matches!(method, Method::Schedules(..)));
    let mut recorder = Recorder::new(instance, task, &finds_schedules);
    let is_recorded = arguments.curve.is_some() || task.objective != Objective::Moves;
    let mut nothing = |_: &Progress| std::ops::ControlFlow::Continue(());
    let observer: &mut dyn Observer = if is_recorded { &mut recorder } else { &mut nothing };
    let budget = arguments.common.budget_since(since);
    let ((outcome, solving), run) = watched_by(observer, console, budget, |control| {
        method.solve(&named.problem, task, &finds_schedules, families::now, control)
    });
    let control = &mut beside(since, arguments, console);
    let best = recorder.take_best();
    let conclusion = method.conclude(outcome, (&named.problem, task), best, None, control);
    let (answer, finished) = conclusion.answer(method.name(), task, RunCost { time: solving, ..run });
    let cost = finished.as_ref().filter(|_| arguments.curve.is_some()).map(|it| it.measured.cost(task));
    let by_nodes = arguments.common.counts_nodes();
    let curve = cost.map(|cost| recorder.chart(&named.name, run, by_nodes, cost, answer.lower_bound));
    (answer, finished, curve)
}
