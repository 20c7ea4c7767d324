//! A scheduler's run on an instance, verified.

use std::ops::ControlFlow;
use std::time::Duration;

use cpf::cpf_core::Scheduler;
use cpf::{Instance, Schedule};
use motion_core::observer::{Improvement, Observer};
use motion_core::{Budget, Control, Outcome};

use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::Curve;
use crate::thread_time::thread_time;

/// The best schedule of a run.
pub(super) struct Best {
    pub(super) metrics: cpf_core::Metrics,
    /// The cost under the scheduler's objective.
    cost: u64,
    /// The costs of the best schedules so far, each with the seconds from the start until it was
    /// found.
    costs: Vec<(f64, u64)>,
}

/// An observer that records the costs of all better schedules with their times, and passes them on.
struct Costs<'a> {
    began: Duration,
    points: Vec<(f64, u64)>,
    watch: &'a mut dyn FnMut(&Improvement),
}

impl Observer for Costs<'_> {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let seconds = thread_time().saturating_sub(self.began).as_secs_f64();
        self.points.push((seconds, improvement.cost));
        (self.watch)(improvement);
        ControlFlow::Continue(())
    }
}

/// Runs a scheduler for this much processor time.
///
/// # Panics
/// If the instance is proved unsolvable, or the verifier refuses the schedule.
pub(super) fn attempt(scheduler: &dyn Scheduler, instance: &Instance, seconds: f64) -> Attempt<Best> {
    watched(scheduler, instance, None, seconds, &mut |_| {}).0
}

/// Does what [`attempt`] does, but begins with the known schedule if there is one. `watch` receives
/// every better schedule. Also returns the best schedule.
pub(super) fn watched(
    scheduler: &dyn Scheduler,
    instance: &Instance,
    known: Option<&Schedule>,
    seconds: f64,
    watch: &mut dyn FnMut(&Improvement),
) -> (Attempt<Best>, Option<Schedule>) {
    let mut costs = Costs { began: thread_time(), points: Vec::new(), watch };
    let budget = Budget::new().with_time_by(thread_time, Duration::from_secs_f64(seconds));
    let attempt = Attempt::of(&mut Control::new(budget).with_observer(&mut costs), |control| {
        let outcome = match known {
            None => scheduler.solve(instance, control),
            Some(known) => {
                let outcome = scheduler.solve_from(instance, known, control);
                outcome.expect("invariant: the known schedule is legal")
            }
        };
        assert!(!matches!(outcome, Outcome::Unsolvable), "a benchmark is said to be unsolvable");
        outcome
    });
    let mut best = None;
    let attempt = attempt.map(|schedule| {
        let metrics = instance.verify_schedule(&schedule, scheduler.model());
        let metrics = metrics.expect("invariant: schedules are right");
        best = Some(schedule);
        Best { metrics, cost: metrics.cost(scheduler.objective()), costs: costs.points }
    });
    (attempt, best)
}

impl Attempt<Best> {
    pub(super) fn cost(&self) -> Option<u64> {
        self.best.as_ref().map(|best| best.cost)
    }

    /// Returns the cost, if it is proved to be the least.
    pub(super) fn least_cost(&self) -> Option<u64> {
        self.cost().filter(|_| self.is_proved())
    }

    /// Returns a lower bound on the cost.
    pub(super) fn bound(&self) -> Option<u64> {
        self.least_cost().or(self.lower_bound)
    }

    /// Returns whether the cost is proved to be at most this ratio, in thousandths, of the least.
    pub(super) fn is_within(&self, thousandths: u64) -> bool {
        self.cost().zip(self.bound()).is_some_and(|(cost, bound)| 1000 * cost <= thousandths * bound)
    }

    /// The costs of the best schedules so far, each with the seconds from the start until it was
    /// found.
    pub(super) fn costs(&self) -> &[(f64, u64)] {
        self.best.as_ref().map_or(&[], |best| &best.costs)
    }

    /// Returns the curve of the best cost over time.
    pub(super) fn curve(&self, name: impl Into<String>) -> Curve {
        Curve::ours(name, self.costs().iter().map(|&(seconds, cost)| (seconds, cost as f64)))
    }
}

pub(super) fn ratio(one: Option<u64>, other: Option<u64>) -> Option<f64> {
    Some(one? as f64 / other? as f64)
}
