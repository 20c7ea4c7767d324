//! What each part of Rolling Stone is worth.

use motion_core::Budget;

use super::{Attempt, Puzzle, XSOKOBAN, attempts, puzzles};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// The nodes of a level.
const NODES: u64 = 1_000_000;

/// A part, the solver that has it beside all parts before it, and the levels of `XSokoban` that
/// Rolling Stone solves with these.
type Rung = (&'static str, &'static str, u64);

const RUNGS: [Rung; 10] = [
    ("transposition table", "IDA*", 5),
    ("move order", "IDA*+OMO", 4),
    ("deadlock tables", "IDA*+OMO+pruned+tables", 5),
    ("tunnel macros", "RS", 6),
    ("goal macros", "RS+macros", 17),
    ("goal cuts", "RS+macros+cuts", 24),
    ("pattern search", "RS+macros+cuts+penalties", 48),
    ("relevance cuts", "RS+macros+cuts+relevance+penalties", 50),
    ("overestimation", "RS+macros+cuts+relevance+penalties+overestimate", 54),
    ("restarts", "RS+macros+cuts+relevance+penalties+overestimate+restarts", 57),
];

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let puzzles = puzzles(runner, XSOKOBAN, 'X')?;
    let nodes = runner.size(NODES, 500);
    let budget = Budget::new().with_nodes(nodes).with_bytes(4 << 30);
    let solvers = RUNGS.iter().map(|&(_, solver, _)| solver);
    let attempts = attempts(runner, solvers, &puzzles, &budget, &format!("{nodes} nodes and 4 GiB"));
    let rungs = || RUNGS.iter().zip(attempts.chunks(puzzles.len().max(1)));
    let mut is_solved = vec![false; puzzles.len()];
    let mut summary = Vec::new();
    for (rung, attempts) in rungs() {
        summary.push(summary_row(rung, &puzzles, attempts, &is_solved));
        is_solved.iter_mut().zip(attempts).for_each(|(is, attempt)| *is |= attempt.solved.is_some());
    }
    let levels = rungs().flat_map(|(&(_, solver, _), attempts)| {
        puzzles.iter().zip(attempts).map(move |(puzzle, attempt)| level_row(solver, puzzle, attempt))
    });
    let columns =
        ["part", "solver", "levels", "solved", "solved by theirs", "thousand nodes", "seconds", "new"];
    let level_columns = ["solver", "puzzle", "pushes", "proved", "nodes", "seconds"];
    Ok(Findings {
        tables: vec![
            Table::new("", "Part by part", columns.map(str::to_owned), summary),
            Table::new("levels", "Level by level", level_columns.map(str::to_owned), levels).in_a_file(),
        ],
        figures: vec![("nodes", nodes.to_string())],
        ..Findings::default()
    })
}

fn summary_row(
    &(part, solver, theirs): &Rung,
    puzzles: &[Puzzle],
    attempts: &[Attempt],
    is_solved_before: &[bool],
) -> Vec<Cell> {
    let solved =
        || puzzles.iter().zip(attempts).zip(is_solved_before).filter(|((_, a), _)| a.solved.is_some());
    let new = solved().filter(|&(_, &before)| !before).map(|((puzzle, _), _)| puzzle.name.as_str());
    vec![
        part.into(),
        solver.into(),
        Cell::Count(attempts.len() as u64),
        Cell::Count(solved().count() as u64),
        Cell::Count(theirs),
        Cell::Number(attempts.iter().map(|attempt| attempt.nodes).sum::<u64>() as f64 / 1e3, 0),
        Cell::Number(attempts.iter().map(|attempt| attempt.seconds).sum(), 1),
        new.collect::<Vec<_>>().join(" ").into(),
    ]
}

fn level_row(solver: &str, puzzle: &Puzzle, attempt: &Attempt) -> Vec<Cell> {
    vec![
        solver.into(),
        puzzle.name.as_str().into(),
        attempt.solved.map(|(pushes, _)| pushes).into(),
        attempt.solved.map(|(_, is_proved)| if is_proved { "yes" } else { "no" }).into(),
        Cell::Count(attempt.nodes),
        Cell::Number(attempt.seconds, 3),
    ]
}
