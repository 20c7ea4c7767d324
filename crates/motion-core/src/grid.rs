//! Rectangular grids with closed cells and with walls between cells.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::control::Control;
use crate::direction::Direction;
use crate::graph::{Graph, Vertex};
use crate::outcome::Stop;
use crate::text::Counted;

/// A cell of a grid, numbered from 0, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Cell(pub u32);

impl Cell {
    /// The number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number in messages, counted from 1.
    #[doc(hidden)]
    pub const fn one_based(self) -> u64 {
        self.0 as u64 + 1
    }
}

/// A rectangle of cells. Cells may be closed, and edges between cells may be walled.
///
/// # Complexity
/// Every query about one cell takes constant time; memory is one byte per cell.
///
/// # Examples
/// ```
/// use motion_core::{Cell, Direction, Grid};
///
/// let mut grid = Grid::new(2, 3)?;
/// let corner = grid.cell(0, 0).expect("row 0, column 0 exists");
/// grid.build_wall(corner, Direction::Right);
/// assert_eq!(grid.step(corner, Direction::Right), None);
/// assert_eq!(grid.step(corner, Direction::Down), grid.cell(1, 0));
/// # Ok::<(), motion_core::error::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: u32,
    columns: u32,
    /// Bits 0–3: a wall on that side of the cell, including the rim; bit 4: the cell is closed.
    sides: Vec<u8>,
}

const CLOSED: u8 = 1 << 4;

/// Why a grid of some size is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// The grid would have no row or no column.
    Empty {
        /// The requested number of rows.
        rows: u32,
        /// The requested number of columns.
        columns: u32,
    },
    /// The grid would have more cells than can be numbered.
    TooLarge {
        /// The requested number of rows.
        rows: u32,
        /// The requested number of columns.
        columns: u32,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { rows, columns } => {
                let [rows, columns] = [Counted(*rows, "row"), Counted(*columns, "column")];
                write!(f, "a grid of {rows} and {columns} has no cell")
            }
            Self::TooLarge { rows, columns } => {
                let [rows, columns] = [Counted(*rows, "row"), Counted(*columns, "column")];
                write!(f, "a grid of {rows} and {columns} has too many cells")
            }
        }
    }
}

impl Error for GridError {}

/// The open cells of a [`Grid`] as a graph. Made by [`Grid::to_graph`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridGraph {
    /// The graph: two vertices are adjacent if their cells are and no wall is between them.
    pub graph: Graph,
    /// The cell of each vertex, in ascending order.
    pub cells: Vec<Cell>,
}

impl GridGraph {
    /// Returns the vertex of a cell, or `None` if the cell is closed. Takes logarithmic time.
    pub fn vertex(&self, cell: Cell) -> Option<Vertex> {
        self.cells.binary_search(&cell).ok().map(|index| Vertex(index as u32))
    }
}

impl Grid {
    /// Creates a grid without closed cells and without walls except the rim.
    ///
    /// # Errors
    /// [`GridError`] if there would be no cell, or more than 2³² − 2.
    pub fn new(rows: u32, columns: u32) -> Result<Self, GridError> {
        if rows == 0 || columns == 0 {
            return Err(GridError::Empty { rows, columns });
        }
        let cells = u64::from(rows) * u64::from(columns);
        let Some(cells) = usize::try_from(cells).ok().filter(|&cells| cells < u32::MAX as usize) else {
            return Err(GridError::TooLarge { rows, columns });
        };
        let mut grid = Self { rows, columns, sides: alloc::vec![0; cells] };
        for cell in grid.cells() {
            for direction in Direction::ALL {
                if grid.beyond(cell, direction).is_none() {
                    grid.sides[cell.index()] |= 1 << direction.index();
                }
            }
        }
        Ok(grid)
    }

    /// The number of rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of cells, open and closed.
    pub const fn cell_count(&self) -> usize {
        self.sides.len()
    }

    /// All cells, open and closed, in ascending order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.sides.len() as u32).map(Cell)
    }

    /// Returns the cell in this row and column, both counted from 0.
    pub fn cell(&self, row: u32, column: u32) -> Option<Cell> {
        (row < self.rows && column < self.columns).then(|| Cell(row * self.columns + column))
    }

    /// The row of a cell, counted from 0.
    pub const fn row(&self, cell: Cell) -> u32 {
        cell.0 / self.columns
    }

    /// The column of a cell, counted from 0.
    pub const fn column(&self, cell: Cell) -> u32 {
        cell.0 % self.columns
    }

    /// Returns whether the cell is closed: no token may stand on it.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.sides[cell.index()] & CLOSED != 0
    }

    /// Closes a cell: no token enters it until it is [opened](Grid::open).
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn close(&mut self, cell: Cell) {
        self.sides[cell.index()] |= CLOSED;
    }

    /// Opens a closed cell. Closing and opening cells changes no cell numbers, but it changes the
    /// vertex numbers of [`to_graph`](Grid::to_graph).
    ///
    /// # Panics
    /// If there is no such cell.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Cell, Direction, Grid};
    ///
    /// let mut aisle = Grid::new(1, 3)?;
    /// aisle.close(Cell(1));
    /// assert_eq!(aisle.step(Cell(0), Direction::Right), None);
    /// aisle.open(Cell(1));
    /// assert_eq!(aisle, Grid::new(1, 3)?);
    /// # Ok::<(), motion_core::error::GridError>(())
    /// ```
    pub fn open(&mut self, cell: Cell) {
        self.sides[cell.index()] &= !CLOSED;
    }

    /// Returns whether there is a wall, or the rim, on this side of the cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn has_wall(&self, cell: Cell, side: Direction) -> bool {
        self.sides[cell.index()] & (1 << side.index()) != 0
    }

    /// Builds a wall on this side of the cell. It blocks both cells that it separates.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn build_wall(&mut self, cell: Cell, side: Direction) {
        self.sides[cell.index()] |= 1 << side.index();
        if let Some(other) = self.beyond(cell, side) {
            self.sides[other.index()] |= 1 << side.opposite().index();
        }
    }

    /// Returns the cell one step away, or `None` if a wall, the rim or a closed cell is in the way.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        if self.has_wall(cell, direction) {
            return None;
        }
        self.beyond(cell, direction).filter(|&next| !self.is_closed(next))
    }

    /// Returns the cells one step away, clockwise from the upper one.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.step(cell, direction).map(|next| (direction, next)))
    }

    /// Returns the cell where a sliding token stops, before a wall, a closed cell or an occupied
    /// cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn slide(&self, cell: Cell, direction: Direction, occupied: impl Fn(Cell) -> bool) -> Cell {
        let mut end = cell;
        while let Some(next) = self.step(end, direction).filter(|&next| !occupied(next)) {
            end = next;
        }
        end
    }

    /// Builds the graph of the open cells, numbered in the order of the cells.
    ///
    /// # Complexity
    /// Linear in the number of cells.
    pub fn to_graph(&self) -> GridGraph {
        self.to_graph_within(&mut Control::unlimited()).expect("invariant: without limits")
    }

    /// Does the same as [`to_graph`](Grid::to_graph) within the time limit and the cancel flag of
    /// `control`, which is [advanced](Control::advance) for every cell and edge.
    #[doc(hidden)]
    pub fn to_graph_within(&self, control: &mut Control) -> Result<GridGraph, Stop> {
        let cells: Vec<Cell> = self.cells().filter(|&cell| !self.is_closed(cell)).collect();
        let mut number = alloc::vec![0; self.sides.len()];
        for (vertex, cell) in (0..).zip(&cells) {
            number[cell.index()] = vertex;
        }
        let vertex = |cell: Cell| Vertex(number[cell.index()]);
        let edges = cells.iter().flat_map(|&cell| {
            [Direction::Right, Direction::Down]
                .into_iter()
                .filter_map(move |direction| self.step(cell, direction))
                .map(move |next| (cell, next))
        });
        let edges = edges.map(|(cell, next)| (vertex(cell), vertex(next)));
        let graph = Graph::from_edges_within(cells.len(), edges, control)
            .map_err(|why| why.stopped("every pair of neighbouring cells comes once, in range"))?;
        Ok(GridGraph { graph, cells })
    }

    /// Returns the adjacent cell, even behind a wall.
    fn beyond(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, column) = direction.delta();
        let row = self.row(cell).checked_add_signed(row)?;
        let column = self.column(cell).checked_add_signed(column)?;
        self.cell(row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Grid::new(0, 3), Err(GridError::Empty { rows: 0, columns: 3 }));
        assert_eq!(Grid::new(3, 0), Err(GridError::Empty { rows: 3, columns: 0 }));
        let error = GridError::TooLarge { rows: u32::MAX, columns: 2 };
        assert_eq!(Grid::new(u32::MAX, 2), Err(error));
    }

    #[test]
    fn a_slide_ends_before_the_first_obstacle() {
        let mut grid = Grid::new(1, 8).expect("eight cells");
        let slide =
            |grid: &Grid, taken: u32| grid.slide(Cell(0), Direction::Right, |cell| cell == Cell(taken));
        assert_eq!(slide(&grid, 99), Cell(7));
        assert_eq!(slide(&grid, 5), Cell(4));
        grid.build_wall(Cell(4), Direction::Left);
        assert_eq!(slide(&grid, 5), Cell(3));
        grid.close(Cell(2));
        assert_eq!(slide(&grid, 5), Cell(1));
        assert_eq!(grid.slide(Cell(0), Direction::Up, |_| false), Cell(0));
    }

    #[test]
    fn the_graph_leaves_closed_cells_out() {
        let mut grid = Grid::new(2, 3).expect("six cells");
        grid.close(Cell(1));
        let GridGraph { graph, cells } = grid.to_graph();
        assert_eq!(cells, [0, 2, 3, 4, 5].map(Cell));
        let edges: Vec<_> = graph.edges().map(|(a, b)| (a.0, b.0)).collect();
        assert_eq!(edges, [(0, 2), (1, 4), (2, 3), (3, 4)]);
        assert_eq!(grid.to_graph().vertex(Cell(4)), Some(Vertex(3)));
        assert_eq!(grid.to_graph().vertex(Cell(1)), None);
    }

    proptest! {
        #[test]
        fn steps_go_both_ways(
            rows in 1u32..6,
            columns in 1u32..6,
            walls in proptest::collection::vec((0u32..36, 0u8..4), 0..12),
            closed in proptest::collection::vec(0u32..36, 0..6),
        ) {
            let mut grid = Grid::new(rows, columns).expect("small");
            let count = rows * columns;
            for (cell, side) in walls {
                grid.build_wall(Cell(cell % count), Direction::from_index(side));
            }
            for cell in closed {
                grid.close(Cell(cell % count));
            }
            for cell in grid.cells() {
                prop_assert_eq!(grid.cell(grid.row(cell), grid.column(cell)), Some(cell));
                for (direction, next) in grid.neighbours(cell) {
                    let (row, column) = direction.delta();
                    prop_assert_eq!(grid.row(next), grid.row(cell).wrapping_add_signed(row));
                    prop_assert_eq!(grid.column(next), grid.column(cell).wrapping_add_signed(column));
                    let back = grid.step(next, direction.opposite());
                    prop_assert_eq!(back, (!grid.is_closed(cell)).then_some(cell));
                }
            }
            let GridGraph { graph, cells } = grid.to_graph();
            for (a, b) in graph.edges() {
                let (a, b) = (cells[a.index()], cells[b.index()]);
                prop_assert!(grid.neighbours(a).any(|(_, next)| next == b));
            }
            let steps: usize = cells.iter().map(|&cell| grid.neighbours(cell).count()).sum();
            prop_assert_eq!(steps, 2 * graph.edge_count());
        }
    }
}
