//! The player's steps from one square to all others.

use alloc::vec::Vec;

use crate::board::{BoxSet, SearchBoard, Square};

/// The fewest steps of the player from a square to every other, among boxes. The next measurement
/// uses the same memory.
#[derive(Clone, Debug)]
pub(crate) struct PlayerDistances {
    /// The steps to each square and the wall; [`UNVISITED`] if the player does not reach it.
    distances: Vec<u32>,
    queue: Vec<Square>,
}

/// The distance of a square that the player does not reach.
const UNVISITED: u32 = u32::MAX;

impl PlayerDistances {
    /// Memory for measurements on a board; nothing is reached yet.
    pub(crate) fn new(board: &SearchBoard) -> Self {
        Self { distances: alloc::vec![UNVISITED; board.square_count() + 1], queue: Vec::new() }
    }

    /// Measures the steps from the player's square.
    pub(crate) fn measure<const W: usize>(&mut self, board: &SearchBoard, boxes: &BoxSet<W>, player: Square) {
        let Self { distances, queue } = self;
        distances.fill(UNVISITED);
        queue.clear();
        queue.push(player);
        distances[player.index()] = 0;
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

    /// The steps to a square; `None` if the player does not reach it.
    pub(crate) fn to(&self, square: Square) -> Option<u32> {
        Some(self.distances[square.index()]).filter(|&steps| steps != UNVISITED)
    }
}
