//! Sliding puzzles with several blanks.

use std::time::Duration;

use families::sliding::{Method, Puzzle, SolverChoice};
use grid_puzzle::{Board, Optimal, Snake};
use motion_core::{Budget, Control};

use super::super::attempt::Attempt;
use super::super::findings::{Findings, Rows};
use super::super::runner::Runner;
use crate::statistics::mean;

/// Sides, blanks, and the number of boards.
const SIZES: [[u32; 3]; 12] = [
    [3, 2, 40],
    [3, 4, 40],
    [4, 2, 40],
    [4, 4, 40],
    [6, 2, 40],
    [6, 4, 40],
    [10, 2, 40],
    [10, 4, 40],
    [20, 2, 20],
    [20, 40, 20],
    [20, 200, 20],
    [30, 2, 10],
];

/// The solvers, and the greatest side of the boards for which they are measured.
const SOLVERS: [(&str, u32); 7] = [
    ("parberry", 30),
    ("snake", 30),
    ("snake-dummies", 30),
    ("short-quick", 10),
    ("elimination", 30),
    ("ears", 30),
    ("optimal", 3),
];

const LIMIT: u64 = 60;

/// The means of several boards.
struct Means {
    moves: f64,
    seconds: f64,
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let sizes = runner.size(&SIZES[..], &SIZES[..3]);
    let measured = runner.map_pairs("sizes", sizes, &SOLVERS, |&[side, blanks, count], &(name, greatest)| {
        (side <= greatest).then(|| means(runner, [side, blanks, runner.size(count, 2)], name))
    });
    let rows: Vec<_> = sizes.iter().zip(measured).collect();
    let table = |name: &'static str, title: &str, digits: usize, figure: fn(&Means) -> f64| {
        Rows::of(&rows)
            .column("n", |(size, _)| size[0])
            .column("blanks", |(size, _)| size[1])
            .column("boards", |(size, _)| runner.size(size[2], 2))
            .for_each(SOLVERS.iter().enumerate(), |table, (place, (name, _))| {
                table.number(*name, digits, |(_, means)| means[place].as_ref().map(figure))
            })
            .shown(name, title)
    };
    Findings::of([
        table("moves", "Moves, mean", 1, |means| means.moves),
        table("times", "Milliseconds of processor time, mean", 2, |means| 1000.0 * means.seconds),
    ])
    .with_figure("limit", LIMIT)
}

/// Solves random boards by the solver of this name.
fn means(runner: &Runner, [side, blanks, count]: [u32; 3], name: &str) -> Means {
    let method = name.parse::<SolverChoice>().expect("invariant: a solver");
    let method = method.method(Snake::default(), Optimal::default());
    let goal = Board::solved_with_blanks(side, side, blanks).expect("invariant: a legal size");
    let runs: Vec<_> = (0..count)
        .map(|number| {
            let name = [side, side, blanks, number];
            run(&method, &Puzzle::random(goal.clone(), &mut runner.seed().generator(name)))
        })
        .collect();
    let moves = mean(runs.iter().filter_map(|run| run.best).map(|moves| moves as f64));
    let seconds = mean(runs.iter().map(|run| run.seconds));
    Means { moves: moves.unwrap_or(f64::NAN), seconds: seconds.unwrap_or(f64::NAN) }
}

/// Solves a board; the result is the number of moves.
fn run(method: &Method, puzzle: &Puzzle) -> Attempt<u64> {
    let mut control = Control::new(Budget::new().with_time(Duration::from_secs(LIMIT)));
    let solve =
        |control: &mut Control| method.solve(puzzle, control).expect("invariant: it supports blanks").1;
    Attempt::of(&mut control, solve).verified(|solution| puzzle.verify(solution)).map(|metrics| metrics.moves)
}
