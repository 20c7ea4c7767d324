//! The most robots that can be scheduled with a proof of the least cost, or of a ratio to it.

use cpf::{MotionModel, Objective};
use mapf::{ConflictSearch, ScheduleImprover};

use super::attempt::{Best, attempt};
use super::maps::{BenchmarkMap, MAPS, MapFiles};
use super::peers::{PeerRun, most_robots, peer_runs};
use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// A ratio to the least cost in thousandths, and the program that reaches it.
const RATIOS: [(u64, &str); 4] =
    [(1000, "CBSH2-RTC"), (1020, "EECBS-1.02"), (1050, "EECBS-1.05"), (1200, "EECBS-1.2")];

/// A map and a ratio, with all attempts by increasing number of robots; only the last attempt may
/// lack a proof.
struct Series<'a> {
    map: &'a BenchmarkMap,
    ratio: u64,
    peer: &'static str,
    attempts: Vec<(usize, Attempt<Best>)>,
}

/// Returns the number of robots that are added for the next attempt.
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
    let mut attempts: Vec<(usize, Attempt<Best>)> = Vec::new();
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
    /// Returns the attempts with a proof.
    fn proved(&self) -> impl Iterator<Item = &(usize, Attempt<Best>)> {
        self.attempts.iter().filter(|(_, attempt)| attempt.is_within(self.ratio))
    }

    fn ratio(&self) -> f64 {
        self.ratio as f64 / 1000.0
    }

    /// Returns the program's run with this many robots.
    fn of_peer<'p>(&self, peers: &'p [PeerRun], robots: usize, ours: &Attempt<Best>) -> Option<&'p PeerRun> {
        let peer = peers.iter().find(|run| run.solves(self.peer, self.map.name, robots));
        let theirs = peer.and_then(|run| run.soc).filter(|_| self.ratio == 1000);
        if let (Some(ours), Some(theirs)) = (ours.least_cost(), theirs) {
            assert_eq!(ours, theirs, "two different least costs: {}, {robots} robots", self.map.name);
        }
        peer
    }
}

/// Returns the map, the number of robots, the least cost, and the cost that the improver reaches,
/// for the most robots whose least cost is proved.
fn improved(
    series: &Series<'_>,
    files: &MapFiles,
    seconds: f64,
) -> Option<(&'static str, usize, u64, Option<u64>)> {
    let (robots, proved) = series.proved().last()?;
    let least = proved.cost().expect("invariant: a proof has its schedule");
    let improver =
        ScheduleImprover::default().with_model(MotionModel::Standard).with_objective(Objective::SumOfCosts);
    let cost = attempt(&improver, &files.instance(*robots), seconds).cost();
    assert!(cost.is_none_or(|cost| cost >= least), "{}: less than the least cost", series.map.name);
    Some((series.map.name, *robots, least, cost))
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(30.0, 0.05);
    let improver_seconds = seconds / 3.0;
    let files = MAPS.iter().map(|map| map.read(runner)).collect::<Result<Vec<_>, _>>()?;
    let tasks = MAPS.iter().zip(&files).flat_map(|files| RATIOS.map(|ratio| (files, ratio))).collect();
    let all = runner.map("maps", tasks, |((map, files), ratio)| series(map, files, ratio, seconds));
    let proofs = all.chunks(RATIOS.len()).map(|of_map| &of_map[0]).zip(&files).collect();
    let improved =
        runner.map("improver", proofs, |(series, files)| improved(series, files, improver_seconds));
    let peers = peer_runs();
    let peer = |series: &Series| most_robots(&peers, series.peer, series.map.name);
    let most = Rows::of(&all)
        .column("map", |series| series.map.name)
        .number("ratio", 2, |series| series.ratio())
        .column("robots", |series| series.proved().last().map(|run| run.0))
        .number("seconds", 2, |series| series.proved().last().map(|run| run.1.seconds))
        .column("program", |series| series.peer)
        .column("its robots", |series| peer(series).map(|run| run.k))
        .number("its seconds", 2, |series| peer(series).map(|run| run.cpu))
        .shown("", "The most robots");
    let runs = all.iter().flat_map(|series| {
        let peers = &peers;
        series
            .attempts
            .iter()
            .map(move |(robots, it)| (series, *robots, it, series.of_peer(peers, *robots, it)))
    });
    let runs = Rows::of(runs)
        .column("map", |run| run.0.map.name)
        .number("ratio", 2, |run| run.0.ratio())
        .column("robots", |run| run.1)
        .column("sum of costs", |run| run.2.cost())
        .column("lower bound", |run| run.2.bound())
        .column("proved", |run| run.2.is_within(run.0.ratio).then_some(true))
        .column("nodes", |run| run.2.nodes)
        .number("seconds", 3, |run| run.2.seconds)
        .column("sum of costs of the program", |run| run.3.and_then(|peer| peer.soc))
        .number("its seconds", 2, |run| run.3.map(|peer| peer.cpu))
        .in_a_file("robots", "All runs");
    let improved = Rows::of(improved.into_iter().flatten())
        .column("map", |row| row.0)
        .column("robots", |row| row.1)
        .column("least sum of costs", |row| row.2)
        .column("of ScheduleImprover", |row| row.3)
        .shown("improver", "Large neighbourhood search beside the least cost");
    Ok(Findings::of([most, runs, improved])
        .with_figure("seconds", seconds)
        .with_figure("improver_seconds", format_args!("{improver_seconds:.0}")))
}
