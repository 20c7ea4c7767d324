//! Experiments with Sokoban: the four of the thesis, its counts, its statements on orders, the
//! default solver, the parts of Rolling Stone, and levels of collections and random ones.

mod agents;
mod collections;
mod comparison;
mod default_solver;
mod fewest_pushes;
mod ordering;
mod packing;
mod random;
mod reading;
mod rolling_stone;
mod rooms;
mod takes;
mod thesis;

use std::time::Duration;

use motion_core::Budget;
use motion_puzzles::CliError;
use serde::{Deserialize, Serialize};
use sokoban::error::SetupError;
use sokoban::{AnySolver, Collection, CollectionEntry, Level};

use super::experiment::{Experiment, experiment};
use super::findings::{Cell, Findings};
use super::obstacle::Obstacle;
use super::runner::Runner;
use crate::thread_time::thread_time;
use comparison::Comparison;
use reading::Figures;
use thesis::Thesis;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    experiment!("sokoban-1", |runner| on_microban(runner, &FIRST), "microban.md", "compared.md"),
    experiment!("sokoban-2", |runner| on_microban(runner, &SECOND), "microban.md", "compared.md"),
    experiment!("sokoban-3", |runner| on_microban(runner, &THIRD), "microban.md", "compared.md"),
    experiment!("sokoban-4", on_xsokoban, "compared.md"),
    experiment!("sokoban-thesis", |_| Ok(thesis::count_again())),
    experiment!("sokoban-ordering", ordering::measure),
    experiment!("sokoban-packing", packing::measure),
    experiment!("sokoban-takes", takes::measure),
    experiment!("sokoban-rooms", rooms::measure),
    experiment!("sokoban-agents", agents::measure),
    experiment!("sokoban-auto", default_solver::measure),
    experiment!("sokoban-collections", collections::measure),
    experiment!("sokoban-fewest", fewest_pushes::measure),
    experiment!("sokoban-rolling-stone", rolling_stone::measure),
    experiment!("sokoban-random", |runner| Ok(random::measure(runner))),
];

const MICROBAN: &str = "sokoban/microban_1.xsb";
const XSOKOBAN: &str = "sokoban/xsokoban_90.xsb";

/// A solver, and its name in the thesis if the thesis has it.
type Named = (&'static str, Option<&'static str>);

const FIRST: [Named; 7] = [
    ("BFS+SD", Some("BFS")),
    ("IDDFS+SD", Some("IDDFS")),
    ("IDDFS+PP+SD", Some("IDDFS+PP")),
    ("IDDFS+IMO+SD", Some("IDDFS+IMO")),
    ("IDDFS+PP+IMO+SD", Some("IDDFS+PP+IMO")),
    ("BFS", None),
    ("IDDFS+PP+IMO", None),
];

const SECOND: [Named; 11] = [
    ("BFS+SD", Some("BFS")),
    ("IDDFS+SD", Some("IDDFS")),
    ("IDDFS+PP+IMO+SD", Some("IDDFS+PP+IMO")),
    ("RBFS", Some("RBFS")),
    ("RBFS+zones", Some("RBFS")),
    ("BBFS+SD+met", Some("BBFS")),
    ("RIDDFS+PP+IMO", Some("RIDDFS+PP+IMO")),
    ("RIDDFS+PP+IMO+zones", Some("RIDDFS+PP+IMO")),
    ("IDDFS/RBFS+SD+met", Some("IDDFS/RBFS+PP+IMO")),
    ("BFS/RIDDFS+SD+met", Some("BFS/RIDDFS+PP+IMO")),
    ("BBFS+SD", None),
];

const THIRD: [Named; 5] = [
    ("BFS+SD", Some("BFS")),
    ("IDDFS+SD", Some("IDDFS")),
    ("BFS+SD+PI", Some("BFS+PI")),
    ("IDDFS+PP+IMO+SD", Some("IDDFS+PP+IMO")),
    ("IDDFS+PP+IMO+SD+PI", Some("IDDFS+PI+PP+IMO")),
];

const FOURTH: [Named; 8] = [
    ("BFS+SD+VL", Some("BFS+VL")),
    ("BFS+SD+VL-thesis", Some("BFS+VL")),
    ("BFS+SD+VL-Lishout", None),
    ("IDDFS+PP+IMO+SD+VL", Some("IDDFS+VL+PP+IMO")),
    ("IDDFS+PP+IMO+SD+VL-thesis", Some("IDDFS+VL+PP+IMO")),
    ("BFS+VL", None),
    ("BFS+SD+PI+VL", None),
    ("auto", None),
];

/// A level and its name in the thesis.
struct Puzzle {
    name: String,
    level: Level,
}

/// Returns the levels of `XSokoban` and Microban 1, and this many random ones, each with the name
/// of its set.
fn level_sets(runner: &Runner, count: usize) -> Result<[(&'static str, Vec<Puzzle>); 3], Obstacle> {
    let random = |number| {
        let random::Puzzle { level, .. } = random::Puzzle::random(number, runner);
        Puzzle { name: format!("R{}", number + 1), level }
    };
    Ok([
        ("XSokoban", puzzles(runner, XSOKOBAN, 'X')?),
        ("Microban 1", puzzles(runner, MICROBAN, 'M')?),
        ("random", (0..count).map(random).collect()),
    ])
}

/// The result of a solver for a puzzle.
#[derive(Serialize, Deserialize)]
struct Attempt {
    /// The pushes of the solution, and whether they are proved to be the fewest.
    solved: Option<(u64, bool)>,
    nodes: u64,
    seconds: f64,
}

impl Attempt {
    const fn is_solved(&self) -> bool {
        self.solved.is_some()
    }

    /// The number of pushes of the solution.
    fn pushes(&self) -> Option<u64> {
        self.solved.map(|(pushes, _)| pushes)
    }

    /// Returns whether the pushes are proved to be the fewest, if there is a solution.
    fn is_proved(&self) -> Option<bool> {
        self.solved.map(|(_, is_proved)| is_proved)
    }

    const fn figures(&self) -> Figures {
        Figures { is_solved: self.is_solved(), nodes: self.nodes, seconds: self.seconds }
    }

    /// The speed in 1,000 nodes a second, if the attempt took at least a millisecond.
    fn speed(&self) -> Option<f64> {
        (self.seconds >= 0.001).then(|| self.nodes as f64 / self.seconds / 1000.0)
    }
}

/// Returns the levels of a file of the data folder.
fn puzzles(runner: &Runner, file: &'static str, set: char) -> Result<Vec<Puzzle>, Obstacle> {
    let unreadable = |why: SetupError| Obstacle::Unreadable(CliError::in_file(file, why));
    let collection: Collection = runner.data(file)?.parse().map_err(unreadable)?;
    let entries = collection.entries().iter().zip(1..);
    let puzzle = |(entry, number): (&CollectionEntry, u32)| Puzzle {
        name: format!("{set}{number}"),
        level: entry.level().clone(),
    };
    Ok(entries.map(puzzle).collect())
}

/// Returns the levels of the thesis's experiments 1 to 3.
fn microban_and_some(runner: &Runner) -> Result<Vec<Puzzle>, Obstacle> {
    let mut chosen = puzzles(runner, MICROBAN, 'M')?;
    let others = puzzles(runner, XSOKOBAN, 'X')?;
    chosen.extend(others.into_iter().filter(|puzzle| ["X1", "X3", "X78"].contains(&puzzle.name.as_str())));
    Ok(chosen)
}

fn on_microban(runner: &Runner, solvers: &[Named]) -> Result<Findings, Obstacle> {
    Ok(compared(runner, &microban_and_some(runner)?, solvers, false))
}

fn on_xsokoban(runner: &Runner) -> Result<Findings, Obstacle> {
    Ok(compared(runner, &puzzles(runner, XSOKOBAN, 'X')?, &FOURTH, true))
}

/// Solves all puzzles by all solvers, and compares the figures with those of the thesis. Speeds are
/// shown in the order of the levels, or of the first solver's speed.
fn compared(runner: &Runner, puzzles: &[Puzzle], solvers: &[Named], by_number: bool) -> Findings {
    let budget = runner.size(
        Budget::new().with_time_by(thread_time, Duration::from_secs(10)).with_bytes(4 << 30),
        Budget::new().with_time_by(thread_time, Duration::from_millis(200)).with_nodes(5_000),
    );
    let names = solvers.iter().map(|&(solver, _)| solver);
    let limit = runner.size("10 seconds and 4 GiB a level", "5,000 nodes or 0.2 seconds a level");
    let mut attempts = attempts(runner, names, puzzles, &budget, limit).into_iter();
    let attempts: Vec<Vec<_>> =
        solvers.iter().map(|_| attempts.by_ref().take(puzzles.len()).collect()).collect();
    let comparison = Comparison { puzzles, solvers, attempts, thesis: Thesis::read() };
    let tables = [comparison.summary()].into_iter().chain(comparison.comparisons());
    Findings::of(tables.chain([comparison.levels()]))
        .with_plots([comparison.nodes(), comparison.speeds(by_number), comparison.times()])
        .with_figure("limit", limit)
}

/// Returns the attempts of all solvers on all puzzles, solver by solver, kept under their names and
/// the limit.
fn attempts<'p>(
    runner: &Runner,
    solvers: impl IntoIterator<Item = &'p str>,
    puzzles: &'p [Puzzle],
    budget: &Budget,
    limit: &str,
) -> Vec<Attempt> {
    let task =
        |solver, puzzle: &'p Puzzle| (format!("{solver}, {}, {limit}", puzzle.name), (solver, &puzzle.level));
    let tasks = solvers.into_iter().flat_map(|solver| puzzles.iter().map(move |puzzle| task(solver, puzzle)));
    runner.map_kept("levels", tasks.collect(), |(solver, level)| attempt(solver, level, budget))
}

fn attempt(solver: &str, level: &Level, budget: &Budget) -> Attempt {
    let solver: AnySolver = solver.parse().expect("invariant: a solver of the crate");
    let attempt = super::attempt::attempt(&solver, level, budget);
    let is_proved = attempt.is_proved();
    let solution = attempt.best.filter(|_| attempt.quality.is_some());
    let solved = solution.map(|metrics| (metrics.pushes, is_proved));
    Attempt { solved, nodes: attempt.nodes, seconds: attempt.seconds }
}

/// Returns the number of attempts of some kind.
fn count<'a>(attempts: impl IntoIterator<Item = &'a Attempt>, is: impl Fn(&Attempt) -> bool) -> usize {
    attempts.into_iter().filter(|attempt| is(attempt)).count()
}

fn solved<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> usize {
    count(attempts, Attempt::is_solved)
}

fn nodes<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> u64 {
    attempts.into_iter().map(|attempt| attempt.nodes).sum()
}

fn seconds<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> f64 {
    attempts.into_iter().map(|attempt| attempt.seconds).sum()
}

/// Returns the names of some puzzles.
fn names<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> Cell {
    puzzles.into_iter().map(|puzzle| &*puzzle.name).collect::<Vec<_>>().join(" ").into()
}
