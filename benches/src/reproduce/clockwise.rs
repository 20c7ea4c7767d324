//! Walks of the blank that never turn left: what the paper claims, and how long they are.

use grid_puzzle::{Board, Clockwise, Instance, verify_clockwise};
use motion_core::{Control, Walk};

use super::experiment::Experiment;
use super::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use super::runner::Runner;
use super::seed::Seed;
use crate::statistics::{deviation, mean};

pub(super) const EXPERIMENTS: &[Experiment] = &[Experiment {
    name: "clockwise",
    source: "M. Almulla & M. Newborn, *Restricting Moves When Solving the NxP-Puzzle*: theorems on clockwise solutions",
    title: "Sliding tiles: never turn left",
    about: "Random solvable boards of each size with the usual goal. Each walk is replayed, checked to turn neither left nor back, \
            and checked to turn freely on the choice squares only. `procedure` is the paper's, corrected, with laps from the last cell; `as printed` begins them \
            where the paper does; `searched` looks for short walks \
            under the same rule; `anywhere` may turn right on any square.",
    measure: |runner| Ok(measure(runner)),
}];

/// Rows and columns, and the number of choice squares that the paper claims: the smaller one less
/// two.
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
    Findings {
        tables: vec![table(&sizes, &trials)],
        plots: vec![plot(&trials)],
        drawings: Vec::new(), remarks: vec![
            "The paper gives no figures; its claims are the choice squares. Every board of up to 3×3 and 2×4 cells is checked by the tests."
                .to_owned(),
            "On 2 × P boards the number claimed cannot hold as min(N, P) − 2 = 0 for P > 2: there it is P − 2. See the errata in the page on \
             sliding puzzles."
                .to_owned(),
        ],
    }
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

/// The moves of a solver's walks on boards of one size.
fn moves(trials: &[ClockwiseRun], size: (u32, u32), solver: usize) -> Vec<u64> {
    let those = trials.iter().filter(|trial| trial.size == size && trial.solver == solver);
    those.map(|trial| trial.moves).collect()
}

fn table(sizes: &[(u32, u32)], trials: &[ClockwiseRun]) -> Table {
    let mut columns =
        vec!["board".to_owned(), "boards".to_owned(), "choice squares".to_owned(), "in the paper".to_owned()];
    columns.extend(NAMES.iter().flat_map(|name| {
        [format!("{name}, mean moves"), format!("{name}, deviation"), format!("{name}, most moves")]
    }));
    let row = |&size: &(u32, u32)| {
        let (rows, width) = size;
        let claimed =
            trials.iter().filter(|trial| trial.size == size).filter_map(|trial| trial.choices).max();
        let mut row = vec![
            Cell::Text(format!("{rows}×{width}")),
            Cell::Count(moves(trials, size, 0).len() as u64),
            claimed.into(),
            Cell::Count(u64::from(rows.min(width) - 2)),
        ];
        for solver in 0..NAMES.len() {
            let moves = moves(trials, size, solver);
            let figures = || moves.iter().map(|&moves| moves as f64);
            row.extend([Cell::number(mean(figures()), 1), Cell::number(deviation(figures()), 1)]);
            row.push(moves.iter().max().copied().into());
        }
        row
    };
    Table::new("", "Lengths and choice squares", columns, sizes.iter().map(row))
}

fn plot(trials: &[ClockwiseRun]) -> Plot {
    let squares = || SIZES.into_iter().filter(|size| size.0 == size.1);
    let curves = NAMES.iter().enumerate().map(|(solver, name)| {
        let points = squares().filter_map(|size| {
            let moves = moves(trials, size, solver).into_iter();
            Some((f64::from(size.0), mean(moves.map(|moves| moves as f64))?))
        });
        Curve::ours(*name, points)
    });
    Plot {
        name: "",
        title: "Lengths on n×n boards".to_owned(),
        x: Axis::linear("n"),
        y: Axis::logarithmic("moves, mean"),
        curves: curves.collect(),
    }
}
