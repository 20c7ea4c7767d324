//! Runs of solvers, with their costs, and on a terminal with a progress bar for long ones.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use families::RunCost;
use indicatif::{ProgressBar, ProgressStyle};
use motion_core::internal::Counted;
use motion_core::observer::{Improvement, LevelProgress, Observer, Progress};
use motion_core::{Budget, Control};

use crate::Console;

/// The time before a bar is shown; shorter runs show none.
const BAR_DELAY: Duration = Duration::from_millis(300);

/// The number of steps of a bar.
const STEPS: u64 = 1000;

/// The bar of a search by levels, which has more to show: it fits 80 columns, and is cut at the end
/// in fewer.
const LEVEL_TEMPLATE: &str = "{elapsed} [{bar:10}] {percent}% {wide_msg}";

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

/// Does some [watched] work that another observer also watches.
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

/// A bar of a search for an instance that reports its progress.
pub(crate) struct SearchBar(Option<DelayedBar>);

impl SearchBar {
    pub(crate) fn new(console: &Console) -> Self {
        Self(console.is_terminal.then(DelayedBar::of_search))
    }

    /// Draws the bar after this many nodes, with the finished fraction of the work if it is known.
    pub(crate) fn show(&mut self, nodes: u64, fraction: Option<f64>) {
        if let Some(bar) = &mut self.0 {
            bar.draw(fraction.unwrap_or(0.0), Counted(nodes, "node").to_string());
        }
    }
}

/// A count of the finished instances of a run, shown as a bar on a terminal if the run is long.
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

/// An observer that passes progress to a bar, if there is one, and to another observer.
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
    /// The present level of a search by levels, and the time when it began.
    level: Option<(u32, Instant)>,
}

impl DelayedBar {
    fn new(steps: u64, template: &'static str) -> Self {
        Self { began: Instant::now(), steps, template, bar: None, level: None }
    }

    /// Creates a bar for the search for an instance.
    fn of_search() -> Self {
        Self::new(STEPS, "{elapsed} [{bar:40}] {percent}% {msg}")
    }

    /// Returns the bar, once the run is long enough.
    fn shown(&mut self) -> Option<&ProgressBar> {
        if self.bar.is_none() && self.began.elapsed() >= BAR_DELAY {
            let style = ProgressStyle::with_template(self.template);
            let bar = ProgressBar::new(self.steps).with_elapsed(self.began.elapsed());
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
        self.bar.as_ref()
    }

    /// Draws the bar of a search.
    fn draw(&mut self, fraction: f64, message: String) {
        if let Some(bar) = self.shown() {
            #[expect(clippy::cast_sign_loss, reason = "a fraction is not negative, and the cast saturates")]
            bar.set_position((fraction * STEPS as f64) as u64);
            bar.set_message(message);
        }
    }

    /// Returns the time that the present level has taken.
    fn time_in(&mut self, level: &LevelProgress) -> Duration {
        let (depth, since) = *self.level.get_or_insert((level.depth, Instant::now()));
        if depth != level.depth {
            self.level = Some((level.depth, Instant::now()));
            return Duration::ZERO;
        }
        since.elapsed()
    }
}

impl Observer for DelayedBar {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let run_time = self.began.elapsed();
        let nodes = progress.stats.nodes;
        if progress.level.is_some() {
            self.template = LEVEL_TEMPLATE;
        }
        let (fraction, message) = if let Some(level) = &progress.level {
            let expanded = nodes.saturating_sub(level.nodes_before);
            let message = level_message(level, nodes, self.time_in(level), run_time);
            (expanded as f64 / level.states.max(1) as f64, message)
        } else {
            let bound =
                progress.lower_bound.map_or(String::new(), |bound| format!(", at least {bound} moves"));
            (progress.fraction_done.unwrap_or(0.0), format!("{}{bound}", Counted(nodes, "node")))
        };
        self.draw(fraction, message);
        ControlFlow::Continue(())
    }
}

/// Returns the progress of a search by levels. The end of the level is estimated from the speed of
/// the whole run. After a level is expanded, its successors are merged, and this has no estimate.
fn level_message(level: &LevelProgress, nodes: u64, in_level: Duration, run_time: Duration) -> String {
    let LevelProgress { depth, states, found, bytes_written, .. } = *level;
    let rate = nodes as f64 / run_time.as_secs_f64().max(1e-3);
    let left = states as f64 / rate.max(1.0) - in_level.as_secs_f64();
    let left = if nodes < level.nodes_before + states {
        format!("{:.0} s left", left.max(0.0))
    } else {
        "merging".to_owned()
    };
    format!(
        "of depth {depth}, {left}; {:.1} M states, {:.2} M/s, {} MiB",
        found as f64 / 1e6,
        rate / 1e6,
        bytes_written.div_ceil(1 << 20)
    )
}

impl Drop for DelayedBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_level_is_estimated_by_the_speed_of_the_run() {
        let mut level = LevelProgress::default();
        (level.depth, level.states, level.found) = (7, 6_000_000, 20_000_000);
        (level.nodes_before, level.bytes_written) = (14_000_000, 3 << 20);
        // Two million a second: three seconds for the level.
        let message = |nodes, in_level| {
            level_message(
                &level,
                nodes,
                Duration::from_secs(in_level),
                Duration::from_secs(nodes / 2_000_000),
            )
        };
        let expected = "of depth 7, 2 s left; 20.0 M states, 2.00 M/s, 3 MiB";
        assert_eq!(message(16_000_000, 1), expected);
        assert!(message(16_000_000, 9).contains(", 0 s left"));
        assert!(message(20_000_000, 3).contains(", merging; 20.0 M states, 2.00 M/s"));
    }

    #[test]
    fn the_time_of_a_level_begins_with_it() {
        let mut bar = DelayedBar::of_search();
        let mut level = LevelProgress::default();
        bar.time_in(&level);
        std::thread::sleep(Duration::from_millis(2));
        assert!(bar.time_in(&level) >= Duration::from_millis(2));
        level.depth += 1;
        assert_eq!(bar.time_in(&level), Duration::ZERO);
    }
}
