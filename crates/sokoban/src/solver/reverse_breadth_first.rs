//! Breadth-first search by pulls.

use motion_core::search::{Path, breadth_first_from};
use motion_core::{Control, Outcome};

use super::pruned_search::AnyPushes;
use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::board::Push;

/// Finds the fewest pushes by pulling the boxes from the goals, breadth-first: RBFS. With `SD`,
/// pulls into detected pull deadlocks are pruned.
///
/// The player of a solved position may be in any of several zones. The search starts from all of
/// them at once or, with `zones`, from one after another.
///
/// # Complexity
/// Time and memory are linear in the positions that are no farther from the end than the start is,
/// in pulls.
///
/// # Guarantees
/// Complete and, without `zones`, optimal in pushes but not in steps between them. With `zones`,
/// the quality is the matching bound of the start. When stopped, the lower bound is proved. Levels
/// of more than 1,024 live squares, or whose boxes may end on more than 1,000 sets of goals, are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2.5, 5.2 and 6.1. According to its text, the
/// thesis starts from one zone after another; according to its tables, its RBFS takes the nodes of
/// a search from all zones at once.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::ReverseBreadthFirst;
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = ReverseBreadthFirst::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReverseBreadthFirst {
    enhancements: Enhancements,
}

level_solver! {
    /// Sets the enhancements. This solver has `SD`, `zones` and `tables`; others are ignored.
    ReverseBreadthFirst, "positions expanded",
    Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::ZoneByZone, Enhancement::BoxTables]),
    |set| set
}

impl SearchMethod for ReverseBreadthFirst {
    const FROM_GOALS: bool = true;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let search = |pulls: &AnyPushes<'_, W>, ends: &[_], control: &mut Control| {
            breadth_first_from(pulls, ends.iter().copied(), control)
        };
        problem.backward(self.enhancements, search, control)
    }
}
