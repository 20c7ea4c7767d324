//! The rows and the columns of a [small board](super::small_board), which need not be a rectangle.

use alloc::vec::Vec;

use super::small_board::SmallBoard;

/// The cells of all rows, or of all columns.
pub(super) struct BoardLines {
    cells: Vec<u16>,
    /// The index in `cells` at which each line begins; and the end.
    begins: Vec<u32>,
}

impl BoardLines {
    /// Finds the rows for the axis 0, or else the columns.
    pub(super) fn new(board: &SmallBoard, axis: usize) -> Self {
        let line = |cell: u16| board.places[usize::from(cell)][axis];
        let mut cells: Vec<u16> = (0..board.places.len() as u16).collect();
        cells.sort_by_key(|&cell| line(cell));
        let begin = |number| cells.partition_point(|&cell| usize::from(line(cell)) < number) as u32;
        let begins = (0..=board.lines(axis)).map(begin).collect();
        Self { cells, begins }
    }

    /// The cells of a line.
    pub(super) fn cells(&self, line: usize) -> &[u16] {
        &self.cells[self.begins[line] as usize..self.begins[line + 1] as usize]
    }

    /// The number of lines.
    pub(super) const fn len(&self) -> usize {
        self.begins.len() - 1
    }
}
