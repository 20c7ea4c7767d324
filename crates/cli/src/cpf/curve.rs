//! The costs of the solutions that a solver reports while it works: the best of them, and a picture
//! of them over time.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cpf::cpf_core::improve::parallelise;
use cpf::motion_core::observer::{Improvement, Observer};
use cpf::{Instance, Objective, Plan};
use families::RunCost;
use families::robots::{MeasuredSchedule, Task};
use motion_core::internal::Chart;

use crate::report::in_words;

/// The time at which a solution was found, and its cost.
#[derive(Clone, Copy)]
struct Found {
    time: Duration,
    nodes: u64,
    cost: u64,
}

/// An observer that measures each reported solution of the instance, in the unit of the objective.
pub(super) struct Recorder<'i> {
    instance: &'i Instance,
    task: Task,
    /// Whether the reported solutions are schedules, whose costs are in the unit of the objective;
    /// otherwise they are plans.
    finds_schedules: &'i Cell<bool>,
    began: Instant,
    found: Vec<Found>,
    best: Option<MeasuredSchedule>,
}

impl<'i> Recorder<'i> {
    /// Creates a recorder whose time begins now.
    pub(super) fn new(instance: &'i Instance, task: Task, finds_schedules: &'i Cell<bool>) -> Self {
        Self { instance, task, finds_schedules, began: Instant::now(), found: Vec::new(), best: None }
    }

    /// Takes the cheapest schedule of all.
    pub(super) fn take_best(&mut self) -> Option<MeasuredSchedule> {
        self.best.take()
    }

    /// Returns the schedule of a reported plan, or `None` if the plan is for a part of the
    /// instance.
    fn measured(&self, improvement: &Improvement) -> Option<MeasuredSchedule> {
        let Task { model, .. } = self.task;
        let schedule = parallelise(self.instance, &improvement.solution::<Plan>().ok()?, model).ok()?;
        MeasuredSchedule::new(self.instance, schedule, model, families::now).ok()
    }

    /// Draws the cost over nodes or time, up to the final cost.
    pub(super) fn chart(
        &self,
        title: &str,
        run: RunCost,
        by_nodes: bool,
        cost: u64,
        lower_bound: Option<u64>,
    ) -> String {
        let place = |time: Duration, nodes: u64| if by_nodes { nodes as f64 } else { time.as_secs_f64() };
        let end = place(run.time, run.stats.nodes);
        let mut least = u64::MAX;
        let points = self.found.iter().filter_map(|found| {
            // A solution that costs less than the answer is not one of the whole instance.
            let is_better = (cost..least).contains(&found.cost);
            least = if is_better { found.cost } else { least };
            is_better.then(|| (place(found.time, found.nodes), found.cost as f64))
        });
        let mut points: Vec<_> = points.collect();
        if cost < least {
            points.push((end, cost as f64));
        }
        let chart = Chart::new(title)
            .with_axes(if by_nodes { "nodes" } else { "seconds" }, in_words(self.task.objective.name()))
            .with_steps("best so far", points, end);
        match lower_bound {
            Some(bound) => chart.with_level("lower bound", bound as f64).to_string(),
            None => chart.to_string(),
        }
    }
}

impl Observer for Recorder<'_> {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let found = |cost| Found { time: self.began.elapsed(), nodes: improvement.stats.nodes, cost };
        if self.finds_schedules.get() {
            let found = found(improvement.cost);
            self.found.push(found);
        } else if let Some(measured) = self.measured(improvement) {
            let cost = measured.cost(self.task);
            let found = found(cost);
            self.found.push(found);
            let is_best = self.best.as_ref().is_none_or(|best| cost < best.cost(self.task));
            if is_best && self.task.objective != Objective::Moves {
                self.best = Some(measured);
            }
        }
        ControlFlow::Continue(())
    }
}
