//! The fewest moves of sliding puzzles, and the tables for them.

use std::time::Duration;

use grid_puzzle::tables::{CompleteTable, PatternDatabases};
use grid_puzzle::{Board, Instance, MoveMetric, Optimal};
use motion_core::{Budget, Control, Solver as _};
use serde::{Deserialize, Serialize};

use super::super::attempt::Attempt;
use super::super::findings::{Findings, Rows, Table};
use super::super::obstacle::Obstacle;
use super::super::runner::Runner;
use super::random;
use crate::statistics::mean;
use crate::thread_time::timed;

/// The seconds for each board.
const LIMIT: u64 = 5;

/// The seconds for each hard board.
const HARD_LIMIT: u64 = 60;

/// The 17 boards of 4×4 cells that take 80 moves, the most that any takes.
const OF_80_MOVES: [&str; 17] = [
    "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
    "0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1",
    "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1",
    "0 15 9 13/11 12 10 14/3 7 6 2/4 8 5 1",
    "0 12 9 13/15 11 10 14/3 7 6 2/4 8 5 1",
    "0 12 14 13/15 11 9 10/3 7 6 2/4 8 5 1",
    "0 12 10 13/15 11 14 9/3 7 6 2/4 8 5 1",
    "0 12 11 13/15 14 10 9/3 7 6 2/4 8 5 1",
    "0 12 10 13/15 11 9 14/7 3 6 2/4 8 5 1",
    "0 12 9 13/15 11 14 10/3 8 6 2/4 7 5 1",
    "0 12 9 13/15 11 10 14/8 3 6 2/4 7 5 1",
    "0 12 14 13/15 11 9 10/8 3 6 2/4 7 5 1",
    "0 12 9 13/15 11 10 14/7 8 6 2/4 3 5 1",
    "0 12 10 13/15 11 14 9/7 8 6 2/4 3 5 1",
    "0 12 9 13/15 8 10 14/11 7 6 2/4 3 5 1",
    "0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1",
    "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1",
];

/// Boards of 4×4 cells that take long, with their moves. The second is the transposed goal.
const HARD: [(&str, u64); 3] = [
    ("0 15 8 3/12 11 7 4/14 10 6 5/9 13 2 1", 70),
    ("1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0", 72),
    ("11 5 9 13/2 6 10 14/3 7 0 15/4 8 12 1", 74),
];

const METRICS: [(MoveMetric, &str); 2] =
    [(MoveMetric::SingleTile, "single tiles"), (MoveMetric::MultiTile, "several at once")];

/// Puzzles that are solved with the same databases.
struct Set {
    name: &'static str,
    metric: MoveMetric,
    side: u32,
    /// Whether the databases are the largest.
    large: bool,
    /// The seconds for each board.
    limit: u64,
    /// The boards, each with the published number of moves if there is one.
    boards: Vec<(Instance, Option<u64>)>,
}

/// A run on one board.
#[derive(Serialize, Deserialize)]
struct Run {
    moves: Option<u64>,
    published: Option<u64>,
    /// The proved lower bound.
    bound: Option<u64>,
    nodes: u64,
    seconds: f64,
}

/// The databases of a set.
struct Databases {
    nodes: u64,
    seconds: f64,
    bytes: u64,
    peak_bytes: u64,
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let sets = sets(runner)?;
    let measured: Vec<_> = sets.iter().map(|set| solve(runner, set)).collect();
    let rows: Vec<_> = sets.iter().zip(&measured).map(|(set, (made, runs))| (set, made, runs)).collect();
    let solved = Rows::of(&rows)
        .column("boards", |(set, ..)| set.name)
        .column("tried", |(.., runs)| runs.len())
        .column("solved", |(.., runs)| runs.iter().filter(|run| run.moves.is_some()).count())
        .column("as published", |(.., runs)| {
            runs.iter().filter(|run| run.moves.is_some() && run.moves == run.published).count()
        })
        .number("moves, mean", 2, |(.., runs)| {
            mean(runs.iter().filter_map(|run| run.moves).map(|it| it as f64))
        })
        .column("nodes, sum", |(.., runs)| runs.iter().map(|run| run.nodes).sum::<u64>())
        .column("nodes, most", |(.., runs)| runs.iter().map(|run| run.nodes).max())
        .number("s, sum", 2, |(.., runs)| Some(runs.iter().map(|run| run.seconds).sum::<f64>()))
        .number("s, most", 2, |(.., runs)| runs.iter().map(|run| run.seconds).max_by(f64::total_cmp))
        .shown("", "Boards");
    let databases = Rows::of(&rows)
        .column("for", |(set, ..)| set.name)
        .column("abstract states", |(_, made, _)| made.nodes)
        .number("s", 2, |(_, made, _)| made.seconds)
        .number("MiB", 1, |(_, made, _)| mebibytes(made.bytes))
        .number("MiB while they are made", 1, |(_, made, _)| mebibytes(made.peak_bytes))
        .shown("databases", "Pattern databases");
    let all = rows.iter().flat_map(|(set, _, runs)| runs.iter().zip(1_u64..).map(move |run| (*set, run)));
    let boards = Rows::of(all)
        .column("boards", |(set, _)| set.name)
        .column("number", |(_, (_, number))| *number)
        .column("moves", |(_, (run, _))| run.moves)
        .column("published", |(_, (run, _))| run.published)
        .column("proved bound", |(_, (run, _))| run.bound)
        .column("nodes", |(_, (run, _))| run.nodes)
        .number("s", 3, |(_, (run, _))| run.seconds)
        .in_a_file("boards", "Each board");
    Ok(Findings::of([solved, databases, complete_tables(runner), boards])
        .with_figure("limit", LIMIT)
        .with_figure("hard_limit", HARD_LIMIT))
}

fn sets(runner: &Runner) -> Result<Vec<Set>, Obstacle> {
    let published = |name, side: u32, file: &'static str, skipped: usize| -> Result<Set, Obstacle> {
        let text = runner.data(file)?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let boards = lines.take(runner.size(100, 2)).filter_map(|line| published(line, side, skipped));
        let (metric, large, limit) = (MoveMetric::SingleTile, false, LIMIT);
        Ok(Set { name, metric, side, large, limit, boards: boards.collect() })
    };
    let several = (0..runner.size(10, 1)).map(|number| (random(runner.seed(), [4, 4], number), None));
    let korf = |name| published(name, 4, "sliding/korf100.txt", 0);
    let hard = |name, boards: &[(&str, u64)]| {
        let instance = |text: &str| text.parse().expect("invariant: a board");
        let boards = boards.iter().map(|&(text, moves)| (instance(text), Some(moves))).collect();
        let (metric, side, large, limit) = (MoveMetric::SingleTile, 4, true, HARD_LIMIT);
        Set { name, metric, side, large, limit, boards }
    };
    let mut sets = vec![
        korf("Korf's 15-puzzles")?,
        published("Korf & Felner's 24-puzzles", 5, "sliding/korf50_24puzzle.txt", 1)?,
        Set {
            name: "random 15-puzzles, several at once",
            metric: MoveMetric::MultiTile,
            side: 4,
            large: false,
            limit: LIMIT,
            boards: several.collect(),
        },
    ];
    // Large databases take a minute.
    if runner.size(true, false) {
        sets.extend([
            Set { large: true, ..korf("Korf's 15-puzzles, large databases")? },
            hard("15-puzzles of 80 moves, large databases", &OF_80_MOVES.map(|text| (text, 80))),
            hard("other hard 15-puzzles, large databases", &HARD),
        ]);
    }
    Ok(sets)
}

/// Reads a line: a number, the fewest moves, some other numbers, and the tiles. The goal's blank is
/// at the top left.
pub(super) fn published(line: &str, side: u32, others: usize) -> Option<(Instance, Option<u64>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let board = |tiles: &[String]| {
        let rows: Vec<_> = tiles.chunks(side as usize).map(|row| row.join(" ")).collect();
        rows.join("\n").parse::<Board>().ok()
    };
    let tiles: Vec<_> = words.get(2 + others..)?.iter().map(|&word| word.to_owned()).collect();
    let goal: Vec<_> = (0..side * side).map(|tile| tile.to_string()).collect();
    Some((Instance::new(board(&tiles)?, board(&goal)?).ok()?, words[1].parse().ok()))
}

/// Makes the databases of a set, and solves its boards.
fn solve(runner: &Runner, set: &Set) -> (Databases, Vec<Run>) {
    let goal = set.boards.first().map_or_else(
        || Board::solved(set.side, set.side).expect("invariant: a legal size"),
        |(instance, _)| instance.goal().clone(),
    );
    let mut control = Control::unlimited();
    let (databases, time) = timed(|| {
        if set.large {
            PatternDatabases::large(&goal, &mut control)
        } else {
            PatternDatabases::new(&goal, set.metric, &mut control)
        }
    });
    let databases = databases.expect("invariant: nothing limits the run");
    let (nodes, peak_bytes) = (control.stats().nodes, control.stats().peak_bytes);
    let made = Databases { nodes, seconds: time.as_secs_f64(), bytes: databases.bytes(), peak_bytes };
    let solver = Optimal::default().with_metric(set.metric).with_databases(databases);
    let limit = Duration::from_secs(runner.size(set.limit, 1));
    let tasks = set.boards.iter().zip(1..).map(|(board, number)| (format!("{} {number}", set.name), board));
    let runs = runner.map_kept(set.name, tasks.collect(), |(instance, published)| {
        let mut control = Control::new(Budget::new().with_time(limit));
        let attempt = Attempt::of(&mut control, |control| solver.solve(instance, control));
        let bound = attempt.lower_bound;
        let proved = attempt.is_proved();
        let attempt = attempt.verified(|walk| instance.verify(walk).map(|_| set.metric.moves(walk)));
        let moves = attempt.best.filter(|_| proved);
        Run { moves, published: *published, bound, nodes: attempt.nodes, seconds: attempt.seconds }
    });
    (made, runs)
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Returns a table of the distances of all boards of a size.
fn complete_tables(runner: &Runner) -> Table {
    let sizes = [[2, 2], [2, 3], [2, 4], [3, 3], [2, 5], [3, 4], [2, 6]];
    let sizes = &sizes[..runner.size(7, 4)];
    let made = sizes.iter().flat_map(|&size| METRICS.map(|metric| (size, metric))).map(|(size, metric)| {
        let goal = Board::solved(size[0], size[1]).expect("invariant: a legal size");
        let mut control = Control::unlimited();
        let (table, time) = timed(|| CompleteTable::new(&goal, metric.0, &mut control));
        let table = table.expect("invariant: nothing limits the run");
        (size, metric.1, table, time.as_secs_f64(), control.stats().peak_bytes)
    });
    Rows::of(made)
        .column("board", |(size, ..)| format!("{}×{}", size[0], size[1]))
        .column("moves of", |(_, metric, ..)| *metric)
        .column("boards", |(_, _, table, ..)| table.boards_by_distance().iter().sum::<u64>())
        .column("moves, most", |(_, _, table, ..)| table.boards_by_distance().len() - 1)
        .number("moves, mean", 2, |(_, _, table, ..)| {
            let counts = || table.boards_by_distance().iter().zip(0_u64..);
            let sum: u64 = counts().map(|(count, distance)| count * distance).sum();
            sum as f64 / counts().map(|(count, _)| *count).sum::<u64>() as f64
        })
        .number("s", 2, |(_, _, _, seconds, _)| *seconds)
        .number("MiB", 2, |(_, _, table, ..)| mebibytes(table.bytes()))
        .number("MiB while it is made", 2, |(.., peak)| mebibytes(*peak))
        .shown("complete", "Complete tables")
}
