//! Packing orders of Van Lishout, of the thesis, and of this crate.

use motion_core::Budget;
use sokoban::Level;
use sokoban::analysis::Structure;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder};
use sokoban::search::Position;

use super::{MICROBAN, Puzzle, XSOKOBAN, attempt, puzzles, solved};
use crate::reproduce::findings::{Findings, Rows};
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

/// The levels of `XSokoban` that Van Lishout's solver solves.
const NINE: [&str; 9] = ["X1", "X2", "X3", "X5", "X6", "X51", "X54", "X78", "X82"];

/// The searches, before the name of an order is added.
const SEARCHES: [&str; 2] = ["BFS", "BFS+SD"];

/// The properties of a level and an order that are known before any search.
#[derive(Clone, Copy, Default)]
struct Statics {
    has_order: bool,
    is_sound: bool,
    /// Whether the level can be solved one box at a time from the start.
    is_in_subclass: bool,
}

/// A test whether a position can be solved one box at a time in an order.
struct FromStart<'o>(&'o PackingOrder);

impl BoardSearch for FromStart<'_> {
    type Output = bool;

    fn run<const W: usize>(self, board: &SearchBoard) -> bool {
        let method = OneBoxAtATime::<W>::new(board, self.0);
        Position::start(board).is_some_and(|start| method.solve(&mut method.scratch(), &start).is_some())
    }
}

/// Returns whether a level can be solved one box at a time from its start, in this project's order.
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
    let mut rows = Vec::new();
    let sets =
        [("XSokoban", puzzles(runner, XSOKOBAN, 'X')?), ("Microban 1", puzzles(runner, MICROBAN, 'M')?)];
    for (set, puzzles) in &sets {
        for kind in &KINDS {
            let statics = runner.map("orders", puzzles.iter().collect(), |puzzle| kind.statics(puzzle));
            let attempts = SEARCHES.map(|search| {
                let solver = format!("{search}+{}", kind.enhancement);
                let tasks = puzzles.iter().map(|puzzle| &puzzle.level).collect();
                runner.map("levels", tasks, |level| attempt(&solver, level, &budget))
            });
            rows.push((*set, puzzles, kind, statics, attempts));
        }
    }
    let summary = Rows::of(&rows)
        .column("levels", |row| row.0)
        .column("order", |row| row.2.name)
        .column("of", |row| row.3.len())
        .column("have an order", |row| row.3.iter().filter(|it| it.has_order).count())
        .column("sound", |row| row.3.iter().filter(|it| it.is_sound).count())
        .column("in the subclass", |row| row.3.iter().filter(|it| it.is_in_subclass).count())
        .for_each(SEARCHES.iter().enumerate(), |rows, (number, search)| {
            rows.column(format!("solved by {search}+VL"), |row| solved(&row.4[number]))
        })
        .column("of Van Lishout's nine", |(set, puzzles, _, _, attempts)| {
            let his = puzzles.iter().zip(&attempts[1]).filter(|(it, _)| NINE.contains(&&*it.name));
            (*set == "XSokoban").then(|| solved(his.map(|(_, attempt)| attempt)))
        })
        .shown("", "Summary");
    let levels = rows.iter().flat_map(|(_, puzzles, kind, statics, attempts)| {
        let levels = puzzles.iter().zip(statics).enumerate();
        levels
            .map(move |(number, (puzzle, it))| (puzzle, kind, it, attempts.each_ref().map(|of| &of[number])))
    });
    let levels = Rows::of(levels)
        .column("puzzle", |row| &*row.0.name)
        .column("order", |row| row.1.name)
        .column("has an order", |row| row.2.has_order)
        .column("sound", |row| row.2.is_sound)
        .column("in the subclass", |row| row.2.is_in_subclass)
        .for_each(SEARCHES.iter().enumerate(), |rows, (number, search)| {
            rows.column(format!("pushes by {search}+VL"), |row| row.3[number].pushes())
                .column(format!("nodes of {search}+VL"), |row| row.3[number].nodes)
        })
        .in_a_file("levels", "Level by level");
    Ok(Findings::of([summary, levels]).with_figure("nodes", nodes))
}
