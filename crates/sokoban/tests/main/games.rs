//! Small levels with all their positions, and which of them can be solved.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use motion_core::Control;
use motion_core::search::{Space, breadth_first, explore};
use sokoban::Level;
use sokoban::board::SearchBoard;
use sokoban::search::{Position, Pulls, Pushes};

use crate::random_levels::{Style, levels};

/// The limit of positions above which games are skipped.
const MOST: usize = 1_000;

/// The numbers of levels of each style: few boxes on small boards, many boxes, many walls, more
/// goals than boxes.
const STYLES: [(usize, Style); 6] = [
    (10_100, Style { side: 4, boxes: 3, walls: 0.12, spare: 0 }),
    (7_000, Style { side: 5, boxes: 4, walls: 0.2, spare: 0 }),
    (6_000, Style { side: 5, boxes: 7, walls: 0.12, spare: 0 }),
    (3_000, Style { side: 6, boxes: 6, walls: 0.25, spare: 0 }),
    (4_000, Style { side: 5, boxes: 4, walls: 0.2, spare: 1 }),
    (3_000, Style { side: 5, boxes: 4, walls: 0.2, spare: 3 }),
];

/// Calls `show` for one in `part` of more than 30,000 levels, each with its game.
pub(crate) fn each_game(seed: u64, part: usize, mut show: impl FnMut(&Level, &SearchBoard, &Game)) {
    let mut shown = 0;
    for level in levels(seed, &STYLES.map(|(count, style)| (count / part, style))) {
        let board = SearchBoard::new(&level);
        if let Some(game) = Game::new(&board, MOST) {
            show(&level, &board, &game);
            shown += 1;
        }
    }
    assert!(shown > 30_000 / part, "{shown}");
}

/// Returns the fewest pushes, and the number of positions expanded.
pub(crate) fn solve(space: &impl Space<State = Position<4>>, start: Position<4>) -> (Option<usize>, u64) {
    let mut control = Control::unlimited();
    let path = breadth_first(space, start, &mut control).plan();
    (path.map(|path| path.actions.len()), control.stats().nodes)
}

/// All positions that are reached from the start, and those of them that can be solved.
pub(crate) struct Game {
    /// The positions by their distance from the start.
    pub(crate) reached: Vec<Position<4>>,
    /// The solvable positions with their fewest pushes to a solution.
    pub(crate) solvable: HashMap<Position<4>, u32>,
}

impl Game {
    /// Explores a board; `None` if it has more than `most` positions.
    pub(crate) fn new(board: &SearchBoard, most: usize) -> Option<Self> {
        let start = Position::start(board).expect("alive");
        let reached = explored(&Pushes::new(board), vec![start], most)?;
        let pulls = Pulls::new(board).expect("alive");
        let pulled = explored(&pulls, pulls.starts(), 10 * most)?;
        let reached: Vec<_> = reached.into_iter().map(|(position, _)| position).collect();
        let all: HashSet<_> = reached.iter().copied().collect();
        let solvable = pulled.into_iter().filter(|(position, _)| all.contains(position)).collect();
        Some(Self { reached, solvable })
    }
}

fn explored(
    space: &impl Space<State = Position<4>>,
    starts: Vec<Position<4>>,
    most: usize,
) -> Option<Vec<(Position<4>, u32)>> {
    let mut all = Vec::new();
    explore(space, starts, &mut Control::unlimited(), |position, depth| {
        all.push((*position, depth));
        if all.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .expect("no limit");
    (all.len() <= most).then_some(all)
}
