//! The reversed solver of F. Takes with its conditions, beside the searches that it contains.

use motion_core::Budget;
use sokoban::Level;

use super::packing::is_in_subclass;
use super::{Attempt, Puzzle, attempt, level_sets};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Searches beside those of Takes.
const OTHERS: [&str; 4] = ["RBFS", "RBFS+SD", "BFS+SD", "BFS+SD+VL"];

/// Pairs of conditions: each X with any box that is not placed, or any box, and each Y with X3 and
/// one X4.
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
    let (count, nodes) = runner.size((100, 20_000), (10, 200));
    let sets = level_sets(runner, count)?;
    let solvers: Vec<&str> = OTHERS.into_iter().chain(TAKES).collect();
    let budget = Budget::new().with_nodes(nodes);
    let (mut rows, mut levels) = (Vec::new(), Vec::new());
    for (set, puzzles) in &sets {
        let tasks = solvers.iter().flat_map(|&solver| puzzles.iter().map(move |puzzle| (solver, puzzle)));
        let attempts =
            runner.map("levels", tasks.collect(), |(solver, puzzle)| attempt(solver, &puzzle.level, &budget));
        let of: Vec<&[Attempt]> = attempts.chunks(puzzles.len()).collect();
        let in_class = runner.map("class", levels_of(puzzles), is_in_subclass);
        rows.extend(solvers.iter().zip(&of).map(|(solver, attempts)| row(set, solver, attempts, nodes)));
        rows.push(class_row(set, &in_class));
        levels.extend((0..puzzles.len()).map(|number| {
            let figures = of.iter().flat_map(|attempts| {
                let Attempt { solved, nodes, .. } = attempts[number];
                [solved.map(|(pushes, _)| pushes).into(), Cell::Count(nodes)]
            });
            let class = if in_class[number] { "yes" } else { "no" };
            [puzzles[number].name.clone().into(), class.into()].into_iter().chain(figures).collect()
        }));
    }
    let columns =
        ["levels", "solver", "of", "solved", "searched to the end in vain", "thousand nodes", "seconds"];
    let figures =
        solvers.iter().flat_map(|solver| [format!("pushes by {solver}"), format!("nodes of {solver}")]);
    let level_columns = ["puzzle".to_owned(), CLASS.to_owned()].into_iter().chain(figures);
    Ok(Findings {
        tables: vec![
            Table::new("", "Summary", columns, rows),
            Table::new("levels", "Level by level", level_columns, levels).in_a_file(),
        ],
        figures: vec![("nodes", nodes.to_string())],
        ..Findings::default()
    })
}

fn levels_of(puzzles: &[Puzzle]) -> Vec<&Level> {
    puzzles.iter().map(|puzzle| &puzzle.level).collect()
}

fn row(set: &str, solver: &str, attempts: &[Attempt], limit: u64) -> Vec<Cell> {
    let count = |is: &dyn Fn(&Attempt) -> bool| {
        Cell::Count(attempts.iter().filter(|&attempt| is(attempt)).count() as u64)
    };
    vec![
        set.into(),
        solver.into(),
        Cell::Count(attempts.len() as u64),
        count(&|attempt| attempt.solved.is_some()),
        count(&|attempt| attempt.solved.is_none() && attempt.nodes < limit),
        Cell::Number(attempts.iter().map(|attempt| attempt.nodes).sum::<u64>() as f64 / 1e3, 1),
        Cell::Number(attempts.iter().map(|attempt| attempt.seconds).sum(), 1),
    ]
}

fn class_row(set: &str, in_class: &[bool]) -> Vec<Cell> {
    let solved = in_class.iter().filter(|&&is_in| is_in).count() as u64;
    let counts = [set.into(), CLASS.into(), Cell::Count(in_class.len() as u64), Cell::Count(solved)];
    counts.into_iter().chain([Cell::None, Cell::None, Cell::None]).collect()
}
