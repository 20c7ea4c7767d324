//! Boxes that hold each other fast.
//!
//! A solver usually asks box after box by recursion and treats those asked before as walls. The largest set of boxes of which
//! each is blocked by the others is found more plainly from above: take away what is not blocked until nothing is left to be
//! taken away. A box of the set can never be the first of them to move.

use motion_core::Direction;

use crate::board::{BoxSet, SearchBoard, Square};

/// The largest part of a set of boxes in which every box is blocked on both axes by walls, dead squares and the part itself.
/// None of them is moved by any solution.
///
/// # Complexity
/// At most the square of the boxes; mostly linear.
#[inline]
pub(crate) fn frozen<const W: usize>(board: &SearchBoard, mut set: BoxSet<W>) -> BoxSet<W> {
    loop {
        let before = set;
        for at in &before {
            if !is_blocked(board, &set, at) {
                set.remove(at);
            }
        }
        if set == before {
            return set;
        }
    }
}

/// Whether a box that has come to a square is held fast, and one of those that hold it or that it holds is off the goals.
#[inline]
pub(crate) fn is_lost<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    boxes: &BoxSet<W>,
    to: Square,
) -> bool {
    // Without the box that came, whatever is held fast has been so before.
    is_blocked(board, boxes, to) && {
        let frozen = frozen(board, *boxes);
        frozen.contains(to) && !frozen.is_subset(goals)
    }
}

/// Whether these boxes, walls and dead squares keep a box from being pushed.
#[inline]
fn is_blocked<const W: usize>(board: &SearchBoard, boxes: &BoxSet<W>, at: Square) -> bool {
    let [up, right, down, left] = *board.neighbours(at);
    is_axis_blocked(board, boxes, left, right) && is_axis_blocked(board, boxes, up, down)
}

/// Whether a box between two squares cannot be pushed to either of them.
#[inline]
pub(super) fn is_axis_blocked<const W: usize>(
    board: &SearchBoard,
    boxes: &BoxSet<W>,
    one: Square,
    other: Square,
) -> bool {
    let stands = |square| board.is_wall(square) || boxes.contains(square);
    stands(one) || stands(other) || !board.is_live(one) && !board.is_live(other)
}

/// The axis across a direction.
pub(super) fn across(direction: Direction) -> [Direction; 2] {
    [direction.clockwise(), direction.clockwise().opposite()]
}
