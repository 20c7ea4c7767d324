//! Prints games in the format in which they are read.

use core::fmt::{self, Write};

use motion_core::{Cell, Direction};

use super::NO_STOPS_ON_DIAGONALS;
use crate::board::DiagonalStops;
use crate::instance::{Instance, Target};

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.board().grid();
        let cell = |row, column| grid.cell(row, column).expect("invariant: within the grid");
        for row in 0..grid.rows() {
            f.write_char('+')?;
            for column in 0..grid.columns() {
                let wall = grid.has_wall(cell(row, column), Direction::Up);
                f.write_str(if wall { "---+" } else { "   +" })?;
            }
            f.write_str("\n|")?;
            for column in 0..grid.columns() {
                let here = cell(row, column);
                self.write_cell(here, f)?;
                f.write_char(if grid.has_wall(here, Direction::Right) { '|' } else { ' ' })?;
            }
            f.write_char('\n')?;
        }
        f.write_char('+')?;
        for _ in 0..grid.columns() {
            f.write_str("---+")?;
        }
        for (cell, diagonal) in self.board().diagonals() {
            write!(f, "\ndiagonal {} {} {}", grid.row(cell), grid.column(cell), diagonal.colour)?;
        }
        if self.board().diagonal_stops() == DiagonalStops::Forbidden {
            write!(f, "\n{NO_STOPS_ON_DIAGONALS}")?;
        }
        Ok(())
    }
}

impl Instance {
    /// Writes the three characters inside a cell.
    fn write_cell(&self, cell: Cell, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        if board.grid().is_closed(cell) {
            // A diagonal in a closed cell has no effect but is part of the board.
            let middle = board.diagonal(cell).map_or('#', |diagonal| diagonal.slope.letter());
            return write!(f, "#{middle}#");
        }
        let robot = self.robots().iter().find(|&&(_, occupied)| occupied == cell);
        let target = self.targets().iter().copied().find(|target| target.cell == cell);
        f.write_char(board.diagonal(cell).map_or(' ', |diagonal| diagonal.slope.letter()))?;
        f.write_char(robot.map_or(' ', |(robot, _)| robot.letter()))?;
        f.write_char(target.map_or(' ', Target::letter))
    }
}
