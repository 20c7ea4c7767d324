//! Time and memory as robots become more.

mod pictures;

use cpf::{AutoScheduler, Grid, Instance, MotionModel, Schedule, Scheduler};
use mapf::Lacam;
use motion_core::Improvement;
use motion_puzzles::process_memory::{forget_peak, peak};

use super::attempt::{Attempt, watched};
use super::random_maps::{random_map, robots_on};
use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mapf-growth",
    source: "K. Okumura, *LaCAM: Search-based algorithm for quick multi-agent pathfinding*, 2023",
    title: "Thousands of robots on a large map",
    about: "A random map of 500×500 cells, a fifth of them closed, the others connected; robots with random starts and goals, model `Standard`, sum of \
            costs. When is there a first schedule, what does it cost, what does more time gain, and how much memory does that take?",
    measure,
};

const CLOSED_PERCENT: usize = 20;

const SCHEDULERS: [&str; 2] = ["`Lacam`", "`AutoScheduler`"];

fn scheduler(index: usize) -> Box<dyn Scheduler> {
    match index {
        0 => Box::new(Lacam::new().with_model(MotionModel::Standard)),
        _ => Box::new(AutoScheduler::default().with_model(MotionModel::Standard)),
    }
}

/// Memory in bytes: what the scheduler has accounted for, and what the process has held.
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
    attempt: Attempt,
    schedule: Option<Schedule>,
    /// When the first schedule was there.
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

impl Memory {
    fn cells(self) -> [Cell; 2] {
        let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        [Cell::number(mebibytes(self.counted), 0), Cell::number(self.held.map(mebibytes), 0)]
    }
}

impl Run {
    fn cells(&self) -> Vec<Cell> {
        let first = self.attempt.curve.first();
        let over = |cost: Option<u64>| {
            Cell::number(cost.zip(self.distances).map(|(cost, least)| cost as f64 / least as f64), 4)
        };
        let first_cost = first.map(|point| point.1);
        let last_cost = self.attempt.best.map(|best| best.cost);
        let none = [Cell::None, Cell::None];
        let mut cells = vec![
            Cell::Count(self.robots as u64),
            SCHEDULERS[self.scheduler].into(),
            self.distances.into(),
            Cell::number(first.map(|point| point.0), 2),
            first_cost.into(),
            over(first_cost),
        ];
        cells.extend(self.at_first.map_or(none, Memory::cells));
        cells.push(Cell::number(self.attempt.seconds, 1));
        cells.extend([last_cost.into(), over(last_cost)]);
        cells.push(Cell::number(
            first_cost.zip(last_cost).map(|(first, last)| 100.0 * (1.0 - last as f64 / first as f64)),
            2,
        ));
        cells.extend(self.at_the_end.cells());
        cells
    }

    fn curve(&self) -> Curve {
        let over = |cost: u64| self.distances.map_or(f64::NAN, |least| cost as f64 / least as f64);
        let points = self.attempt.curve.iter().map(|&(seconds, cost)| (seconds, over(cost)));
        Curve::ours(
            format!("{} robots, {}", self.robots, SCHEDULERS[self.scheduler].replace('`', "")),
            points,
        )
    }
}

#[expect(clippy::unnecessary_wraps, reason = "experiments with data can fail")]
fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(30.0, 0.05);
    let side: u32 = runner.size(500, 40);
    let mut rng = runner.seed().generator([side]);
    let map: Grid = random_map(side, CLOSED_PERCENT, &mut rng);
    let mut runs = Vec::new();
    let mut instances = Vec::new();
    for robots in runner.size([100, 1000, 5000], [10, 20, 40]) {
        let instance = robots_on(&map, robots, &mut runner.seed().generator([side, robots as u32]));
        let distances = instance.sum_of_distances();
        // One run at a time: memory is counted for the whole process.
        runs.extend([0, 1].map(|index| run(&instance, distances, index, seconds)));
        instances.push(instance);
    }
    let columns = [
        "robots",
        "scheduler",
        "sum of distances",
        "first schedule, s",
        "its sum of costs",
        "over the distances",
        "MiB counted by then",
        "MiB held by then",
        "seconds in all",
        "sum of costs",
        "over the distances at the end",
        "less than at first, %",
        "MiB counted",
        "MiB held",
    ];
    let plot = Plot {
        name: "curves",
        title: "Sum of costs, over the sum of distances".to_owned(),
        x: Axis::logarithmic("seconds of processor time"),
        y: Axis::logarithmic("sum of costs over the sum of distances"),
        curves: runs.iter().map(Run::curve).collect(),
    };
    let open = map.cells().filter(|&cell| !map.is_closed(cell)).count();
    Ok(Findings {
        tables: vec![Table::new("", "First schedules, and what more time gains", columns, runs.iter().map(Run::cells))],
        plots: vec![plot],
        drawings: pictures::drawings(&map, &instances, &runs),
        remarks: vec![
            format!("The map has {open} open cells. Limit: {seconds} seconds of processor time, one run at a time."),
            "*Counted* is the most memory that the scheduler has accounted for, against which a memory limit would be held. *Held* is the most that the \
             process has held meanwhile, as the system counts it: the program, the instances and what earlier runs have not given back included."
                .to_owned(),
        ],
    })
}
