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
/// them at once or, with `zones`, from one after the other.
///
/// # Complexity
/// Time and memory linear in the positions within the pushes of the solution from the end.
///
/// # Guarantees
/// Complete and, without `zones`, optimal in pushes; the steps between pushes are not. With `zones`
/// the quality is the matching bound of the start. When stopped, the lower bound is proved. Levels
/// of more than 1,024 live squares, or whose boxes may end on more than 1,000 sets of goals, are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2.5, 5.2 and 6.1. The thesis says that it
/// starts from one zone after the other. By its tables, its RBFS takes the nodes of a search from
/// all at once.
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
    /// Sets the enhancements. Those that this solver does not have – it has `SD`, `zones` and
    /// `tables` – are ignored.
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
