//! Random levels, by node limits.

use motion_core::Budget;
use sokoban::{GoalPlacement, Level, RandomLevel};

use super::{Attempt, attempt};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::runner::Runner;

const SOLVERS: [&str; 3] = ["auto", "FESS", "FESS+sinks+efficient"];

/// Numbers of boxes.
const FEWEST: usize = 6;
const MOST: usize = 20;

/// Both ways to place goals, with their names.
const PLACEMENTS: [(GoalPlacement, &str); 2] =
    [(GoalPlacement::Block, "block"), (GoalPlacement::Scattered, "scattered")];

/// A random level.
pub(super) struct Puzzle {
    boxes: usize,
    goals: &'static str,
    pub(super) level: Level,
}

impl Puzzle {
    /// The level with this number: all numbers of boxes in turn, with goals in a block and
    /// scattered in turn.
    pub(super) fn random(number: usize, runner: &Runner) -> Self {
        let counts = MOST + 1 - FEWEST;
        let boxes = FEWEST + number % counts;
        let (placement, goals) = PLACEMENTS[number / counts % PLACEMENTS.len()];
        let name = u32::try_from(number).expect("invariant: far fewer levels");
        let level = RandomLevel::default()
            .with_boxes(boxes)
            .with_goals(placement)
            .generate(&mut runner.seed().generator([name]))
            .expect("invariant: a legal number of boxes");
        Self { boxes, goals, level }
    }
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let (count, nodes) = runner.size((500, 50_000), (20, 500));
    let budget = Budget::new().with_nodes(nodes);
    let puzzles: Vec<_> = (0..count).map(|number| Puzzle::random(number, runner)).collect();
    let tasks = puzzles.iter().flat_map(|puzzle| SOLVERS.map(|solver| (solver, &puzzle.level))).collect();
    let attempts = runner.map("levels", tasks, |(solver, level)| attempt(solver, level, &budget));
    let attempts: Vec<_> = attempts.chunks(SOLVERS.len()).collect();
    let row = |name: Cell, belongs: &dyn Fn(&Puzzle) -> bool| {
        let of_row: Vec<_> = puzzles.iter().zip(&attempts).filter(|(puzzle, _)| belongs(puzzle)).collect();
        let solved =
            |solver: usize| of_row.iter().filter(|(_, it)| it[solver].solved.is_some()).count() as u64;
        let solved = (0..SOLVERS.len()).map(|solver| Cell::Count(solved(solver)));
        [name, Cell::Count(of_row.len() as u64)].into_iter().chain(solved).collect::<Vec<_>>()
    };
    let all = row("all".into(), &|_| true);
    let by_boxes =
        (FEWEST..=MOST).map(|boxes| row(boxes.to_string().into(), &|puzzle| puzzle.boxes == boxes));
    let by_goals = PLACEMENTS.iter().map(|(_, goals)| row((*goals).into(), &|puzzle| puzzle.goals == *goals));
    let columns = |first: &str| {
        let solved = SOLVERS.map(|solver| format!("solved by {solver}"));
        [first.to_owned(), "levels".to_owned()].into_iter().chain(solved)
    };
    let mut level_columns = ["level", "boxes", "goals", "live squares"].map(str::to_owned).to_vec();
    for solver in SOLVERS {
        level_columns.extend([format!("pushes by {solver}"), format!("nodes of {solver}")]);
    }
    let levels =
        (1..).zip(&puzzles).zip(&attempts).map(|((number, puzzle), it)| level_row(number, puzzle, it));
    let best = attempts.iter().filter(|it| it.iter().any(|attempt| attempt.solved.is_some())).count();
    Findings {
        tables: vec![
            Table::new("", "By boxes", columns("boxes"), by_boxes.chain([all])),
            Table::new("goals", "By goals", columns("goals"), by_goals),
            Table::new("levels", "Level by level", level_columns, levels).in_a_file(),
        ],
        figures: vec![("nodes", nodes.to_string()), ("best", best.to_string()), ("count", count.to_string())],
        ..Findings::default()
    }
}

fn level_row(number: u64, puzzle: &Puzzle, attempts: &[Attempt]) -> Vec<Cell> {
    let live = sokoban::board::SearchBoard::new(&puzzle.level).live_square_count();
    let cells = [
        Cell::Count(number),
        Cell::Count(puzzle.boxes as u64),
        puzzle.goals.into(),
        Cell::Count(live as u64),
    ];
    let figures =
        attempts.iter().flat_map(|it| [it.solved.map(|(pushes, _)| pushes).into(), Cell::Count(it.nodes)]);
    cells.into_iter().chain(figures).collect()
}
