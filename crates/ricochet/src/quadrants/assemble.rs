//! Four quadrants, turned and put together.

use alloc::vec::Vec;

use motion_core::{Cell, Direction, Grid};

use super::{QUADRANT_SIDE, Quadrant};
use crate::board::{Board, Diagonal};
use crate::instance::Target;

/// A board of four quadrants and its possible targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardBoard {
    /// The board, 16×16 cells.
    pub board: Board,
    /// The targets, quadrant by quadrant.
    pub targets: Vec<Target>,
}

/// A rotation of the upper left quarter of the board clockwise to another quarter, by this many
/// quarter turns.
#[derive(Clone, Copy)]
struct QuarterTurns(u32);

impl QuarterTurns {
    fn cell(self, cell: Cell) -> Cell {
        const SIDE: u32 = 2 * QUADRANT_SIDE;
        let (mut x, mut y) = (cell.0 % QUADRANT_SIDE, cell.0 / QUADRANT_SIDE);
        // Turning the whole board brings its upper left quarter to the right place.
        for _ in 0..self.0 {
            (x, y) = (SIDE - 1 - y, x);
        }
        Cell(y * SIDE + x)
    }

    fn side(self, side: Direction) -> Direction {
        Direction::from_index(side as u8 + self.0 as u8)
    }

    fn diagonal(self, diagonal: Diagonal) -> Diagonal {
        let slope = if self.0 % 2 == 1 { diagonal.slope.turned() } else { diagonal.slope };
        Diagonal { slope, ..diagonal }
    }
}

impl StandardBoard {
    /// Assembles quadrants, clockwise from the upper left one. Each is turned so that its outer
    /// corner is a corner of the board.
    pub fn assemble(quadrants: [&Quadrant; 4]) -> Self {
        let grid = Grid::new(2 * QUADRANT_SIDE, 2 * QUADRANT_SIDE);
        let mut grid = grid.expect("invariant: a standard board has cells");
        let placed = || (0..4).map(QuarterTurns).zip(quadrants);
        for (turns, quadrant) in placed() {
            for &(cell, side) in &quadrant.walls {
                grid.build_wall(turns.cell(cell), turns.side(side));
            }
            for &cell in &quadrant.closed {
                grid.close(turns.cell(cell));
            }
        }
        let mut board = Board::new(grid).expect("invariant: a standard board has a legal size");
        let mut targets = Vec::new();
        for (turns, quadrant) in placed() {
            for &(cell, diagonal) in &quadrant.diagonals {
                board.place(turns.cell(cell), turns.diagonal(diagonal));
            }
            let target = |&(cell, robot)| Target { cell: turns.cell(cell), robot };
            targets.extend(quadrant.targets.iter().map(target));
        }
        Self { board, targets }
    }
}
