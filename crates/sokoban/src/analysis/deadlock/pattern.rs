//! Patterns within a few squares of a box, in all orientations at once.

use motion_core::Direction;

use super::freeze::{across, frozen, is_axis_blocked};
use crate::board::{BoxSet, SearchBoard, Square};

/// Whether a box that was pushed to a square completes a pattern. `player` is the square of the
/// player; a vacant square that boxes and walls enclose must not contain it.
#[inline]
pub(super) fn is_lost<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    boxes: &BoxSet<W>,
    at: Square,
    player: Square,
) -> bool {
    let ring = board.ring(at);
    let is_off_goal = |square: Square| boxes.contains(square) && !goals.contains(square);
    let blocks = |square| board.is_wall(square) || boxes.contains(square);
    let here_off_goal = !goals.contains(at);
    // A block of two by two.
    for corner in [1, 3, 5, 7] {
        let block = [ring[corner - 1], ring[corner], ring[(corner + 1) % 8]];
        if block.into_iter().all(blocks) && (here_off_goal || block.into_iter().any(is_off_goal)) {
            return true;
        }
    }
    // Two boxes side by side, both along walls.
    for direction in Direction::ALL {
        let next = ring[2 * direction.index()];
        let along = |square| across(direction).iter().any(|&side| board.is_wall(board.step(square, side)));
        if boxes.contains(next) && (here_off_goal || is_off_goal(next)) && along(at) && along(next) {
            return true;
        }
    }
    ring.iter().any(|&vacant| {
        let is_enclosed =
            !blocks(vacant) && vacant != player && board.neighbours(vacant).iter().all(|&side| blocks(side));
        is_enclosed && is_lost_around(board, goals, boxes, vacant)
    })
}

/// Whether boxes around a square that the player cannot reach can be pushed only onto that square,
/// and are then frozen.
fn is_lost_around<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    boxes: &BoxSet<W>,
    vacant: Square,
) -> bool {
    let around = board.ring(vacant).iter().copied().filter(|&square| boxes.contains(square));
    let set: BoxSet<W> = around.collect();
    let blocks = |square| board.is_wall(square) || set.contains(square);
    // A box at a side must not be able to move along the ring. A box at a corner is between two
    // sides, which block it.
    let is_held = |side: Direction| {
        let at = board.step(vacant, side);
        let [one, other] = across(side).map(|direction| board.step(at, direction));
        board.is_wall(at) || is_axis_blocked(board, &set, one, other)
    };
    if !Direction::ALL.into_iter().all(is_held) {
        return false;
    }
    // One of them has to move at some time, and the first to move goes onto the vacant square.
    let is_to_be_filled = goals.contains(vacant) && !board.has_spare_goals();
    (is_to_be_filled || !set.is_subset(goals))
        && Direction::ALL.into_iter().all(|side| {
            let from = board.step(vacant, side);
            let is_possible = set.contains(from) && board.is_live(vacant) && !blocks(board.step(from, side));
            !is_possible || {
                let mut after = set;
                after.shift(from, vacant);
                !frozen(board, after).is_subset(goals)
            }
        })
}
