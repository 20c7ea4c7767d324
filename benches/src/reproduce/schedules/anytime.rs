//! The best schedules within some seconds.

use cpf::{AutoScheduler, Instance, MotionModel, Objective};

use super::attempt::{Attempt, attempt};
use super::maps::{BenchmarkMap, MAPS};
use super::peers::{PeerRun, peer_runs};
use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mapf-anytime",
    source: "J. Li et al., *MAPF-LNS2: Fast repairing for multi-agent path finding via large neighborhood search*, 2022; K. Okumura, *Engineering \
             LaCAM\\*: Towards real-time, large-scale, and near-optimal multi-agent pathfinding*, 2024",
    title: "The best schedules within some seconds",
    about: "The first quarter, half, three quarters and all robots of the first random scenario of five maps of the MAPF benchmark, standard model, by the \
            default scheduler. Beside it the public programs of the papers, measured on the same kind of machine; LaCAM3 minimises a sum that is not \
            the sum of costs.",
    measure,
};

const PEERS: [&str; 2] = ["LNS2", "LaCAM3"];

/// A map with some robots, and the objective.
struct Case<'a> {
    map: &'a BenchmarkMap,
    robots: usize,
    objective: Objective,
    instance: Instance,
    seconds: f64,
}

impl Case<'_> {
    /// The cost that a public program has reached in at most this time.
    fn of_peer(&self, peers: &[PeerRun], name: &str) -> Option<u64> {
        let runs = peers.iter().filter(|run| run.solves(name, self.map.name, self.robots));
        let costs =
            runs.filter(|run| f64::from(run.limit) <= self.seconds).filter_map(|run| match self.objective {
                Objective::Makespan => run.makespan,
                Objective::SumOfCosts | Objective::Moves => run.soc,
            });
        costs.min()
    }

    fn row(&self, attempt: &Attempt, peers: &[PeerRun]) -> Vec<Cell> {
        let cost = attempt.best.map(|best| best.cost);
        let theirs = PEERS.map(|name| self.of_peer(peers, name));
        let least = theirs.into_iter().flatten().min();
        let ratio = cost.zip(least).map(|(cost, least)| cost as f64 / least as f64);
        let mut cells = vec![
            self.map.name.into(),
            Cell::Count(self.robots as u64),
            self.objective.name().into(),
            Cell::number(self.seconds, 0),
            cost.into(),
            attempt.lower_bound.into(),
            Cell::number(attempt.curve.first().map(|point| 1000.0 * point.0), 0),
        ];
        cells.extend(theirs.map(Cell::from));
        cells.push(Cell::number(ratio, 3));
        cells
    }
}

fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let mut cases = Vec::new();
    for map in &MAPS {
        let files = map.read(runner)?;
        let quarters = runner.size(map.quarters().to_vec(), vec![10]);
        for (robots, objective) in quarters
            .into_iter()
            .flat_map(|robots| [Objective::SumOfCosts, Objective::Makespan].map(|it| (robots, it)))
        {
            for seconds in runner.size(vec![10.0, 30.0], vec![0.05]) {
                cases.push(Case { map, robots, objective, instance: files.instance(robots), seconds });
            }
        }
    }
    let attempts = runner.map("runs", cases.iter().collect(), |case| {
        let scheduler =
            AutoScheduler::default().with_model(MotionModel::Standard).with_objective(case.objective);
        attempt(&scheduler, &case.instance, case.seconds)
    });
    let peers = peer_runs();
    let columns = [
        "map",
        "robots",
        "objective",
        "limit in seconds",
        "cost",
        "lower bound",
        "first schedule after ms",
        "LNS2",
        "LaCAM3",
        "cost over the better one's",
    ];
    let rows = cases.iter().zip(&attempts).map(|(case, attempt)| case.row(attempt, &peers));
    let longest = cases.iter().map(|case| case.seconds).fold(0.0, f64::max);
    let all = |case: &Case| case.robots == case.map.robots && case.seconds >= longest;
    let curves =
        cases.iter().zip(&attempts).filter(|(case, _)| all(case) && case.objective == Objective::SumOfCosts);
    let plot = Plot {
        name: "curves",
        title: "Sum of costs over time, all robots".to_owned(),
        x: Axis::logarithmic("seconds of processor time"),
        y: Axis::logarithmic("sum of costs"),
        curves: curves
            .map(|(case, attempt)| {
                let points = attempt.curve.iter().map(|&(seconds, cost)| (seconds, cost as f64));
                Curve::ours(case.map.name, points)
            })
            .collect(),
    };
    Ok(Findings {
        tables: vec![Table::new("", "Costs", columns, rows)],
        plots: vec![plot],
        drawings: Vec::new(), remarks: vec![
            "Limits are of processor time. A public program's figure is its best within the same limit or a shorter one; no figure: not solved, or not \
             run."
                .to_owned(),
        ],
    })
}
