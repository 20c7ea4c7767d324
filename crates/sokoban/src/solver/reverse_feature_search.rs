//! Search by features, from the goals.

use alloc::sync::Arc;

use motion_core::search::{FeatureSpace, Path, feature_search_from};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, SearchMethod, SearchProblem};
use super::{Enhancement, Enhancements};
use crate::analysis::BoxTables;
use crate::board::Push;
use crate::bound::LowerBounds;
use crate::feature::PullFeatures;
use crate::level::Level;
use crate::moves::Moves;

/// Finds a solution by pulling the boxes from the goals to where they start, guided by features of
/// positions: RFESS. It is not the shortest.
///
/// The actions are macro moves: one box is pulled over any number of squares while the others stay.
/// Positions are classified by the regions into which the boxes cut the floor and the links between
/// rooms that they cut; the search cycles through the classes
/// ([`feature_search_from`](motion_core::search::feature_search_from)). In each class, the macro
/// move that leaves the fewest pulls by the matching bound comes first. The player of a solved
/// position may be in any of several zones, and the search starts from all of them.
///
/// It needs no plan. So it solves levels whose goals are easy to empty, but to fill only in an
/// order that a search from the start does not find. With
/// [`StaticDeadlocks`](Enhancement::StaticDeadlocks), pulls into detected pull deadlocks are pruned
/// ([`PullDeadlocks`](crate::analysis::PullDeadlocks)).
///
/// # Complexity
/// Nodes are positions stored or found lost. A position takes a flood fill for each box and each
/// square that it can be pulled to, and a change of the matching; memory is linear in the positions
/// stored and their actions.
///
/// # Guarantees
/// Complete: exhaustion is a proof. The lower bound, of a solution and when stopped, is the
/// matching bound of the start. Levels of more than 1,024 live squares, or whose boxes may end on
/// more than 1,000 sets of goals, are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*,
/// IEEE Conference on Games, 2020, whose search is forward.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{Level, ReverseFeatureSearch};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = ReverseFeatureSearch::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReverseFeatureSearch {
    enhancements: Enhancements,
}

impl ReverseFeatureSearch {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver has.
    pub(super) const ENHANCEMENTS: Enhancements =
        Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::BoxTables]);

    /// Sets the enhancements. Those that this solver does not have – it has `SD` and `tables` – are
    /// ignored.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl Solver<Level> for ReverseFeatureSearch {
    type Solution = Moves;

    /// Solves a level. Nodes are positions stored or found lost.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for ReverseFeatureSearch {
    const FROM_GOALS: bool = true;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        control.scope(|control| match problem.pull_tables(self.enhancements, control) {
            Ok(tables) => self.search_with(problem, tables, control),
            Err(why) => problem.stopped(why),
        })
    }
}

impl ReverseFeatureSearch {
    fn search_with<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        tables: Option<Arc<BoxTables<W>>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let bounds = LowerBounds::backward(problem.board);
        let prunes = self.enhancements.contains(Enhancement::StaticDeadlocks);
        let space = PullFeatures::new(problem.board, &bounds, problem.start, prunes).with_tables(tables);
        let ends = problem.pulls().starts();
        match feature_search_from(&space, &mut space.scratch(), ends.iter().copied(), control) {
            Outcome::Solved { plan, .. } => {
                let actions = space.pushes(&ends, &plan.actions);
                problem.bounded(Path { cost: actions.len() as u64, actions }, problem.least.into())
            }
            Outcome::Stopped { why, .. } => problem.stopped(why),
            Outcome::Unsolvable => Outcome::Unsolvable,
        }
    }
}
