//! Freeze deadlocks: boxes that block each other.
//!
//! Solvers usually decide this box by box, by a recursion that treats boxes visited before as
//! walls. Here boxes that are not blocked are removed until nothing changes. The rest is the
//! largest set of boxes that block each other; none of them can be the first to move.

use motion_core::Direction;

use crate::board::{BoxSet, SearchBoard, Square};

/// Returns the largest part of a set of boxes in which every box is blocked on both axes by walls,
/// dead squares and the part itself. No solution moves any of them.
///
/// # Complexity
/// At most the square of the boxes; mostly linear.
#[inline]
pub(crate) fn frozen<const W: usize>(board: &SearchBoard, set: BoxSet<W>) -> BoxSet<W> {
    largest_part(set, |part, at| is_blocked(board, part, at))
}

/// Returns the largest part of a set in which every box is blocked by walls and the part itself.
#[inline]
fn largest_part<const W: usize>(
    mut set: BoxSet<W>,
    is_blocked: impl Fn(&BoxSet<W>, Square) -> bool,
) -> BoxSet<W> {
    loop {
        let before = set;
        for at in &before {
            if !is_blocked(&set, at) {
                set.remove(at);
            }
        }
        if set == before {
            return set;
        }
    }
}

/// Whether a box that was pushed to a square is frozen there, together with a box off the goals.
#[inline]
pub(crate) fn is_lost<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    boxes: &BoxSet<W>,
    to: Square,
) -> bool {
    // If that box is not frozen, all frozen boxes were frozen before the push.
    is_blocked(board, boxes, to) && {
        let frozen = frozen(board, *boxes);
        frozen.contains(to) && !frozen.is_subset(goals)
    }
}

/// Whether a box cannot be pushed because of these boxes, walls and dead squares.
#[inline]
fn is_blocked<const W: usize>(board: &SearchBoard, boxes: &BoxSet<W>, at: Square) -> bool {
    let [up, right, down, left] = *board.neighbours(at);
    is_axis_blocked(board, boxes, left, right) && is_axis_blocked(board, boxes, up, down)
}

/// Returns the largest part of a set of boxes in which no box can be pulled because of walls,
/// squares that no box reaches, and the part itself.
pub(super) fn frozen_backward<const W: usize>(board: &SearchBoard, set: BoxSet<W>) -> BoxSet<W> {
    largest_part(set, |part, at| is_blocked_backward(board, part, at))
}

/// Whether a box cannot be pulled because of these boxes, walls, and squares that no box reaches.
#[inline]
pub(super) fn is_blocked_backward<const W: usize>(
    board: &SearchBoard,
    boxes: &BoxSet<W>,
    at: Square,
) -> bool {
    let is_closed = |square| board.is_wall(square) || boxes.contains(square);
    Direction::ALL.into_iter().all(|side| {
        let next = board.step(at, side);
        is_closed(next) || !board.can_be_reached(next) || is_closed(board.step(next, side))
    })
}

/// Whether a box between two squares cannot be pushed to either of them.
#[inline]
pub(super) fn is_axis_blocked<const W: usize>(
    board: &SearchBoard,
    boxes: &BoxSet<W>,
    one: Square,
    other: Square,
) -> bool {
    let blocks = |square| board.is_wall(square) || boxes.contains(square);
    blocks(one) || blocks(other) || !board.is_live(one) && !board.is_live(other)
}

/// The two directions across a direction.
pub(super) fn across(direction: Direction) -> [Direction; 2] {
    [direction.clockwise(), direction.clockwise().opposite()]
}
