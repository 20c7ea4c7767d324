//! Lengths and times of solvers that do not search for the fewest moves.

use std::time::Duration;

use grid_puzzle::{Instance, NearOptimal, Snake};
use motion_core::{Budget, Solver, Walk};

use super::super::attempt::attempt;
use super::super::findings::{Axis, Curve, Findings, Plot, Rows, Table};
use super::super::runner::Runner;
use super::random;
use crate::statistics::mean;
use crate::thread_time::thread_time;

/// Sizes, and the number of boards for a solver without a limit and for one with a limit.
const SIZES: [([u32; 2], [u32; 2]); 11] = [
    ([4, 4], [100, 10]),
    ([5, 5], [100, 10]),
    ([6, 6], [100, 10]),
    ([8, 8], [40, 4]),
    ([10, 10], [40, 4]),
    ([20, 20], [40, 4]),
    ([50, 50], [10, 2]),
    ([100, 100], [2, 2]),
    ([200, 200], [1, 1]),
    ([4, 12], [40, 4]),
    ([10, 40], [40, 4]),
];

/// The limits of the near-optimal solver in seconds.
const LIMITS: [f64; 4] = [0.2, 1.0, 5.0, 20.0];

/// The sides of square boards, and the limits in seconds, for what half the time costs.
const DOUBLED: ([u32; 4], [f64; 4]) = ([10, 20, 50, 100], [5.0, 10.0, 20.0, 40.0]);

/// A solver with its limit.
struct Method {
    name: String,
    solver: Box<dyn Solver<Instance, Solution = Walk> + Send + Sync>,
    limit: Option<f64>,
}

/// The means of several boards.
#[derive(Clone, Copy)]
struct Means {
    moves: f64,
    seconds: f64,
}

fn methods(limits: &[f64]) -> Vec<Method> {
    let snakes = [2, 3, 4, 6].map(|length| Method {
        name: format!("snakes of up to {length}"),
        solver: Box::new(Snake::default().with_length(length)),
        limit: None,
    });
    let quick = Method { name: "quick".to_owned(), solver: Box::new(NearOptimal::quick()), limit: None };
    snakes.into_iter().chain([quick]).chain(limited(limits)).collect()
}

fn limited(limits: &[f64]) -> impl Iterator<Item = Method> {
    limits.iter().map(|&limit| Method {
        name: format!("{limit} s"),
        solver: Box::new(NearOptimal::default()),
        limit: Some(limit),
    })
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let methods = methods(runner.size(&LIMITS, &[0.02]));
    let rows = mean_rows(runner, runner.size(&SIZES[..], &SIZES[..2]), &methods);
    let (sides, limits) = DOUBLED;
    let squares: Vec<_> =
        SIZES.into_iter().filter(|([rows, columns], _)| rows == columns && sides.contains(rows)).collect();
    let doubled: Vec<_> = limited(runner.size(&limits, &[0.01, 0.02])).collect();
    let doubled_rows = mean_rows(runner, runner.size(&squares[..], &squares[..1]), &doubled);
    let of_cells =
        |[rows, columns]: [u32; 2], means: Means| means.moves / f64::from(rows * columns).powf(1.5);
    let tables = [
        table(&rows, &methods, "moves", "Moves", 1, |_, means| means.moves),
        table(
            &rows,
            &methods,
            "cells",
            "Moves, divided by the number of cells to the power 3/2",
            3,
            of_cells,
        ),
        table(&rows, &methods, "times", "Milliseconds of processor time", 2, |_, means| {
            1000.0 * means.seconds
        }),
        table(
            &doubled_rows,
            &doubled,
            "doubled",
            "Moves, divided by the number of cells to the power 3/2, within limits that double",
            3,
            of_cells,
        ),
    ];
    Findings::of(tables).with_plots([over_time(&rows, &methods)])
}

/// Returns for each size the means of every method.
fn mean_rows(
    runner: &Runner,
    sizes: &[([u32; 2], [u32; 2])],
    methods: &[Method],
) -> Vec<([u32; 2], Vec<Means>)> {
    let measured = runner.map_pairs("sizes", sizes, methods, |&(size, counts), method| {
        let count = runner.size(counts[usize::from(method.limit.is_some())], 2);
        means(runner, size, count, method)
    });
    sizes.iter().map(|(size, _)| *size).zip(measured).collect()
}

/// Solves the first random boards of a size.
fn means(runner: &Runner, size: [u32; 2], count: u32, method: &Method) -> Means {
    let budget = Budget::new();
    let budget = match method.limit {
        Some(limit) => budget.with_time_by(thread_time, Duration::from_secs_f64(limit)),
        None => budget,
    };
    let attempts: Vec<_> = (0..count)
        .map(|number| attempt(&*method.solver, &random(runner.seed(), size, number), &budget))
        .collect();
    let moves = mean(attempts.iter().filter_map(|attempt| Some(attempt.best.as_ref()?.moves as f64)));
    let seconds = mean(attempts.iter().map(|attempt| attempt.seconds));
    Means { moves: moves.unwrap_or(f64::NAN), seconds: seconds.unwrap_or(f64::NAN) }
}

/// Returns a table with a row for each size and a column for each method.
fn table(
    rows: &[([u32; 2], Vec<Means>)],
    methods: &[Method],
    name: &'static str,
    title: &str,
    digits: usize,
    figure: impl Fn([u32; 2], Means) -> f64,
) -> Table {
    Rows::of(rows)
        .column("board", |(size, _)| format!("{}×{}", size[0], size[1]))
        .for_each(methods.iter().enumerate(), |table, (place, method)| {
            table.number(&method.name, digits, |(size, means)| figure(*size, means[place]))
        })
        .shown(name, title)
}

/// Returns curves of the moves of square boards over the time that was allowed.
fn over_time(rows: &[([u32; 2], Vec<Means>)], methods: &[Method]) -> Plot {
    let squares = rows.iter().filter(|([height, width], _)| height == width && *height >= 10);
    let curves = squares.map(|(size, means)| {
        let limited =
            methods.iter().zip(means).filter_map(|(method, means)| Some((method.limit?, means.moves)));
        let cells = f64::from(size[0]).powi(3);
        Curve::ours(format!("n = {}", size[0]), limited.map(|(limit, moves)| (limit, moves / cells)))
    });
    let axes = [Axis::logarithmic("seconds"), Axis::linear("moves / n³")];
    Plot::new("curve", "Near-optimal moves against seconds", axes, curves)
}
