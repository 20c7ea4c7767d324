//! A long simple path from a vacant vertex, changed at random.

use alloc::vec::Vec;

use motion_core::Vertex;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::board::Board;

/// Marks a vertex that is not on the path.
pub(super) const OFF: u32 = u32::MAX;

/// A simple path from a vacant vertex.
///
/// It changes at random by a neighbour of its end. If the neighbour is not on the path, the path
/// grows by it. Otherwise the part behind the neighbour is reversed (Mansfield's move for random
/// walks that fill a lattice, 1982).
#[derive(Clone, Debug, Default)]
pub(super) struct LongPath {
    pub(super) path: Vec<Vertex>,
    /// The index of each vertex in the path, or [`OFF`].
    pub(super) index: Vec<u32>,
    /// The changes since [`keep`](LongPath::keep): the index behind which the path was reversed, or
    /// [`OFF`] if it grew.
    changes: Vec<u32>,
}

impl LongPath {
    /// Starts again at a vacant vertex.
    pub(super) fn begin(&mut self, board: &Board<'_>, vacant: Vertex, rng: &mut Xoshiro256PlusPlus) {
        self.path.clear();
        self.path.push(vacant);
        self.index.clear();
        self.index.resize(board.robots.len(), OFF);
        self.index[vacant.index()] = 0;
        for _ in 0..10 * board.robots.len() {
            self.change(board, rng);
        }
        self.keep();
    }

    /// Changes the path by a random neighbour of its end.
    pub(super) fn change(&mut self, board: &Board<'_>, rng: &mut Xoshiro256PlusPlus) {
        let neighbours = board.graph.neighbours(self.path[self.path.len() - 1]);
        if neighbours.is_empty() {
            return;
        }
        let next = neighbours[rng.random_range(0..neighbours.len() as u32) as usize];
        let index = self.index[next.index()];
        if index == OFF {
            self.index[next.index()] = self.path.len() as u32;
            self.path.push(next);
        } else {
            self.turn(index);
        }
        self.changes.push(index);
    }

    /// Reverses the path behind an index.
    fn turn(&mut self, index: u32) {
        let first = index as usize + 1;
        self.path[first..].reverse();
        for (index, vertex) in self.path.iter().enumerate().skip(first) {
            self.index[vertex.index()] = index as u32;
        }
    }

    /// Keeps all changes so far.
    pub(super) fn keep(&mut self) {
        self.changes.clear();
    }

    /// Undoes the changes since the last [`keep`](LongPath::keep).
    pub(super) fn take_back(&mut self) {
        while let Some(index) = self.changes.pop() {
            if index == OFF {
                let end = self.path.pop().expect("invariant: the path has grown");
                self.index[end.index()] = OFF;
            } else {
                self.turn(index);
            }
        }
    }
}
