//! A scheduler's run on an instance, verified.

use std::ops::ControlFlow;
use std::time::Duration;

use cpf::{Instance, Schedule, Scheduler, VerifyError};
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
    /// The most memory that the scheduler has accounted for.
    pub(super) peak_bytes: u64,
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

/// Keeps the costs of all better schedules with their times, and passes them on.
struct Curve<'a> {
    began: Duration,
    points: Vec<(f64, u64)>,
    watch: &'a mut dyn FnMut(&Improvement),
}

impl Observer for Curve<'_> {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let seconds = thread_time().saturating_sub(self.began).as_secs_f64();
        self.points.push((seconds, improvement.cost));
        (self.watch)(improvement);
        ControlFlow::Continue(())
    }
}

/// Lets a scheduler work for this much processor time.
///
/// # Panics
/// If the instance is proved unsolvable, or the verifier refuses the schedule.
pub(super) fn attempt(scheduler: &dyn Scheduler, instance: &Instance, seconds: f64) -> Attempt {
    watched(scheduler, instance, None, seconds, &mut |_| {}).0
}

/// As [`attempt`]; where a schedule is known, the scheduler begins with it. `watch` is told of
/// every better schedule. The best one is returned, too.
pub(super) fn watched(
    scheduler: &dyn Scheduler,
    instance: &Instance,
    known: Option<&Schedule>,
    seconds: f64,
    watch: &mut dyn FnMut(&Improvement),
) -> (Attempt, Option<Schedule>) {
    let began = thread_time();
    let mut curve = Curve { began, points: Vec::new(), watch };
    let budget = Budget::new().with_time_by(thread_time, Duration::from_secs_f64(seconds));
    let mut control = Control::new(budget).with_observer(&mut curve);
    let outcome = match known {
        None => scheduler.solve(instance, &mut control),
        Some(known) => {
            let outcome = scheduler.solve_from(instance, known, &mut control);
            outcome.unwrap_or_else(|why| refused(&why))
        }
    };
    let stats = *control.stats();
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
    let best = schedule.as_ref().map(|schedule| {
        let metrics = instance.verify_schedule(schedule, scheduler.model());
        let metrics = metrics.unwrap_or_else(|why| refused(&why));
        Best { metrics, cost: metrics.cost(scheduler.objective()), is_proved }
    });
    let lower_bound = best.filter(|best| best.is_proved).map(|best| best.cost).or(bound);
    let attempt = Attempt {
        best,
        lower_bound,
        seconds,
        nodes: stats.nodes,
        peak_bytes: stats.peak_bytes,
        curve: curve.points,
    };
    (attempt, schedule)
}

fn refused<T>(why: &VerifyError) -> T {
    panic!("the verifier refuses a schedule: {why}")
}

impl Attempt {
    /// Whether the cost is proved to be at most this ratio, in thousandths, of the least.
    pub(super) fn is_within(&self, thousandths: u64) -> bool {
        self.best.zip(self.lower_bound).is_some_and(|(best, bound)| 1000 * best.cost <= thousandths * bound)
    }
}
