//! Windows: the rectangles of a board in which beams work.

use alloc::vec::Vec;

use super::geometry::Geometry;

/// A rectangle of cells: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardWindow {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) rows: u32,
    pub(super) columns: u32,
}

impl BoardWindow {
    pub(super) const fn whole(geometry: &Geometry) -> Self {
        Self { row: 0, column: 0, rows: geometry.rows, columns: geometry.columns }
    }

    pub(super) const fn len(self) -> usize {
        (self.rows * self.columns) as usize
    }

    pub(super) fn contains(self, geometry: &Geometry, cell: u32) -> bool {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        row.wrapping_sub(self.row) < self.rows && column.wrapping_sub(self.column) < self.columns
    }

    /// Returns the number of a cell within the window.
    pub(super) fn local(self, geometry: &Geometry, cell: u32) -> u32 {
        (geometry.row(cell) - self.row) * self.columns + geometry.column(cell) - self.column
    }

    /// Returns the cells, row by row.
    pub(super) fn cells(self, geometry: &Geometry) -> Vec<u32> {
        let rows = self.row..self.row + self.rows;
        let columns = self.column..self.column + self.columns;
        rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
            .map(|(row, column)| geometry.cell(row, column))
            .collect()
    }

    /// Returns the rows and columns of a part with the area of a square of this side, if the window
    /// is large enough.
    pub(super) fn part(self, side: u32) -> (u32, u32) {
        let area = side * side;
        let rows = side.min(self.rows);
        let columns = (area / rows).min(self.columns);
        ((area / columns).min(self.rows), columns)
    }

    /// Grows to contain a cell.
    pub(super) fn include(&mut self, geometry: &Geometry, cell: u32) {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        let (end_row, end_column) = (self.row + self.rows, self.column + self.columns);
        self.row = self.row.min(row);
        self.column = self.column.min(column);
        self.rows = end_row.max(row + 1) - self.row;
        self.columns = end_column.max(column + 1) - self.column;
    }

    pub(super) fn of_cell(geometry: &Geometry, cell: u32) -> Self {
        Self { row: geometry.row(cell), column: geometry.column(cell), rows: 1, columns: 1 }
    }

    /// Returns the window extended by a margin on all sides, and then to at least this many rows
    /// and columns, as far as `within` allows.
    pub(super) fn widened(self, margin: u32, least: (u32, u32), within: Self) -> Self {
        let span = |from: u32, len: u32, least: u32, low: u32, whole: u32| {
            let start = from.saturating_sub(margin).max(low);
            let end = (from + len + margin).min(low + whole);
            let len = (end - start).max(least.min(whole));
            (start.min(low + whole - len), len)
        };
        let (row, rows) = span(self.row, self.rows, least.0, within.row, within.rows);
        let (column, columns) = span(self.column, self.columns, least.1, within.column, within.columns);
        Self { row, column, rows, columns }
    }

    /// Returns the window without a margin, except at its sides that are also sides of `within`.
    pub(super) const fn inner(self, margin: u32, within: Self) -> Self {
        const fn span(from: u32, len: u32, margin: u32, low: u32, whole: u32) -> (u32, u32) {
            let start = if from == low { from } else { from + margin };
            let end = if from + len == low + whole { from + len } else { from + len - margin };
            (start, end.saturating_sub(start))
        }
        let (row, rows) = span(self.row, self.rows, margin, within.row, within.rows);
        let (column, columns) = span(self.column, self.columns, margin, within.column, within.columns);
        Self { row, column, rows, columns }
    }
}
