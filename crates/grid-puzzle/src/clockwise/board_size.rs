//! The size of a board.

use motion_core::Cell;

use crate::board::Board;

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardSize {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

impl BoardSize {
    pub(crate) const fn of(board: &Board) -> Self {
        Self { rows: board.rows(), columns: board.columns() }
    }

    pub(super) const fn turned(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }

    pub(crate) const fn cell(self, row: u32, column: u32) -> Cell {
        Cell(row * self.columns + column)
    }

    pub(crate) const fn row(self, cell: Cell) -> u32 {
        cell.0 / self.columns
    }

    pub(crate) const fn column(self, cell: Cell) -> u32 {
        cell.0 % self.columns
    }

    /// The bottom right cell.
    pub(crate) const fn home(self) -> Cell {
        Cell(self.rows * self.columns - 1)
    }
}
