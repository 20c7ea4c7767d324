//! What a run costs the whole process.

use std::fs;
use std::time::Instant;

use motion_puzzles::process_memory::{forget_peak, peak};
use serde::{Deserialize, Serialize};

use crate::reproduce::findings::Cell;
use crate::thread_time::process_time;

/// The cost of a run, of all its threads.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Cost {
    /// Processor time.
    pub(super) seconds: f64,
    pub(super) wall_seconds: f64,
    peak_bytes: Option<u64>,
    /// The mean number of threads that wanted to run, everywhere on the machine, during the last
    /// minute before the end of the run.
    load: Option<f64>,
}

impl Cost {
    /// The result of some work, and what it cost; nothing else may run in the process.
    pub(super) fn of<R>(work: impl FnOnce() -> R) -> (R, Self) {
        let is_told = forget_peak();
        let (began, spent) = (Instant::now(), process_time());
        let result = work();
        let cost = Self {
            seconds: process_time().saturating_sub(spent).as_secs_f64(),
            wall_seconds: began.elapsed().as_secs_f64(),
            peak_bytes: peak().filter(|_| is_told),
            load: load(),
        };
        (result, cost)
    }

    /// How many threads ran at once, on average.
    pub(super) fn threads_at_once(&self) -> Cell {
        Cell::Number(self.seconds / self.wall_seconds.max(1e-9), 2)
    }

    /// Mebibytes.
    pub(super) fn peak(&self) -> Cell {
        self.peak_bytes.map(|bytes| bytes.div_ceil(1 << 20)).into()
    }

    pub(super) fn load(&self) -> Cell {
        Cell::number(self.load, 1)
    }
}

/// The load of the last minute, where the system tells it.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}
