//! The goals beside a set of frozen boxes: those that no box can reach any longer, and those that
//! lone boxes reach. Backward, the start squares of boxes take the place of the goals.

use motion_core::Direction;

use super::freeze;
use super::lone_box::{GoalTable, goals_reached, goals_reached_in_play, is_free, starts_reaching};
use crate::board::{BoxSet, SearchBoard, Square};

/// The parts of the rules that depend on the direction of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveRules<const W: usize> {
    /// Returns the goals that a lone box reaches from every square beside walls.
    reached: fn(&SearchBoard, &BoxSet<W>, &BoxSet<W>) -> GoalTable<W>,
    /// Returns the largest part of a set of boxes that block each other.
    pub(super) frozen: fn(&SearchBoard, BoxSet<W>) -> BoxSet<W>,
    /// Whether a box can come to a square from its neighbour in a direction, wherever the player
    /// is, if the squares of the set are walls.
    comes: fn(&SearchBoard, &BoxSet<W>, Square, Direction) -> bool,
}

impl<const W: usize> MoveRules<W> {
    /// The game forward.
    pub(super) const FORWARD: Self =
        Self { reached: goals_reached, frozen: freeze::frozen, comes: comes_by_push };

    /// The game forward, for positions that can be reached from the start only.
    pub(super) const IN_PLAY: Self = Self {
        reached: goals_reached_in_play,
        frozen: freeze::frozen,
        comes: |board, walls, at, side| {
            comes_by_push(board, walls, at, side) && board.can_be_reached_from(board.step(at, side), side)
        },
    };

    /// The game backward.
    pub(super) const BACKWARD: Self =
        Self { reached: starts_reaching, frozen: freeze::frozen_backward, comes: comes_by_pull };
}

/// The closed and open goals beside a set of frozen boxes.
#[derive(Clone, Debug)]
pub(super) struct GoalsBeside<const W: usize> {
    /// The goals that no box can reach any longer. A position without a box on one of them is lost,
    /// and boxes on them never move, so they are walls for the others. Empty if there are more
    /// goals than boxes, because some goals then stay vacant.
    pub(super) closed: BoxSet<W>,
    /// The goals that are neither closed nor have frozen boxes.
    pub(super) open: BoxSet<W>,
    /// The open goals that a lone box reaches from each square.
    pub(super) table: GoalTable<W>,
}

impl<const W: usize> GoalsBeside<W> {
    /// Finds the closed goals beside frozen boxes, and the goals that lone boxes reach beside both.
    ///
    /// All goals are filled at first. A goal that a box can reach while the others are filled is
    /// emptied, repeatedly; the goals that stay filled are closed. Proof: take a solution that
    /// moves a box onto a closed goal, and the last move of this kind. From then on all closed
    /// goals are filled, so the move needs none of them vacant, and the goal would have been
    /// emptied.
    pub(super) fn new(
        board: &SearchBoard,
        goals: &BoxSet<W>,
        rules: MoveRules<W>,
        frozen_boxes: &BoxSet<W>,
    ) -> Self {
        let all_are_filled = goals.len() == board.boxes().len();
        let mut walls = if all_are_filled { goals.or(frozen_boxes) } else { *frozen_boxes };
        loop {
            let before = walls;
            for at in &before.without(frozen_boxes) {
                if Direction::ALL.into_iter().any(|side| (rules.comes)(board, &walls, at, side)) {
                    walls.remove(at);
                }
            }
            if walls == before {
                break;
            }
        }
        Self {
            closed: walls.without(frozen_boxes),
            open: goals.without(&walls),
            table: (rules.reached)(board, goals, &walls),
        }
    }
}

/// Whether a box can be pushed to a square from its neighbour in a direction.
fn comes_by_push<const W: usize>(
    board: &SearchBoard,
    walls: &BoxSet<W>,
    at: Square,
    side: Direction,
) -> bool {
    let from = board.step(at, side);
    is_free(board, walls, from) && is_free(board, walls, board.step(from, side))
}

/// Whether a box can be pulled to a square from its neighbour in a direction.
fn comes_by_pull<const W: usize>(
    board: &SearchBoard,
    walls: &BoxSet<W>,
    at: Square,
    side: Direction,
) -> bool {
    let from = board.step(at, side);
    board.is_live(from)
        && is_free(board, walls, from)
        && is_free(board, walls, board.step(at, side.opposite()))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::samples::board_of;

    /// Returns the closed goals of a level, forward and backward, as their columns.
    fn closed(text: &str, frozen_boxes: &[usize]) -> [Vec<u32>; 2] {
        let board = board_of(text);
        let squares = |squares: &[Square]| squares.iter().copied().collect::<BoxSet<4>>();
        let [goals, starts] = [squares(board.goals()), squares(board.boxes())];
        let frozen_boxes = frozen_boxes.iter().map(|&goal| board.goals()[goal]).collect();
        [(MoveRules::IN_PLAY, goals), (MoveRules::BACKWARD, starts)].map(|(rules, goals)| {
            let closed = GoalsBeside::new(&board, &goals, rules, &frozen_boxes).closed;
            let mut columns: Vec<_> = closed.iter().map(|at| board.coordinates(at).1).collect();
            columns.sort_unstable();
            columns
        })
    }

    #[test]
    fn goals_are_closed_if_the_player_has_no_place_behind_the_last_box() {
        // Whichever of the two goals is filled last, the player would have to be on the other.
        let level = "5#|#.-.#|#---#|##-##|#---#|#-$-#|#---#|#-$-#|#--@#|5#";
        assert_eq!(closed(level, &[]), [alloc::vec![1, 3], Vec::new()]);
        // Beside a frozen box, no goal can be filled last.
        assert_eq!(closed(level, &[0]), [alloc::vec![3], Vec::new()]);
        // Neither box can be pushed first.
        let level = "5#|#.-.#|#---#|##-##|#---#|#-$-#|#-$-#|#--@#|5#";
        assert_eq!(closed(level, &[]), [[1, 3], [2, 2]].map(|columns| columns.to_vec()));
        // There is a place for the player.
        let level = "6#|#.--.#|##--##|#----#|#-$--#|#-$--#|#---@#|6#";
        assert_eq!(closed(level, &[]), [Vec::new(), Vec::new()]);
    }
}
