//! Walks of the blank that never turn left: the claims of the paper, and the lengths of the walks.

use grid_puzzle::clockwise::{Clockwise, verify_clockwise};
use grid_puzzle::{Board, Instance};
use motion_core::{Control, Walk};

use super::experiment::{Experiment, experiment};
use super::findings::{Axis, Curve, Findings, Plot, Rows, Table};
use super::runner::Runner;
use super::seed::Seed;
use crate::statistics::{deviation, mean};

pub(super) const EXPERIMENTS: &[Experiment] = &[experiment!("clockwise", |runner| Ok(measure(runner)))];

/// Rows and columns. The number of choice squares that the paper claims is the smaller of the two,
/// less two.
const SIZES: [(u32, u32); 12] =
    [(2, 2), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (4, 6), (5, 5), (6, 6), (8, 8), (10, 10), (20, 20)];

/// The solvers and their names in tables.
const NAMES: [&str; 4] = ["procedure", "searched", "anywhere", "as printed"];

fn solvers() -> [Clockwise; 4] {
    [Clockwise::procedure(), Clockwise::default(), Clockwise::anywhere(), Clockwise::printed_procedure()]
}

/// The solution of one board by one solver.
struct ClockwiseRun {
    size: (u32, u32),
    solver: usize,
    moves: u64,
    /// The choice squares, if the solver names them.
    choices: Option<u64>,
}

fn measure(runner: &Runner) -> Findings {
    let sizes: Vec<_> = SIZES.into_iter().filter(|size| size.0 <= runner.size(20, 6)).collect();
    let boards = |size: (u32, u32)| match size.0 {
        20 => 5,
        8.. => runner.size(40, 5),
        _ => runner.size(200, 20),
    };
    let tasks = sizes.iter().rev().flat_map(|&size| {
        (0..boards(size)).flat_map(move |number| (0..NAMES.len()).map(move |solver| (size, number, solver)))
    });
    let seed = runner.seed();
    let trials =
        runner.map("boards", tasks.collect(), |(size, number, solver)| trial(seed, size, number, solver));
    Findings::of([table(&sizes, &trials)]).with_plots([plot(&trials)])
}

fn trial(seed: Seed, size: (u32, u32), number: u32, solver: usize) -> ClockwiseRun {
    let goal = Board::solved(size.0, size.1).expect("invariant: a legal size");
    let instance = Instance::random(goal, &mut seed.generator([size.0, size.1, number]));
    let outcome = solvers()[solver].solution(&instance, &mut Control::unlimited());
    let solution = outcome.plan().expect("invariant: the board is solvable, and nothing limits the run");
    let moves = instance.verify(&solution.walk).expect("invariant: solutions solve").moves;
    verify_clockwise(&solution.walk).expect("invariant: no turn to the left");
    if let Some(squares) = &solution.choice_squares {
        let claimed: Walk =
            solution.walk.iter().take(solution.walk.len() - solution.approach as usize).collect();
        instance.start().verify_choices(&claimed, squares).expect("invariant: no free turn elsewhere");
    }
    ClockwiseRun { size, solver, moves, choices: solution.choice_squares.map(|squares| squares.len() as u64) }
}

/// Returns the moves of a solver's walks on boards of one size.
fn moves(trials: &[ClockwiseRun], size: (u32, u32), solver: usize) -> impl Iterator<Item = u64> {
    let those = trials.iter().filter(move |trial| trial.size == size && trial.solver == solver);
    those.map(|trial| trial.moves)
}

fn table(sizes: &[(u32, u32)], trials: &[ClockwiseRun]) -> Table {
    let claimed = |&size: &(u32, u32)| {
        trials.iter().filter(|trial| trial.size == size).filter_map(|trial| trial.choices).max()
    };
    Rows::of(sizes.iter().copied())
        .column("board", |(rows, width)| format!("{rows}×{width}"))
        .column("boards", |&size| moves(trials, size, 0).count())
        .column("choice squares", claimed)
        .column("in the paper", |&(rows, width)| rows.min(width) - 2)
        .for_each(NAMES.iter().enumerate(), |table, (solver, name)| {
            let figures = |size: &_| moves(trials, *size, solver).map(|moves| moves as f64);
            table
                .number(format!("{name}, mean moves"), 1, |size| mean(figures(size)))
                .number(format!("{name}, deviation"), 1, |size| deviation(figures(size)))
                .column(format!("{name}, most moves"), |&size| moves(trials, size, solver).max())
        })
        .shown("", "Lengths and choice squares")
}

fn plot(trials: &[ClockwiseRun]) -> Plot {
    let curves = NAMES.iter().enumerate().map(|(solver, name)| {
        let squares = SIZES.into_iter().filter(|size| size.0 == size.1);
        let points = squares.filter_map(|size| {
            let moves = moves(trials, size, solver).map(|moves| moves as f64);
            Some((f64::from(size.0), mean(moves)?))
        });
        Curve::ours(*name, points)
    });
    let axes = [Axis::linear("n"), Axis::logarithmic("moves, mean")];
    Plot::new("", "Lengths on n×n boards", axes, curves)
}
