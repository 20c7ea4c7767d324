//! The last few cells, at most 3×3, solved optimally by A*.

use alloc::vec::Vec;

use motion_core::search::{Path, Space, a_star};
use motion_core::{Control, Direction, Outcome};

use crate::board::Tile;

/// Arrangements of at most nine tiles: four bits a cell, the tile's goal cell in it; then the blank's cell.
pub(crate) struct Residual {
    rows: u8,
    columns: u8,
    /// `Some(cell)` for the cell where the blank ends.
    goal_blank: u8,
    /// Steps between two cells.
    distances: [[u8; 9]; 9],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Arrangement {
    cells: u64,
    blank: u8,
}

impl Residual {
    /// The way of the blank from one arrangement to another, both given row by row.
    ///
    /// `None` where the two cannot be reached from one another; that is a proof.
    pub(crate) fn solve(
        (rows, columns): (u8, u8),
        start: &[Tile],
        goal: &[Tile],
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        let goal_cell = |tile: Tile| goal.iter().position(|&other| other == tile);
        let goals: Option<Vec<usize>> = start.iter().map(|&tile| goal_cell(tile)).collect();
        let blank = |tiles: &[Tile]| tiles.iter().position(|&tile| tile == Tile::BLANK);
        let (Some(goals), Some(from), Some(to)) = (goals, blank(start), blank(goal)) else {
            return Outcome::Unsolvable;
        };
        let cells = (0..).zip(goals).fold(0, |cells, (cell, goal)| cells | (goal as u64) << (4 * cell));
        let mut distances = [[0; 9]; 9];
        let place = |cell: usize| (cell as u8 / columns, cell as u8 % columns);
        for (a, row) in distances.iter_mut().enumerate() {
            for (b, distance) in row.iter_mut().enumerate() {
                let (a, b) = (place(a), place(b));
                *distance = a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
            }
        }
        let space = Self { rows, columns, goal_blank: to as u8, distances };
        a_star(&space, Arrangement { cells, blank: from as u8 }, control)
    }

    /// The rows, or the columns, in which two tiles stand in the wrong order in their common line: each takes two
    /// moves more than the distances say. One pair a line is counted, which keeps the bound admissible.
    fn linear_conflicts(&self, goal_at: impl Fn(u8) -> u8) -> u32 {
        let (rows, columns) = (self.rows, self.columns);
        let row_of = |cell: u8| cell / columns;
        let column_of = |cell: u8| cell % columns;
        let conflict = |a: u8, b: u8, same_line: bool| {
            same_line && goal_at(a) != self.goal_blank && goal_at(b) != self.goal_blank && goal_at(a) > goal_at(b)
        };
        let in_row = (0..rows).filter(|row| {
            let cells = row * columns..(row + 1) * columns;
            cells.clone().any(|a| {
                (a + 1..cells.end)
                    .any(|b| conflict(a, b, row_of(goal_at(a)) == *row && row_of(goal_at(b)) == *row))
            })
        });
        let in_column = (0..columns).filter(|column| {
            let cells = (0..rows).map(|row| row * columns + column);
            cells.clone().any(|a| {
                let below = cells.clone().filter(|&b| b > a);
                below.into_iter().any(|b| {
                    let same = column_of(goal_at(a)) == *column && column_of(goal_at(b)) == *column;
                    conflict(a, b, same)
                })
            })
        });
        2 * (in_row.count() + in_column.count()) as u32
    }
}

impl Space for Residual {
    type State = Arrangement;
    type Action = Direction;

    fn is_goal(&self, state: &Arrangement) -> bool {
        (0..self.rows * self.columns).all(|cell| state.goal_at(cell) == cell)
    }

    fn successors(&self, state: &Arrangement, visit: &mut impl FnMut(Direction, Arrangement, u32)) {
        let (row, column) = (state.blank / self.columns, state.blank % self.columns);
        for direction in Direction::ALL {
            let next = match direction {
                Direction::Up if row > 0 => state.blank - self.columns,
                Direction::Right if column + 1 < self.columns => state.blank + 1,
                Direction::Down if row + 1 < self.rows => state.blank + self.columns,
                Direction::Left if column > 0 => state.blank - 1,
                _ => continue,
            };
            visit(direction, state.with_blank_at(next), 1);
        }
    }

    fn lower_bound(&self, state: &Arrangement) -> Option<u32> {
        let cells = 0..self.rows * self.columns;
        let distances = cells.filter(|&cell| cell != state.blank).map(|cell| {
            u32::from(self.distances[usize::from(cell)][usize::from(state.goal_at(cell))])
        });
        Some(distances.sum::<u32>() + self.linear_conflicts(|cell| state.goal_at(cell)))
    }
}

impl Arrangement {
    const fn goal_at(self, cell: u8) -> u8 {
        (self.cells >> (4 * cell)) as u8 & 15
    }

    const fn with_blank_at(self, next: u8) -> Self {
        let difference = (self.goal_at(self.blank) ^ self.goal_at(next)) as u64;
        Self { cells: self.cells ^ (difference << (4 * self.blank)) ^ (difference << (4 * next)), blank: next }
    }
}
