//! Depth-first search by pushes.

use motion_core::search::{DepthFirst as Engine, Path};
use motion_core::{Control, Outcome};

use super::pruned_search::AnyPushes;
use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::board::Push;

/// Finds any solution by following one push after another and backtracking where none is left: DFS,
/// with or without the thesis's enhancements SD and PI.
///
/// Solutions have thousands of pushes where a hundred suffice. For a limit on the pushes, as in the
/// thesis's depth-limited search, use [`motion_core::search::DepthFirst`] with
/// [`Pushes`](crate::search::Pushes).
///
/// # Complexity
/// Time and memory are linear in the positions reached; each is expanded at most once.
///
/// # Guarantees
/// Complete. The quality is the matching bound of the start. Levels of more than 1,024 live squares
/// are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 3.1, algorithm 2. Section 5.1 excludes this search
/// from the experiments because it has no limit.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::DepthFirst;
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = DepthFirst::default().solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Within a limit of pushes:
/// ```
/// use motion_core::search::DepthFirst;
/// use motion_core::{Control, Outcome};
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{Position, Pushes};
///
/// let board = SearchBoard::new(&"8#|#@-$--.#|8#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let within = |pushes| {
///     let engine = DepthFirst::default().with_limit(Some(pushes));
///     engine.search(&Pushes::new(&board), start, &mut Control::unlimited())
/// };
/// assert!(matches!(within(2), Outcome::Stopped { lower_bound: Some(3), .. }));
/// assert_eq!(within(3).plan().map(|path| path.cost), Some(3));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthFirst {
    enhancements: Enhancements,
}

level_solver! {
    /// Sets the enhancements. This solver has `SD`, `PI` and `tables`; others are ignored.
    DepthFirst, "positions expanded",
    Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::PiCorrals, Enhancement::BoxTables]),
    |set| set
}

impl SearchMethod for DepthFirst {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let least = Some(u64::from(problem.least));
        let engine = |space: &AnyPushes<'_, W>, start, _, control: &mut Control| {
            Engine::default().search(space, start, control)
        };
        match problem.forward(self.enhancements, &engine, control) {
            Outcome::Solved { plan, .. } => problem.bounded(plan, problem.least.into()),
            Outcome::Stopped { why, best, .. } => Outcome::Stopped { why, best, lower_bound: least },
            Outcome::Unsolvable => Outcome::Unsolvable,
        }
    }
}
