//! The best schedules within some seconds.

use cpf::{AutoScheduler, Instance, MotionModel, Objective};

use super::attempt::{attempt, ratio};
use super::maps::{BenchmarkMap, MAPS};
use super::peers::{PeerRun, peer_runs};
use crate::reproduce::findings::{Axis, Findings, Plot, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

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
    /// Returns the cost that a public program has reached in at most this time.
    fn of_peer(&self, peers: &[PeerRun], name: &str) -> Option<u64> {
        let runs = peers.iter().filter(|run| run.solves(name, self.map.name, self.robots));
        let costs =
            runs.filter(|run| f64::from(run.limit) <= self.seconds).filter_map(|run| match self.objective {
                Objective::Makespan => run.makespan,
                Objective::SumOfCosts | Objective::Moves => run.soc,
            });
        costs.min()
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
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
    let runs = || cases.iter().zip(&attempts);
    let table = Rows::of(runs())
        .column("map", |(case, _)| case.map.name)
        .column("robots", |(case, _)| case.robots)
        .column("objective", |(case, _)| case.objective.name())
        .number("limit in seconds", 0, |(case, _)| case.seconds)
        .column("cost", |(_, attempt)| attempt.cost())
        .column("lower bound", |(_, attempt)| attempt.bound())
        .number("first schedule after ms", 0, |(_, attempt)| Some(1000.0 * attempt.costs().first()?.0))
        .for_each(PEERS, |rows, name| rows.column(name, |(case, _)| case.of_peer(&peers, name)))
        .number("cost over the better one's", 3, |(case, attempt)| {
            let theirs = PEERS.iter().filter_map(|name| case.of_peer(&peers, name));
            ratio(attempt.cost(), theirs.min())
        })
        .shown("", "Costs");
    let longest = cases.iter().map(|case| case.seconds).fold(0.0, f64::max);
    let is_drawn = |case: &Case| {
        case.robots == case.map.robots && case.seconds >= longest && case.objective == Objective::SumOfCosts
    };
    let curves =
        runs().filter(|(case, _)| is_drawn(case)).map(|(case, attempt)| attempt.curve(case.map.name));
    let axes = [Axis::logarithmic("seconds of processor time"), Axis::logarithmic("sum of costs")];
    let plot = Plot::new("curves", "Sum of costs over time, all robots", axes, curves);
    Ok(Findings::of([table]).with_plots([plot]))
}
