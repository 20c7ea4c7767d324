//! How many robots can be scheduled with a proof: of the least cost, or of a ratio to it.

use cpf::{MotionModel, Objective};
use mapf::{ConflictSearch, ScheduleImprover};

use super::attempt::{Attempt, attempt};
use super::maps::{BenchmarkMap, MAPS, MapFiles};
use super::peers::{PeerRun, most_robots, peer_runs};
use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mapf-proved",
    source: "J. Li et al., *Pairwise symmetry reasoning for multi-agent path finding search*, 2021 (CBSH2-RTC); J. Li, W. Ruml and S. Koenig, *EECBS: A \
             bounded-suboptimal search for multi-agent path finding*, 2021",
    title: "Schedules with a proof",
    about: "The first robots of the first random scenario of five maps of the MAPF benchmark, standard model, sum of costs: more and more robots until \
            the limit comes before the proof. Beside ours the public programs of the papers, measured on the same kind of machine.",
    measure,
};

/// A ratio to the least cost in thousandths, and the program that reaches it.
const RATIOS: [(u64, &str); 4] =
    [(1000, "CBSH2-RTC"), (1020, "EECBS-1.02"), (1050, "EECBS-1.05"), (1200, "EECBS-1.2")];

/// A map and a ratio, and all attempts in the order of the numbers of robots: only the last one may
/// be without a proof.
struct Series<'a> {
    map: &'a BenchmarkMap,
    ratio: u64,
    peer: &'static str,
    attempts: Vec<(usize, Attempt)>,
}

/// How many robots come to the next attempt.
fn step(map: &BenchmarkMap, ratio: u64) -> usize {
    match (ratio, map.robots) {
        (1000, 1000) if map.name.starts_with("warehouse") => 20,
        (1000, _) => 5,
        _ => 25,
    }
}

fn series<'a>(
    map: &'a BenchmarkMap,
    files: &MapFiles,
    (ratio, peer): (u64, &'static str),
    seconds: f64,
) -> Series<'a> {
    let scheduler = ConflictSearch::default()
        .with_model(MotionModel::Standard)
        .with_objective(Objective::SumOfCosts)
        .with_ratio(ratio as u32);
    let step = step(map, ratio);
    let mut attempts: Vec<(usize, Attempt)> = Vec::new();
    for robots in (step..=map.robots).step_by(step) {
        let attempt = attempt(&scheduler, &files.instance(robots), seconds);
        let is_proved = attempt.is_within(ratio);
        attempts.push((robots, attempt));
        if !is_proved {
            break;
        }
    }
    Series { map, ratio, peer, attempts }
}

impl Series<'_> {
    /// The attempts with a proof.
    fn proved(&self) -> impl Iterator<Item = &(usize, Attempt)> {
        self.attempts.iter().filter(|(_, attempt)| attempt.is_within(self.ratio))
    }

    fn row(&self, peers: &[PeerRun]) -> Vec<Cell> {
        let most = self.proved().last();
        let peer = most_robots(peers, self.peer, self.map.name);
        vec![
            self.map.name.into(),
            Cell::number(self.ratio as f64 / 1000.0, 2),
            most.map(|(robots, _)| *robots as u64).into(),
            Cell::number(most.map(|(_, attempt)| attempt.seconds), 2),
            self.peer.into(),
            peer.map(|run| run.k as u64).into(),
            Cell::number(peer.map(|run| run.cpu), 2),
        ]
    }

    fn rows<'a>(&'a self, peers: &'a [PeerRun]) -> impl Iterator<Item = Vec<Cell>> + 'a {
        self.attempts.iter().map(|(robots, attempt)| {
            let peer = peers.iter().find(|run| run.solves(self.peer, self.map.name, *robots));
            let (ours, theirs) = (attempt.best.filter(|best| best.is_proved), peer.and_then(|run| run.soc));
            if let (Some(ours), Some(theirs), 1000) = (ours, theirs, self.ratio) {
                assert_eq!(
                    ours.cost, theirs,
                    "two different least costs: {}, {robots} robots",
                    self.map.name
                );
            }
            vec![
                self.map.name.into(),
                Cell::number(self.ratio as f64 / 1000.0, 2),
                Cell::Count(*robots as u64),
                attempt.best.map(|best| best.cost).into(),
                attempt.lower_bound.into(),
                if attempt.is_within(self.ratio) { "yes".into() } else { Cell::None },
                attempt.nodes.into(),
                Cell::number(attempt.seconds, 3),
                theirs.into(),
                Cell::number(peer.map(|run| run.cpu), 2),
            ]
        })
    }
}

/// What single robots planned again come to, on the instance with the most robots whose least cost
/// is proved.
fn improver_row(series: &Series<'_>, files: &MapFiles, seconds: f64) -> Option<Vec<Cell>> {
    let (robots, proved) = series.proved().last()?;
    let least = proved.best.expect("invariant: a proof has its schedule").cost;
    let improver =
        ScheduleImprover::default().with_model(MotionModel::Standard).with_objective(Objective::SumOfCosts);
    let cost = attempt(&improver, &files.instance(*robots), seconds).best.map(|best| best.cost);
    assert!(cost.is_none_or(|cost| cost >= least), "{}: less than the least cost", series.map.name);
    let row = vec![series.map.name.into(), Cell::Count(*robots as u64), Cell::Count(least), cost.into()];
    Some(row)
}

fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(30.0, 0.05);
    let improver_seconds = seconds / 3.0;
    let files = MAPS.iter().map(|map| map.read(runner)).collect::<Result<Vec<_>, _>>()?;
    let tasks = MAPS.iter().zip(&files).flat_map(|files| RATIOS.map(|ratio| (files, ratio))).collect();
    let all = runner.map("maps", tasks, |((map, files), ratio)| series(map, files, ratio, seconds));
    let proofs = all.chunks(RATIOS.len()).map(|of_map| &of_map[0]).zip(&files).collect();
    let improved =
        runner.map("improver", proofs, |(series, files)| improver_row(series, files, improver_seconds));
    let peers = peer_runs();
    let columns =
        ["map", "ratio", "robots", "seconds", "program", "its robots", "its seconds"].map(str::to_owned);
    let detailed = [
        "map",
        "ratio",
        "robots",
        "sum of costs",
        "lower bound",
        "proved",
        "nodes",
        "seconds",
        "sum of costs of the program",
        "its seconds",
    ];
    Ok(Findings {
        tables: vec![
            Table::new("", "The most robots", columns, all.iter().map(|series| series.row(&peers))),
            Table::new("robots", "All runs", detailed, all.iter().flat_map(|series| series.rows(&peers)))
                .in_a_file(),
            Table::new(
                "improver",
                "Large neighbourhood search beside the least cost",
                ["map", "robots", "least sum of costs", "of ScheduleImprover"],
                improved.into_iter().flatten(),
            ),
        ],
        plots: Vec::new(),
        drawings: Vec::new(),
        remarks: vec![
            format!(
                "Limit: {seconds} seconds of processor time for each number of robots. The first number that is not proved ends the series."
            ),
            "Steps of 5 robots for the least cost (20 in the warehouse), of 25 for ratios.".to_owned(),
            format!(
                "Large neighbourhood search begins with `CollisionRepair` and has {improver_seconds:.0} seconds."
            ),
        ],
    })
}
