//! The board as the short solver sees it: tiles named by their goal cells, and the windows in which it works.

use alloc::vec::Vec;

use motion_core::{Direction, Walk};

use crate::board::Board;
use crate::instance::Instance;

/// Size and goal of the blank, with the row and the column of every cell at hand.
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

    /// Heap bytes.
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

    /// Steps between two cells.
    #[inline]
    pub(super) fn distance(&self, a: u32, b: u32) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// The square of the straight line between two cells.
    #[inline]
    pub(super) fn square(&self, a: u32, b: u32) -> u32 {
        let [rows, columns] = [self.row(a).abs_diff(self.row(b)), self.column(a).abs_diff(self.column(b))];
        rows * rows + columns * columns
    }
}

/// What lies where: the goal cell of the tile in every cell; the blank bears its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Permutation {
    pub(super) tiles: Vec<u32>,
    /// The other partial round: the cell of each tile.
    pub(super) cells: Vec<u32>,
    pub(super) blank: u32,
}

impl Permutation {
    pub(super) fn start(instance: &Instance) -> Self {
        let goals = instance.goal().cells_of_tiles();
        let tiles = instance.start().tiles().iter().map(|tile| goals[tile.index()].0).collect();
        Self::new(tiles, instance.start().blank().0)
    }

    pub(super) fn new(tiles: Vec<u32>, blank: u32) -> Self {
        let mut cells = alloc::vec![0; tiles.len()];
        for (cell, &tile) in (0..).zip(&tiles) {
            cells[tile as usize] = cell;
        }
        Self { tiles, cells, blank }
    }

    /// Moves the blank.
    ///
    /// # Panics
    /// May panic, or go astray, at the rim.
    pub(super) fn go(&mut self, geometry: &Geometry, direction: Direction) {
        let (rows, columns) = direction.delta();
        let next = self.blank.wrapping_add_signed(rows * geometry.columns.cast_signed() + columns);
        self.tiles.swap(self.blank as usize, next as usize);
        self.cells[self.tiles[self.blank as usize] as usize] = self.blank;
        self.cells[self.tiles[next as usize] as usize] = next;
        self.blank = next;
    }

    /// The sum of the tiles' distances to their goals.
    pub(super) fn distance(&self, geometry: &Geometry) -> u64 {
        let tiles = (0..).zip(&self.tiles).filter(|&(_, &tile)| tile != geometry.goal_blank);
        tiles.map(|(cell, &tile)| u64::from(geometry.distance(cell, tile))).sum()
    }
}

/// An permutation, and the walk that led there.
#[derive(Clone, Debug)]
pub(super) struct PartialSolution {
    pub(super) permutation: Permutation,
    pub(super) walk: Walk,
    /// The sum of the tiles' distances to their goals.
    pub(super) distance: u64,
}

impl PartialSolution {
    pub(super) fn new(geometry: &Geometry, permutation: Permutation) -> Self {
        let distance = permutation.distance(geometry);
        Self { permutation, walk: Walk::new(), distance }
    }

    pub(super) fn go(&mut self, geometry: &Geometry, direction: Direction) {
        let before = self.permutation.blank;
        self.permutation.go(geometry, direction);
        self.walk.push(direction);
        let tile = self.permutation.tiles[before as usize];
        let [far, near] =
            [self.permutation.blank, before].map(|cell| u64::from(geometry.distance(cell, tile)));
        self.distance = self.distance + near - far;
    }

    /// Brings the blank straight into a window.
    pub(super) fn enter(&mut self, geometry: &Geometry, window: BoardWindow) {
        loop {
            let blank = self.permutation.blank;
            let (row, column) = (geometry.row(blank), geometry.column(blank));
            let direction = if row < window.row {
                Direction::Down
            } else if row >= window.row + window.rows {
                Direction::Up
            } else if column < window.column {
                Direction::Right
            } else if column >= window.column + window.columns {
                Direction::Left
            } else {
                return;
            };
            self.go(geometry, direction);
        }
    }

    pub(super) fn follow(&mut self, geometry: &Geometry, moves: impl IntoIterator<Item = Direction>) {
        moves.into_iter().for_each(|direction| self.go(geometry, direction));
    }
}

/// A rectangle of cells, the upper left corner and the size.
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

    /// The number within the window of a cell in it.
    pub(super) fn local(self, geometry: &Geometry, cell: u32) -> u32 {
        (geometry.row(cell) - self.row) * self.columns + geometry.column(cell) - self.column
    }

    /// The cells, row by row.
    pub(super) fn cells(self, geometry: &Geometry) -> Vec<u32> {
        let rows = self.row..self.row + self.rows;
        let columns = self.column..self.column + self.columns;
        rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
            .map(|(row, column)| geometry.cell(row, column))
            .collect()
    }

    /// Rows and columns of a part as large as a square of this side, as far as there are as many.
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

    /// Wider by a margin on all sides, and then to at least this many rows and columns, as far as `within` allows.
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

    /// Without a margin at the sides that are not sides of `within`.
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
