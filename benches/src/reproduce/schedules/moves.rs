//! The fewest moves.

use cpf::{Auto, AutoScheduler, Instance, MotionModel, Objective, Parallelised, Scheduler};

use super::attempt::{Attempt, attempt};
use super::crowded::permutation;
use super::maps::MAPS;
use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mapf-moves",
    source: "K. Okumura, *Engineering LaCAM\\*: Towards real-time, large-scale, and near-optimal multi-agent pathfinding*, 2024",
    title: "The fewest moves",
    about: "The first quarter, half, three quarters and all robots of the first random scenario of five maps of the MAPF benchmark, and random \
            permutations on open grids. Moves are counted, waiting is free. No robot makes fewer moves than its distance to its goal, so that the \
            sum of distances is a lower bound. Plans by the default solver, whose robots move one after another, and schedules by the default \
            scheduler in the models `Train` and `Pebble`.",
    measure,
};

/// A place and some robots there.
struct Case {
    place: String,
    instance: Instance,
}

/// Plans; schedules in `Train`; schedules in `Pebble`.
fn schedulers() -> [Box<dyn Scheduler>; 3] {
    let scheduler = AutoScheduler::default().with_objective(Objective::Moves);
    [
        Box::new(Parallelised::new(Auto::default())),
        Box::new(scheduler.with_model(MotionModel::Train)),
        Box::new(scheduler.with_model(MotionModel::Pebble)),
    ]
}

const COLUMNS: [&str; 3] = ["plans", "`Train`", "`Pebble`"];

/// Sides and vacant cells of the permutations.
const GRIDS: [(u32, usize); 6] = [(10, 1), (10, 10), (20, 1), (20, 40), (30, 1), (30, 90)];

fn cases(runner: &Runner) -> Result<Vec<Case>, Obstacle> {
    let mut cases = Vec::new();
    for map in &MAPS {
        let files = map.read(runner)?;
        let quarters = runner.size(map.quarters().to_vec(), vec![10]);
        cases.extend(
            quarters
                .into_iter()
                .map(|robots| Case { place: map.name.to_owned(), instance: files.instance(robots) }),
        );
    }
    let grids = runner.size(GRIDS.to_vec(), vec![(4, 3)]);
    let permutations = grids.into_iter().map(|(side, vacant)| Case {
        place: format!("{side}×{side}, {vacant} vacant"),
        instance: permutation(side, vacant),
    });
    cases.extend(permutations);
    Ok(cases)
}

impl Case {
    fn row(&self, attempts: &[Attempt]) -> Vec<Cell> {
        let least = self.instance.sum_of_distances();
        let moves: Vec<Option<u64>> =
            attempts.iter().map(|attempt| attempt.best.map(|best| best.metrics.moves)).collect();
        let over = |moves: Option<u64>| moves.zip(least).map(|(moves, least)| moves as f64 / least as f64);
        let mut cells =
            vec![self.place.as_str().into(), Cell::Count(self.instance.robot_count() as u64), least.into()];
        cells.extend(moves.iter().map(|&moves| moves.into()));
        cells.extend(moves.iter().map(|&moves| Cell::number(over(moves), 3)));
        cells.extend(attempts.iter().map(|attempt| Cell::number(attempt.seconds, 2)));
        cells
    }
}

fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(10.0, 0.02);
    let cases = cases(runner)?;
    let tasks = cases.iter().flat_map(|case| [0, 1, 2].map(|index| (case, index)));
    let attempts = runner.map("moves", tasks.collect(), |(case, index): (&Case, usize)| {
        attempt(&*schedulers()[index], &case.instance, seconds)
    });
    let titles = |what: &str| COLUMNS.map(|column| format!("{what}, {column}"));
    let columns = ["where", "robots", "sum of distances"].map(str::to_owned).into_iter();
    let columns = columns.chain(titles("moves")).chain(titles("over the distances")).chain(titles("seconds"));
    let rows = cases.iter().zip(attempts.chunks(3)).map(|(case, attempts)| case.row(attempts));
    Ok(Findings {
        tables: vec![Table::new("", "Moves", columns, rows)],
        plots: Vec::new(),
        drawings: Vec::new(),
        remarks: vec![format!(
            "Limit: {seconds} seconds of processor time each. The seed of all permutations is 1."
        )],
    })
}
