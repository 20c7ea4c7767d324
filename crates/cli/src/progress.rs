//! Runs of solvers: what they cost, and a progress bar for those that last, where a person is watching.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use motion_core::{Budget, Control, Observer, Progress, Stats};

use crate::Console;

/// Work that is done sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

const STEPS: u64 = 1000;

/// What a run has cost.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) stats: Stats,
    pub(crate) time: Duration,
}

/// Does some work under a budget until it is interrupted, with a bar where a person is watching.
pub(crate) fn watched<R>(
    console: &Console,
    budget: Budget,
    work: impl FnOnce(&mut Control<'_>) -> R,
) -> (R, Run) {
    let mut bar = console.interactive.then(Bar::new);
    let mut control = Control::new(budget.with_cancel(console.interrupt.flag()));
    if let Some(bar) = &mut bar {
        control = control.with_observer(bar);
    }
    let began = Instant::now();
    let result = work(&mut control);
    let time = began.elapsed();
    (result, Run { stats: *control.stats(), time })
}

struct Bar {
    began: Instant,
    bar: Option<ProgressBar>,
}

impl Bar {
    fn new() -> Self {
        Self { began: Instant::now(), bar: None }
    }
}

impl Observer for Bar {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.bar.is_none() && self.began.elapsed() >= PATIENCE {
            let style = ProgressStyle::with_template("{elapsed} [{bar:40}] {percent}% {msg}");
            let bar = ProgressBar::new(STEPS);
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
        if let Some(bar) = &self.bar {
            #[expect(clippy::cast_sign_loss, reason = "a share is not negative, and the cast saturates")]
            bar.set_position((progress.fraction_done.unwrap_or(0.0) * STEPS as f64) as u64);
            bar.set_message(format!("{} nodes", progress.stats.nodes));
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
