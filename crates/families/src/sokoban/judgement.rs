//! Judgement whether a position is lost, as far as this can be seen without a search.

use crate::Status;
use motion_core::{Cell, Direction};
use sokoban::Level;
use sokoban::analysis::{Chambers, DeadlockRule, Deadlocks};
use sokoban::board::{BoardSearch, Push, SearchBoard, Square};
use sokoban::bound::LowerBounds;
use sokoban::search::Position;

/// The greatest number of cells of levels that are analysed.
const MOST_CELLS: usize = 10_000;

/// Returns the state of a level, and the reason if it is lost.
pub(super) fn judgement(level: &Level) -> (Status, Option<String>) {
    if level.is_solved() {
        return (Status::Solved, None);
    }
    match why_lost(level) {
        Some(reason) => (Status::Lost, Some(reason)),
        None => (Status::Open, None),
    }
}

fn why_lost(level: &Level) -> Option<String> {
    if level.grid().cell_count() > MOST_CELLS {
        return None;
    }
    let board = SearchBoard::new(level);
    if let Some(&dead) = board.boxes().iter().find(|&&at| !board.is_live(at)) {
        let box_there = box_at(level, board.cell(dead));
        return Some(format!("{box_there} is on a dead square, from which no box can be pushed to a goal"));
    }
    board.with_width(Judge { level }).flatten()
}

fn box_at(level: &Level, cell: Cell) -> String {
    let grid = level.grid();
    format!("the box in row {}, column {}", grid.row(cell) + 1, grid.column(cell) + 1)
}

struct Judge<'l> {
    level: &'l Level,
}

impl BoardSearch for Judge<'_> {
    type Output = Option<String>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Option<String> {
        let position = Position::<W>::start(board)?;
        match Deadlocks::<W>::new(board).position(&position) {
            Some(DeadlockRule::FrozenGoals) => {
                return Some("boxes are frozen on goals, and the others cannot all come to goals".to_owned());
            }
            Some(_) => {
                let lost = position.boxes.iter().find(|&at| is_blocked(board, &position, at));
                let found = lost.map_or_else(|| "a box".to_owned(), |at| box_at(self.level, board.cell(at)));
                let why =
                    "can never be moved again, nor can boxes beside it, and not all of them are on goals";
                return Some(format!("{found} {why}"));
            }
            None => {}
        }
        if Chambers::new(board).are_overfull(&position.boxes) {
            return Some("a chamber that boxes cannot leave holds more boxes than goals".to_owned());
        }
        let bound = LowerBounds::new(board).matching(&position);
        bound.is_none().then(|| "the boxes cannot be assigned to goals that they can be pushed to".to_owned())
    }
}

/// Whether the rules show that the position is lost if the box there was pushed last.
fn is_blocked<const W: usize>(board: &SearchBoard, position: &Position<W>, at: Square) -> bool {
    // The other rule assumes that the box came from a square where it could be.
    let mut deadlocks = Deadlocks::<W>::from_rules(board, &[DeadlockRule::Pattern, DeadlockRule::Freeze]);
    Direction::ALL.into_iter().any(|direction| {
        let from = board.step(at, direction.opposite());
        let is_vacant = !board.is_wall(from) && !position.boxes.contains(from);
        is_vacant && deadlocks.after_push(&position.boxes, Push { from, direction }).is_some()
    })
}
