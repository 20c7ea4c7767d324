//! Laps of the blank around rectangles, and the part of the board that is still open.

use alloc::vec::Vec;

use motion_core::sink::Sink;
use motion_core::{Cell, Control, Direction, Stop, Walk};

use super::board_size::BoardSize;
use crate::board::Tile;

/// The open cells: a rectangle at the bottom right, without the first cells of its top row.
///
/// It has at least two rows, and at least three columns unless there are only two rows, so that the
/// open tiles can still be permuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OpenArea {
    /// The first open row.
    pub(crate) top: u32,
    /// The first open column.
    pub(crate) left: u32,
    /// The first open column of the top row.
    pub(crate) set: u32,
}

impl OpenArea {
    pub(crate) const ALL: Self = Self { top: 0, left: 0, set: 0 };

    /// Returns the lap that turns up in this column, as far up as the cells are open.
    pub(crate) const fn lap(self, column: u32) -> Lap {
        Lap { column, top: if column < self.set { self.top + 1 } else { self.top } }
    }

    /// Returns the area without the top row.
    pub(crate) const fn below(self) -> Self {
        Self { top: self.top + 1, left: self.left, set: self.left }
    }

    /// Returns the area without the left column. No cell of the top row may be closed.
    pub(crate) const fn beside(self) -> Self {
        Self { top: self.top, left: self.left + 1, set: self.left + 1 }
    }

    /// Returns the area without the next cell of the top row.
    pub(crate) const fn after(self) -> Self {
        Self { set: self.set + 1, ..self }
    }

    pub(crate) const fn rows(self, size: BoardSize) -> u32 {
        size.rows - self.top
    }

    pub(crate) const fn columns(self, size: BoardSize) -> u32 {
        size.columns - self.left
    }
}

/// A lap of the blank from home, the bottom right cell, and back: left to a column, up to a row,
/// right to the last column, down. It moves each tile on the ring of these cells one cell
/// counterclockwise; tiles skip home, which holds none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lap {
    pub(crate) column: u32,
    pub(crate) top: u32,
}

impl Lap {
    pub(crate) const fn moves(self, size: BoardSize) -> u32 {
        2 * (size.columns - 1 - self.column + size.rows - 1 - self.top)
    }

    /// Returns the cell of a tile after the lap.
    pub(crate) const fn cell_after(self, size: BoardSize, cell: Cell) -> Cell {
        let (row, column) = (size.row(cell), size.column(cell));
        let (bottom, right) = (size.rows - 1, size.columns - 1);
        if row < self.top || column < self.column {
            return cell;
        }
        if row == bottom {
            if column + 1 < right { size.cell(row, column + 1) } else { size.cell(row - 1, right) }
        } else if column == right && row > self.top {
            size.cell(row - 1, column)
        } else if row == self.top && column > self.column {
            size.cell(row, column - 1)
        } else if column == self.column {
            size.cell(row + 1, column)
        } else {
            cell
        }
    }
}

/// A rotated board on which the blank walks laps, with the walk so far.
#[derive(Clone, Debug)]
pub(crate) struct LapBoard {
    size: BoardSize,
    tiles: Vec<Tile>,
    /// The cell of every tile, and of the blank.
    cells: Vec<Cell>,
    open: OpenArea,
    walk: Walk,
}

impl LapBoard {
    pub(crate) fn new(size: BoardSize, tiles: Vec<Tile>) -> Self {
        let mut cells = alloc::vec![Cell(0); tiles.len()];
        for (cell, tile) in (0..).map(Cell).zip(&tiles) {
            cells[tile.index()] = cell;
        }
        Self { size, tiles, cells, open: OpenArea::ALL, walk: Walk::new() }
    }

    /// Makes a board and holds its memory.
    pub(crate) fn held(size: BoardSize, tiles: Vec<Tile>, control: &mut Control) -> Result<Self, Stop> {
        let board = Self::new(size, tiles);
        control.hold(board.board_bytes())?;
        Ok(board)
    }

    /// Makes a copy and holds its memory.
    pub(crate) fn duplicate(&self, control: &mut Control) -> Result<Self, Stop> {
        control.hold(self.board_bytes() + walk_bytes(&self.walk))?;
        Ok(self.clone())
    }

    /// Releases the board and its memory.
    pub(crate) fn release(self, control: &mut Control) {
        let walk = self.into_walk(control);
        Self::release_walk(&walk, control);
    }

    /// Releases the memory of a walk that is no longer needed.
    pub(crate) fn release_walk(walk: &Walk, control: &mut Control) {
        control.release(walk_bytes(walk));
    }

    /// Returns only the walk. Releases the memory of the board.
    pub(crate) fn into_walk(self, control: &mut Control) -> Walk {
        control.release(self.board_bytes());
        self.walk
    }

    pub(crate) fn into_tiles(self) -> Vec<Tile> {
        self.tiles
    }

    const fn board_bytes(&self) -> u64 {
        (self.tiles.len() * (size_of::<Tile>() + size_of::<Cell>())) as u64
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    pub(crate) const fn open(&self) -> OpenArea {
        self.open
    }

    /// Closes all cells except these. The tiles on closed cells stay where they are.
    pub(crate) const fn set_open(&mut self, open: OpenArea) {
        self.open = open;
    }

    pub(crate) fn blank(&self) -> Cell {
        self.cell_of(Tile::BLANK)
    }

    pub(crate) fn cell_of(&self, tile: Tile) -> Cell {
        self.cells[tile.index()]
    }

    /// Returns the row and column of a tile.
    pub(crate) fn position_of(&self, tile: Tile) -> (u32, u32) {
        let cell = self.cell_of(tile);
        (self.size.row(cell), self.size.column(cell))
    }

    /// The blank's last step.
    pub(crate) fn heading(&self) -> Option<Direction> {
        self.walk.iter().next_back()
    }

    /// Moves the blank without recording the moves in the walk.
    pub(crate) fn slide(&mut self, direction: Direction, steps: u32) {
        let (rows, columns) = direction.delta();
        let delta = rows.wrapping_mul(self.size.columns.cast_signed()).wrapping_add(columns).cast_unsigned();
        let mut blank = self.blank();
        for _ in 0..steps {
            let next = Cell(blank.0.wrapping_add(delta));
            let tile = self.tiles[next.index()];
            self.tiles[blank.index()] = tile;
            self.cells[tile.index()] = blank;
            blank = next;
        }
        self.tiles[blank.index()] = Tile::BLANK;
        self.cells[Tile::BLANK.index()] = blank;
    }

    /// Moves the blank in one direction.
    pub(crate) fn go(&mut self, direction: Direction, steps: u32, control: &mut Control) -> Result<(), Stop> {
        control.spend_many(u64::from(steps))?;
        self.slide(direction, steps);
        let before = walk_bytes(&self.walk);
        self.walk.extend(core::iter::repeat_n(direction, steps as usize));
        control.hold(walk_bytes(&self.walk) - before)
    }

    /// Moves the blank leg by leg.
    pub(crate) fn follow(&mut self, legs: &[(Direction, u32)], control: &mut Control) -> Result<(), Stop> {
        legs.iter().try_for_each(|&(direction, steps)| self.go(direction, steps, control))
    }

    /// Makes the lap that turns up in this column.
    pub(crate) fn lap(&mut self, column: u32, control: &mut Control) -> Result<(), Stop> {
        assert_eq!(self.blank(), self.size.home(), "laps begin at home");
        let lap = self.open.lap(column);
        let (left, up) = (self.size.columns - 1 - lap.column, self.size.rows - 1 - lap.top);
        let legs =
            [(Direction::Left, left), (Direction::Up, up), (Direction::Right, left), (Direction::Down, up)];
        self.follow(&legs, control)
    }

    /// Repeats the lap until a condition on the tiles holds.
    pub(crate) fn lap_until(
        &mut self,
        column: u32,
        control: &mut Control,
        reached: impl Fn(&Self) -> bool,
    ) -> Result<(), Stop> {
        while !reached(self) {
            self.lap(column, control)?;
        }
        Ok(())
    }
}

fn walk_bytes(walk: &Walk) -> u64 {
    Sink::<Direction>::heap_bytes(walk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_carries_every_tile_where_the_walk_brings_it() {
        let size = BoardSize { rows: 5, columns: 4 };
        let tiles: Vec<Tile> = (1..20).chain([0]).map(Tile).collect();
        for open in
            [OpenArea::ALL, OpenArea { top: 1, left: 0, set: 2 }, OpenArea { top: 3, left: 1, set: 1 }]
        {
            for column in open.left..size.columns - 1 {
                let mut board = LapBoard::new(size, tiles.clone());
                board.set_open(open);
                board.lap(column, &mut Control::unlimited()).expect("no limit is set");
                let lap = open.lap(column);
                assert_eq!(board.walk.len() as u32, lap.moves(size));
                for (cell, &tile) in (0..19).map(Cell).zip(&tiles) {
                    assert_eq!(board.cell_of(tile), lap.cell_after(size, cell), "{lap:?} {cell:?}");
                }
            }
        }
    }
}
