//! Runs of solvers: their costs, and a progress bar on a terminal for long ones.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use motion_core::{Budget, Control, Improvement, Observer, Progress, Stats};

use crate::Console;

/// Shorter runs show no bar.
const BAR_DELAY: Duration = Duration::from_millis(300);

/// Steps of a bar.
const STEPS: u64 = 1000;

/// The costs of a run.
#[derive(Clone, Copy)]
pub(crate) struct RunCost {
    pub(crate) stats: Stats,
    pub(crate) time: Duration,
}

/// Does some work under a budget until it is interrupted, with a progress bar on a terminal.
pub(crate) fn watched<R>(
    console: &Console,
    budget: Budget,
    work: impl FnOnce(&mut Control<'_>) -> R,
) -> (R, RunCost) {
    struct Nothing;
    impl Observer for Nothing {}
    watched_by(&mut Nothing, console, budget, work)
}

/// Does some [watched] work that another observer watches, too.
pub(crate) fn watched_by<R>(
    observer: &mut dyn Observer,
    console: &Console,
    budget: Budget,
    work: impl FnOnce(&mut Control<'_>) -> R,
) -> (R, RunCost) {
    let mut both = Both { bar: console.is_terminal.then(DelayedBar::new), observer };
    let mut control = Control::new(budget.with_cancel(console.interrupt.flag())).with_observer(&mut both);
    let began = Instant::now();
    let result = work(&mut control);
    let time = began.elapsed();
    (result, RunCost { stats: *control.stats(), time })
}

/// A bar, if there is one, and another observer.
struct Both<'o> {
    bar: Option<DelayedBar>,
    observer: &'o mut dyn Observer,
}

impl Observer for Both<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if let Some(bar) = &mut self.bar {
            bar.progress(progress)?;
        }
        self.observer.progress(progress)
    }

    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        self.observer.improved(improvement)
    }
}

struct DelayedBar {
    began: Instant,
    bar: Option<ProgressBar>,
}

impl DelayedBar {
    fn new() -> Self {
        Self { began: Instant::now(), bar: None }
    }
}

impl Observer for DelayedBar {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.bar.is_none() && self.began.elapsed() >= BAR_DELAY {
            let style = ProgressStyle::with_template("{elapsed} [{bar:40}] {percent}% {msg}");
            let bar = ProgressBar::new(STEPS);
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
        if let Some(bar) = &self.bar {
            #[expect(clippy::cast_sign_loss, reason = "a fraction is not negative, and the cast saturates")]
            bar.set_position((progress.fraction_done.unwrap_or(0.0) * STEPS as f64) as u64);
            bar.set_message(format!("{} nodes", progress.stats.nodes));
        }
        ControlFlow::Continue(())
    }
}

impl Drop for DelayedBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
