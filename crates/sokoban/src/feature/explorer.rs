//! Macro moves that give the player access to more sides of boxes.

use alloc::vec::Vec;

use motion_core::Direction;

use super::macro_moves::MacroMove;
use crate::analysis::goals_reached_in_play;
use crate::board::{BoxSet, Reach, SearchBoard, Square};
use crate::search::Position;

/// Finds macro moves after which the player can push some box from a side that it did not reach
/// before.
#[derive(Clone, Debug)]
pub(super) struct Explorer<'b, const W: usize> {
    board: &'b SearchBoard,
    /// For each live square those to which a lone box can be pushed.
    reached: Vec<BoxSet<W>>,
    before: Reach,
    after: Reach,
}

impl<'b, const W: usize> Explorer<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let live: BoxSet<W> = (0..board.live_square_count() as u16).map(Square).collect();
        let reached = goals_reached_in_play(board, &live, &BoxSet::new());
        Self { board, reached, before: Reach::new(board), after: Reach::new(board) }
    }

    /// Prepares for the macro moves of a position.
    pub(super) fn enter(&mut self, position: &Position<W>) {
        self.before.flood(self.board, &position.boxes, position.player);
    }

    /// Whether a macro move to a position opens a side of another box from which that can be
    /// pushed, and a lone box could be pushed back. Takes a flood fill.
    pub(super) fn explores(&mut self, macro_move: MacroMove, position: &Position<W>) -> bool {
        let Self { board, reached, before, after } = self;
        if !reached[macro_move.to.index()].contains(macro_move.from) {
            return false;
        }
        after.flood(board, &position.boxes, position.player);
        let opens = |at: Square| {
            Direction::ALL.into_iter().any(|side| {
                let beside = board.step(at, side);
                let to = board.step(at, side.opposite());
                after.contains(beside) && !before.contains(beside) && board.is_live(to) && !after.has_box(to)
            })
        };
        position.boxes.iter().any(|at| at != macro_move.to && opens(at))
    }
}
