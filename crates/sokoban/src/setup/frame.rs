//! The smallest rectangle around a level's text.

use motion_core::error::TextPosition;
use motion_core::{Cell, Grid};

use super::{Setup, SetupError, SetupRow, Tile};

/// The rows and columns of a text that contain a level.
pub(crate) struct SetupFrame<'s> {
    pub(super) rows: &'s [SetupRow],
    pub(super) left: usize,
    pub(super) right: usize,
}

impl SetupFrame<'_> {
    /// Returns an empty grid of this size.
    pub(crate) fn grid(&self, at: TextPosition) -> Result<Grid, SetupError> {
        let (rows, columns) = (self.rows.len(), self.right - self.left);
        if rows > Setup::MAX_SIDE || columns > Setup::MAX_SIDE {
            return Err(SetupError::TooLarge { at });
        }
        // A setup begins with a row that has a wall, so neither is zero.
        Grid::new(rows as u32, columns as u32).map_err(|_| SetupError::TooLarge { at })
    }

    /// Iterates over the cells with their tiles and positions, row by row.
    pub(crate) fn tiles(&self, grid: &Grid) -> impl Iterator<Item = (Cell, Tile, TextPosition)> + use<'_> {
        let columns = grid.columns();
        (0..).zip(self.rows).flat_map(move |(index, row)| {
            let tiles = row.tiles.iter().take(self.right).skip(self.left);
            (0..).zip(tiles).map(move |(offset, &(tile, column))| {
                (Cell(index * columns + offset), tile, TextPosition { line: row.line, column })
            })
        })
    }

    /// Returns the position of a cell in the text, or the end of its row if the row is shorter.
    pub(crate) fn position(&self, row: u32, column: u32) -> TextPosition {
        let row = &self.rows[row as usize];
        let column = match (row.tiles.get(column as usize + self.left), row.tiles.last()) {
            (Some(&(_, column)), _) => column,
            (None, last) => last.map_or(1, |&(_, column)| column + 1),
        };
        TextPosition { line: row.line, column }
    }
}
