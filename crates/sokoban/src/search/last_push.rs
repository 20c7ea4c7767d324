//! Which box an action pushes, and where to.

use super::Run;
use crate::board::{Push, SearchBoard, Square};

/// An action that pushes one box.
pub(crate) trait LastPush: Copy {
    /// Where the box stands before.
    fn box_before(self) -> Square;

    /// Where the box stands afterwards.
    fn box_after(self, board: &SearchBoard) -> Square;
}

impl LastPush for Push {
    fn box_before(self) -> Square {
        self.from
    }

    fn box_after(self, board: &SearchBoard) -> Square {
        board.step(self.from, self.direction)
    }
}

impl LastPush for Run {
    fn box_before(self) -> Square {
        self.from
    }

    fn box_after(self, board: &SearchBoard) -> Square {
        self.end(board)
    }
}
