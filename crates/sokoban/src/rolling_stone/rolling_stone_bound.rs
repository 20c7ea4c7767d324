//! The bound of a search with Rolling Stone's moves, and their order.

use motion_core::search::Heuristic;
use motion_core::{Control, Stop};

use super::{MacroSpace, PositionWithMoves, RollingStoneMove};
use crate::analysis::Penalties;
use crate::board::SearchBoard;
use crate::bound::{BoundAfterPush, BoundHeuristic};
use crate::search::{BoxMove, PushSpace, Pushes};

/// The matching as a heuristic of [`MacroSpace`]. Penalties, if given, raise it before a position
/// is expanded; it is then not admissible.
///
/// Macro moves come first, then moves of the last moved box that lower the bound, then those of
/// other boxes that do. Moves that do not lower the bound come last. Within each class, moves after
/// which the box is nearest to its goal come first.
#[derive(Debug)]
pub(crate) struct RollingStoneBound<'p, 'b, const W: usize> {
    board: &'b SearchBoard,
    matching: BoundHeuristic<'b, W>,
    penalties: Option<&'p mut Penalties<'b, W>>,
    /// The state of the position entered last.
    parent: Option<PositionWithMoves<W>>,
}

impl<'p, 'b, const W: usize> RollingStoneBound<'p, 'b, W> {
    pub(crate) const fn new(
        board: &'b SearchBoard,
        matching: BoundHeuristic<'b, W>,
        penalties: Option<&'p mut Penalties<'b, W>>,
    ) -> Self {
        Self { board, matching, penalties, parent: None }
    }

    /// Evaluates a move from the position entered last.
    fn after_move(
        &mut self,
        action: RollingStoneMove,
        successor: &PositionWithMoves<W>,
    ) -> Option<BoundAfterPush> {
        let position = &successor.position;
        match action {
            RollingStoneMove::Run(run) => self.matching.after_run(run, position),
            RollingStoneMove::ByEntrance(..) | RollingStoneMove::Cut(..) => {
                let (from, to) = action.box_squares(self.board);
                self.matching.after_haul(from, to, position.player)
            }
        }
    }
}

impl<'b, S, const W: usize> Heuristic<MacroSpace<'b, S, W>> for RollingStoneBound<'_, 'b, W>
where
    S: PushSpace<W>,
{
    fn lower_bound(&mut self, state: &PositionWithMoves<W>) -> Option<u32> {
        Heuristic::<Pushes<'_, W>>::lower_bound(&mut self.matching, &state.position)
    }

    #[inline]
    fn enter(&mut self, parent: &PositionWithMoves<W>) {
        self.parent = Some(*parent);
        Heuristic::<Pushes<'_, W>>::enter(&mut self.matching, &parent.position);
    }

    #[inline]
    fn after(&mut self, action: RollingStoneMove, successor: &PositionWithMoves<W>) -> Option<u32> {
        self.after_move(action, successor).map(|after| after.bound)
    }

    fn before_expansion(
        &mut self,
        state: &PositionWithMoves<W>,
        last: Option<RollingStoneMove>,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let Some(penalties) = &mut self.penalties else { return Ok(Some(0)) };
        let moved = last.map(|last| last.box_squares(self.board));
        penalties.enter(&state.position, moved, control)?;
        let Some(excess) = penalties.excess(&state.position) else { return Ok(None) };
        let matching = Heuristic::<Pushes<'_, W>>::lower_bound(&mut self.matching, &state.position);
        Ok(matching.map(|matching| matching + excess))
    }

    fn rank(&mut self, action: RollingStoneMove, successor: &PositionWithMoves<W>) -> u32 {
        let RollingStoneMove::Run(run) = action else { return 0 };
        let after = self.after_move(action, successor);
        let is_same = self.parent.and_then(|parent| parent.last()) == Some(run.from);
        match self.matching.rank_of(after) {
            // The move lowers the bound.
            rank if rank < 1 << 16 => 1 + rank + if is_same { 0 } else { 1 << 17 },
            rank => rank.saturating_add(1 << 18),
        }
    }
}
