//! The board rotated by quarters, so that the choice squares are in its bottom row.

use alloc::vec::Vec;

use motion_core::{Cell, Direction};

use super::board_size::BoardSize;
use crate::board::{Board, Tile};

/// A board rotated clockwise by quarters. Rotations keep left and right turns: a walk is clockwise
/// on the rotated board if and only if it is clockwise on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rotation {
    board: BoardSize,
    quarters: u8,
}

impl Rotation {
    pub(crate) const fn new(board: BoardSize, quarters: u8) -> Self {
        Self { board, quarters: quarters % 4 }
    }

    /// Rows and columns of the rotated board.
    pub(crate) const fn size(self) -> BoardSize {
        if self.quarters.is_multiple_of(2) { self.board } else { self.board.turned() }
    }

    /// Returns the board's cell for a cell of the rotated board.
    pub(crate) const fn board_cell(self, cell: Cell) -> Cell {
        let (row, column) = (self.size().row(cell), self.size().column(cell));
        let BoardSize { rows, columns } = self.board;
        match self.quarters {
            0 => cell,
            1 => self.board.cell(rows - 1 - column, row),
            2 => self.board.cell(rows - 1 - row, columns - 1 - column),
            _ => self.board.cell(column, columns - 1 - row),
        }
    }

    /// Returns the board's direction for one on the rotated board.
    pub(crate) const fn board_direction(self, direction: Direction) -> Direction {
        Direction::from_index(direction as u8 + 4 - self.quarters)
    }

    /// Returns the tiles of the rotated board, row by row.
    pub(crate) fn tiles(self, board: &Board) -> Vec<Tile> {
        (0..board.tiles().len() as u32).map(|cell| board.tile(self.board_cell(Cell(cell)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_cells_and_directions_agree_with_the_board() {
        let board = BoardSize { rows: 3, columns: 5 };
        for quarters in 0..4 {
            let rotation = Rotation::new(board, quarters);
            let size = rotation.size();
            let mut seen = [false; 15];
            for cell in (0..15).map(Cell) {
                let on_board = rotation.board_cell(cell);
                assert!(!core::mem::replace(&mut seen[on_board.index()], true));
                for direction in Direction::ALL {
                    let (row, column) = direction.delta();
                    let row = size.row(cell).checked_add_signed(row).filter(|&row| row < size.rows);
                    let column = size.column(cell).checked_add_signed(column);
                    let column = column.filter(|&column| column < size.columns);
                    let Some((row, column)) = row.zip(column) else { continue };
                    let next = rotation.board_cell(size.cell(row, column));
                    let (rows, columns) = rotation.board_direction(direction).delta();
                    assert_eq!(board.row(on_board).checked_add_signed(rows), Some(board.row(next)));
                    assert_eq!(board.column(on_board).checked_add_signed(columns), Some(board.column(next)));
                }
            }
        }
    }
}
