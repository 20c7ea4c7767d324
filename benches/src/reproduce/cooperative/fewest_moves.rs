//! Plans with one vacant cell beside the fewest moves.

use std::time::Duration;

use cpf::AnySolver;
use cpf_core::Instance;
use grid_puzzle::{Board, Optimal, PatternDatabases};
use motion_core::{Budget, Control, Outcome, Quality, Solver as _};

use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::mean;
use crate::thread_time::thread_time;

/// Rows and columns of the boards whose fewest moves are looked for.
const SMALL: [(u32, u32); 3] = [(4, 4), (4, 5), (5, 5)];
/// Sides of the boards whose plans are only compared.
const SIDES: [u32; 6] = [6, 8, 10, 20, 30, 50];
const SOLVERS: [&str; 3] = ["ears", "ears-beam", "auto"];

/// Seconds of processor time that a run may take.
struct Limits {
    plan: f64,
    search: f64,
}

/// A random solvable board, to be put into reading order.
fn puzzle(seed: Seed, (rows, columns): (u32, u32), number: u32) -> grid_puzzle::Instance {
    let goal = Board::solved(rows, columns).expect("invariant: a legal size");
    grid_puzzle::Instance::random(goal, &mut seed.generator([3, rows, columns, number]))
}

fn budget(seconds: f64) -> Budget {
    Budget::new().with_time_by(thread_time, Duration::from_secs_f64(seconds))
}

/// The moves of a verified plan.
fn moves(solver: &str, robots: &Instance, seconds: f64) -> Option<u64> {
    let solver: AnySolver = solver.parse().expect("invariant: a solver of the crate");
    let plan = solver.solve(robots, &mut Control::new(budget(seconds))).plan()?;
    Some(robots.verify(&plan).expect("plans are right").moves)
}

/// A number of moves below which there is no solution, and whether there is a solution with it.
fn lower_bound(puzzle: &grid_puzzle::Instance, solver: &Optimal, seconds: f64) -> (u64, bool) {
    match solver.solve(puzzle, &mut Control::new(budget(seconds))) {
        Outcome::Solved { plan, quality: Quality::Optimal } => {
            (puzzle.verify(&plan).expect("solutions are right").moves, true)
        }
        Outcome::Stopped { lower_bound, .. } => (lower_bound.unwrap_or(0), false),
        _ => unreachable!("invariant: the puzzle can be solved"),
    }
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let limits = runner.size(Limits { plan: 5.0, search: 30.0 }, Limits { plan: 0.02, search: 10.0 });
    let (small, sides, count) = runner.size((&SMALL[..], &SIDES[..], 5), (&[(3, 3)][..], &[4][..], 2));
    let tables = vec![small_boards(runner, small, count, &limits), all_boards(runner, sides, count, &limits)];
    let Limits { plan, search } = limits;
    let remarks = vec![
        format!(
            "Limits, in seconds of processor time: {plan} for a plan of `ears-beam` and `auto`, {search} for the fewest moves, \
             without the making of pattern databases. `ears` ends by itself."
        ),
        "With one vacant cell an open grid is a sliding puzzle: `auto` solves it by `NearOptimal`, the fewest moves are those of `Optimal`. \
         Where that did not end, the number is a proved lower bound."
            .to_owned(),
    ];
    Findings { tables, plots: Vec::new(), drawings: Vec::new(), remarks }
}

/// The instances of some sizes, in order.
fn cases(sizes: impl IntoIterator<Item = (u32, u32)>, count: u32) -> Vec<((u32, u32), u32)> {
    sizes.into_iter().flat_map(|size| (1..=count).map(move |number| (size, number))).collect()
}

/// The moves of each solver's plan for every case.
fn all_moves(
    runner: &Runner,
    what: &str,
    cases: &[((u32, u32), u32)],
    seconds: f64,
) -> Vec<[Option<u64>; SOLVERS.len()]> {
    let tasks = cases.iter().flat_map(|&case| SOLVERS.map(|solver| (solver, case)));
    let moves = runner.map(what, tasks.collect(), |(solver, (size, number))| {
        moves(solver, &Instance::from(&puzzle(runner.seed(), size, number)), seconds)
    });
    moves.as_chunks().0.to_vec()
}

fn small_boards(runner: &Runner, sizes: &[(u32, u32)], count: u32, limits: &Limits) -> Table {
    let cases = cases(sizes.iter().copied(), count);
    let plans = all_moves(runner, "plans of small boards", &cases, limits.plan);
    let solvers = runner.map("pattern databases", sizes.to_vec(), |(rows, columns)| {
        let goal = Board::solved(rows, columns).expect("invariant: a legal size");
        let databases = PatternDatabases::new(&goal, &mut Control::unlimited());
        Optimal::default().with_databases(databases.expect("there is no limit"))
    });
    let fewest = runner.map("fewest moves", cases.clone(), |(size, number)| {
        let solver = &solvers[sizes.iter().position(|&other| other == size).expect("one of the sizes")];
        lower_bound(&puzzle(runner.seed(), size, number), solver, limits.search)
    });
    let rows =
        cases.iter().zip(&fewest).zip(&plans).map(|((&(size, number), &(fewest, is_proved)), plans)| {
            let (rows, columns) = size;
            let mut row: Vec<Cell> = vec![
                format!("{rows}×{columns}").into(),
                u64::from(number).into(),
                puzzle(runner.seed(), size, number).manhattan_distance().into(),
                fewest.into(),
                if is_proved { "yes" } else { "no" }.into(),
            ];
            row.extend(plans.iter().map(|&moves| Cell::from(moves)));
            row.extend(
                plans.iter().map(|moves| Cell::number(moves.map(|moves| moves as f64 / fewest as f64), 3)),
            );
            row
        });
    let over = SOLVERS.map(|solver| format!("{solver} by the fewest"));
    let columns = ["board", "number", "sum of distances", "fewest moves", "found"].map(str::to_owned);
    let columns = columns.into_iter().chain(SOLVERS.map(|solver| solver.to_string())).chain(over);
    Table::new("small", "Beside the fewest moves", columns, rows)
}

fn all_boards(runner: &Runner, sides: &[u32], count: u32, limits: &Limits) -> Table {
    let cases = cases(sides.iter().map(|&side| (side, side)), count);
    let plans = all_moves(runner, "plans", &cases, limits.plan);
    let rows = sides.iter().zip(plans.chunks(count as usize)).map(|(&side, plans)| {
        let means: Vec<_> = (0..SOLVERS.len())
            .map(|index| mean(plans.iter().filter_map(|plan| plan[index]).map(|moves| moves as f64)))
            .collect();
        let cubes = f64::from(side).powi(3);
        let mut row: Vec<Cell> = vec![u64::from(side).into()];
        row.extend(means.iter().map(|&mean| Cell::number(mean, 0)));
        row.extend(means.iter().map(|mean| Cell::number(mean.map(|mean| mean / cubes), 3)));
        row
    });
    let columns = core::iter::once("n".to_owned())
        .chain(SOLVERS.map(|solver| solver.to_string()))
        .chain(SOLVERS.map(|solver| format!("{solver}, in n³")));
    Table::new("means", "On n × n cells, mean moves", columns, rows)
}
