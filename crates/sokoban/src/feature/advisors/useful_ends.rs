//! Decides on which squares macro moves should end.

use motion_core::Direction;

use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// Decides which squares are useful ends of macro moves.
///
/// A macro move pushes a box over any number of squares, so it need not end where the box is only
/// in the way: inside a corridor, or at the mouth of a passage from which it could be pushed on.
/// Without these ends, macro moves are incomplete.
#[derive(Clone, Debug)]
pub(super) struct UsefulEnds<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The goals, and the squares of the plan.
    kept: BoxSet<W>,
    goals: BoxSet<W>,
    /// Whether an end was omitted.
    has_pruned: bool,
}

impl<'b, const W: usize> UsefulEnds<'b, W> {
    /// Creates a rule by which all ends in `kept` are useful.
    pub(super) fn new(board: &'b SearchBoard, kept: BoxSet<W>) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self { board, kept, goals, has_pruned: false }
    }

    /// Whether an end was omitted.
    pub(super) const fn has_pruned(&self) -> bool {
        self.has_pruned
    }

    /// Whether a box should stop after its last push, with these squares within reach of the
    /// player.
    pub(super) fn are_useful_after(&mut self, last: Push, reach: &Reach) -> bool {
        let to = self.board.step(last.from, last.direction);
        let is_useful = self.kept.contains(to)
            || !self.is_inside_corridor(last, to) && !self.is_in_mouth(last, to, reach);
        self.has_pruned |= !is_useful;
        is_useful
    }

    /// Whether there are walls on both sides of a push from or to this square.
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

    /// Whether the push ends at the mouth of a passage from which the box could be pushed on, and
    /// it either closes the passage or is beside a wall with free squares before it that the player
    /// reaches.
    fn is_in_mouth(&self, last: Push, to: Square, reach: &Reach) -> bool {
        let (board, Push { from, direction }) = (self.board, last);
        let on = board.step(to, direction);
        if !self.is_narrow(from, direction) || !board.is_live(on) || reach.has_box(on) {
            return false;
        }
        let [left, right] = flanks(direction).map(|flank| board.step(to, flank));
        // The wall counts as a box.
        let closes = |flank: Square, other: Square| {
            reach.has_box(flank) && !reach.contains(other) || board.is_wall(flank) && reach.contains(on)
        };
        closes(left, right) || closes(right, left)
    }
}

/// The two directions across a direction.
fn flanks(direction: Direction) -> [Direction; 2] {
    [direction.clockwise(), direction.clockwise().opposite()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::macro_moves::tests::each_of_first_box;
    use crate::samples::board_of;
    use alloc::vec::Vec;

    /// Returns the columns of the useful ends of macro moves of the first box.
    fn columns(text: &str, kept: impl Fn(u32) -> bool) -> Vec<u32> {
        let board = board_of(text);
        let live = (0..board.live_square_count() as u16).map(Square);
        let kept: BoxSet<4> = live.filter(|&at| kept(board.coordinates(at).1)).collect();
        let mut ends = UsefulEnds::new(&board, kept);
        let mut columns = Vec::new();
        each_of_first_box(&board, |macro_move, end, _, reach| {
            if ends.are_useful_after(end.last, reach) {
                columns.push(board.coordinates(macro_move.to).1);
            }
        });
        assert_eq!(ends.has_pruned(), text.starts_with("##############"));
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    #[test]
    fn a_box_stops_in_a_corridor_on_its_first_square_only() {
        // Squares 3 to 7 are the corridor. From the right, 7 is the first.
        let text = "##############\n#  #####   ###\n#@$        .##\n#  #####   ###\n##############";
        assert_eq!(columns(text, |column| column == 11), [2, 3, 7, 8, 9, 10, 11]);
        assert_eq!(columns(text, |column| [5, 11].contains(&column)), [2, 3, 5, 7, 8, 9, 10, 11]);
    }

    #[test]
    fn a_box_neither_closes_a_passage_nor_stops_before_a_goal_in_a_corridor() {
        // On square 8, a wall is above the box, and the player cannot reach the square below.
        // Squares 10 and 11 are a corridor with a goal.
        let text = "##############\n#  ###########\n#@$        .##\n#  #####  ####\n##############";
        assert_eq!(columns(text, |column| column == 11), [3, 9, 11]);
        assert_eq!(columns(text, |column| [8, 11].contains(&column)), [3, 8, 9, 11]);
    }

    #[test]
    fn open_floor_has_useful_ends_only() {
        assert_eq!(columns("#######\n#     #\n# $  .#\n#@    #\n#     #\n#######", |_| false), [2, 3, 4, 5]);
    }
}
