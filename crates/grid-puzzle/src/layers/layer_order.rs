//! The order in which rows and columns are filled.

use alloc::vec::Vec;

use super::frame::{FramePosition, LineFrame, LineKind, OpenRegion};
use crate::board::{Board, Tile};

/// The longest side of the residual puzzle, which is solved optimally.
pub(super) const RESIDUAL_SIDE: i32 = 3;

/// The unfinished part of the board: rows and columns are finished from the top left corner
/// inwards.
pub(super) struct Layers {
    board: (i32, i32),
    /// Row and column of the first unfinished cell.
    corner: (i32, i32),
}

impl Layers {
    pub(super) const fn new(board: &Board) -> Self {
        Self { board: (board.rows() as i32, board.columns() as i32), corner: (0, 0) }
    }

    /// Whether no line has been filled.
    pub(super) const fn is_untouched(&self) -> bool {
        self.corner.0 == 0 && self.corner.1 == 0
    }

    pub(super) const fn residual_size(&self) -> (i32, i32) {
        (self.board.0 - self.corner.0, self.board.1 - self.corner.1)
    }

    pub(super) const fn residual_frame(&self) -> LineFrame {
        LineFrame::new(LineKind::Row, self.corner, self.board.1)
    }

    /// The next line to fill; `None` when only the residual puzzle is left.
    pub(super) fn next_line(&mut self) -> Option<(LineFrame, OpenRegion)> {
        let (rows, columns) = self.residual_size();
        if rows.max(columns) <= RESIDUAL_SIDE {
            return None;
        }
        if rows >= columns {
            let frame = self.residual_frame();
            self.corner.0 += 1;
            Some((frame, OpenRegion { rows, columns, placed: 0 }))
        } else {
            let frame = LineFrame::new(LineKind::Column, (self.board.0 - 1, self.corner.1), self.board.1);
            self.corner.1 += 1;
            Some((frame, OpenRegion { rows: columns, columns: rows, placed: 0 }))
        }
    }

    /// Returns the share of the moves already made. The remaining moves grow with the third power
    /// of the side n: there are about n layers of about n tiles, each of which takes about n moves.
    pub(super) fn share_done(&self) -> f64 {
        let (rows, columns) = self.residual_size();
        let left = f64::from(rows.max(columns)) / f64::from(self.board.0.max(self.board.1));
        1.0 - left * left * left
    }
}

/// Returns the tiles whose goals are in a line.
pub(super) fn tiles_of_line(goal: &Board, frame: LineFrame, region: OpenRegion) -> Vec<Tile> {
    let places = (0..region.columns).map(|column| FramePosition { row: 0, column });
    places.map(|place| goal.tile(frame.cell(place))).collect()
}
