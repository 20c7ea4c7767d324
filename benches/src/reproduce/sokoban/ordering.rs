//! Tests whether ordering pushes pays off. It uses node limits instead of time limits.

use motion_core::Budget;

use super::{Attempt, Puzzle, attempt, microban_and_some, nodes, solved};
use crate::reproduce::findings::{Findings, Rows, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Solvers without an order of pushes.
const UNORDERED: [&str; 8] =
    ["IDDFS", "IDDFS+PP", "IDDFS+SD", "IDDFS+PP+SD", "IDDFS+PI", "IDDFS+PP+PI", "IDDFS+VL", "IDDFS+PP+VL"];

/// The orders that are added to each solver of [`UNORDERED`].
const ORDERS: [&str; 3] = ["IMO", "OMO", "IMO+OMO"];

/// Solvers that already order pushes by inertia, followed by the orders that are added to them.
const BY_INERTIA: [&str; 2] = ["IDA*", "IDA*+pruned"];
const OTHERS: [&str; 1] = ["OMO"];

/// A large level and its node limit. The searches without `VL` solve it, but need more nodes than
/// the limit for the other levels. They do not solve the other two levels of `XSokoban` without
/// `VL`.
const LARGE: (&str, u64) = ("X1", 60_000_000);

/// The attempts of a search, and the row of the unordered solver with which it is compared.
struct Row {
    solver: String,
    /// The index of that solver's row.
    unordered: usize,
    attempts: Vec<Attempt>,
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let puzzles = microban_and_some(runner)?;
    let limit = runner.size(100_000, 2_000);
    let mut rows = Vec::new();
    let unordered = UNORDERED.map(|solver| (solver, &ORDERS[..])).into_iter();
    for (unordered, orders) in unordered.chain(BY_INERTIA.map(|solver| (solver, &OTHERS[..]))) {
        let first = rows.len();
        let ordered = orders.iter().map(|order| format!("{unordered}+{order}"));
        for solver in std::iter::once(unordered.to_owned()).chain(ordered) {
            rows.push((solver, first));
        }
    }
    let budget = Budget::new().with_nodes(limit);
    let attempts = runner
        .map_pairs("levels", &rows, &puzzles, |(solver, _), puzzle| attempt(solver, &puzzle.level, &budget));
    let rows: Vec<Row> = rows
        .into_iter()
        .zip(attempts)
        .map(|((solver, unordered), attempts)| Row { solver, unordered, attempts })
        .collect();
    let most = runner.size(LARGE.1, limit);
    let large = large_level(runner, &rows, &puzzles, most);
    // The nodes without and with the order, for the levels that both have solved.
    let both = |row: &Row| -> Vec<(u64, u64)> {
        let pairs = rows[row.unordered].attempts.iter().zip(&row.attempts);
        let both = pairs.filter(|(unordered, ordered)| unordered.is_solved() && ordered.is_solved());
        both.map(|(unordered, ordered)| (unordered.nodes, ordered.nodes)).collect()
    };
    let is_ordered = |row: &Row| row.solver != rows[row.unordered].solver;
    let count = |row: &Row, is: fn(&(u64, u64)) -> bool| {
        is_ordered(row).then(|| both(row).into_iter().filter(is).count())
    };
    let sum = |row: &Row, nodes: fn((u64, u64)) -> u64| {
        is_ordered(row).then(|| both(row).into_iter().map(nodes).sum::<u64>())
    };
    let summary = Rows::of(&rows)
        .column("solver", |row| &*row.solver)
        .column("solved", |row| solved(&row.attempts))
        .column("nodes in all", |row| nodes(&row.attempts))
        .column("solved by both", |row| count(row, |_| true))
        .column("other nodes", |row| count(row, |(unordered, ordered)| unordered != ordered))
        .column("fewer", |row| count(row, |(unordered, ordered)| ordered < unordered))
        .column("more", |row| count(row, |(unordered, ordered)| ordered > unordered))
        .column("nodes unordered", |row| sum(row, |pair| pair.0))
        .column("nodes ordered", |row| sum(row, |pair| pair.1))
        .shown("", "Summary");
    let levels = rows.iter().flat_map(|row| {
        puzzles.iter().zip(&row.attempts).map(move |(puzzle, attempt)| (row, puzzle, attempt))
    });
    let levels = Rows::of(levels)
        .column("solver", |(row, ..)| &*row.solver)
        .column("puzzle", |(_, puzzle, _)| &*puzzle.name)
        .column("pushes", |(.., attempt)| attempt.pushes())
        .column("nodes", |(.., attempt)| attempt.nodes)
        .in_a_file("levels", "Level by level");
    Ok(Findings::of([summary, large, levels])
        .with_figure("nodes", limit)
        .with_figure("most", most)
        .with_figure("large", LARGE.0))
}

/// Solves the large level by every search that `VL` does not guide.
fn large_level(runner: &Runner, rows: &[Row], puzzles: &[Puzzle], nodes: u64) -> Table {
    let puzzle = puzzles.iter().find(|puzzle| puzzle.name == LARGE.0).expect("invariant: one of XSokoban");
    let solvers: Vec<&str> =
        rows.iter().map(|row| &*row.solver).filter(|solver| !solver.contains("VL")).collect();
    let budget = Budget::new().with_nodes(nodes);
    let attempts = runner.map(LARGE.0, solvers.clone(), |solver| attempt(solver, &puzzle.level, &budget));
    Rows::of(solvers.into_iter().zip(&attempts))
        .column("solver", |(solver, _)| *solver)
        .column("pushes", |(_, attempt)| attempt.pushes())
        .column("nodes", |(_, attempt)| attempt.nodes)
        .shown("large", "The first level of XSokoban")
}
