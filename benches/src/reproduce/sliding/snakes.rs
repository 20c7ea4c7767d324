//! Lengths and times of snakes in Parberry's algorithm.

use grid_puzzle::{Board, Instance, NearOptimal, Parberry, Snake};
use motion_core::{Budget, Solver, Walk};

use super::super::attempt::attempt;
use super::super::findings::{Axis, Curve, Findings, Plot, Rows, Table};
use super::super::runner::Runner;
use super::super::seed::Seed;
use crate::statistics::{deviation, mean};

/// Sizes, and the percentages that snakes save in the paper's table 1.
const IMPROVEMENTS: [(u32, f64); 18] = [
    (3, 0.0),
    (4, 4.48),
    (5, 4.28),
    (6, 5.35),
    (8, 5.66),
    (10, 6.27),
    (12, 6.45),
    (14, 6.57),
    (16, 7.24),
    (18, 7.46),
    (20, 7.52),
    (22, 7.48),
    (25, 7.84),
    (30, 7.84),
    (35, 8.07),
    (40, 8.26),
    (45, 8.26),
    (50, 8.36),
];

/// Sizes, and the seconds of Parberry's algorithm and of snakes in the paper's table 2.
const TIMES: [(u32, &str, &str); 5] = [
    (10, "< 0.10", "< 0.10"),
    (30, "< 0.10", "< 0.10"),
    (40, "< 0.10", "< 0.10"),
    (45, "0.10", "0.10"),
    (50, "0.10", "0.19"),
];

/// The sizes with results for single boards, as in figure 8.
const SINGLE: [u32; 4] = [4, 8, 20, 50];

/// The runs on one board: by Parberry's algorithm, by snakes, and shortened.
struct BoardRuns {
    side: u32,
    moves: [f64; 3],
    seconds: [f64; 3],
}

impl BoardRuns {
    /// The percentage of moves that snakes save.
    fn saved(&self) -> f64 {
        saved(self.moves[0], self.moves[1])
    }
}

fn saved(before: f64, after: f64) -> f64 {
    100.0 * (1.0 - after / before)
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let boards = runner.size(40, 10);
    let tasks =
        IMPROVEMENTS.iter().rev().flat_map(|&(side, _)| (0..boards).map(move |number| (side, number)));
    let mut trials =
        runner.map("boards", tasks.collect(), |(side, number)| trial(runner.seed(), side, number));
    trials.sort_by_key(|trial| trial.side);
    let sizes: Vec<&[BoardRuns]> = trials.chunk_by(|one, other| one.side == other.side).collect();
    Findings::of([improvements(&sizes), times(&sizes)])
        .with_plots([lengths(&sizes), trend(&sizes), one_by_one(&sizes)])
        .with_figure("boards", boards)
}

fn trial(seed: Seed, side: u32, number: u32) -> BoardRuns {
    let goal = Board::solved(side, side).expect("invariant: a legal size");
    let instance = Instance::random(goal, &mut seed.generator([side, number]));
    let solvers: [&dyn Solver<Instance, Solution = Walk>; 3] =
        [&Parberry::default(), &Snake::default(), &NearOptimal::quick()];
    let attempts = solvers.map(|solver| attempt(solver, &instance, &Budget::new()));
    let moves = attempts.each_ref().map(|attempt| attempt.best.expect("invariant: nothing limits the run"));
    let seconds = attempts.map(|attempt| attempt.seconds);
    BoardRuns { side, moves: moves.map(|metrics| metrics.moves as f64), seconds }
}

/// Returns the mean moves of boards by one of the algorithms.
fn moves(size: &[BoardRuns], number: usize) -> Option<f64> {
    mean(size.iter().map(|trial| trial.moves[number]))
}

fn improvements(sizes: &[&[BoardRuns]]) -> Table {
    Rows::of(sizes.iter().zip(&IMPROVEMENTS))
        .column("n", |(size, _)| size[0].side)
        .number("Parberry, mean moves", 1, |(size, _)| moves(size, 0))
        .number("snakes, mean moves", 1, |(size, _)| moves(size, 1))
        .number("saved a board, %", 2, |(size, _)| mean(size.iter().map(BoardRuns::saved)))
        .number("deviation", 2, |(size, _)| deviation(size.iter().map(BoardRuns::saved)))
        .number("in the paper, %", 2, |&(_, &(_, in_paper))| in_paper)
        .number("saved in all, %", 2, |(size, _)| Some(saved(moves(size, 0)?, moves(size, 1)?)))
        .column("boards with more moves", |(size, _)| size.iter().filter(|it| it.saved() < 0.0).count())
        .number("short, mean moves", 1, |(size, _)| moves(size, 2))
        .shown("moves", "Table 1: moves, and what snakes save")
}

fn times(sizes: &[&[BoardRuns]]) -> Table {
    let rows =
        TIMES.iter().filter_map(|times| Some((sizes.iter().find(|size| size[0].side == times.0)?, times)));
    let milliseconds = |size: &[BoardRuns], number: usize| {
        mean(size.iter().map(|trial| trial.seconds[number])).map(|seconds| 1000.0 * seconds)
    };
    Rows::of(rows)
        .column("n", |(_, times)| times.0)
        .number("Parberry, ms", 2, |(size, _)| milliseconds(size, 0))
        .column("Parberry in the paper, s", |(_, times)| times.1)
        .number("snakes, ms", 2, |(size, _)| milliseconds(size, 1))
        .column("snakes in the paper, s", |(_, times)| times.2)
        .number("short, ms", 2, |(size, _)| milliseconds(size, 2))
        .shown("times", "Table 2: times")
}

/// Returns points over the sides of boards.
fn over_sides(
    sizes: &[&[BoardRuns]],
    figure: impl Fn(&[BoardRuns]) -> Option<f64>,
) -> impl Iterator<Item = (f64, f64)> {
    sizes.iter().filter_map(move |size| Some((f64::from(size[0].side), figure(size)?)))
}

fn lengths(sizes: &[&[BoardRuns]]) -> Plot {
    let names = ["Parberry", "snakes", "short"].into_iter().enumerate();
    let curves = names.map(|(number, name)| Curve::ours(name, over_sides(sizes, |size| moves(size, number))));
    let axes = [Axis::linear("n"), Axis::linear("moves, mean")];
    Plot::new("moves", "Figure 6: moves", axes, curves)
}

fn trend(sizes: &[&[BoardRuns]]) -> Plot {
    let ours = over_sides(sizes, |size| mean(size.iter().map(BoardRuns::saved)));
    let theirs = IMPROVEMENTS.map(|(side, saved)| (f64::from(side), saved));
    let axes = [Axis::linear("n"), Axis::linear("moves saved, %")];
    let curves = [Curve::ours("ours", ours), Curve::of_paper("in the paper", theirs)];
    Plot::new("saved", "Figure 7: what snakes save", axes, curves)
}

fn one_by_one(sizes: &[&[BoardRuns]]) -> Plot {
    let curve = |size: &&[BoardRuns]| {
        let mut boards: Vec<_> = size.iter().collect();
        boards.sort_by(|one, other| one.moves[0].total_cmp(&other.moves[0]));
        let points = boards.iter().zip(1..).map(|(trial, number)| (f64::from(number), trial.saved()));
        Curve::ours(format!("{0}×{0}", size[0].side), points)
    };
    let axes = [Axis::linear("boards, by the moves of Parberry's algorithm"), Axis::linear("moves saved, %")];
    let curves = sizes.iter().filter(|size| SINGLE.contains(&size[0].side)).map(curve);
    Plot::new("boards", "Figure 8: what snakes save on each board", axes, curves)
}
