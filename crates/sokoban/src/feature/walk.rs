//! Distances that the player walks on the empty floor.

use alloc::vec::Vec;

use crate::board::{SearchBoard, Square};

/// Distances that the player walks from squares on the floor without boxes. The next search uses
/// the same memory.
#[derive(Clone, Debug)]
pub(super) struct Walks<'b> {
    board: &'b SearchBoard,
    steps: Vec<u16>,
    queue: Vec<Square>,
}

impl<'b> Walks<'b> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        Self { board, steps: alloc::vec![u16::MAX; board.square_count() + 1], queue: Vec::new() }
    }

    /// For each square the number of steps from the nearest of these; `u16::MAX` where there is no
    /// way. Linear in the squares.
    pub(super) fn from(&mut self, from: impl IntoIterator<Item = Square>) -> &[u16] {
        self.steps.fill(u16::MAX);
        // No step leads into the wall.
        self.steps[self.board.wall().index()] = 0;
        self.queue.clear();
        for square in from {
            self.steps[square.index()] = 0;
            self.queue.push(square);
        }
        let mut next = 0;
        while let Some(&here) = self.queue.get(next) {
            next += 1;
            for &square in self.board.neighbours(here) {
                if self.steps[square.index()] == u16::MAX {
                    self.steps[square.index()] = self.steps[here.index()].saturating_add(1);
                    self.queue.push(square);
                }
            }
        }
        &self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_do_not_lengthen_walks() {
        let board = SearchBoard::new(&"######\n#@$. #\n# ## #\n#    #\n######".parse().expect("a level"));
        let mut walks = Walks::new(&board);
        for _ in 0..2 {
            let steps = walks.from([board.player()]);
            let goal = board.goals()[0];
            assert_eq!((steps[goal.index()], steps[board.player().index()]), (2, 0));
            assert_eq!((0..board.square_count()).map(|square| steps[square]).max(), Some(5));
        }
        let both = walks.from([board.player(), board.goals()[0]]);
        assert_eq!(both[board.boxes()[0].index()], 1);
    }
}
