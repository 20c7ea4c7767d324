//! Time and memory for growing numbers of robots.

mod pictures;

use cpf::cpf_core::Scheduler;
use cpf::{AutoScheduler, Grid, Instance, MotionModel, Schedule};
use mapf::Lacam;
use motion_core::observer::Improvement;
use motion_puzzles::process_memory::{forget_peak, peak};

use super::attempt::{Best, ratio, watched};
use super::random_maps::{random_map, robots_on};
use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::{Axis, Curve, Findings, Plot, Rows};
use crate::reproduce::runner::Runner;

const CLOSED_PERCENT: usize = 20;

const SCHEDULERS: [&str; 2] = ["`Lacam`", "`AutoScheduler`"];

fn scheduler(index: usize) -> Box<dyn Scheduler> {
    match index {
        0 => Box::new(Lacam::default().with_seed(0).with_model(MotionModel::Standard)),
        _ => Box::new(AutoScheduler::default().with_model(MotionModel::Standard)),
    }
}

/// Memory in bytes, as accounted for by the scheduler and as held by the process.
#[derive(Clone, Copy, Default)]
struct Memory {
    counted: u64,
    held: Option<u64>,
}

/// A scheduler's run.
struct Run {
    robots: usize,
    distances: Option<u64>,
    scheduler: usize,
    attempt: Attempt<Best>,
    schedule: Option<Schedule>,
    /// The memory when the first schedule was found.
    at_first: Option<Memory>,
    at_the_end: Memory,
}

fn run(instance: &Instance, distances: Option<u64>, index: usize, seconds: f64) -> Run {
    let is_told = forget_peak();
    let held = || peak().filter(|_| is_told);
    let mut at_first = None;
    let mut watch = |improvement: &Improvement| {
        at_first.get_or_insert_with(|| Memory { counted: improvement.stats.peak_bytes, held: held() });
    };
    let (attempt, schedule) = watched(&*scheduler(index), instance, None, seconds, &mut watch);
    let at_the_end = Memory { counted: attempt.peak_bytes, held: held() };
    let robots = instance.robot_count();
    Run { robots, distances, scheduler: index, attempt, schedule, at_first, at_the_end }
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

impl Run {
    fn first_cost(&self) -> Option<u64> {
        self.attempt.costs().first().map(|point| point.1)
    }

    fn curve(&self) -> Curve {
        let over = |cost: u64| self.distances.map_or(f64::NAN, |least| cost as f64 / least as f64);
        let points = self.attempt.costs().iter().map(|&(seconds, cost)| (seconds, over(cost)));
        Curve::ours(
            format!("{} robots, {}", self.robots, SCHEDULERS[self.scheduler].replace('`', "")),
            points,
        )
    }
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let seconds = runner.size(30.0, 0.05);
    let side: u32 = runner.size(500, 40);
    let mut rng = runner.seed().generator([side]);
    let map: Grid = random_map(side, CLOSED_PERCENT, &mut rng);
    let mut runs = Vec::new();
    let mut instances = Vec::new();
    for robots in runner.size([100, 1000, 5000], [10, 20, 40]) {
        let instance = robots_on(&map, robots, &mut runner.seed().generator([side, robots as u32]));
        let distances = instance.sum_of_distances();
        // Only one run at a time, because memory is counted for the whole process.
        runs.extend([0, 1].map(|index| run(&instance, distances, index, seconds)));
        instances.push(instance);
    }
    let table = Rows::of(&runs)
        .column("robots", |run| run.robots)
        .column("scheduler", |run| SCHEDULERS[run.scheduler])
        .column("sum of distances", |run| run.distances)
        .number("first schedule, s", 2, |run| run.attempt.costs().first().map(|point| point.0))
        .column("its sum of costs", |run| run.first_cost())
        .number("over the distances", 4, |run| ratio(run.first_cost(), run.distances))
        .number("MiB counted by then", 0, |run| Some(mebibytes(run.at_first?.counted)))
        .number("MiB held by then", 0, |run| run.at_first?.held.map(mebibytes))
        .number("seconds in all", 1, |run| run.attempt.seconds)
        .column("sum of costs", |run| run.attempt.cost())
        .number("over the distances at the end", 4, |run| ratio(run.attempt.cost(), run.distances))
        .number("less than at first, %", 2, |run| {
            Some(100.0 * (1.0 - ratio(run.attempt.cost(), run.first_cost())?))
        })
        .number("MiB counted", 0, |run| mebibytes(run.at_the_end.counted))
        .number("MiB held", 0, |run| run.at_the_end.held.map(mebibytes))
        .shown("", "First schedules, and what more time gains");
    let axes = [
        Axis::logarithmic("seconds of processor time"),
        Axis::logarithmic("sum of costs over the sum of distances"),
    ];
    let title = "Sum of costs, over the sum of distances";
    let plot = Plot::new("curves", title, axes, runs.iter().map(Run::curve));
    let drawings = pictures::drawings(&map, &instances, &runs);
    Findings { drawings, ..Findings::of([table]) }
        .with_plots([plot])
        .with_figure("open", map.cells().filter(|&cell| !map.is_closed(cell)).count())
        .with_figure("seconds", seconds)
}
