//! Searches in which images under the symmetries of the board count as one position: `sym`.

use motion_core::Outcome;
use motion_core::search::{Heuristic, Path, Space};

use super::search_problem::SearchProblem;
use crate::board::{Push, Symmetries};
use crate::bound::BoundHeuristic;
use crate::search::{Position, Pushes, Symmetric, SymmetricPush};

/// Whether the board of a problem has symmetries. If not, folding would only take time.
pub(super) fn has_symmetries<const W: usize>(problem: &SearchProblem<'_, W>) -> bool {
    !Symmetries::new(problem.board).is_trivial()
}

/// Searches a space in which images count as one position, and assembles the path.
pub(super) fn search<'b, S, const W: usize>(
    problem: &SearchProblem<'b, W>,
    space: S,
    engine: impl FnOnce(&Symmetric<'b, S>, Position<W>) -> Outcome<Path<SymmetricPush>>,
) -> Outcome<Path<Push>> {
    let space = Symmetric::new(problem.board, space);
    let found = engine(&space, space.least_image(problem.start));
    found.map(|path| space.to_pushes(problem.start, path))
}

/// A bound on the pushes, as a heuristic of a space in which images count as one position; images
/// have equal bounds.
#[derive(Clone, Debug)]
pub(super) struct SymmetricBound<'b, const W: usize>(pub(super) BoundHeuristic<'b, W>);

impl<S, const W: usize> Heuristic<Symmetric<'_, S>> for SymmetricBound<'_, W>
where
    S: Space<State = Position<W>, Action = Push>,
{
    fn lower_bound(&mut self, position: &Position<W>) -> Option<u32> {
        Heuristic::<Pushes<'_, W>>::lower_bound(&mut self.0, position)
    }

    fn enter(&mut self, parent: &Position<W>) {
        Heuristic::<Pushes<'_, W>>::enter(&mut self.0, parent);
    }

    fn after(&mut self, action: SymmetricPush, successor: &Position<W>) -> Option<u32> {
        Heuristic::<Pushes<'_, W>>::after(&mut self.0, action.push(), successor)
    }

    fn raised(&mut self, position: &Position<W>, bound: u32) -> Option<u32> {
        Heuristic::<Pushes<'_, W>>::raised(&mut self.0, position, bound)
    }
}
