//! The box that an action pushes, and its end.

use super::Run;
use crate::board::{Push, SearchBoard, Square};

/// An action that pushes one box.
pub(crate) trait BoxMove {
    /// Returns the squares of the box before and after the action.
    fn box_squares(self, board: &SearchBoard) -> (Square, Square);
}

impl BoxMove for Push {
    fn box_squares(self, board: &SearchBoard) -> (Square, Square) {
        (self.from, board.step(self.from, self.direction))
    }
}

impl BoxMove for Run {
    fn box_squares(self, board: &SearchBoard) -> (Square, Square) {
        (self.from, self.end(board))
    }
}
