//! The player's steps from some squares to all others.

use alloc::vec::Vec;

use crate::board::{BoxSet, SearchBoard, Square};

/// The fewest steps of the player from some squares to every other, among boxes. Each measurement
/// reuses the memory.
#[derive(Clone, Debug)]
pub(crate) struct PlayerDistances {
    /// The steps to each square and the wall; [`UNVISITED`] if the player does not reach it.
    distances: Vec<u32>,
    queue: Vec<Square>,
}

/// The distance of a square that the player does not reach.
const UNVISITED: u32 = u32::MAX;

impl PlayerDistances {
    /// Allocates memory for measurements on a board; nothing is reached yet.
    pub(crate) fn new(board: &SearchBoard) -> Self {
        Self { distances: alloc::vec![UNVISITED; board.square_count() + 1], queue: Vec::new() }
    }

    /// Measures the steps from the nearest of these squares, in time linear in the squares.
    pub(crate) fn measure<const W: usize>(
        &mut self,
        board: &SearchBoard,
        boxes: &BoxSet<W>,
        from: impl IntoIterator<Item = Square>,
    ) {
        let Self { distances, queue } = self;
        distances.fill(UNVISITED);
        queue.clear();
        for square in from {
            distances[square.index()] = 0;
            queue.push(square);
        }
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            for &beside in board.neighbours(square) {
                let is_free = !board.is_wall(beside) && !boxes.contains(beside);
                if is_free && distances[beside.index()] == UNVISITED {
                    distances[beside.index()] = distances[square.index()] + 1;
                    queue.push(beside);
                }
            }
        }
    }

    /// Returns the steps to a square; `None` if the player does not reach it.
    pub(crate) fn to(&self, square: Square) -> Option<u32> {
        Some(self.distances[square.index()]).filter(|&steps| steps != UNVISITED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;

    #[test]
    fn steps_lead_around_boxes_from_the_nearest_square() {
        let board = board_of("######\n#@$. #\n# ## #\n#    #\n######");
        let (goal, first) = (board.goals()[0], board.boxes()[0]);
        let mut walks = PlayerDistances::new(&board);
        let boxes: BoxSet<4> = core::iter::once(first).collect();
        walks.measure(&board, &boxes, [board.player()]);
        assert_eq!((walks.to(goal), walks.to(first)), (Some(8), None));
        walks.measure(&board, &BoxSet::<4>::new(), [board.player()]);
        assert_eq!((walks.to(goal), walks.to(board.player())), (Some(2), Some(0)));
        walks.measure(&board, &BoxSet::<4>::new(), [board.player(), goal]);
        assert_eq!(walks.to(first), Some(1));
        walks.measure(&board, &boxes, []);
        assert_eq!(walks.to(goal), None);
    }
}
