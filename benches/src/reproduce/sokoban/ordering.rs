//! Whether it pays to order pushes, with node limits instead of time limits.

use motion_core::Budget;

use super::{Attempt, Puzzle, attempt, microban_and_some};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Solvers without an order of pushes.
const UNORDERED: [&str; 8] =
    ["IDDFS", "IDDFS+PP", "IDDFS+SD", "IDDFS+PP+SD", "IDDFS+PI", "IDDFS+PP+PI", "IDDFS+VL", "IDDFS+PP+VL"];

/// What orders their pushes.
const ORDERS: [&str; 3] = ["IMO", "OMO", "IMO+OMO"];

/// Solvers that order pushes by inertia already, and what orders the others.
const BY_INERTIA: [&str; 2] = ["IDA*", "IDA*+pruned"];
const OTHERS: [&str; 1] = ["OMO"];

/// A level that these searches solve without `VL`, but only beyond the limit of the others, and the
/// nodes that it may take. The other two of `XSokoban` they do not solve without `VL`.
const LARGE: (&str, u64) = ("X1", 60_000_000);

/// A search, and the solver without an order that it is compared with.
struct Row {
    solver: String,
    /// Its place among the rows.
    unordered: usize,
    attempts: Vec<Attempt>,
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let puzzles = microban_and_some(runner)?;
    let nodes = runner.size(100_000, 2_000);
    let mut rows = Vec::new();
    let unordered = UNORDERED.map(|solver| (solver, &ORDERS[..])).into_iter();
    for (unordered, orders) in unordered.chain(BY_INERTIA.map(|solver| (solver, &OTHERS[..]))) {
        let first = rows.len();
        let ordered = orders.iter().map(|order| format!("{unordered}+{order}"));
        for solver in std::iter::once(unordered.to_owned()).chain(ordered) {
            rows.push(Row { solver, unordered: first, attempts: Vec::new() });
        }
    }
    let budget = Budget::new().with_nodes(nodes);
    let tasks = rows.iter().flat_map(|row| puzzles.iter().map(|puzzle| (&*row.solver, &puzzle.level)));
    let mut attempts =
        runner.map("levels", tasks.collect(), |(solver, level)| attempt(solver, level, &budget)).into_iter();
    for row in &mut rows {
        row.attempts = attempts.by_ref().take(puzzles.len()).collect();
    }
    let most = runner.size(LARGE.1, nodes);
    let large = large_level(runner, &rows, &puzzles, most);
    let summary = Table::new(
        "",
        "Summary",
        [
            "solver",
            "solved",
            "nodes in all",
            "solved by both",
            "other nodes",
            "fewer",
            "more",
            "nodes unordered",
            "nodes ordered",
        ],
        rows.iter().map(|row| summary(row, &rows[row.unordered])),
    );
    let levels = rows.iter().flat_map(|row| {
        puzzles.iter().zip(&row.attempts).map(|(puzzle, attempt)| {
            let pushes = attempt.solved.map(|(pushes, _)| pushes);
            vec![row.solver.clone().into(), puzzle.name.clone().into(), pushes.into(), attempt.nodes.into()]
        })
    });
    let levels = Table::new("levels", "Level by level", ["solver", "puzzle", "pushes", "nodes"], levels);
    Ok(Findings {
        tables: vec![summary, large, levels.in_a_file()],
        figures: vec![
            ("nodes", nodes.to_string()),
            ("most", most.to_string()),
            ("large", LARGE.0.to_string()),
        ],
        ..Findings::default()
    })
}

/// The large level, by every search that is not guided by `VL`.
fn large_level(runner: &Runner, rows: &[Row], puzzles: &[Puzzle], nodes: u64) -> Table {
    let puzzle = puzzles.iter().find(|puzzle| puzzle.name == LARGE.0).expect("invariant: one of XSokoban");
    let solvers: Vec<&str> =
        rows.iter().map(|row| &*row.solver).filter(|solver| !solver.contains("VL")).collect();
    let budget = Budget::new().with_nodes(nodes);
    let attempts = runner.map(LARGE.0, solvers.clone(), |solver| attempt(solver, &puzzle.level, &budget));
    let rows = solvers.into_iter().zip(attempts).map(|(solver, attempt)| {
        vec![solver.to_owned().into(), attempt.solved.map(|(pushes, _)| pushes).into(), attempt.nodes.into()]
    });
    Table::new("large", "The first level of XSokoban", ["solver", "pushes", "nodes"], rows)
}

/// A search, compared with the one without an order on the levels that both have solved.
fn summary(row: &Row, unordered: &Row) -> Vec<Cell> {
    let pairs = unordered.attempts.iter().zip(&row.attempts);
    let both: Vec<_> = pairs
        .filter(|(unordered, ordered)| unordered.solved.is_some() && ordered.solved.is_some())
        .map(|(unordered, ordered)| (unordered.nodes, ordered.nodes))
        .collect();
    let count = |is: fn(&(u64, u64)) -> bool| both.iter().filter(|pair| is(pair)).count() as u64;
    let compared = |figure: u64| (row.solver != unordered.solver).then_some(figure);
    vec![
        row.solver.clone().into(),
        Cell::Count(row.attempts.iter().filter(|attempt| attempt.solved.is_some()).count() as u64),
        row.attempts.iter().map(|attempt| attempt.nodes).sum::<u64>().into(),
        compared(both.len() as u64).into(),
        compared(count(|(unordered, ordered)| unordered != ordered)).into(),
        compared(count(|(unordered, ordered)| ordered < unordered)).into(),
        compared(count(|(unordered, ordered)| ordered > unordered)).into(),
        compared(both.iter().map(|pair| pair.0).sum()).into(),
        compared(both.iter().map(|pair| pair.1).sum()).into(),
    ]
}
