//! Packing orders: Van Lishout's, the thesis's, and this crate's.

use motion_core::Budget;
use sokoban::Level;
use sokoban::analysis::Structure;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder};
use sokoban::search::Position;

use super::{Attempt, MICROBAN, Puzzle, XSOKOBAN, attempt, puzzles};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// An order of goals, and the enhancement that uses it.
struct Kind {
    name: &'static str,
    enhancement: &'static str,
    order: fn(&SearchBoard) -> Option<PackingOrder>,
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "Van Lishout's",
        enhancement: "VL-Lishout",
        order: |board| Some(PackingOrder::by_walls_only(board)),
    },
    Kind {
        name: "the thesis's",
        enhancement: "VL-thesis",
        order: |board| PackingOrder::by_walls(board, &Structure::new(board)),
    },
    Kind { name: "ours", enhancement: "VL", order: |board| Some(PackingOrder::new(board)) },
];

/// The searches, before the name of an order is added.
const SEARCHES: [&str; 2] = ["BFS", "BFS+SD"];

/// What is known of a level and an order before any search.
#[derive(Clone, Copy, Default)]
struct Statics {
    has_order: bool,
    is_sound: bool,
    /// Whether the level can be solved one box at a time from the start.
    is_in_subclass: bool,
}

/// Whether a position can be solved one box at a time in an order.
struct FromStart<'o>(&'o PackingOrder);

impl BoardSearch for FromStart<'_> {
    type Output = bool;

    fn run<const W: usize>(self, board: &SearchBoard) -> bool {
        let method = OneBoxAtATime::<W>::new(board, self.0);
        Position::start(board).is_some_and(|start| method.solve(&mut method.scratch(), &start).is_some())
    }
}

/// Whether a level can be solved one box at a time from its start, in this project's order.
pub(super) fn is_in_subclass(level: &Level) -> bool {
    let board = SearchBoard::new(level);
    board.with_width(FromStart(&PackingOrder::new(&board))).unwrap_or(false)
}

impl Kind {
    fn statics(&self, puzzle: &Puzzle) -> Statics {
        let board = SearchBoard::new(&puzzle.level);
        let Some(order) = (self.order)(&board) else { return Statics::default() };
        let is_in_subclass = board.with_width(FromStart(&order)).unwrap_or(false);
        Statics { has_order: true, is_sound: order.is_sound(), is_in_subclass }
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let nodes = runner.size(20_000, 200);
    let budget = Budget::new().with_nodes(nodes);
    let (mut rows, mut levels) = (Vec::new(), Vec::new());
    for (file, letter, set) in [(XSOKOBAN, 'X', "XSokoban"), (MICROBAN, 'M', "Microban 1")] {
        let puzzles = puzzles(runner, file, letter)?;
        for kind in &KINDS {
            let statics = runner.map("orders", puzzles.iter().collect(), |puzzle| kind.statics(puzzle));
            let attempts = SEARCHES.map(|search| {
                let solver = format!("{search}+{}", kind.enhancement);
                let tasks = puzzles.iter().map(|puzzle| &puzzle.level).collect();
                runner.map("levels", tasks, |level| attempt(&solver, level, &budget))
            });
            rows.push(row(set, kind, &statics, &attempts));
            for (number, puzzle) in puzzles.iter().enumerate() {
                let of_level = attempts.each_ref().map(|attempts| &attempts[number]);
                levels.push(level_row(puzzle, kind, statics[number], of_level));
            }
        }
    }
    let searches = SEARCHES.map(|search| format!("solved by {search}+VL"));
    let columns = ["levels", "order", "of", "have an order", "sound", "in the subclass"];
    let columns = columns.map(str::to_owned).into_iter().chain(searches);
    let mut level_columns: Vec<_> =
        ["puzzle", "order", "has an order", "sound", "in the subclass"].map(str::to_owned).to_vec();
    for search in SEARCHES {
        level_columns.extend([format!("pushes by {search}+VL"), format!("nodes of {search}+VL")]);
    }
    Ok(Findings {
        tables: vec![
            Table::new("", "Summary", columns, rows),
            Table::new("levels", "Level by level", level_columns, levels).in_a_file(),
        ],
        figures: vec![("nodes", nodes.to_string())],
        ..Findings::default()
    })
}

fn row(set: &str, kind: &Kind, statics: &[Statics], attempts: &[Vec<Attempt>]) -> Vec<Cell> {
    let count = |is: fn(&Statics) -> bool| Cell::Count(statics.iter().filter(|it| is(it)).count() as u64);
    let solved = attempts.iter().map(|attempts| {
        Cell::Count(attempts.iter().filter(|attempt| attempt.solved.is_some()).count() as u64)
    });
    let cells = [
        set.into(),
        kind.name.into(),
        Cell::Count(statics.len() as u64),
        count(|it| it.has_order),
        count(|it| it.is_sound),
        count(|it| it.is_in_subclass),
    ];
    cells.into_iter().chain(solved).collect()
}

fn level_row<const N: usize>(
    puzzle: &Puzzle,
    kind: &Kind,
    statics: Statics,
    attempts: [&Attempt; N],
) -> Vec<Cell> {
    let yes = |is: bool| Cell::from(if is { "yes" } else { "no" });
    let cells = [
        puzzle.name.clone().into(),
        kind.name.into(),
        yes(statics.has_order),
        yes(statics.is_sound),
        yes(statics.is_in_subclass),
    ];
    let figures = attempts
        .into_iter()
        .flat_map(|attempt| [attempt.solved.map(|(pushes, _)| pushes).into(), Cell::Count(attempt.nodes)]);
    cells.into_iter().chain(figures).collect()
}
