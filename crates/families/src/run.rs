//! A run of a solver: its limits, its reports, its cost.

use std::ops::ControlFlow;
use std::time::Duration;

use motion_core::observer::{Improvement, Observer, Progress, Stats};
use motion_core::{Budget, Control, Outcome, Quality};
use serde::Serialize;

use crate::inputs::Choices;

/// The least time between two reports of progress, and between two of improvements.
const PROGRESS_PAUSE: Duration = Duration::from_millis(100);
const IMPROVEMENT_PAUSE: Duration = Duration::from_millis(250);

pub(crate) const MEBIBYTE: f64 = 1_048_576.0;

/// A request to solve.
pub struct Request<'r> {
    /// The name of the solver.
    pub solver: String,
    /// The values of the family's options.
    pub options: Choices,
    /// The limits.
    pub budget: Budget,
    /// The seed of solvers that choose at random.
    pub seed: u64,
    /// The time since some fixed moment.
    pub clock: fn() -> Duration,
    /// Called with progress and improvements.
    pub report: &'r mut dyn FnMut(&Report),
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunCost {
    /// The nodes and the memory.
    pub stats: Stats,
    /// The time.
    pub time: Duration,
}

impl Request<'_> {
    /// Does some work. Also returns its time in seconds.
    pub(crate) fn timed<R>(&self, work: impl FnOnce() -> R) -> (R, f64) {
        let began = (self.clock)();
        let result = work();
        (result, (self.clock)().saturating_sub(began).as_secs_f64())
    }

    /// Does some work within the limits. Also returns the best solution reported meanwhile.
    /// `extract` takes the solution from an improvement found during the run. `describe` verifies
    /// it, and returns its cost and its text.
    pub(crate) fn run<S, R>(
        &mut self,
        lower_bound: Option<u64>,
        extract: impl Fn(&Improvement) -> Option<S>,
        describe: impl Fn(&S) -> Option<(u64, String)>,
        work: impl FnOnce(&mut Control<'_>) -> R,
    ) -> (R, Option<S>, RunCost) {
        let clock = self.clock;
        let began = clock();
        let mut watch = Watch {
            report: self.report,
            clock,
            extract,
            describe,
            lower_bound,
            began,
            last_progress: None,
            last_improvement: None,
            best: None,
            waiting: None,
        };
        let mut control = Control::new(self.budget.clone()).with_observer(&mut watch);
        let result = work(&mut control);
        let stats = *control.stats();
        let now = clock();
        watch.improve(now);
        let best = watch.best.map(|(_, solution)| solution);
        (result, best, RunCost { stats, time: now.saturating_sub(began) })
    }
}

/// Replaces the solution of an outcome by a reported one that costs less.
pub(crate) fn with_cheaper<S>(
    outcome: Outcome<S>,
    reported: Option<S>,
    cost: impl Fn(&S) -> u64,
) -> Outcome<S> {
    let Some(reported) = reported else { return outcome };
    let least = cost(&reported);
    match outcome {
        Outcome::Solved { plan, quality } if least < cost(&plan) => {
            let quality = Quality::of_cost(least, quality.lower_bound(cost(&plan)));
            Outcome::Solved { plan: reported, quality }
        }
        Outcome::Stopped { why, best, lower_bound }
            if best.as_ref().is_none_or(|best| least < cost(best)) =>
        {
            Outcome::Stopped { why, best: Some(reported), lower_bound }
        }
        outcome => outcome,
    }
}

/// A report of a current run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Report {
    /// The progress so far.
    Progress(RunProgress),
    /// A better solution.
    Improved(Improved),
}

/// The progress of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunProgress {
    /// The nodes so far.
    pub nodes: u64,
    /// The fraction of the work already done, if known.
    pub fraction: Option<f64>,
    /// The current depth of the search.
    pub level: Option<u32>,
    /// The memory that the solver holds.
    pub mebibytes: f64,
    /// The time so far.
    pub seconds: f64,
    /// The lower bound on the cost of any solution.
    pub lower_bound: Option<u64>,
}

/// A verified solution that is better than all before.
#[derive(Clone, Debug, Serialize)]
pub struct Improved {
    /// The cost.
    pub cost: u64,
    /// The solution.
    pub solution: String,
    /// The time so far.
    pub seconds: f64,
}

/// An observer that reports progress and improvements, but not too often.
struct Watch<'r, S, E, D> {
    report: &'r mut dyn FnMut(&Report),
    clock: fn() -> Duration,
    extract: E,
    describe: D,
    lower_bound: Option<u64>,
    began: Duration,
    last_progress: Option<Duration>,
    last_improvement: Option<Duration>,
    /// The best solution reported, and its cost.
    best: Option<(u64, S)>,
    /// The best solution, if it was found too soon after another report.
    waiting: Option<S>,
}

impl<S, E, D: Fn(&S) -> Option<(u64, String)>> Watch<'_, S, E, D> {
    /// Reports the waiting solution, if enough time has passed.
    fn improve_unless_soon(&mut self, now: Duration) {
        let is_soon = self.last_improvement.is_some_and(|last| now.saturating_sub(last) < IMPROVEMENT_PAUSE);
        if !is_soon {
            self.improve(now);
        }
    }

    /// Reports the waiting solution, if it is better than all before.
    fn improve(&mut self, now: Duration) {
        let Some(found) = self.waiting.take() else { return };
        let Some((cost, solution)) = (self.describe)(&found) else { return };
        if self.best.as_ref().is_some_and(|&(best, _)| best <= cost) {
            return;
        }
        (self.best, self.last_improvement) = (Some((cost, found)), Some(now));
        let seconds = now.saturating_sub(self.began).as_secs_f64();
        (self.report)(&Report::Improved(Improved { cost, solution, seconds }));
    }
}

impl<S, E, D> Observer for Watch<'_, S, E, D>
where
    E: Fn(&Improvement) -> Option<S>,
    D: Fn(&S) -> Option<(u64, String)>,
{
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let now = (self.clock)();
        let is_soon = self.last_progress.is_some_and(|last| now.saturating_sub(last) < PROGRESS_PAUSE);
        if !is_soon {
            self.last_progress = Some(now);
            self.improve_unless_soon(now);
            (self.report)(&Report::Progress(RunProgress {
                nodes: progress.stats.nodes,
                fraction: progress.fraction_done,
                level: progress.level.map(|level| level.depth),
                mebibytes: progress.stats.bytes as f64 / MEBIBYTE,
                seconds: now.saturating_sub(self.began).as_secs_f64(),
                lower_bound: self.lower_bound.max(progress.lower_bound),
            }));
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        if let Some(solution) = (self.extract)(improvement) {
            self.waiting = Some(solution);
            self.improve_unless_soon((self.clock)());
        }
        ControlFlow::Continue(())
    }
}
