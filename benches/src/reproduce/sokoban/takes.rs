//! The reversed solver of F. Takes with its conditions, compared with the searches that it
//! contains.

use motion_core::Budget;

use super::packing::is_in_subclass;
use super::{Attempt, attempt, count, level_sets, nodes, seconds, solved};
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Searches to compare with those of Takes.
const OTHERS: [&str; 4] = ["RBFS", "RBFS+SD", "BFS+SD", "BFS+SD+VL"];

/// Pairs of conditions: each X with any box that is not placed, or with any box; and each Y with X3
/// and with one X4.
const TAKES: [&str; 14] = [
    "Takes-X1Y1",
    "Takes-X1Y2",
    "Takes-X2(4)Y1",
    "Takes-X3Y1",
    "Takes-X3Y2",
    "Takes-X3Y3",
    "Takes-X3Y4",
    "Takes-X3Y5",
    "Takes-X3Y6",
    "Takes-X4(2)Y2",
    "Takes-X4(2)Y5",
    "Takes-X4(6)Y2",
    "Takes-X4(6)Y5",
    "Takes-X5Y1",
];

/// The name of the class of levels that can be solved one box at a time from the start.
const CLASS: &str = "one box at a time from the start";

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let (levels, limit) = runner.size((100, 20_000), (10, 200));
    let sets = level_sets(runner, levels)?;
    let solvers: Vec<&str> = OTHERS.into_iter().chain(TAKES).collect();
    let budget = Budget::new().with_nodes(limit);
    let results: Vec<(Vec<Vec<Attempt>>, Vec<bool>)> = sets
        .iter()
        .map(|(_, puzzles)| {
            let attempts = runner.map_pairs("levels", &solvers, puzzles, |solver, puzzle| {
                attempt(solver, &puzzle.level, &budget)
            });
            let levels = puzzles.iter().map(|puzzle| &puzzle.level).collect();
            (attempts, runner.map("class", levels, is_in_subclass))
        })
        .collect();
    // The class comes after the solvers, and has no attempts.
    let rows = sets.iter().zip(&results).flat_map(|((set, _), (attempts, in_class))| {
        let of_solvers = solvers.iter().zip(attempts);
        let of_solvers =
            of_solvers.map(move |(&solver, attempts)| (*set, solver, in_class, Some(&attempts[..])));
        of_solvers.chain([(*set, CLASS, in_class, None)])
    });
    let summary = Rows::of(rows)
        .column("levels", |row| row.0)
        .column("solver", |row| row.1)
        .column("of", |row| row.2.len())
        .column("solved", |row| match row.3 {
            Some(attempts) => solved(attempts),
            None => row.2.iter().filter(|&&is_in| is_in).count(),
        })
        .column("searched to the end in vain", |row| {
            row.3.map(|attempts| count(attempts, |it| !it.is_solved() && it.nodes < limit))
        })
        .number("thousand nodes", 1, |row| row.3.map(|attempts| nodes(attempts) as f64 / 1e3))
        .number("seconds", 1, |row| row.3.map(seconds))
        .shown("", "Summary");
    let levels = sets.iter().zip(&results).flat_map(|((_, puzzles), (attempts, in_class))| {
        let levels = puzzles.iter().zip(in_class).enumerate();
        levels.map(move |(number, (puzzle, is_in))| {
            let of_level: Vec<_> = attempts.iter().map(|attempts| &attempts[number]).collect();
            (puzzle, *is_in, of_level)
        })
    });
    let levels = Rows::of(levels)
        .column("puzzle", |row| &*row.0.name)
        .column(CLASS, |row| row.1)
        .for_each(solvers.iter().enumerate(), |rows, (number, solver)| {
            rows.column(format!("pushes by {solver}"), |row| row.2[number].pushes())
                .column(format!("nodes of {solver}"), |row| row.2[number].nodes)
        })
        .in_a_file("levels", "Level by level");
    Ok(Findings::of([summary, levels]).with_figure("nodes", limit))
}
