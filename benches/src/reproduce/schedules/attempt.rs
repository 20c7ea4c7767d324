//! A scheduler's run on an instance, verified.

use std::ops::ControlFlow;
use std::time::Duration;

use cpf::Scheduler;
use motion_core::{Budget, Control, Improvement, Observer, Outcome, Quality};

use crate::thread_time::thread_time;

/// What a run gave.
pub(super) struct Attempt {
    /// The best schedule and what it costs.
    pub(super) best: Option<Best>,
    /// No schedule costs less.
    pub(super) lower_bound: Option<u64>,
    /// Processor time.
    pub(super) seconds: f64,
    pub(super) nodes: u64,
    /// When the best cost became what, in seconds from the start.
    pub(super) curve: Vec<(f64, u64)>,
}

/// What the best schedule costs.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) metrics: cpf::Metrics,
    /// Under the scheduler's objective.
    pub(super) cost: u64,
    pub(super) is_proved: bool,
}

/// Keeps the costs of all better schedules with their times.
struct Curve {
    began: Duration,
    points: Vec<(f64, u64)>,
}

impl Observer for Curve {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let seconds = thread_time().saturating_sub(self.began).as_secs_f64();
        self.points.push((seconds, improvement.cost));
        ControlFlow::Continue(())
    }
}

/// Lets a scheduler work for this much processor time.
///
/// # Panics
/// If the instance is proved unsolvable, or the verifier refuses the schedule.
pub(super) fn attempt(scheduler: &dyn Scheduler, instance: &cpf::Instance, seconds: f64) -> Attempt {
    let began = thread_time();
    let mut curve = Curve { began, points: Vec::new() };
    let budget = Budget::new().with_time_by(thread_time, Duration::from_secs_f64(seconds));
    let mut control = Control::new(budget).with_observer(&mut curve);
    let outcome = scheduler.solve(instance, &mut control);
    let nodes = control.stats().nodes;
    let seconds = thread_time().saturating_sub(began).as_secs_f64();
    let (schedule, bound, is_proved) = match outcome {
        Outcome::Solved { plan, quality: Quality::Optimal } => (Some(plan), None, true),
        Outcome::Solved { plan, quality: Quality::Bounded { lower_bound } } => {
            (Some(plan), Some(lower_bound), false)
        }
        Outcome::Solved { plan, quality: Quality::Feasible } => (Some(plan), None, false),
        Outcome::Stopped { best, lower_bound, .. } => (best, lower_bound, false),
        Outcome::Unsolvable => panic!("a benchmark is said to be unsolvable"),
    };
    let best = schedule.map(|schedule| {
        let metrics = instance.verify_schedule(&schedule, scheduler.model());
        let metrics = metrics.unwrap_or_else(|why| panic!("the verifier refuses a schedule: {why}"));
        Best { metrics, cost: metrics.cost(scheduler.objective()), is_proved }
    });
    let lower_bound = best.filter(|best| best.is_proved).map(|best| best.cost).or(bound);
    Attempt { best, lower_bound, seconds, nodes, curve: curve.points }
}

impl Attempt {
    /// Whether the cost is proved to be at most this ratio, in thousandths, of the least.
    pub(super) fn is_within(&self, thousandths: u64) -> bool {
        self.best.zip(self.lower_bound).is_some_and(|(best, bound)| 1000 * best.cost <= thousandths * bound)
    }
}
