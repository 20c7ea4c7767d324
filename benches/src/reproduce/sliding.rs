//! Snakes in Parberry's algorithm: lengths and times.

use std::time::Duration;

use grid_puzzle::{Board, Instance, NearOptimal, Parberry, Snake};
use motion_core::{Control, Solver, Walk};

use super::experiment::Experiment;
use super::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use super::runner::Runner;
use super::seed::Seed;
use crate::statistics::{deviation, mean};
use crate::thread_time::timed;

pub(super) const EXPERIMENTS: &[Experiment] = &[Experiment {
    name: "snakes-puzzle",
    source: "P. Surynek & P. Michalík, *An Improved Sub-optimal Algorithm for Solving (N²−1)-Puzzle*, 2011: tables 1 and 2, figures 6 \
             to 8",
    title: "Sliding tiles: snakes",
    about: "Random solvable boards of each size, the same for all algorithms. `short` is not in the paper: it is \
            this project's `NearOptimal::quick`.",
    measure: |runner| Ok(measure(runner)),
}];

/// Sizes, and what snakes save in the paper's table 1, in per cent.
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

/// Moves and time of one solution.
#[derive(Clone, Copy)]
struct Solved {
    moves: u64,
    time: Duration,
}

/// One board, by Parberry's algorithm, by snakes, and shortened.
struct BoardRuns {
    side: u32,
    parberry: Solved,
    snake: Solved,
    short: Solved,
}

impl BoardRuns {
    /// What snakes save, in per cent.
    fn saved(&self) -> f64 {
        saved(self.parberry.moves as f64, self.snake.moves as f64)
    }
}

fn saved(before: f64, after: f64) -> f64 {
    100.0 * (1.0 - after / before)
}

fn measure(runner: &Runner) -> Findings {
    let boards = runner.size(40, 10);
    let tasks =
        IMPROVEMENTS.iter().rev().flat_map(|&(side, _)| (0..boards).map(move |number| (side, number)));
    let mut trials =
        runner.map("boards", tasks.collect(), |(side, number)| trial(runner.seed(), side, number));
    trials.sort_by_key(|trial| trial.side);
    let sizes: Vec<Size> = trials.chunk_by(|one, other| one.side == other.side).map(Size::of).collect();
    Findings {
        tables: vec![improvements(&sizes), times(&sizes)],
        plots: vec![
            lengths(&sizes),
            trend(&sizes),
            one_by_one(&trials),
        ],
        drawings: Vec::new(), remarks: vec![
            format!("{boards} boards a size; the paper has 40. Its boards have random goals, ours the usual one."),
            "The paper's figures 6 and 8 have no numbers in the text, so that only ours are drawn. Their four sizes of figure 8 are not \
             named, but for 4×4."
                .to_owned(),
            "Times are processor time, while all threads are busy; the paper's are of a Core 2 Duo with 3 GHz.".to_owned(),
        ],
    }
}

fn trial(seed: Seed, side: u32, number: u32) -> BoardRuns {
    let goal = Board::solved(side, side).expect("invariant: a legal size");
    let instance = Instance::random(goal, &mut seed.generator([side, number]));
    BoardRuns {
        side,
        parberry: solved(&Parberry::default(), &instance),
        snake: solved(&Snake::default(), &instance),
        short: solved(&NearOptimal::quick(), &instance),
    }
}

fn solved(solver: &impl Solver<Instance, Solution = Walk>, instance: &Instance) -> Solved {
    let (outcome, time) = timed(|| solver.solve(instance, &mut Control::unlimited()));
    let walk = outcome.plan().expect("invariant: the board is solvable, and nothing limits the run");
    let moves = instance.verify(&walk).expect("invariant: solutions solve").moves;
    Solved { moves, time }
}

/// The means of the boards of one size.
struct Size {
    side: u32,
    moves: [f64; 3],
    seconds: [f64; 3],
    /// What snakes save on each board, on average.
    saved: f64,
    /// The deviation of these savings.
    deviation: Option<f64>,
    /// Boards on which snakes take more moves.
    worse: u64,
}

impl Size {
    fn of(trials: &[BoardRuns]) -> Self {
        let mean = |figure: &dyn Fn(&BoardRuns) -> f64| {
            mean(trials.iter().map(figure)).expect("invariant: there are boards of each size")
        };
        let columns = [
            |trial: &BoardRuns| trial.parberry,
            |trial: &BoardRuns| trial.snake,
            |trial: &BoardRuns| trial.short,
        ];
        Self {
            side: trials[0].side,
            moves: columns.map(|column| mean(&|trial| column(trial).moves as f64)),
            seconds: columns.map(|column| mean(&|trial| column(trial).time.as_secs_f64())),
            saved: mean(&BoardRuns::saved),
            deviation: deviation(trials.iter().map(BoardRuns::saved)),
            worse: trials.iter().filter(|trial| trial.saved() < 0.0).count() as u64,
        }
    }
}

fn improvements(sizes: &[Size]) -> Table {
    let row = |(size, &(_, in_paper)): (&Size, &(u32, f64))| {
        let [parberry, snake, short] = size.moves;
        vec![
            Cell::Count(size.side.into()),
            Cell::Number(parberry, 1),
            Cell::Number(snake, 1),
            Cell::Number(size.saved, 2),
            Cell::number(size.deviation, 2),
            Cell::Number(in_paper, 2),
            Cell::Number(saved(parberry, snake), 2),
            Cell::Count(size.worse),
            Cell::Number(short, 1),
        ]
    };
    Table::new(
        "moves",
        "Table 1: moves, and what snakes save",
        [
            "n",
            "Parberry, mean moves",
            "snakes, mean moves",
            "saved a board, %",
            "deviation",
            "in the paper, %",
            "saved in all, %",
            "boards with more moves",
            "short, mean moves",
        ],
        sizes.iter().zip(&IMPROVEMENTS).map(row),
    )
}

fn times(sizes: &[Size]) -> Table {
    let rows = TIMES.iter().filter_map(|&(side, parberry, snake)| {
        let size = sizes.iter().find(|size| size.side == side)?;
        let [ours, our_snake, short] = size.seconds.map(|seconds| Cell::Number(1000.0 * seconds, 2));
        Some(vec![Cell::Count(side.into()), ours, parberry.into(), our_snake, snake.into(), short])
    });
    Table::new(
        "times",
        "Table 2: times",
        [
            "n",
            "Parberry, ms",
            "Parberry in the paper, s",
            "snakes, ms",
            "snakes in the paper, s",
            "short, ms",
        ],
        rows,
    )
}

fn lengths(sizes: &[Size]) -> Plot {
    let curve = |name: &str, number: usize| {
        Curve::ours(name, sizes.iter().map(|size| (f64::from(size.side), size.moves[number])))
    };
    Plot {
        name: "moves",
        title: "Figure 6: moves".to_owned(),
        x: Axis::linear("n"),
        y: Axis::linear("moves, mean"),
        curves: vec![curve("Parberry", 0), curve("snakes", 1), curve("short", 2)],
    }
}

fn trend(sizes: &[Size]) -> Plot {
    Plot {
        name: "saved",
        title: "Figure 7: what snakes save".to_owned(),
        x: Axis::linear("n"),
        y: Axis::linear("moves saved, %"),
        curves: vec![
            Curve::ours("ours", sizes.iter().map(|size| (f64::from(size.side), size.saved))),
            Curve::of_paper("in the paper", IMPROVEMENTS.map(|(side, saved)| (f64::from(side), saved))),
        ],
    }
}

fn one_by_one(trials: &[BoardRuns]) -> Plot {
    let curve = |&side: &u32| {
        let mut boards: Vec<_> = trials.iter().filter(|trial| trial.side == side).collect();
        boards.sort_by_key(|trial| trial.parberry.moves);
        let points = boards.iter().zip(1..).map(|(trial, number)| (f64::from(number), trial.saved()));
        Curve::ours(format!("{side}×{side}"), points)
    };
    Plot {
        name: "boards",
        title: "Figure 8: what snakes save on each board".to_owned(),
        x: Axis::linear("boards, by the moves of Parberry's algorithm"),
        y: Axis::linear("moves saved, %"),
        curves: SINGLE.iter().map(curve).collect(),
    }
}
