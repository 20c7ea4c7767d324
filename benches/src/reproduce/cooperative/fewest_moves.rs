//! Plans with one vacant cell, compared with the fewest moves.

use std::time::Duration;

use cpf::AnySolver;
use cpf_core::Instance;
use grid_puzzle::tables::PatternDatabases;
use grid_puzzle::{Board, MoveMetric, Optimal};
use motion_core::{Budget, Control};

use crate::reproduce::attempt::attempt;
use crate::reproduce::findings::{Findings, Rows, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::mean;
use crate::thread_time::thread_time;

/// Rows and columns of the boards whose fewest moves are searched for.
const SMALL: [(u32, u32); 3] = [(4, 4), (4, 5), (5, 5)];
/// Sides of the boards whose plans are only compared.
const SIDES: [u32; 6] = [6, 8, 10, 20, 30, 50];
const SOLVERS: [&str; 3] = ["ears", "ears-beam", "auto"];

/// The limits of a run, in seconds of processor time.
struct Limits {
    plan: f64,
    search: f64,
}

/// Generates a random solvable board, whose goal is reading order.
fn puzzle(seed: Seed, (rows, columns): (u32, u32), number: u32) -> grid_puzzle::Instance {
    let goal = Board::solved(rows, columns).expect("invariant: a legal size");
    grid_puzzle::Instance::random(goal, &mut seed.generator([3, rows, columns, number]))
}

fn budget(seconds: f64) -> Budget {
    Budget::new().with_time_by(thread_time, Duration::from_secs_f64(seconds))
}

/// Returns a lower bound on the moves, and whether a solution attains it.
fn lower_bound(puzzle: &grid_puzzle::Instance, solver: &Optimal, seconds: f64) -> (u64, bool) {
    let attempt = attempt(solver, puzzle, &budget(seconds));
    let proved = attempt.best.filter(|_| attempt.is_proved());
    proved.map_or((attempt.lower_bound.unwrap_or(0), false), |metrics| (metrics.moves, true))
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let limits = runner.size(Limits { plan: 5.0, search: 30.0 }, Limits { plan: 0.02, search: 10.0 });
    let (small, sides, count) = runner.size((&SMALL[..], &SIDES[..], 5), (&[(3, 3)][..], &[4][..], 2));
    Findings::of([small_boards(runner, small, count, &limits), all_boards(runner, sides, count, &limits)])
        .with_figure("plan", limits.plan)
        .with_figure("search", limits.search)
}

/// Returns the instances of some sizes, in order.
fn cases(sizes: impl IntoIterator<Item = (u32, u32)>, count: u32) -> Vec<((u32, u32), u32)> {
    sizes.into_iter().flat_map(|size| (1..=count).map(move |number| (size, number))).collect()
}

/// Returns the moves of each solver's plan for every case.
fn all_moves(
    runner: &Runner,
    what: &str,
    cases: &[((u32, u32), u32)],
    seconds: f64,
) -> Vec<[Option<u64>; SOLVERS.len()]> {
    let tasks = cases.iter().flat_map(|&case| SOLVERS.map(|solver| (solver, case)));
    let moves = runner.map(what, tasks.collect(), |(solver, (size, number))| {
        let robots = Instance::from(&puzzle(runner.seed(), size, number));
        let solver: AnySolver = solver.parse().expect("invariant: a solver of the crate");
        attempt(&*solver, &robots, &budget(seconds)).best.map(|metrics| metrics.moves)
    });
    moves.as_chunks().0.to_vec()
}

fn small_boards(runner: &Runner, sizes: &[(u32, u32)], count: u32, limits: &Limits) -> Table {
    let cases = cases(sizes.iter().copied(), count);
    let plans = all_moves(runner, "plans of small boards", &cases, limits.plan);
    let solvers = runner.map("pattern databases", sizes.to_vec(), |(rows, columns)| {
        let goal = Board::solved(rows, columns).expect("invariant: a legal size");
        let databases = PatternDatabases::new(&goal, MoveMetric::SingleTile, &mut Control::unlimited());
        Optimal::default().with_databases(databases.expect("there is no limit"))
    });
    let fewest = runner.map("fewest moves", cases.clone(), |(size, number)| {
        let solver = &solvers[sizes.iter().position(|&other| other == size).expect("one of the sizes")];
        lower_bound(&puzzle(runner.seed(), size, number), solver, limits.search)
    });
    Rows::of(cases.iter().zip(&fewest).zip(&plans))
        .column("board", |((((rows, columns), _), _), _)| format!("{rows}×{columns}"))
        .column("number", |((case, _), _)| case.1)
        .column("sum of distances", |((case, _), _)| {
            puzzle(runner.seed(), case.0, case.1).manhattan_distance()
        })
        .column("fewest moves", |((_, fewest), _)| fewest.0)
        .column("found", |((_, fewest), _)| fewest.1)
        .for_each(SOLVERS.iter().enumerate(), |rows, (number, solver)| {
            rows.column(solver.to_string(), |(_, moves)| moves[number])
        })
        .for_each(SOLVERS.iter().enumerate(), |rows, (number, solver)| {
            rows.number(format!("{solver} by the fewest"), 3, |((_, fewest), moves)| {
                Some(moves[number]? as f64 / fewest.0 as f64)
            })
        })
        .shown("small", "Beside the fewest moves")
}

fn all_boards(runner: &Runner, sides: &[u32], count: u32, limits: &Limits) -> Table {
    let cases = cases(sides.iter().map(|&side| (side, side)), count);
    let plans = all_moves(runner, "plans", &cases, limits.plan);
    let moves = |plans: &[[Option<u64>; SOLVERS.len()]], number: usize| {
        mean(plans.iter().filter_map(|plan| plan[number]).map(|moves| moves as f64))
    };
    Rows::of(sides.iter().zip(plans.chunks(count as usize)))
        .column("n", |(side, _)| **side)
        .for_each(SOLVERS.iter().enumerate(), |rows, (number, solver)| {
            rows.number(solver.to_string(), 0, |(_, plans)| moves(plans, number))
        })
        .for_each(SOLVERS.iter().enumerate(), |rows, (number, solver)| {
            rows.number(format!("{solver}, in n³"), 3, |&(&side, plans)| {
                Some(moves(plans, number)? / f64::from(side).powi(3))
            })
        })
        .shown("means", "On n × n cells, mean moves")
}
