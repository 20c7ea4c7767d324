//! The time of a step on a large map.

use std::time::Duration;

use motion_puzzles::process_memory::{forget_peak, peak};

use super::maps::random_square;
use super::run::run;
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::runner::Runner;

pub(super) fn measure(runner: &Runner) -> Findings {
    let (side, steps) = runner.size((1500, 300), (40, 5));
    let map = random_square(side, 10);
    let sizes = runner.size(&[100, 1_000, 10_000][..], &[10][..]);
    let tasks = sizes.iter().flat_map(|&robots| [0, 100].map(|limit| (robots, limit)));
    // One run after another, so that each has the processor's caches alone.
    let runs: Vec<_> = tasks
        .map(|(robots, limit)| {
            forget_peak();
            let measured = run(&map, robots, steps, Duration::from_millis(limit), 1, |fleet| fleet);
            (robots, limit, measured, peak().map(|bytes| bytes >> 20))
        })
        .collect();
    let table = Rows::of(runs.iter())
        .column("robots", |run| run.0)
        .column("limit in ms", |run| run.1)
        .number("median ms", 2, |run| run.2.milliseconds(50))
        .number("99 % of steps", 2, |run| run.2.milliseconds(99))
        .number("longest", 2, |run| run.2.milliseconds(100))
        .column("late after ten steps", |run| run.2.late)
        .number("waits a robot and step", 4, |run| run.2.waits as f64 / steps as f64 / run.0 as f64)
        .column("MiB of the process", |run| run.3)
        .shown("", "Steps on a large map");
    Findings::of([table]).with_figure("side", side).with_figure("steps", steps)
}
