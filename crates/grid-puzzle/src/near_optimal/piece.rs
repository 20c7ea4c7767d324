//! The cells of a piece of a walk: those that the blank visits, and those beside them.

use alloc::vec::Vec;

use motion_core::Direction;

use super::geometry::Geometry;
use super::small_board::{MAX_LINES, NONE};

/// The greatest number of rows and of columns between the blank's cells and its first one.
const FARTHEST: u32 = MAX_LINES as u32 / 2 - 2;

/// The cells of a piece, plus more cells if needed.
pub(super) struct Piece {
    /// In ascending order.
    pub(super) cells: Vec<u32>,
    /// For each cell of the board its number in `cells`, or [`NONE`].
    pub(super) numbers: Vec<u16>,
}

impl Piece {
    /// Begins without cells.
    pub(super) fn new(geometry: &Geometry) -> Self {
        Self { cells: Vec::new(), numbers: alloc::vec![NONE; geometry.cells() as usize] }
    }

    /// Returns the heap memory in bytes.
    pub(super) fn bytes(geometry: &Geometry) -> u64 {
        2 * u64::from(geometry.cells())
    }

    /// Takes the cells of a walk of the blank from this cell, for at most this number of moves and
    /// as long as the blank stays near. Returns the number of moves.
    pub(super) fn begin(
        &mut self,
        geometry: &Geometry,
        blank: u32,
        walk: &[Direction],
        longest: usize,
    ) -> usize {
        for cell in self.cells.drain(..) {
            self.numbers[cell as usize] = NONE;
        }
        let mut visited = blank;
        let mut len = 0;
        self.include(geometry, visited);
        for &direction in walk.iter().take(longest) {
            visited = geometry.step(visited, direction);
            let is_near = geometry.row(visited).abs_diff(geometry.row(blank)) <= FARTHEST
                && geometry.column(visited).abs_diff(geometry.column(blank)) <= FARTHEST;
            if !is_near {
                break;
            }
            self.include(geometry, visited);
            len += 1;
        }
        self.number_cells();
        len
    }

    /// Takes more cells, and those beside them.
    pub(super) fn extend(&mut self, geometry: &Geometry, cells: impl Iterator<Item = u32>) {
        cells.for_each(|cell| self.include(geometry, cell));
        self.number_cells();
    }

    fn number_cells(&mut self) {
        self.cells.sort_unstable();
        for (number, &cell) in (0..).zip(&self.cells) {
            self.numbers[cell as usize] = number;
        }
    }

    /// Adds a cell and those around it.
    fn include(&mut self, geometry: &Geometry, cell: u32) {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        for row in row.saturating_sub(1)..(row + 2).min(geometry.rows) {
            for column in column.saturating_sub(1)..(column + 2).min(geometry.columns) {
                let cell = geometry.cell(row, column);
                if self.numbers[cell as usize] == NONE {
                    self.numbers[cell as usize] = 0;
                    self.cells.push(cell);
                }
            }
        }
    }
}
