//! The worth of each part of Rolling Stone.

use motion_core::Budget;

use super::{Attempt, XSOKOBAN, attempts, names, nodes, puzzles, seconds, solved};
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// The node limit of a level.
const NODES: u64 = 1_000_000;

/// A part, the solver that has it in addition to all parts before it, and the number of levels of
/// `XSokoban` that Rolling Stone solves with these parts, if it has them.
type Rung = (&'static str, &'static str, Option<u64>);

const RUNGS: [Rung; 11] = [
    ("transposition table", "IDA*", Some(5)),
    ("move order", "IDA*+OMO", Some(4)),
    ("PI-corrals", "IDA*+OMO+PI", None),
    ("deadlock rules and tables of two and three boxes", "IDA*+OMO+pruned+tables", Some(5)),
    ("tunnel macros", "RS", Some(6)),
    ("goal macros", "RS+macros", Some(17)),
    ("goal cuts", "RS+macros+cuts", Some(24)),
    ("pattern search", "RS+macros+cuts+penalties", Some(48)),
    ("relevance cuts", "RS+macros+cuts+relevance+penalties", Some(50)),
    ("overestimation", "RS+macros+cuts+relevance+penalties+overestimate", Some(54)),
    ("restarts", "RS+macros+cuts+relevance+penalties+overestimate+restarts", Some(57)),
];

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let puzzles = puzzles(runner, XSOKOBAN, 'X')?;
    let limit = runner.size(NODES, 500);
    let budget = Budget::new().with_nodes(limit).with_bytes(4 << 30);
    let solvers = RUNGS.iter().map(|&(_, solver, _)| solver);
    let attempts = attempts(runner, solvers, &puzzles, &budget, &format!("{limit} nodes and 4 GiB"));
    let rungs = || RUNGS.iter().zip(attempts.chunks(puzzles.len().max(1)));
    // The levels that no earlier row solves.
    let mut unsolved: Vec<_> = (0..puzzles.len()).collect();
    let parts = rungs().map(|(rung, attempts)| {
        let (new, others) = unsolved.iter().partition(|&&number| attempts[number].is_solved());
        unsolved = others;
        (rung, attempts, new)
    });
    let parts = Rows::of(parts.collect::<Vec<(&Rung, &[Attempt], Vec<usize>)>>())
        .column("part", |row| row.0.0)
        .column("solver", |row| row.0.1)
        .column("levels", |row| row.1.len())
        .column("solved", |row| solved(row.1))
        .column("solved by theirs", |row| row.0.2)
        .number("thousand nodes", 0, |row| nodes(row.1) as f64 / 1e3)
        .number("seconds", 1, |row| seconds(row.1))
        .column("new", |row| names(row.2.iter().map(|&number| &puzzles[number])))
        .shown("", "Part by part");
    let levels = rungs().flat_map(|(&(_, solver, _), attempts)| {
        puzzles.iter().zip(attempts).map(move |(puzzle, attempt)| (solver, puzzle, attempt))
    });
    let levels = Rows::of(levels)
        .column("solver", |row| row.0)
        .column("puzzle", |row| &*row.1.name)
        .column("pushes", |row| row.2.pushes())
        .column("proved", |row| row.2.is_proved())
        .column("nodes", |row| row.2.nodes)
        .number("seconds", 3, |row| row.2.seconds)
        .in_a_file("levels", "Level by level");
    Ok(Findings::of([parts, levels]).with_figure("nodes", limit))
}
