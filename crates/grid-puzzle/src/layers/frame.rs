//! Coordinates in which every line to be filled is the top row, filled from left to right.
//!
//! For a row, they are those of the board. A column is filled from the bottom up. For it, they are
//! those of the board rotated clockwise by a quarter: right in the frame is up on the board, down
//! in the frame is right on the board.

use motion_core::{Cell, Direction};

/// Row and column in the coordinates of the line that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FramePosition {
    pub(crate) row: i32,
    pub(crate) column: i32,
}

impl FramePosition {
    #[inline]
    pub(crate) const fn step(self, direction: Direction, steps: i32) -> Self {
        let (row, column) = direction.delta();
        Self { row: self.row + row * steps, column: self.column + column * steps }
    }

    #[inline]
    pub(crate) const fn distance(self, other: Self) -> u32 {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }

    /// Whether a blank that moves this many steps reaches this position.
    #[inline]
    pub(crate) const fn is_met(self, blank: Self, direction: Direction, steps: i32) -> bool {
        let (row, column) = direction.delta();
        let (rows, columns) = (self.row - blank.row, self.column - blank.column);
        let ahead = rows * row + columns * column;
        rows * column + columns * row == 0 && ahead > 0 && ahead <= steps
    }

    /// Returns the direction from here to a neighbour.
    pub(crate) fn towards(self, neighbour: Self) -> Direction {
        let to = Direction::ALL.into_iter().find(|&direction| self.step(direction, 1) == neighbour);
        to.expect("invariant: the two positions are neighbours")
    }
}

/// The unfinished rectangle. Its top row is the line, whose first `placed` cells are also finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenRegion {
    pub(crate) rows: i32,
    pub(crate) columns: i32,
    pub(crate) placed: i32,
}

impl OpenRegion {
    /// Whether the blank may enter this position. In every row and column, the free positions are
    /// consecutive.
    #[inline]
    pub(crate) const fn is_free(self, place: FramePosition) -> bool {
        place.row >= 0
            && place.row < self.rows
            && place.column >= 0
            && place.column < self.columns
            && (place.row > 0 || place.column >= self.placed)
    }

    pub(crate) const fn with_placed(self, placed: i32) -> Self {
        Self { placed, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    Row,
    Column,
}

/// The relation between a line's coordinates and the board's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineFrame {
    line: LineKind,
    /// Row and column, on the board, of the line's first cell.
    origin: (i32, i32),
    board_columns: i32,
}

impl LineFrame {
    pub(crate) const fn new(line: LineKind, origin: (i32, i32), board_columns: i32) -> Self {
        Self { line, origin, board_columns }
    }

    /// Returns the board's direction for one in the frame.
    #[inline]
    pub(crate) const fn direction(self, direction: Direction) -> Direction {
        match self.line {
            LineKind::Row => direction,
            LineKind::Column => direction.counterclockwise(),
        }
    }

    /// Returns, for each direction in the frame, the one on the board and the difference of the
    /// cells' numbers.
    pub(crate) fn headings(self) -> [(Direction, u32); 4] {
        Direction::ALL.map(|direction| {
            let heading = self.direction(direction);
            let (row, column) = heading.delta();
            (heading, (row * self.board_columns + column) as u32)
        })
    }

    /// Returns row and column on the board, which may be off the board.
    pub(crate) const fn position(self, place: FramePosition) -> (i32, i32) {
        match self.line {
            LineKind::Row => (self.origin.0 + place.row, self.origin.1 + place.column),
            LineKind::Column => (self.origin.0 - place.column, self.origin.1 + place.row),
        }
    }

    pub(crate) const fn cell(self, place: FramePosition) -> Cell {
        let (row, column) = self.position(place);
        Cell((row * self.board_columns + column) as u32)
    }

    #[inline]
    pub(crate) const fn place(self, cell: Cell) -> FramePosition {
        let (row, column) = (cell.0 as i32 / self.board_columns, cell.0 as i32 % self.board_columns);
        match self.line {
            LineKind::Row => FramePosition { row: row - self.origin.0, column: column - self.origin.1 },
            LineKind::Column => FramePosition { row: column - self.origin.1, column: self.origin.0 - row },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_agree_with_the_board() {
        for (line, origin) in [(LineKind::Row, (2, 1)), (LineKind::Column, (4, 1))] {
            let frame = LineFrame::new(line, origin, 7);
            for cell in (0..35).map(Cell) {
                let place = frame.place(cell);
                assert_eq!(frame.cell(place), cell);
                for direction in Direction::ALL {
                    let (row, column) = frame.direction(direction).delta();
                    let moved = frame.cell(place.step(direction, 1)).0 as i32;
                    assert_eq!(moved, cell.0 as i32 + 7 * row + column);
                }
            }
        }
    }
}
