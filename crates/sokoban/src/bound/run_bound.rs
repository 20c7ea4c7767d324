//! Lower bounds as heuristics of searches by runs.

use motion_core::search::{Heuristic, Space};

use super::BoundHeuristic;
use crate::search::{Position, Pushes, Run};

/// One of the bounds as a heuristic of [`Runs`](crate::search::Runs), in which an action may be
/// several pushes of one box.
#[derive(Clone, Debug)]
pub(crate) struct RunBound<'b, const W: usize>(pub(crate) BoundHeuristic<'b, W>);

impl<S, const W: usize> Heuristic<S> for RunBound<'_, W>
where
    S: Space<State = Position<W>, Action = Run>,
{
    fn lower_bound(&mut self, position: &Position<W>) -> Option<u32> {
        Heuristic::<Pushes<'_, W>>::lower_bound(&mut self.0, position)
    }

    #[inline]
    fn enter(&mut self, parent: &Position<W>) {
        Heuristic::<Pushes<'_, W>>::enter(&mut self.0, parent);
    }

    #[inline]
    fn after(&mut self, run: Run, successor: &Position<W>) -> Option<u32> {
        self.0.after_run(run, successor).map(|after| after.bound)
    }

    fn raised(&mut self, position: &Position<W>, bound: u32) -> Option<u32> {
        Heuristic::<Pushes<'_, W>>::raised(&mut self.0, position, bound)
    }

    fn rank(&mut self, run: Run, successor: &Position<W>) -> u32 {
        let after = self.0.after_run(run, successor);
        self.0.rank_of(after)
    }
}
