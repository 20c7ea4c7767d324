//! The board: walls, closed cells and coloured diagonals.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Cell, Direction, Grid};

use crate::colour::Colour;

/// The minimum number of rows and of columns of a board.
pub const MIN_SIDE: u32 = 3;

/// The maximum number of rows and of columns of a board.
pub const MAX_SIDE: u32 = 64;

/// The slope of a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slope {
    /// `/`: deflects upwards a robot that comes from the left.
    Rising,
    /// `\`: deflects downwards a robot that comes from the left.
    Falling,
}

/// A barrier across a cell. The robot of its colour passes through; other robots are deflected by a
/// quarter turn and go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagonal {
    /// The slope.
    pub slope: Slope,
    /// The colour of the robot that passes through.
    pub colour: Colour,
}

/// Whether robots may stop on diagonals that deflect them.
///
/// The printed rules do not cover a deflected robot that has a wall or another robot directly
/// ahead, so that it would stop on the diagonal. Both readings are in use. Under both, a robot that
/// starts on such a diagonal may leave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DiagonalStops {
    /// The robot stops there.
    #[default]
    Allowed,
    /// The robot cannot make this move.
    Forbidden,
}

/// A rectangle of cells with walls, closed cells and diagonals.
///
/// Every side has [`MIN_SIDE`] to [`MAX_SIDE`] cells. A wall between two cells can be given as a
/// wall of either cell. The outer edges are walls.
///
/// # Examples
/// ```
/// use motion_core::{Direction, Grid};
/// use ricochet::{Board, Colour, Diagonal, Slope};
///
/// let grid = Grid::new(3, 5)?;
/// let (start, bend) = (grid.cell(0, 0).ok_or("outside")?, grid.cell(0, 3).ok_or("outside")?);
/// let mut board = Board::new(grid)?;
/// board.place(bend, Diagonal { slope: Slope::Falling, colour: Colour::Red });
///
/// let slide = |colour| board.slide(colour, start, Direction::Right, |_| false);
/// let end = |colour| slide(colour).map(|slide| slide.end);
/// assert_eq!(end(Colour::Red), board.grid().cell(0, 4));
/// assert_eq!(end(Colour::Blue), board.grid().cell(2, 3)); // deflected
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    grid: Grid,
    diagonals: Vec<Option<Diagonal>>,
    diagonal_stops: DiagonalStops,
}

/// A size that a board cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SizeError {
    /// Rows of the grid.
    pub rows: u32,
    /// Columns of the grid.
    pub columns: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns } = self;
        write!(f, "a board has {MIN_SIDE} to {MAX_SIDE} rows and columns, not {rows}x{columns}")
    }
}

impl Error for SizeError {}

/// The path of one move of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidePath {
    /// The cell where the robot stops.
    pub end: Cell,
    /// The cells where it was deflected, in order.
    pub deflections: Vec<Cell>,
}

impl Slope {
    /// Returns the direction after the deflection of a robot that moves in `direction`.
    pub(crate) const fn deflect(self, direction: Direction) -> Direction {
        match (self, direction) {
            (Self::Rising, Direction::Up | Direction::Down)
            | (Self::Falling, Direction::Right | Direction::Left) => direction.clockwise(),
            (Self::Rising, Direction::Right | Direction::Left)
            | (Self::Falling, Direction::Up | Direction::Down) => direction.counterclockwise(),
        }
    }

    /// Does the same as [`deflect`](Self::deflect) with direction numbers.
    pub(crate) const fn deflect_index(self, direction: u8) -> u8 {
        direction
            ^ match self {
                Self::Rising => 1,
                Self::Falling => 3,
            }
    }

    /// Returns the slope on the board turned by a quarter.
    pub(crate) const fn turned(self) -> Self {
        match self {
            Self::Rising => Self::Falling,
            Self::Falling => Self::Rising,
        }
    }

    /// The letter, `/` or `\`.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Rising => '/',
            Self::Falling => '\\',
        }
    }
}

impl Board {
    /// Creates the board of this grid, without diagonals.
    ///
    /// # Errors
    /// [`SizeError`] if a side is too short or too long.
    pub fn new(grid: Grid) -> Result<Self, SizeError> {
        let (rows, columns) = (grid.rows(), grid.columns());
        let legal = MIN_SIDE..=MAX_SIDE;
        if !legal.contains(&rows) || !legal.contains(&columns) {
            return Err(SizeError { rows, columns });
        }
        let diagonals = alloc::vec![None; grid.cell_count()];
        Ok(Self { grid, diagonals, diagonal_stops: DiagonalStops::default() })
    }

    /// Sets whether robots may stop on diagonals that deflect them.
    pub fn with_diagonal_stops(mut self, diagonal_stops: DiagonalStops) -> Self {
        self.diagonal_stops = diagonal_stops;
        self
    }

    /// Whether robots may stop on diagonals that deflect them.
    pub const fn diagonal_stops(&self) -> DiagonalStops {
        self.diagonal_stops
    }

    /// Puts a diagonal into a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn place(&mut self, cell: Cell, diagonal: Diagonal) {
        self.diagonals[cell.index()] = Some(diagonal);
    }

    /// The cells and the walls.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The diagonal in a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn diagonal(&self, cell: Cell) -> Option<Diagonal> {
        self.diagonals[cell.index()]
    }

    /// All diagonals, in the order of their cells.
    pub fn diagonals(&self) -> impl Iterator<Item = (Cell, Diagonal)> {
        (0..).map(Cell).zip(&self.diagonals).filter_map(|(cell, &diagonal)| Some((cell, diagonal?)))
    }

    /// Returns the slope of the diagonal that deflects robots of this colour in this cell, if any.
    fn barrier(&self, colour: Colour, cell: Cell) -> Option<Slope> {
        self.diagonal(cell).filter(|diagonal| diagonal.colour != colour).map(|diagonal| diagonal.slope)
    }

    /// Moves a robot until a wall, a closed cell or an occupied cell is in its way. A diagonal of
    /// another colour deflects it as it enters the cell; if it has stopped there, it may leave in
    /// any direction. Returns `None` if the robot would go round forever, or if it would stop on
    /// such a diagonal and that is forbidden ([`DiagonalStops`]). The robot's own cell may count as
    /// occupied or not.
    ///
    /// This is the rule of the verifier, cell by cell; solvers have their own implementations.
    ///
    /// # Panics
    /// If there is no such cell.
    ///
    /// # Complexity
    /// Linear in the cells passed.
    #[doc(hidden)]
    pub fn slide(
        &self,
        colour: Colour,
        from: Cell,
        direction: Direction,
        occupied: impl Fn(Cell) -> bool,
    ) -> Option<SlidePath> {
        let mut path = SlidePath { end: from, deflections: Vec::new() };
        let mut heading = direction;
        while let Some(next) = self.grid.step(path.end, heading) {
            if next != from && occupied(next) {
                break;
            }
            path.end = next;
            if let Some(slope) = self.barrier(colour, next) {
                heading = slope.deflect(heading);
                path.deflections.push(next);
            }
            // Slides can be reversed, so the first repeated state is the start.
            if (path.end, heading) == (from, direction) {
                return None;
            }
        }
        let ends_on_diagonal = path.deflections.last() == Some(&path.end);
        let is_refused = ends_on_diagonal && self.diagonal_stops == DiagonalStops::Forbidden;
        (!is_refused).then_some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: u32, columns: u32) -> Board {
        Board::new(Grid::new(rows, columns).expect("cells")).expect("a legal size")
    }

    #[test]
    fn sizes_are_checked() {
        for (rows, columns) in [(2, 3), (3, 2), (65, 3), (3, 65)] {
            let grid = Grid::new(rows, columns).expect("cells");
            assert_eq!(Board::new(grid), Err(SizeError { rows, columns }));
        }
        assert_eq!(board(3, 64).grid().cell_count(), 192);
    }

    #[test]
    fn diagonals_are_mirrors() {
        for slope in [Slope::Rising, Slope::Falling] {
            for direction in Direction::ALL {
                let deflected = slope.deflect(direction);
                assert_ne!(deflected.index() % 2, direction.index() % 2);
                // Reversed, the path is the same.
                assert_eq!(slope.deflect(deflected.opposite()), direction.opposite());
                // On the turned board the path is turned.
                assert_eq!(slope.turned().deflect(direction.clockwise()), deflected.clockwise());
            }
        }
        assert_eq!(Slope::Rising.deflect(Direction::Right), Direction::Up);
        assert_eq!(Slope::Falling.deflect(Direction::Right), Direction::Down);
    }

    /// Diagonals in the corners of a square make a robot between two of them go round.
    #[test]
    fn a_robot_that_would_go_round_for_ever_stays() {
        let mut board = board(4, 4);
        let corners = [(0, Slope::Rising), (3, Slope::Falling), (12, Slope::Falling), (15, Slope::Rising)];
        for (cell, slope) in corners {
            board.place(Cell(cell), Diagonal { slope, colour: Colour::Red });
        }
        let slide = |colour, direction| board.slide(colour, Cell(1), direction, |_| false);
        assert_eq!(slide(Colour::Blue, Direction::Right), None);
        assert_eq!(slide(Colour::Blue, Direction::Left), None);
        let path = SlidePath { end: Cell(3), deflections: Vec::new() };
        assert_eq!(slide(Colour::Red, Direction::Right), Some(path));
        let path = board.slide(Colour::Blue, Cell(1), Direction::Right, |cell| cell == Cell(13));
        assert_eq!(path, Some(SlidePath { end: Cell(14), deflections: [3, 15].map(Cell).to_vec() }));
        // The robot goes round and stops before its start cell.
        let path = board.slide(Colour::Blue, Cell(1), Direction::Right, |cell| cell == Cell(0));
        assert_eq!(path.map(|path| path.end), Some(Cell(4)));
    }

    #[test]
    fn a_robot_stops_on_a_diagonal_where_it_cannot_go_on() {
        let mut board = board(3, 3);
        board.place(Cell(1), Diagonal { slope: Slope::Rising, colour: Colour::Red });
        let path = board.slide(Colour::Blue, Cell(0), Direction::Right, |_| false);
        assert_eq!(path, Some(SlidePath { end: Cell(1), deflections: [Cell(1)].to_vec() }));
        // From there it may leave in any direction.
        let path = board.slide(Colour::Blue, Cell(1), Direction::Right, |_| false);
        assert_eq!(path.map(|path| path.end), Some(Cell(2)));
        // If it must not stop there, it cannot make the move, but it may leave.
        let board = board.with_diagonal_stops(DiagonalStops::Forbidden);
        assert_eq!(board.slide(Colour::Blue, Cell(0), Direction::Right, |_| false), None);
        let red = board.slide(Colour::Red, Cell(0), Direction::Right, |cell| cell == Cell(2));
        assert_eq!(red.map(|path| path.end), Some(Cell(1)));
        let path = board.slide(Colour::Blue, Cell(1), Direction::Down, |_| false);
        assert_eq!(path.map(|path| path.end), Some(Cell(7)));
    }
}
