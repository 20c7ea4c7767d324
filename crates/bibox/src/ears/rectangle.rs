//! Ears of open rectangles, row by row or in L-shaped shells.
//!
//! Both decompositions begin with four cells and add lines. A line begins with an ear of two inner
//! vertices; all further ears have one inner vertex, with the previous cell and a cell of the
//! previous line as ends. Fewer ears of two are impossible, because no cell beside a rectangle has
//! two neighbours in it.

use alloc::vec::Vec;

use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::{Control, Direction, Grid, Vertex};

use super::builder::EarBuilder;
use super::{EarDecomposition, RectangleError};

/// A corner of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// First row, first column.
    TopLeft,
    /// First row, last column.
    TopRight,
    /// Last row, first column.
    BottomLeft,
    /// Last row, last column.
    BottomRight,
}

impl Corner {
    /// The four corners, row by row.
    pub const ALL: [Self; 4] = [Self::TopLeft, Self::TopRight, Self::BottomLeft, Self::BottomRight];

    pub(super) const fn is_at_bottom(self) -> bool {
        matches!(self, Self::BottomLeft | Self::BottomRight)
    }

    pub(super) const fn is_at_right(self) -> bool {
        matches!(self, Self::TopRight | Self::BottomRight)
    }
}

impl EarDecomposition {
    /// Decomposes an open rectangle row by row. The cycle lies in the bottom right corner. Two rows
    /// grow to the left from it; then row after row is added above them, each from right to left.
    /// When the ears are solved from the last to the first, the rows are finished from the top,
    /// each from the left, as in Parberry's algorithm for sliding puzzles.
    ///
    /// Vertices are those of [`Grid::to_graph`]: without closed cells, their numbers are those of
    /// the cells.
    ///
    /// # Errors
    /// [`RectangleError`] for fewer than two rows or columns, a closed cell or an inner wall.
    ///
    /// # Complexity
    /// Linear in the number of cells.
    ///
    /// # Guarantees
    /// Of r × c cells, r + c − 4 ears have two inner vertices, all others one.
    ///
    /// # References
    /// Section 6.2.1 of the paper on snakes in cooperative path-finding (2015). I. Parberry, *A
    /// real-time algorithm for the (n² − 1)-puzzle*, Information Processing Letters 56, 1995, pages
    /// 23–28.
    ///
    /// # Examples
    /// ```
    /// use bibox::EarDecomposition;
    /// use motion_core::{Grid, Vertex};
    ///
    /// let ears = EarDecomposition::row_by_row(&Grid::new(3, 4)?)?;
    /// assert_eq!(ears.cycle(), [11, 10, 6, 7].map(Vertex));
    /// // The first cell to be solved is the top left corner.
    /// assert_eq!(ears.ears().next_back(), Some(&[1, 0, 4].map(Vertex)[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn row_by_row(grid: &Grid) -> Result<Self, RectangleError> {
        Self::row_by_row_within(grid, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`row_by_row`](Self::row_by_row) within the limits of time and the flag of
    /// `control`, which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn row_by_row_within(grid: &Grid, control: &mut Control) -> Result<Self, RunError<RectangleError>> {
        let graph = open_rectangle(grid, control)?;
        let mut rectangle = RectangleEars::new(grid, &graph, Corner::BottomRight);
        for column in 2..grid.columns() {
            control.advance(1)?;
            rectangle.add_line(2, |place| (place, column), |place| (place, column - 1));
        }
        for row in 2..grid.rows() {
            control.advance(grid.columns().into())?;
            rectangle.add_line(grid.columns(), |place| (row, place), |place| (row - 1, place));
        }
        Ok(rectangle.finish())
    }

    /// Decomposes an open rectangle in shells: squares around a corner grow by a column and a row
    /// at a time; the cell where the two meet comes last. Columns or rows that remain when the
    /// shorter side is full come after that. So a solver, which begins with the last ear, first
    /// reduces the rectangle to a square.
    ///
    /// Each row or column starts at the side of the rectangle on which the cycle lies. Vertices are
    /// those of [`Grid::to_graph`]: without closed cells, their numbers are those of the cells.
    ///
    /// # Errors
    /// [`RectangleError`] for fewer than two rows or columns, a closed cell or an inner wall.
    ///
    /// # Complexity
    /// Linear in the number of cells.
    ///
    /// # Guarantees
    /// Of r × c cells, r + c − 4 ears have two inner vertices, all others one.
    ///
    /// # Examples
    /// ```
    /// use bibox::EarDecomposition;
    /// use bibox::internal::Corner;
    /// use motion_core::{Grid, Vertex};
    ///
    /// let ears = EarDecomposition::shells(&Grid::new(3, 3)?, Corner::TopLeft)?;
    /// assert_eq!(ears.cycle(), [0, 1, 4, 3].map(Vertex));
    /// let column = [1, 2, 5, 4].map(Vertex);
    /// let row = [3, 6, 7, 4].map(Vertex);
    /// let corner = [7, 8, 5].map(Vertex);
    /// assert!(ears.ears().eq([&column[..], &row, &corner]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn shells(grid: &Grid, corner: Corner) -> Result<Self, RectangleError> {
        Self::shells_within(grid, corner, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`shells`](Self::shells) within the limits of time and the flag of
    /// `control`, which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn shells_within(
        grid: &Grid,
        corner: Corner,
        control: &mut Control,
    ) -> Result<Self, RunError<RectangleError>> {
        let graph = open_rectangle(grid, control)?;
        let mut rectangle = RectangleEars::new(grid, &graph, corner);
        for side in 2..grid.rows().max(grid.columns()) {
            if side < grid.columns() {
                let length = side.min(grid.rows());
                control.advance(length.into())?;
                rectangle.add_line(length, |place| (place, side), |place| (place, side - 1));
            }
            if side < grid.rows() {
                // The row is longer than the column by one, so the cell where they meet is the last
                // of the row.
                let length = (side + 1).min(grid.columns());
                control.advance(length.into())?;
                rectangle.add_line(length, |place| (side, place), |place| (side - 1, place));
            }
        }
        Ok(rectangle.finish())
    }
}

/// Makes the graph of a grid that is a rectangle of at least 2 × 2 cells without obstacles.
fn open_rectangle(grid: &Grid, control: &mut Control) -> Result<Graph, RunError<RectangleError>> {
    check_open(grid, control)?;
    Ok(grid.to_graph_within(control)?.graph)
}

/// Checks that a grid is a rectangle of at least 2 × 2 cells without obstacles.
pub(super) fn check_open(grid: &Grid, control: &mut Control) -> Result<(), RunError<RectangleError>> {
    let (rows, columns) = (grid.rows(), grid.columns());
    if rows < 2 || columns < 2 {
        return Err(RunError::Because(RectangleError::TooNarrow { rows, columns }));
    }
    for cell in grid.cells() {
        control.advance(1)?;
        if grid.is_closed(cell) {
            return Err(RunError::Because(RectangleError::Closed { cell }));
        }
    }
    for cell in grid.cells() {
        control.advance(1)?;
        let has_right = grid.column(cell) + 1 < columns;
        let has_below = grid.row(cell) + 1 < rows;
        for (side, has_other) in [(Direction::Right, has_right), (Direction::Down, has_below)] {
            if has_other && grid.has_wall(cell, side) {
                return Err(RunError::Because(RectangleError::Walled { cell, side }));
            }
        }
    }
    Ok(())
}

/// A rectangle viewed from one of its corners, with the ears so far.
struct RectangleEars<'a> {
    grid: &'a Grid,
    corner: Corner,
    builder: EarBuilder<'a>,
}

impl<'a> RectangleEars<'a> {
    /// Begins with the four cells in the corner.
    fn new(grid: &'a Grid, graph: &'a Graph, corner: Corner) -> Self {
        let cycle = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|place| vertex(grid, corner, place));
        let builder = EarBuilder::new(graph, Vec::from(cycle));
        Self { grid, corner, builder: builder.expect("invariant: four cells in a corner are a cycle") }
    }

    /// Adds a line of at least two cells beside another line. Both are given by the (row, column)
    /// of each of their cells, counted from the corner.
    fn add_line(
        &mut self,
        length: u32,
        line: impl Fn(u32) -> (u32, u32),
        beside: impl Fn(u32) -> (u32, u32),
    ) {
        self.add(&[beside(0), line(0), line(1), beside(1)]);
        for place in 2..length {
            self.add(&[line(place - 1), line(place), beside(place)]);
        }
    }

    fn add<const N: usize>(&mut self, ear: &[(u32, u32); N]) {
        let ear = ear.map(|place| vertex(self.grid, self.corner, place));
        self.builder.add(&ear).expect("invariant: a line hangs on the one beside it, which is as long");
    }

    fn finish(self) -> EarDecomposition {
        self.builder.finish().expect("invariant: the lines fill the rectangle")
    }
}

/// The vertex in a row and column, counted from a corner.
fn vertex(grid: &Grid, corner: Corner, (row, column): (u32, u32)) -> Vertex {
    let row = if corner.is_at_bottom() { grid.rows() - 1 - row } else { row };
    let column = if corner.is_at_right() { grid.columns() - 1 - column } else { column };
    // In an open rectangle every cell is a vertex.
    Vertex(grid.cell(row, column).expect("invariant: lines lie within the rectangle").0)
}
