//! What each part of Rolling Stone is worth.

use motion_core::Budget;

use super::{Attempt, Puzzle, XSOKOBAN, attempt, puzzles};
use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sokoban-rolling-stone",
    source: "A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using domain knowledge*, 2001: the levels that each \
             part adds",
    title: "Sokoban: the parts of Rolling Stone",
    about: "The 90 levels of XSokoban by IDA*, with one part of Rolling Stone after another. Theirs are the figures of the program that its authors report, \
            with 20 million nodes a level; ours are with far fewer nodes, and our parts are not the same: deadlock tables are of two and three boxes and beside \
            rules and PI-corrals, and goals are filled in one order.",
    measure,
};

/// The nodes of a level.
const NODES: u64 = 200_000;

/// A part, the solver that has it beside all parts before it, and the levels of `XSokoban` that
/// Rolling Stone solves with these.
type Rung = (&'static str, &'static str, u64);

const RUNGS: [Rung; 7] = [
    ("transposition table", "IDA*", 5),
    ("move order", "IDA*+OMO", 4),
    ("deadlock tables", "IDA*+OMO+pruned+tables", 5),
    ("tunnel macros", "RS", 6),
    ("goal macros", "RS+macros", 17),
    ("goal cuts", "RS+macros+cuts", 24),
    ("relevance cuts", "RS+macros+cuts+relevance", 50),
];

fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let puzzles = puzzles(runner, XSOKOBAN, 'X')?;
    let nodes = runner.size(NODES, 500);
    let budget = Budget::new().with_nodes(nodes).with_bytes(4 << 30);
    let tasks =
        RUNGS.iter().flat_map(|&(_, solver, _)| puzzles.iter().map(move |puzzle| (solver, &puzzle.level)));
    let attempts = runner.map("levels", tasks.collect(), |(solver, level)| attempt(solver, level, &budget));
    let rungs = || RUNGS.iter().zip(attempts.chunks(puzzles.len().max(1)));
    let summary = rungs().map(|(rung, attempts)| summary_row(rung, &puzzles, attempts)).collect();
    let levels = rungs().flat_map(|(&(_, solver, _), attempts)| {
        puzzles.iter().zip(attempts).map(move |(puzzle, attempt)| level_row(solver, puzzle, attempt))
    });
    let columns = ["part", "solver", "levels", "solved", "solved by theirs", "thousand nodes", "seconds", "new"];
    let level_columns = ["solver", "puzzle", "pushes", "proved", "nodes", "seconds"];
    Ok(Findings {
        tables: vec![
            Table::new("", "Part by part", columns.map(str::to_owned), summary),
            Table::new("levels", "Level by level", level_columns.map(str::to_owned), levels).in_a_file(),
        ],
        plots: Vec::new(),
        drawings: Vec::new(),
        remarks: vec![
            format!("Limits: ours {nodes} nodes and 4 GiB a level, theirs 20,000,000 nodes. Seconds are processor time of the thread."),
            "Each solver has the parts of the rows before it. `new` are the levels that no row before it solves.".to_owned(),
            "`auto`, the default solver of the crate, solves all 90.".to_owned(),
        ],
    })
}
