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
    let mut both = Both { bar: console.is_terminal.then(DelayedBar::of_search), observer };
    let mut control = Control::new(budget.with_cancel(console.interrupt.flag())).with_observer(&mut both);
    let began = Instant::now();
    let result = work(&mut control);
    let time = began.elapsed();
    (result, RunCost { stats: *control.stats(), time })
}

/// How many instances of a run are finished: a bar on a terminal, if the run is long.
pub(crate) struct RunBar {
    bar: Option<DelayedBar>,
    finished: u64,
}

impl RunBar {
    pub(crate) fn new(instances: u64, is_terminal: bool) -> Self {
        const TEMPLATE: &str = "{elapsed} [{bar:40}] {pos} of {len} instances, about {eta} left";
        Self { bar: is_terminal.then(|| DelayedBar::new(instances, TEMPLATE)), finished: 0 }
    }

    /// Counts a finished instance.
    pub(crate) fn advance(&mut self) {
        self.finished += 1;
        self.show();
    }

    /// Draws the bar.
    pub(crate) fn show(&mut self) {
        if let Some(bar) = self.bar.as_mut().and_then(DelayedBar::shown) {
            bar.set_position(self.finished);
            bar.tick();
        }
    }

    /// Does some work, such as printing, while the bar is not on the terminal.
    pub(crate) fn without<R>(&self, work: impl FnOnce() -> R) -> R {
        match self.bar.as_ref().and_then(|bar| bar.bar.as_ref()) {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }
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
    steps: u64,
    template: &'static str,
    bar: Option<ProgressBar>,
}

impl DelayedBar {
    fn new(steps: u64, template: &'static str) -> Self {
        Self { began: Instant::now(), steps, template, bar: None }
    }

    /// A bar for the search for an instance.
    fn of_search() -> Self {
        Self::new(STEPS, "{elapsed} [{bar:40}] {percent}% {msg}")
    }

    /// The bar, once the run is long enough.
    fn shown(&mut self) -> Option<&ProgressBar> {
        if self.bar.is_none() && self.began.elapsed() >= BAR_DELAY {
            let style = ProgressStyle::with_template(self.template);
            let bar = ProgressBar::new(self.steps).with_elapsed(self.began.elapsed());
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
        self.bar.as_ref()
    }
}

impl Observer for DelayedBar {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if let Some(bar) = self.shown() {
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
