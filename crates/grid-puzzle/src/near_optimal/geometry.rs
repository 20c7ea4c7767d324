//! The size of a board, and distances on it.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::Board;

/// The size of a board and the goal of its blank, with the row and the column of every cell.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) goal_blank: u32,
    row_of: Vec<u32>,
    column_of: Vec<u32>,
}

impl Geometry {
    pub(super) fn new(rows: u32, columns: u32, goal_blank: u32) -> Self {
        let cells = || 0..rows * columns;
        Self {
            rows,
            columns,
            goal_blank,
            row_of: cells().map(|cell| cell / columns).collect(),
            column_of: cells().map(|cell| cell % columns).collect(),
        }
    }

    pub(super) fn of(goal: &Board) -> Self {
        Self::new(goal.rows(), goal.columns(), goal.blank().0)
    }

    /// Returns the heap memory in bytes.
    pub(super) fn bytes(goal: &Board) -> u64 {
        8 * goal.tiles().len() as u64
    }

    pub(super) const fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    #[inline]
    pub(super) fn row(&self, cell: u32) -> u32 {
        self.row_of[cell as usize]
    }

    #[inline]
    pub(super) fn column(&self, cell: u32) -> u32 {
        self.column_of[cell as usize]
    }

    pub(super) const fn cell(&self, row: u32, column: u32) -> u32 {
        row * self.columns + column
    }

    /// Returns the number of steps between two cells.
    #[inline]
    pub(super) fn distance(&self, a: u32, b: u32) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// Returns the neighbours of a cell, with their directions.
    pub(super) fn neighbours(&self, cell: u32) -> impl Iterator<Item = (Direction, u32)> {
        let (row, column) = (self.row(cell), self.column(cell));
        let is_inside = [row > 0, column + 1 < self.columns, row + 1 < self.rows, column > 0];
        let inside = Direction::ALL.into_iter().zip(is_inside).filter(|&(_, is_inside)| is_inside);
        inside.map(move |(direction, _)| (direction, self.step(cell, direction)))
    }

    /// Returns the cell in this direction.
    pub(super) const fn step(&self, cell: u32, direction: Direction) -> u32 {
        let (rows, columns) = direction.delta();
        cell.wrapping_add_signed(rows * self.columns.cast_signed() + columns)
    }
}
