//! Moves and changes by hand.

use grid_puzzle::{Board, TileMoves};
use motion_core::{Cell, Direction};

use super::puzzle::Puzzle;
use crate::places;
use crate::{EditAction, PlayAction, Played, TextError, Tool};

pub(super) const TOOLS: &[Tool] = &[
    Tool::of_two("swap", "exchange two tiles"),
    Tool::new("blank", "make a tile a blank, or a blank a tile"),
    Tool::new("add-row", "add a row"),
    Tool::new("add-column", "add a column"),
    Tool::new("remove-row", "remove the last row"),
    Tool::new("remove-column", "remove the last column"),
];

/// The greatest number of cells of a board that grows by hand.
const MOST_CELLS: usize = 10_000;

pub(super) fn play(puzzle: &Puzzle, action: &PlayAction) -> Result<Played, TextError> {
    let mut board = puzzle.start().clone();
    let shift = match (action.place(), &action.key) {
        (Some(place), _) => shift_to(&board, place),
        (None, Some(key)) => places::direction(key).and_then(|direction| shift_of_one(&board, direction)),
        (None, None) => None,
    };
    let Some((cells, direction)) = shift else { return Ok(Played::default()) };
    let count = cells.len();
    let moves: Option<TileMoves> =
        cells.into_iter().map(|cell| board.shift(cell, direction).map(|tile| (tile, direction))).collect();
    let moves = moves.ok_or_else(|| TextError::new("no tile can move there"))?;
    let moved = Puzzle::new(board, Some(puzzle.goal())).map_err(TextError::of)?;
    Ok(Played::moved(moved.text(), moves.to_string(), vec![count]))
}

/// Returns the tiles that move if the one at this place moves towards a blank in its line, the one
/// nearest to the blank first.
fn shift_to(board: &Board, place: [f64; 2]) -> Option<(Vec<Cell>, Direction)> {
    let (row, column) = places::cell(place, board.rows(), board.columns())?;
    let lines = Direction::ALL.into_iter().filter_map(|direction| {
        let mut cells = Vec::new();
        let (mut at_row, mut at_column) = (row, column);
        loop {
            let cell = Cell(at_row * board.columns() + at_column);
            if board.tile(cell) == grid_puzzle::Tile::BLANK {
                break;
            }
            cells.push(cell);
            let (down, right) = direction.delta();
            at_row = at_row.checked_add_signed(down).filter(|&row| row < board.rows())?;
            at_column = at_column.checked_add_signed(right).filter(|&column| column < board.columns())?;
        }
        cells.reverse();
        (!cells.is_empty()).then_some((cells, direction))
    });
    lines.min_by_key(|(cells, _)| cells.len())
}

/// Returns the first tile that can move in this direction.
fn shift_of_one(board: &Board, direction: Direction) -> Option<(Vec<Cell>, Direction)> {
    let cells = (0..board.tiles().len() as u32).map(Cell);
    let cell = cells.into_iter().find(|&cell| board.clone().shift(cell, direction).is_some())?;
    Some((vec![cell], direction))
}

pub(super) fn edit(puzzle: &Puzzle, action: &EditAction) -> Result<String, TextError> {
    let (start, goal) = (Numbers::of(puzzle.start()), Numbers::of(puzzle.goal()));
    let cell = |[x, y]: [f64; 2]| {
        let cell = places::cell([x, y], start.rows(), start.columns as u32);
        cell.map(|(row, column)| row as usize * start.columns + column as usize)
            .ok_or_else(|| TextError::new("there is no cell"))
    };
    let there = [action.x, action.y];
    let (start, goal) = match action.tool.as_str() {
        "swap" => {
            let from = action.from.ok_or_else(|| TextError::new("two tiles are exchanged"))?;
            let (one, other) = (cell(from)?, cell(there)?);
            let mut start = start;
            start.numbers.swap(one, other);
            (start, goal)
        }
        "blank" => {
            let cell = cell(there)?;
            let number = start.numbers[cell];
            if number == 0 {
                filled(start, goal, cell)?
            } else {
                (start.without(number)?, goal.without(number)?)
            }
        }
        "add-row" => (start.with_row()?, goal.with_row()?),
        "add-column" => {
            (start.transposed().with_row()?.transposed(), goal.transposed().with_row()?.transposed())
        }
        "remove-row" => without_row(&start, &goal)?,
        "remove-column" => {
            let (start, goal) = without_row(&start.transposed(), &goal.transposed())?;
            (start.transposed(), goal.transposed())
        }
        _ => return Err(TextError::new("there is no such tool")),
    };
    // A standard goal remains standard.
    let had_standard_goal = !puzzle.text().contains("goal");
    let start: Board = start.text().parse().map_err(TextError::of)?;
    let goal = if had_standard_goal {
        Board::solved_with_blanks(start.rows(), start.columns(), start.blank_count())
            .map_err(TextError::of)?
    } else {
        goal.text().parse().map_err(TextError::of)?
    };
    Ok(Puzzle::new(start, Some(&goal)).map_err(TextError::of)?.text())
}

/// The numbers of a board, row by row.
struct Numbers {
    columns: usize,
    numbers: Vec<u32>,
}

impl Numbers {
    fn of(board: &Board) -> Self {
        let numbers = board.tiles().iter().map(|tile| tile.0).collect();
        Self { columns: board.columns() as usize, numbers }
    }

    fn rows(&self) -> u32 {
        (self.numbers.len() / self.columns) as u32
    }

    fn greatest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// Makes a tile a blank. Greater numbers decrease by one.
    fn without(mut self, tile: u32) -> Result<Self, TextError> {
        if self.greatest() <= 1 {
            return Err(TextError::new("the last tile stays"));
        }
        for number in &mut self.numbers {
            match (*number).cmp(&tile) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => *number = 0,
                std::cmp::Ordering::Greater => *number -= 1,
            }
        }
        Ok(self)
    }

    /// Adds a row of new tiles at the bottom.
    fn with_row(mut self) -> Result<Self, TextError> {
        if self.numbers.len() + self.columns > MOST_CELLS {
            return Err(TextError::new("the board is large enough"));
        }
        let greatest = self.greatest();
        self.numbers.extend((1..=self.columns as u32).map(|number| greatest + number));
        Ok(self)
    }

    fn transposed(&self) -> Self {
        let (rows, columns) = (self.rows() as usize, self.columns);
        let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
        Self { columns: rows, numbers: cells.map(|cell| self.numbers[cell]).collect() }
    }

    fn text(&self) -> String {
        let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        self.numbers.chunks(self.columns).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Makes a blank a new tile with the greatest number; in the goal, the first blank.
fn filled(mut start: Numbers, mut goal: Numbers, cell: usize) -> Result<(Numbers, Numbers), TextError> {
    if start.numbers.iter().filter(|&&number| number == 0).count() == 1 {
        return Err(TextError::new("the last blank stays"));
    }
    let tile = start.greatest() + 1;
    start.numbers[cell] = tile;
    if let Some(number) = goal.numbers.iter_mut().find(|number| **number == 0) {
        *number = tile;
    }
    Ok((start, goal))
}

/// Removes the last row and its tiles.
fn without_row(start: &Numbers, goal: &Numbers) -> Result<(Numbers, Numbers), TextError> {
    if start.rows() <= 2 {
        return Err(TextError::new("two rows and two columns stay"));
    }
    let (kept, removed) = start.numbers.split_at(start.numbers.len() - start.columns);
    if removed.contains(&0) {
        return Err(TextError::new("a line with a blank stays"));
    }
    // In the goal, the remaining tiles close up.
    let new_number = |&number: &u32| number - removed.iter().filter(|&&other| other < number).count() as u32;
    let numbers = kept.iter().map(new_number).collect();
    let goal_numbers =
        goal.numbers.iter().filter(|number| !removed.contains(number)).map(new_number).collect();
    let columns = start.columns;
    Ok((Numbers { columns, numbers }, Numbers { columns, numbers: goal_numbers }))
}
