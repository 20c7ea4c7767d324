//! A progress bar for work that lasts, where a person is watching.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use motion_core::{Observer, Progress};

/// Work that is done sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

const STEPS: u64 = 1000;

pub(crate) struct Bar {
    began: Instant,
    bar: Option<ProgressBar>,
}

impl Bar {
    pub(crate) fn new() -> Self {
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
            bar.set_position((progress.done.unwrap_or(0.0) * STEPS as f64) as u64);
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
