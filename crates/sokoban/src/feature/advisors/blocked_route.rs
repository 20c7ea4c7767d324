//! Boxes that block the next step of a plan.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::Direction;

use crate::board::{BoxSet, SearchBoard, Square};

/// The cost of a box in the way, in pushes.
const BOX: u32 = 1_000;

/// Finds routes through other boxes. Nodes are numbered by square and side.
///
/// This is a Dijkstra search of its own because costs depend on the boxes in the way, and the
/// tables are reused.
#[derive(Clone, Debug)]
pub(super) struct BlockedRoutes<'b> {
    board: &'b SearchBoard,
    /// For each node, the cost of the best route from there.
    costs: Vec<u32>,
    /// The next node of that route.
    next: Vec<u32>,
    /// Open nodes.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

/// A route of a box to a square, and the boxes in its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockedRoute<const W: usize> {
    pub(super) blockers: BoxSet<W>,
    /// The squares that the box visits, and those on which the player stands to push it.
    pub(super) squares: BoxSet<W>,
}

impl<'b> BlockedRoutes<'b> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let nodes = 4 * board.square_count();
        let (costs, next) = (alloc::vec![u32::MAX; nodes], alloc::vec![0; nodes]);
        Self { board, costs, next, open: BinaryHeap::new() }
    }

    /// Finds the route to a square with the fewest boxes in the way and, among these, the shortest.
    /// Boxes that are `settled` count as walls.
    ///
    /// The player walks around the box as on the board without other boxes. Takes time *n* log *n*
    /// in the squares.
    pub(super) fn find<const W: usize>(
        &mut self,
        target: Square,
        settled: &BoxSet<W>,
        boxes: &BoxSet<W>,
    ) -> Option<BlockedRoute<W>> {
        let board = self.board;
        self.costs.fill(u32::MAX);
        self.open.clear();
        for side in Direction::ALL {
            if !board.is_wall(board.step(target, side)) {
                self.reach(0, target, side, target.0.into());
            }
        }
        while let Some(Reverse((cost, node))) = self.open.pop() {
            let at = Square((node / 4) as u16);
            if self.costs[node as usize] < cost {
                continue;
            }
            if at != target && boxes.contains(at) && !settled.contains(at) {
                return Some(self.trace(node, target, boxes));
            }
            let last = Direction::ALL[node as usize % 4];
            // The box came from this side, and the player walks around it before the next push.
            for side in
                Direction::ALL.into_iter().filter(|&side| side == last || board.are_joined(at, last, side))
            {
                let from = board.step(at, side);
                if !board.is_live(from) || settled.contains(from) {
                    continue;
                }
                let behind = board.step(from, side);
                if board.is_wall(behind) || settled.contains(behind) {
                    continue;
                }
                let is_taken = at != target && boxes.contains(at);
                let blockers = u32::from(is_taken) + u32::from(boxes.contains(behind));
                self.reach(cost + 1 + BOX * blockers, from, side, node);
            }
        }
        None
    }

    fn reach(&mut self, cost: u32, at: Square, side: Direction, next: u32) {
        let node = 4 * at.index() + side.index();
        if cost < self.costs[node] {
            self.costs[node] = cost;
            self.next[node] = next;
            self.open.push(Reverse((cost, node as u32)));
        }
    }

    fn trace<const W: usize>(&self, first: u32, target: Square, boxes: &BoxSet<W>) -> BlockedRoute<W> {
        let (mut squares, mut node) = (BoxSet::new(), first);
        let from = Square((first / 4) as u16);
        loop {
            let (at, side) = (Square((node / 4) as u16), Direction::ALL[node as usize % 4]);
            squares.insert(at);
            if at == target {
                break;
            }
            let behind = self.board.step(at, side);
            if self.board.is_live(behind) {
                squares.insert(behind);
            }
            node = self.next[node as usize];
        }
        let mut blockers = squares.and(boxes);
        blockers.remove(from);
        BlockedRoute { blockers, squares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;

    /// Returns the blocked route to the first goal, by columns.
    fn blocked_route(text: &str) -> Option<(Vec<u32>, Vec<u32>)> {
        let board = board_of(text);
        let boxes: BoxSet<4> = board.boxes().iter().copied().collect();
        let target = board.goals()[0];
        let route = BlockedRoutes::new(&board).find(target, &BoxSet::new(), &boxes)?;
        let columns = |squares: BoxSet<4>| squares.iter().map(|at| board.coordinates(at).1).collect();
        Some((columns(route.blockers), columns(route.squares)))
    }

    #[test]
    fn what_stands_where_the_player_has_to_push_is_in_the_way() {
        let found = blocked_route("########\n#.. $$@#\n########");
        assert_eq!(found, Some((alloc::vec![5], alloc::vec![1, 2, 3, 4, 5])));
    }

    #[test]
    fn a_longer_way_without_boxes_comes_first() {
        let found = blocked_route("#########\n#.  $$@ #\n# $     #\n# ..    #\n#########");
        // The lower box goes up, then left. To push the upper one at once, the player would have to
        // be on the square of the other.
        let (blockers, squares) = found.expect("a route");
        assert_eq!(blockers, []);
        assert!(!squares.contains(&4), "{squares:?}");
    }

    #[test]
    fn there_is_no_way_past_settled_boxes() {
        let board = board_of("8#|#..-$$@#|8#");
        let boxes: BoxSet<4> = board.boxes().iter().copied().collect();
        let target = board.goals()[0];
        assert!(BlockedRoutes::new(&board).find(target, &boxes, &boxes).is_none());
    }
}
