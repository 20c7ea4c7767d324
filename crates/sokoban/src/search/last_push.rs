//! Where an action leaves the box that it pushes.

use super::Run;
use crate::board::{Push, SearchBoard, Square};

/// An action that pushes one box.
pub(crate) trait LastPush {
    /// Where the box stands afterwards.
    fn box_after(self, board: &SearchBoard) -> Square;
}

impl LastPush for Push {
    fn box_after(self, board: &SearchBoard) -> Square {
        board.step(self.from, self.direction)
    }
}

impl LastPush for Run {
    fn box_after(self, board: &SearchBoard) -> Square {
        self.end(board)
    }
}
