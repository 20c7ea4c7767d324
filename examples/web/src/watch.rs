//! A run of a solver: its limits, what it reports, what it has cost.

use std::ops::ControlFlow;
use std::time::Duration;

use motion_core::{Budget, Control, Improvement, Observer, Outcome, Progress, Quality, Stats, Stop};

use crate::choices::Choices;
use crate::clock::now;
use crate::protocol::{Answer, Ending, Improved, Report, RunProgress};

/// The least time between two reports of progress, and between two of improvements.
const PROGRESS_PAUSE: Duration = Duration::from_millis(100);
const IMPROVEMENT_PAUSE: Duration = Duration::from_millis(250);

const MEBIBYTE: f64 = 1_048_576.0;

/// What is asked for.
pub(crate) struct Request<'r> {
    pub(crate) solver: String,
    pub(crate) options: Choices,
    pub(crate) seconds: Duration,
    pub(crate) nodes: Option<u64>,
    pub(crate) bytes: u64,
    pub(crate) seed: u64,
    /// Is given reports as JSON.
    pub(crate) report: &'r mut dyn FnMut(&str),
}

/// What a run has cost.
#[derive(Clone, Copy)]
pub(crate) struct RunCost {
    stats: Stats,
    time: Duration,
}

impl Request<'_> {
    /// Does some work within the limits. `extract` takes a solution that was found on the way;
    /// `describe` verifies it, and returns its cost and its text.
    pub(crate) fn run<S, R>(
        &mut self,
        lower_bound: Option<u64>,
        extract: impl Fn(&Improvement) -> Option<S>,
        describe: impl Fn(&S) -> Option<(u64, String)>,
        work: impl FnOnce(&mut Control<'_>) -> R,
    ) -> (R, RunCost) {
        let began = now();
        let mut budget = Budget::new().with_time_by(now, self.seconds).with_bytes(self.bytes);
        if let Some(nodes) = self.nodes {
            budget = budget.with_nodes(nodes);
        }
        let mut watch = Watch {
            report: self.report,
            extract,
            describe,
            lower_bound,
            began,
            last_progress: None,
            last_improvement: None,
            best_cost: None,
            waiting: None,
        };
        let mut control = Control::new(budget).with_observer(&mut watch);
        let result = work(&mut control);
        let stats = *control.stats();
        (result, RunCost { stats, time: now().saturating_sub(began) })
    }
}

/// Reports progress and improvements, not too often.
struct Watch<'r, S, E, D> {
    report: &'r mut dyn FnMut(&str),
    extract: E,
    describe: D,
    lower_bound: Option<u64>,
    began: Duration,
    last_progress: Option<Duration>,
    last_improvement: Option<Duration>,
    best_cost: Option<u64>,
    /// The best solution, if it came too soon after another.
    waiting: Option<S>,
}

impl<S, E, D: Fn(&S) -> Option<(u64, String)>> Watch<'_, S, E, D> {
    fn send(&mut self, report: &Report) {
        let json = serde_json::to_string(report);
        (self.report)(&json.expect("invariant: reports are numbers and texts"));
    }

    /// Reports the solution that waits, if its time has come.
    fn improve(&mut self, now: Duration) {
        let is_soon = self.last_improvement.is_some_and(|last| now.saturating_sub(last) < IMPROVEMENT_PAUSE);
        if is_soon {
            return;
        }
        let Some((cost, solution)) = self.waiting.take().and_then(|solution| (self.describe)(&solution))
        else {
            return;
        };
        if self.best_cost.is_some_and(|best| best <= cost) {
            return;
        }
        (self.best_cost, self.last_improvement) = (Some(cost), Some(now));
        let seconds = now.saturating_sub(self.began).as_secs_f64();
        self.send(&Report::Improved(Improved { cost, solution, seconds }));
    }
}

impl<S, E, D> Observer for Watch<'_, S, E, D>
where
    E: Fn(&Improvement) -> Option<S>,
    D: Fn(&S) -> Option<(u64, String)>,
{
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let now = now();
        let is_soon = self.last_progress.is_some_and(|last| now.saturating_sub(last) < PROGRESS_PAUSE);
        if !is_soon {
            self.last_progress = Some(now);
            self.improve(now);
            self.send(&Report::Progress(RunProgress {
                nodes: progress.stats.nodes,
                fraction: progress.fraction_done,
                level: progress.level.map(|level| level.depth),
                mebibytes: progress.stats.bytes as f64 / MEBIBYTE,
                seconds: now.saturating_sub(self.began).as_secs_f64(),
                lower_bound: self.lower_bound,
            }));
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        if let Some(solution) = (self.extract)(improvement) {
            self.waiting = Some(solution);
            self.improve(now());
        }
        ControlFlow::Continue(())
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
