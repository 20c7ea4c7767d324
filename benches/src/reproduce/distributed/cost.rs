//! The cost of a run for the whole process.

use std::fs;
use std::time::Instant;

use motion_puzzles::process_memory::{forget_peak, peak};
use serde::{Deserialize, Serialize};

use crate::reproduce::findings::Rows;
use crate::thread_time::process_time;

/// The cost of a run, including all its threads.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Cost {
    /// Processor time.
    pub(super) seconds: f64,
    pub(super) wall_seconds: f64,
    peak_bytes: Option<u64>,
    /// The mean number of runnable threads on the whole machine during the last minute before the
    /// end of the run.
    load: Option<f64>,
}

impl Cost {
    /// Returns the result of some work, and its cost; nothing else may run in the process.
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

    pub(super) fn peak_mebibytes(&self) -> Option<u64> {
        self.peak_bytes.map(|bytes| bytes.div_ceil(1 << 20))
    }
}

/// Adds the time and the speed of runs over this many states.
pub(super) fn with_speed<R>(rows: Rows<R>, cost: impl Fn(&R) -> (u64, &Cost)) -> Rows<R> {
    rows.number("seconds", 2, |row| cost(row).1.seconds).number("million states a second", 2, |row| {
        let (states, cost) = cost(row);
        states as f64 / 1e6 / cost.seconds.max(1e-9)
    })
}

/// Adds the load of the machine.
pub(super) fn with_load<R>(rows: Rows<R>, cost: impl Fn(&R) -> &Cost) -> Rows<R> {
    // The mean number of threads that ran at once.
    rows.number("threads at once", 2, |row| cost(row).seconds / cost(row).wall_seconds.max(1e-9)).number(
        "load",
        1,
        |row| cost(row).load,
    )
}

/// Returns the load of the last minute, if the system reports it.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}
