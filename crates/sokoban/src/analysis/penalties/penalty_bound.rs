//! A bound raised by penalties.

use motion_core::search::{Heuristic, Space};
use motion_core::{Control, Stop};

use super::Penalties;
use crate::search::{BoxMove, Position};

/// The matching as a heuristic, raised by penalties before a position is expanded. It is then no
/// longer admissible.
pub(crate) struct PenaltyBound<'p, 'b, H, const W: usize> {
    /// The matching.
    pub(crate) matching: H,
    pub(crate) penalties: &'p mut Penalties<'b, W>,
}

impl<S, H, const W: usize> Heuristic<S> for PenaltyBound<'_, '_, H, W>
where
    S: Space<State = Position<W>, Action: BoxMove>,
    H: Heuristic<S>,
{
    fn lower_bound(&mut self, position: &Position<W>) -> Option<u32> {
        self.matching.lower_bound(position)
    }

    #[inline]
    fn enter(&mut self, parent: &Position<W>) {
        self.matching.enter(parent);
    }

    #[inline]
    fn after(&mut self, action: S::Action, successor: &Position<W>) -> Option<u32> {
        self.matching.after(action, successor)
    }

    fn before_expansion(
        &mut self,
        position: &Position<W>,
        last: Option<S::Action>,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let moved = last.map(|last| last.box_squares(self.penalties.board));
        self.penalties.enter(position, moved, control)?;
        let Some(excess) = self.penalties.excess(position) else { return Ok(None) };
        Ok(self.matching.lower_bound(position).map(|matching| matching + excess))
    }

    fn rank(&mut self, action: S::Action, successor: &Position<W>) -> u32 {
        self.matching.rank(action, successor)
    }
}
