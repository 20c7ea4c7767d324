//! The board: the positions of tiles and blanks, and how they move.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Cell, Direction};

/// The most cells a board may have: 1024 × 1024. Solutions of such a board have about 2.5 billion
/// moves.
pub(crate) const MAX_CELLS: u32 = 1 << 20;

/// A tile's number, from 1; [`Tile::BLANK`] stands for the missing tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Tile(pub u32);

impl Tile {
    /// The blank, written 0.
    pub const BLANK: Self = Self(0);

    /// The number as an array index.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rectangle of numbered tiles with one blank, or with several.
///
/// A board has at least two rows and two columns, one tile and one blank. With *k* blanks, all
/// written 0, it holds every number from 1 to the number of cells minus *k* exactly once. Parses
/// from and prints as rows of numbers.
///
/// # Complexity
/// A move takes constant time; memory is four bytes per cell.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Tile};
/// use motion_core::Direction;
///
/// let mut board: Board = "1 2 3\n4 0 5".parse()?;
/// assert_eq!(board.slide(Direction::Right), Some(Tile(5))); // the blank goes right, tile 5 left
/// assert_eq!(board, Board::solved(2, 3)?);
/// assert_eq!(board.slide(Direction::Right), None); // the edge of the board
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// With several blanks, moves name tiles:
/// ```
/// use grid_puzzle::{Board, Tile};
/// use motion_core::{Cell, Direction};
///
/// let mut board: Board = "1 2 3\n0 4 0".parse()?;
/// assert_eq!(board.blank_count(), 2);
/// assert_eq!(board.shift(Cell(4), Direction::Left), Some(Tile(4)));
/// assert_eq!(board, Board::solved_with_blanks(2, 3, 2)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u32,
    columns: u32,
    /// The first blank in reading order.
    blank_row: u32,
    blank_column: u32,
    blank_count: u32,
    tiles: Vec<Tile>,
}

/// An illegal board size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// Fewer than two rows or two columns.
    TooSmall {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// More than 2²⁰ cells.
    TooLarge {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// No blank, or no tile beside the blanks.
    Blanks {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
        /// Blanks asked for.
        blanks: u32,
    },
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall { rows, columns } => {
                write!(f, "a board needs at least 2 rows and 2 columns, not {rows}x{columns}")
            }
            Self::TooLarge { rows, columns } => {
                write!(f, "a board of {rows}x{columns} has more than {MAX_CELLS} cells")
            }
            Self::Blanks { rows, columns, blanks } => {
                write!(f, "a board of {rows}x{columns} has 1 to {} blanks, not {blanks}", rows * columns - 1)
            }
        }
    }
}

impl Error for SizeError {}

pub(crate) fn check_size(rows: u32, columns: u32) -> Result<(), SizeError> {
    if rows < 2 || columns < 2 {
        return Err(SizeError::TooSmall { rows, columns });
    }
    if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(SizeError::TooLarge { rows, columns });
    }
    Ok(())
}

/// Returns the numbers of a board of this size: the tiles in order, then the blanks.
///
/// # Errors
/// [`SizeError`] if there is no such board.
pub(crate) fn numbers(rows: u32, columns: u32, blanks: u32) -> Result<Vec<Tile>, SizeError> {
    check_size(rows, columns)?;
    let cells = rows * columns;
    if blanks == 0 || blanks >= cells {
        return Err(SizeError::Blanks { rows, columns, blanks });
    }
    Ok((1..=cells - blanks).chain((0..blanks).map(|_| 0)).map(Tile).collect())
}

impl Board {
    /// Returns the standard goal: tiles in reading order, the blank at the bottom right.
    ///
    /// # Errors
    /// [`SizeError`] if there is no board of that size.
    pub fn solved(rows: u32, columns: u32) -> Result<Self, SizeError> {
        Self::solved_with_blanks(rows, columns, 1)
    }

    /// Returns the standard goal with several blanks: tiles in reading order, then the blanks.
    ///
    /// # Errors
    /// [`SizeError`] if there is no board of that size with that many blanks.
    pub fn solved_with_blanks(rows: u32, columns: u32, blanks: u32) -> Result<Self, SizeError> {
        Ok(Self::from_permutation(rows, columns, numbers(rows, columns, blanks)?))
    }

    /// Returns the standard goal of this size with this number of blanks.
    pub(crate) fn standard_goal(&self) -> Self {
        Self::solved_with_blanks(self.rows, self.columns, self.blank_count)
            .expect("invariant: a board has a legal size")
    }

    /// Wraps tiles that are known to be a permutation of a legal size with a legal number of
    /// blanks.
    pub(crate) fn from_permutation(rows: u32, columns: u32, tiles: Vec<Tile>) -> Self {
        assert_eq!(tiles.len() as u64, u64::from(rows) * u64::from(columns));
        let mut blanks = (0..).zip(&tiles).filter(|&(_, &tile)| tile == Tile::BLANK).map(|(cell, _)| cell);
        let blank: u32 = blanks.next().expect("invariant: a permutation contains a blank");
        let blank_count = blanks.count() as u32 + 1;
        Self { rows, columns, blank_row: blank / columns, blank_column: blank % columns, blank_count, tiles }
    }

    /// The number of rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The tiles row by row, the blanks among them.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the tile in a cell. Cells are numbered row by row from 0.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// The number of tiles.
    pub(crate) const fn tile_count(&self) -> u32 {
        self.tiles.len() as u32 - self.blank_count
    }

    /// The number of vacant cells: at least one.
    pub const fn blank_count(&self) -> u32 {
        self.blank_count
    }

    /// Returns the vacant cells in reading order.
    ///
    /// # Complexity
    /// Linear in the cells.
    pub(crate) fn blanks(&self) -> impl Iterator<Item = Cell> {
        (0..).map(Cell).zip(&self.tiles).filter(|&(_, &tile)| tile == Tile::BLANK).map(|(cell, _)| cell)
    }

    /// The cell of the blank; of several blanks, the first in reading order.
    pub const fn blank(&self) -> Cell {
        Cell(self.blank_row * self.columns + self.blank_column)
    }

    /// The row of [`blank`](Board::blank), from 0.
    pub(crate) const fn blank_row(&self) -> u32 {
        self.blank_row
    }

    /// The column of [`blank`](Board::blank), from 0.
    pub(crate) const fn blank_column(&self) -> u32 {
        self.blank_column
    }

    /// Returns the cell of every tile, indexed by its number; at index 0, the cell of
    /// [`blank`](Board::blank).
    pub(crate) fn cells_of_tiles(&self) -> Vec<Cell> {
        let mut cells = alloc::vec![Cell(0); self.tile_count() as usize + 1];
        for (cell, tile) in (0..).map(Cell).zip(&self.tiles) {
            cells[tile.index()] = cell;
        }
        cells[0] = self.blank();
        cells
    }

    /// Returns the neighbour of a cell in a direction, if it exists.
    pub(crate) fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (rows, columns) = direction.delta();
        let row = (cell.0 / self.columns).wrapping_add_signed(rows);
        let column = (cell.0 % self.columns).wrapping_add_signed(columns);
        (row < self.rows && column < self.columns).then(|| Cell(row * self.columns + column))
    }

    /// Moves the tile of a cell one cell in this direction, and returns it. Does nothing if the
    /// cell does not exist or holds no tile, or if the cell beside it is not vacant.
    ///
    /// # Complexity
    /// Constant, unless the tile moves into the first of several blanks: then linear in the
    /// distance to the next blank.
    pub fn shift(&mut self, cell: Cell, direction: Direction) -> Option<Tile> {
        let tile = *self.tiles.get(cell.index()).filter(|&&tile| tile != Tile::BLANK)?;
        let to = self.neighbour(cell, direction).filter(|&to| self.tile(to) == Tile::BLANK)?;
        let first = self.blank();
        self.tiles.swap(cell.index(), to.index());
        let next = if to == first {
            let after = (to.0..).map(Cell).zip(&self.tiles[to.index()..]);
            let next = after.filter(|&(_, &tile)| tile == Tile::BLANK).map(|(cell, _)| cell).next();
            next.map_or(cell, |next| next.min(cell))
        } else {
            first.min(cell)
        };
        (self.blank_row, self.blank_column) = (next.0 / self.columns, next.0 % self.columns);
        Some(tile)
    }

    /// Moves the blank one cell in this direction, and the tile that was there the opposite way;
    /// returns the tile. Does nothing at the edge of the board or if there are several blanks; use
    /// [`shift`](Board::shift) for these.
    #[inline]
    pub fn slide(&mut self, blank: Direction) -> Option<Tile> {
        // Branch-free in the direction, because the branch would be mispredicted.
        let (rows, columns) = blank.delta();
        let row = self.blank_row.wrapping_add_signed(rows);
        let column = self.blank_column.wrapping_add_signed(columns);
        if row >= self.rows || column >= self.columns || self.blank_count > 1 {
            return None;
        }
        let from = self.blank().index();
        (self.blank_row, self.blank_column) = (row, column);
        let to = self.blank().index();
        let tile = self.tiles[to];
        self.tiles[from] = tile;
        self.tiles[to] = Tile::BLANK;
        Some(tile)
    }
}

impl fmt::Display for Board {
    /// Writes rows of right-aligned numbers, without a final line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The gap before a one-digit number on the largest board.
        const GAPS: &str = "       ";
        let width = self.tile_count().ilog10() as usize + 1;
        // On a million cells, this takes 20 ms less than `write!` with a width.
        let mut digits = itoa::Buffer::new();
        for (row, tiles) in self.tiles.chunks(self.columns as usize).enumerate() {
            if row > 0 {
                f.write_str("\n")?;
            }
            for (column, tile) in tiles.iter().enumerate() {
                let number = digits.format(tile.0);
                f.write_str(&GAPS[..width + usize::from(column > 0) - number.len()])?;
                f.write_str(number)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn sizes_have_limits() {
        assert_eq!(Board::solved(1, 9), Err(SizeError::TooSmall { rows: 1, columns: 9 }));
        assert_eq!(Board::solved(9, 0), Err(SizeError::TooSmall { rows: 9, columns: 0 }));
        let error = SizeError::TooLarge { rows: 1024, columns: 1025 };
        assert_eq!(Board::solved(1024, 1025), Err(error));
        let error = SizeError::TooLarge { rows: u32::MAX, columns: u32::MAX };
        assert_eq!(Board::solved(u32::MAX, u32::MAX), Err(error));
        assert_eq!(Board::solved(1024, 1024).map(|board| board.tiles().len()), Ok(1 << 20));
    }

    #[test]
    fn a_slide_exchanges_the_blank_with_its_neighbour_and_the_opposite_undoes_it() {
        let mut board = Board::solved(3, 3).expect("a legal size");
        board.slide(Direction::Up);
        board.slide(Direction::Left);
        assert_eq!(board.to_string(), "1 2 3\n4 0 5\n7 8 6");
        for direction in Direction::ALL {
            let before = board.clone();
            let tile = board.slide(direction);
            assert_eq!(tile, board.slide(direction.opposite()));
            assert_eq!(board, before);
        }
        assert_eq!((board.blank(), board.blank_row(), board.blank_column()), (Cell(4), 1, 1));
    }

    #[test]
    fn the_blank_stays_on_the_board() {
        let mut board: Board = "0 1\n2 3".parse().expect("a board");
        let before = board.clone();
        assert_eq!(board.slide(Direction::Up), None);
        assert_eq!(board.slide(Direction::Left), None);
        assert_eq!(board, before);
    }

    #[test]
    fn tiles_fill_several_blanks_and_the_first_blank_is_known() {
        let mut board: Board = "0 1 0\n2 0 3".parse().expect("a board");
        assert_eq!((board.blank_count(), board.tile_count()), (3, 3));
        assert_eq!(board.blanks().collect::<Vec<_>>(), [Cell(0), Cell(2), Cell(4)]);
        for direction in Direction::ALL {
            assert_eq!(board.slide(direction), None);
        }
        // No such cell, a blank, off the board, onto a tile.
        for (cell, direction) in
            [(6, Direction::Up), (0, Direction::Right), (1, Direction::Up), (5, Direction::Right)]
        {
            assert_eq!(board.shift(Cell(cell), direction), None);
        }
        for (cell, direction, tile, text) in [
            (1, Direction::Left, 1, "1 0 0\n2 0 3"),
            (3, Direction::Right, 2, "1 0 0\n0 2 3"),
            (4, Direction::Up, 2, "1 2 0\n0 0 3"),
            (0, Direction::Down, 1, "0 2 0\n1 0 3"),
            (5, Direction::Up, 3, "0 2 3\n1 0 0"),
        ] {
            assert_eq!(board.shift(Cell(cell), direction), Some(Tile(tile)));
            assert_eq!(board.to_string(), text);
            assert_eq!(board, text.parse().expect("a board"), "the first blank is the same");
            assert_eq!(board.cells_of_tiles()[0], board.blank());
        }
        assert_eq!(
            Board::solved_with_blanks(2, 2, 4),
            Err(SizeError::Blanks { rows: 2, columns: 2, blanks: 4 })
        );
        assert_eq!(
            Board::solved_with_blanks(3, 2, 0).expect_err("no blank").to_string(),
            "a board of 3x2 has 1 to 5 blanks, not 0"
        );
    }

    #[test]
    fn numbers_are_aligned() {
        let board = Board::solved(2, 6).expect("a legal size");
        assert_eq!(board.to_string(), " 1  2  3  4  5  6\n 7  8  9 10 11  0");
    }
}
