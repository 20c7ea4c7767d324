//! A solution, push by push, with the box of each push and all boxes in between.

use alloc::vec::Vec;
use core::ops::Range;

use super::search_cost::SearchCost;
use crate::board::{BoxSet, Push, SearchBoard, Square};
use crate::search::PlayerDistances;

/// The pushes of a solution, and their costs.
#[derive(Clone, Debug)]
pub(super) struct KnownSolution<'b, const W: usize> {
    board: &'b SearchBoard,
    search_cost: SearchCost,
    pushes: Vec<Push>,
    /// The number of the box that each push moves. Boxes are numbered by their squares at the
    /// start.
    movers: Vec<u16>,
    /// The boxes before each push and at the end.
    boxes: Vec<BoxSet<W>>,
    /// The cost of each push, including the walk before it.
    costs: Vec<u32>,
    walks: PlayerDistances,
}

impl<'b, const W: usize> KnownSolution<'b, W> {
    /// Creates the solution of these pushes.
    ///
    /// # Panics
    /// If a push is illegal.
    pub(super) fn new(board: &'b SearchBoard, search_cost: SearchCost, pushes: Vec<Push>) -> Self {
        let mut known = Self {
            board,
            search_cost,
            pushes: Vec::new(),
            movers: Vec::new(),
            boxes: alloc::vec![board.boxes().iter().copied().collect()],
            costs: Vec::new(),
            walks: PlayerDistances::new(board),
        };
        known.replace(0..0, pushes);
        known
    }

    /// The size in bytes of a solution of this many pushes.
    pub(super) const fn bytes(pushes: usize) -> u64 {
        let each = size_of::<Push>() + size_of::<u16>() + size_of::<BoxSet<W>>() + size_of::<u32>();
        // The capacity of a vector may be twice its length, and a new vector is built beside the
        // old one.
        (3 * pushes * each) as u64
    }

    /// The number of pushes.
    pub(super) const fn len(&self) -> usize {
        self.pushes.len()
    }

    /// All pushes.
    pub(super) fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// The box of each push.
    pub(super) fn movers(&self) -> &[u16] {
        &self.movers
    }

    /// The cost of all pushes.
    pub(super) fn cost(&self) -> u64 {
        self.costs.iter().map(|&cost| u64::from(cost)).sum()
    }

    /// The total cost of a range of pushes, including the walk to the next push if walks cost
    /// something.
    pub(super) fn cost_of(&self, range: Range<usize>) -> u32 {
        let walk_on = self.costs.get(range.end).map_or(0, |cost| cost - 1);
        self.costs[range].iter().sum::<u32>() + walk_on
    }

    /// The boxes before push number `index`, or at the end.
    pub(super) fn boxes(&self, index: usize) -> &BoxSet<W> {
        &self.boxes[index]
    }

    /// The player's square before the walk to push number `index`.
    pub(super) fn player(&self, index: usize) -> Square {
        index.checked_sub(1).map_or_else(|| self.board.player(), |before| self.pushes[before].from)
    }

    /// The squares of all boxes, by their numbers, before push number `index`.
    pub(super) fn places(&self, index: usize) -> Vec<Square> {
        let mut places = self.board.boxes().to_vec();
        for (push, &mover) in self.pushes[..index].iter().zip(&self.movers) {
            places[usize::from(mover)] = self.board.step(push.from, push.direction);
        }
        places
    }

    /// Replaces the pushes of a range with others that lead to the same boxes.
    ///
    /// # Panics
    /// If a push is illegal.
    pub(super) fn replace(&mut self, range: Range<usize>, pushes: Vec<Push>) {
        let replaced = range.start..range.start + pushes.len();
        self.costs.splice(range.clone(), pushes.iter().map(|_| 1));
        self.pushes.splice(range, pushes);
        self.boxes.truncate(replaced.start + 1);
        self.movers.truncate(replaced.start);
        let mut number_at = alloc::vec![0; self.board.square_count()];
        for (number, square) in (0..).zip(self.places(replaced.start)) {
            number_at[square.index()] = number;
        }
        let mut boxes = self.boxes[replaced.start];
        for index in replaced.start..self.pushes.len() {
            let push = self.pushes[index];
            let to = self.board.step(push.from, push.direction);
            // The walk after the range also changes.
            if self.search_cost.counts_steps() && index <= replaced.end {
                let behind = self.board.step(push.from, push.direction.opposite());
                self.walks.measure(self.board, &boxes, [self.player(index)]);
                self.costs[index] = 1 + self.walks.to(behind).expect("invariant: pushes are legal");
            }
            number_at[to.index()] = number_at[push.from.index()];
            self.movers.push(number_at[to.index()]);
            boxes.shift(push.from, to);
            self.boxes.push(boxes);
        }
    }
}
