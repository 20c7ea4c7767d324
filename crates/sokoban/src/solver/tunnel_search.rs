//! Searches that push boxes through one-way tunnels at once: `TM`.

use motion_core::Outcome;
use motion_core::search::Path;

use super::search_problem::SearchProblem;
use crate::board::Push;
use crate::search::{Run, Runs};

/// Searches a space of pushes by runs, and lists the pushes of the path.
pub(super) fn search<'b, S, const W: usize>(
    problem: &SearchProblem<'b, W>,
    space: S,
    engine: impl FnOnce(&Runs<'b, S>) -> Outcome<Path<Run>>,
) -> Outcome<Path<Push>> {
    let space = Runs::new(problem.board, space);
    engine(&space).map(|path| space.to_pushes(path))
}
