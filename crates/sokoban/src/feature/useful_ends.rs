//! Squares from which a box had better be pushed on.

use motion_core::Direction;

use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// Which squares are useful ends of macro moves.
///
/// A macro move brings a box over any number of squares, so it need not end where the box only
/// stands in the way: inside a corridor, or at the mouth of a passage that it could as well leave.
/// Without these ends macro moves are incomplete.
#[derive(Clone, Debug)]
pub(super) struct UsefulEnds<'b, const W: usize> {
    board: &'b SearchBoard,
    /// Goals, and squares of the plan.
    kept: BoxSet<W>,
    goals: BoxSet<W>,
    reach: Reach,
    /// Whether an end was left out.
    has_pruned: bool,
}

impl<'b, const W: usize> UsefulEnds<'b, W> {
    /// All ends in `kept` count as useful.
    pub(super) fn new(board: &'b SearchBoard, kept: BoxSet<W>) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self { board, kept, goals, reach: Reach::new(board), has_pruned: false }
    }

    /// Whether an end was left out.
    pub(super) const fn has_pruned(&self) -> bool {
        self.has_pruned
    }

    /// Whether a box should stop after its last push, with these boxes and the player there.
    pub(super) fn are_useful_after(&mut self, last: Push, boxes: &BoxSet<W>, player: Square) -> bool {
        let to = self.board.step(last.from, last.direction);
        let is_useful = self.kept.contains(to)
            || !self.is_inside_corridor(last, to) && !self.is_in_mouth(last, to, boxes, player);
        self.has_pruned |= !is_useful;
        is_useful
    }

    /// Whether walls stand on both sides of a push from or to this square.
    fn is_narrow(&self, square: Square, direction: Direction) -> bool {
        let board = self.board;
        !board.is_wall(square)
            && flanks(direction).into_iter().all(|flank| board.is_wall(board.step(square, flank)))
    }

    /// Whether the push ends inside a corridor of at least two squares or, if there is a goal in
    /// it, on its first square.
    fn is_inside_corridor(&self, last: Push, to: Square) -> bool {
        let Push { from, direction } = last;
        if !self.is_narrow(to, direction) {
            return false;
        }
        if self.is_narrow(from, direction) {
            return true;
        }
        let squares = core::iter::successors(Some(to), |&at| Some(self.board.step(at, direction)));
        let mut corridor = squares.take_while(|&at| self.is_narrow(at, direction));
        corridor.any(|at| self.goals.contains(at))
    }

    /// Whether the push ends at the mouth of a passage that the box could leave by another push:
    /// it closes the passage, or stands beside a wall with the player before it.
    fn is_in_mouth(&mut self, last: Push, to: Square, boxes: &BoxSet<W>, player: Square) -> bool {
        let (board, Push { from, direction }) = (self.board, last);
        let on = board.step(to, direction);
        if !self.is_narrow(from, direction) || !board.is_live(on) || boxes.contains(on) {
            return false;
        }
        self.reach.flood(board, boxes, player);
        let [left, right] = flanks(direction).map(|flank| board.step(to, flank));
        // The wall counts as a box.
        let closes = |flank: Square, other: Square| {
            self.reach.has_box(flank) && !self.reach.contains(other)
                || board.is_wall(flank) && self.reach.contains(on)
        };
        closes(left, right) || closes(right, left)
    }
}

/// The directions to both sides.
fn flanks(direction: Direction) -> [Direction; 2] {
    [direction.clockwise(), direction.clockwise().opposite()]
}
