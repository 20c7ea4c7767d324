//! A piece as a search space in which pushes of free boxes cost 1 and all else costs nothing.

use motion_core::Direction;
use motion_core::search::{Heuristic, Space};

use super::piece::{Piece, PieceAction, PieceState};
use crate::board::Push;
use crate::search::{MoveGenerator, Position};

/// The search space for the fewest pushes of a piece. The cost of the fixed boxes is constant.
pub(super) struct ByPushes<'p, 'b, const W: usize> {
    piece: &'p Piece<'b, W>,
    /// The position from which the next push can be made. At the end of a solution the player may
    /// be anywhere.
    end: Option<Position<W>>,
}

impl<'p, 'b, const W: usize> ByPushes<'p, 'b, W> {
    pub(super) fn new(piece: &'p Piece<'b, W>) -> Self {
        let end = piece.next.map(|(player, _)| Position::new(piece.board, piece.end, player));
        Self { piece, end }
    }

    pub(super) fn start(&self) -> PieceState<Position<W>> {
        let &Piece { board, start, player, .. } = self.piece;
        PieceState { position: Position::new(board, start, player), sections: 0 }
    }
}

impl<'b, const W: usize> Space for ByPushes<'_, 'b, W> {
    type State = PieceState<Position<W>>;
    type Action = PieceAction;
    type Scratch = MoveGenerator<'b>;

    fn scratch(&self) -> MoveGenerator<'b> {
        MoveGenerator::new(self.piece.board)
    }

    fn is_goal(&self, _: &mut MoveGenerator<'b>, state: &Self::State) -> bool {
        state.sections as usize == self.piece.section_count()
            && state.position.boxes == self.piece.end
            && self.end.is_none_or(|end| state.position.player == end.player)
    }

    fn successors(
        &self,
        generator: &mut MoveGenerator<'b>,
        state: &Self::State,
        visit: &mut impl FnMut(PieceAction, Self::State, u32),
    ) {
        let &PieceState { mut position, sections } = state;
        let piece = self.piece;
        generator.enter(&position);
        for from in &piece.free(&position.boxes, sections as usize) {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                if generator.can_push(push) && piece.leads_to_a_target(piece.board.step(from, direction)) {
                    let position = generator.after_push(&position.boxes, push);
                    visit(PieceAction::Free(push), PieceState { position, sections }, 1);
                }
            }
        }
        if sections as usize == piece.section_count() {
            return;
        }
        for (index, &push) in piece.section(sections as usize).iter().enumerate() {
            if index > 0 {
                generator.enter(&position);
            }
            if !generator.can_push(push) {
                return;
            }
            position = generator.after_push(&position.boxes, push);
        }
        visit(PieceAction::Section, PieceState { position, sections: sections + 1 }, 0);
    }
}

/// The heuristic of the fewest pushes of the free boxes, each alone.
pub(super) struct PushBound<'p, 'b, const W: usize>(pub(super) &'p Piece<'b, W>);

impl<const W: usize> Heuristic<ByPushes<'_, '_, W>> for PushBound<'_, '_, W> {
    fn lower_bound(&mut self, state: &PieceState<Position<W>>) -> Option<u32> {
        self.0.least_pushes(&self.0.free(&state.position.boxes, state.sections as usize))
    }
}
