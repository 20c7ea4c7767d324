//! Measures how much moves on one square matter to another.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Direction, Stop};

use crate::analysis::{RoomOrTunnel, Structure};
use crate::board::{BoxDistances, SearchBoard, Square, UNREACHABLE};

/// The influence of each square on each other as a distance: small if boxes that move on one soon
/// matter to boxes on the other, and great if they do not.
///
/// The distance is the length of a shortest path. A step costs 1 where a box can be pushed, 2 where
/// only the player can go, and nothing inside a tunnel. Passing a square adds 2 for each further
/// way out by which a box can be pushed, and 1 for each other way out of the player. On a shortest
/// way of a box to its nearest goal, passing adds half of that.
#[derive(Clone, Debug)]
pub(crate) struct Influence {
    squares: usize,
    entries: Vec<u8>,
    /// The mean distance to the squares of ways to goals from the squares where the ways begin.
    on_goal_ways: u8,
}

/// The unit of the path lengths, 2 because of the halves.
const ONE: u32 = 2;

impl Influence {
    /// Computes the influences of a board, whose memory is held in `control`.
    ///
    /// # Complexity
    /// A shortest-path search for each square, and a byte for each pair of squares.
    pub(crate) fn new(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        let (squares, structure) = (board.square_count(), Structure::new(board));
        control.hold((squares * squares) as u64)?;
        let mut entries = Vec::with_capacity(squares * squares);
        let ways = GoalWays::new(board);
        let mut nodes = alloc::vec![(u32::MAX, None); squares];
        for from in (0..squares as u16).map(Square) {
            control.poll()?;
            fill(board, &structure, &ways, from, &mut nodes);
            entries.extend(nodes.iter().map(|&(sum, _)| (sum / ONE).min(u8::MAX.into()) as u8));
        }
        let mut influence = Self { squares, entries, on_goal_ways: 0 };
        influence.on_goal_ways = influence.mean_on(&ways, board);
        Ok(influence)
    }

    /// Returns the influence of a square on another.
    pub(crate) fn of(&self, from: Square, to: Square) -> u8 {
        self.entries[from.index() * self.squares + to.index()]
    }

    /// The mean distance to the squares of ways to goals from the squares where the ways begin.
    pub(crate) const fn on_goal_ways(&self) -> u8 {
        self.on_goal_ways
    }

    fn mean_on(&self, ways: &GoalWays, board: &SearchBoard) -> u8 {
        let (mut sum, mut count) = (0, 0);
        for from in (0..board.live_square_count() as u16).map(Square) {
            let mut at = from;
            while let Some(next) = ways.next[at.index()] {
                at = next;
                (sum, count) = (sum + u32::from(self.of(from, at)), count + 1);
            }
        }
        (sum / count.max(1)) as u8
    }
}

/// The shortest ways of a lone box to its nearest goal, from every square.
struct GoalWays {
    /// The square to which the box is pushed next.
    next: Vec<Option<Square>>,
}

impl GoalWays {
    fn new(board: &SearchBoard) -> Self {
        let distances = BoxDistances::pushes(board, board.goals());
        let least = |at: Square| {
            let to_all = (0..board.goals().len()).map(|goal| distances.least(goal, at));
            to_all.min().unwrap_or(UNREACHABLE)
        };
        let next = |at: u16| {
            let at = Square(at);
            let beside = Direction::ALL.map(|direction| board.step(at, direction)).into_iter();
            let nearer = |&to: &Square| board.is_live(to) && least(to) < least(at);
            beside.filter(nearer).min_by_key(|&to| least(to))
        };
        Self { next: (0..board.square_count() as u16).map(next).collect() }
    }
}

/// Returns the weight of a way out of a square.
fn way_out(board: &SearchBoard, from: Square, direction: Direction) -> Option<u32> {
    let to = board.step(from, direction);
    let is_for_boxes =
        board.is_live(from) && board.is_live(to) && !board.is_wall(board.step(from, direction.opposite()));
    (!board.is_wall(to)).then_some(if is_for_boxes { 2 } else { 1 })
}

/// Computes the length of a shortest path from a square to every other, and the last square before
/// it on the path.
fn fill(
    board: &SearchBoard,
    structure: &Structure,
    ways: &GoalWays,
    from: Square,
    nodes: &mut [(u32, Option<Square>)],
) {
    let is_tunnel = |at: Square| matches!(structure.region(at), RoomOrTunnel::Tunnel(_));
    nodes.fill((u32::MAX, None));
    nodes[from.index()].0 = 0;
    let mut open = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((sum, at))) = open.pop() {
        let (known, before) = nodes[at.index()];
        if sum > known {
            continue;
        }
        for direction in Direction::ALL {
            let Some(out) = way_out(board, at, direction) else { continue };
            let to = board.step(at, direction);
            let step = if is_tunnel(at) && is_tunnel(to) { 0 } else { (3 - out) * ONE };
            let others = Direction::ALL.into_iter().filter(|&other| {
                let beside = board.step(at, other);
                at != from && other != direction && Some(beside) != before
            });
            let others: u32 = others.filter_map(|other| way_out(board, at, other)).sum();
            let is_goal_way = ways.next[at.index()] == Some(to);
            let next = sum + step + others * if is_goal_way { ONE / 2 } else { ONE };
            if next < nodes[to.index()].0 {
                nodes[to.index()] = (next, Some(at));
                open.push(Reverse((next, to)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;

    #[test]
    fn tunnels_cost_nothing_and_halls_much() {
        let board = board_of("############\n#   ####   #\n#@$       .#\n#   ####   #\n############");
        let influence = Influence::new(&board, &mut Control::unlimited()).expect("unlimited");
        let at = |row: u32, column: u32| {
            let all = (0..board.square_count() as u16).map(Square);
            all.into_iter().find(|&at| board.coordinates(at) == (row, column)).expect("a square")
        };
        assert_eq!(influence.of(at(2, 5), at(2, 5)), 0);
        assert_eq!(influence.of(at(2, 5), at(2, 6)), 0);
        // A box has three more ways out of the square in between; on its way to the goal they count
        // half.
        assert_eq!(influence.of(at(2, 2), at(2, 3)), 1);
        assert!(influence.of(at(2, 2), at(2, 4)) < influence.of(at(2, 4), at(2, 2)));
        assert!(influence.on_goal_ways() > 0);
    }
}
