//! Macro moves that give the player access to more sides of boxes.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::analysis::goals_reached_in_play;
use crate::board::{BoxSet, Reach, SearchBoard, Square};
use crate::feature::macro_moves::MacroMove;
use crate::search::Position;

/// Finds macro moves after which the player can push some box from a side that it did not reach
/// before.
#[derive(Clone, Debug)]
pub(super) struct Explorer<'b, const W: usize> {
    board: &'b SearchBoard,
    /// For each live square, those to which a lone box can be pushed.
    reached: Vec<BoxSet<W>>,
    before: Reach,
}

impl<'b, const W: usize> Explorer<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let live: BoxSet<W> = (0..board.live_square_count() as u16).map(Square).collect();
        let reached = goals_reached_in_play(board, &live, &BoxSet::new());
        Self { board, reached, before: Reach::new(board) }
    }

    /// Prepares the macro moves of a position.
    pub(super) fn enter(&mut self, position: &Position<W>) {
        self.before.flood(self.board, &position.boxes, position.player);
    }

    /// Whether a macro move opens a side of another box from which that box can be pushed, and can
    /// itself be undone by pushes of a lone box. The boxes after it and the squares that the player
    /// then reaches are given.
    pub(super) fn explores(&self, macro_move: MacroMove, boxes: &BoxSet<W>, after: &Reach) -> bool {
        let Self { board, reached, before } = self;
        if !reached[macro_move.to.index()].contains(macro_move.from) {
            return false;
        }
        let opens = |at: Square| {
            Direction::ALL.into_iter().any(|side| {
                let beside = board.step(at, side);
                let to = board.step(at, side.opposite());
                after.contains(beside) && !before.contains(beside) && board.is_live(to) && !after.has_box(to)
            })
        };
        boxes.iter().any(|at| at != macro_move.to && opens(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::macro_moves::tests::each_of_first_box;
    use crate::samples::board_of;

    /// Returns the numbers of macro moves of the first box to this square that give access to the
    /// other box, and that do not.
    fn explored(text: &str, to: (u32, u32)) -> [u32; 2] {
        let board = board_of(text);
        let mut explorer = Explorer::new(&board);
        explorer.enter(&Position::start(&board).expect("live"));
        let mut counts = [0; 2];
        each_of_first_box(&board, |macro_move, _, boxes, reach| {
            if board.coordinates(macro_move.to) == to {
                counts[usize::from(!explorer.explores(macro_move, boxes, reach))] += 1;
            }
        });
        counts
    }

    #[test]
    fn a_box_pushed_out_of_a_door_gives_access_to_another() {
        let text = "###########\n#   #     #\n#  @$   $ #\n#   #     #\n#   #..   #\n###########";
        // On the square before the door, the box lets the player through only from the other side.
        assert_eq!(explored(text, (2, 5)), [1, 1]);
        assert_eq!(explored(text, (2, 6)), [1, 0]);
        // Here the player already has access.
        let open = "###########\n#         #\n#  @$   $ #\n#   #     #\n#   #..   #\n###########";
        assert_eq!(explored(open, (2, 6)), [0, 1]);
    }
}
