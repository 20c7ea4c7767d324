//! Search by features, from the goals.

use alloc::vec::Vec;

use motion_core::internal::{FeatureSpace, OngoingFeatureSearch};
use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::board::Push;
use crate::bound::LowerBounds;
use crate::feature::{PullFeatures, PullScratch};
use crate::search::Position;

/// Finds a solution by pulling the boxes from the goals to their start squares, guided by features
/// of positions: RFESS. The solution is not the shortest.
///
/// The actions are macro moves: one box is pulled over any number of squares while the others stay.
/// Positions are classified by the regions into which the boxes divide the floor and by the links
/// between rooms that they cut. The search cycles through the classes
/// ([`feature_search_from`](motion_core::internal::feature_search_from)). In each class, the macro
/// move that leaves the fewest pulls by the matching bound comes first. The player of a solved
/// position may be in any of several zones, and the search starts from all of them.
///
/// The search needs no plan. It therefore solves levels whose goals are easy to empty, but can be
/// filled only in an order that a search from the start does not find. With
/// [`StaticDeadlocks`](Enhancement::StaticDeadlocks), pulls into detected pull deadlocks are pruned
/// ([`PullDeadlocks`](crate::analysis::PullDeadlocks)).
///
/// # Complexity
/// Nodes are positions stored or proved lost. A position takes a flood fill for each box and each
/// square that it can be pulled to, and an update of the matching. Memory is linear in the
/// positions stored and their actions.
///
/// # Guarantees
/// Complete: exhaustion is a proof. The lower bound is the matching bound of the start, for a
/// solution and when stopped. Levels of more than 1,024 live squares, or whose boxes may end on
/// more than 1,000 sets of goals, are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*,
/// IEEE Conference on Games, 2020, whose search is forward.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::ReverseFeatureSearch;
/// use sokoban::Level;
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
}

level_solver! {
    /// Sets the enhancements. This solver has `SD` and `tables`; others are ignored.
    ReverseFeatureSearch, "positions stored or found lost",
    Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::BoxTables]),
    |set| set
}

impl SearchMethod for ReverseFeatureSearch {
    const FROM_GOALS: bool = true;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        problem.search(control, |control| {
            let bounds = LowerBounds::backward(problem.board);
            self.begin(problem, &bounds, control).map(|mut run| run.advance(problem, u64::MAX, control))
        })
    }
}

/// A search by features from the goals in progress, which can be continued.
pub(super) struct OngoingBackwardSearch<'b, const W: usize> {
    space: PullFeatures<'b, W>,
    scratch: PullScratch<'b, W>,
    ends: Vec<Position<W>>,
    run: OngoingFeatureSearch<PullFeatures<'b, W>>,
}

impl ReverseFeatureSearch {
    /// Prepares a search with the bounds of the game backward. Memory remains held until the scope
    /// of `control` ends.
    pub(super) fn begin<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        bounds: &'b LowerBounds,
        control: &mut Control,
    ) -> Result<OngoingBackwardSearch<'b, W>, Stop> {
        let prunes = self.enhancements.contains(Enhancement::StaticDeadlocks);
        let tables = problem.pull_tables(self.enhancements, control)?;
        let space = PullFeatures::new(problem.board, bounds, problem.start, prunes).with_tables(tables);
        let ends = problem.pulls().starts();
        let run = OngoingFeatureSearch::new(ends.iter().copied());
        Ok(OngoingBackwardSearch { scratch: space.scratch(), space, ends, run })
    }
}

impl<const W: usize> OngoingBackwardSearch<'_, W> {
    /// Searches until the search ends or this many more nodes are spent: the outcome is then
    /// stopped with [`Stop::Nodes`].
    pub(super) fn advance(
        &mut self,
        problem: &SearchProblem<'_, W>,
        nodes: u64,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let Self { space, scratch, ends, run } = self;
        let found = run.run(space, scratch, nodes, control);
        problem.with_least(found.map(|path| space.pushes(ends, &path.actions)))
    }
}
