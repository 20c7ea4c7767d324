//! Search by features.

use motion_core::search::{Path, feature_search};
use motion_core::{Control, Outcome};

use super::search_problem::{self, SearchMethod, SearchProblem, bounded};
use crate::board::Push;
use crate::feature::{Advisors, PackingHeuristic};
use crate::level::Level;
use crate::moves::Moves;

/// A solution by features of positions in place of a bound: FESS. It is not the shortest, unless that is asked for.
///
/// A plan is made first: the order in which boxes are packed, found by taking the solved position apart. Then one action
/// brings one box from anywhere to anywhere, the others standing still. Positions are told apart by how far the plan has
/// come, by the regions into which the boxes cut the floor, by the tunnels that they block, and by how many boxes stand
/// where they will soon have no goal left; the search turns from one kind to the next
/// ([`feature_search`]). Advisors, one for each feature and one that clears the way
/// for the plan, name the actions that are tried before others. What [`Deadlocks`](crate::Deadlocks),
/// [`Corrals`](crate::Corrals) and [`DeadlockSearch`](crate::DeadlockSearch) rule out is left out.
///
/// For the fewest pushes, actions are left out that lead beyond a number of pushes by the matching bound. If nothing is left, that
/// number is raised. So the last search, which is the longest by every other method, is led by the features straight to a solution, and those before
/// it are cut short by all that finds deadlocks.
///
/// # Complexity
/// Nodes are positions stored, and those of small searches for deadlocks. A position takes a flood for each box and each
/// square that it can be brought to; memory linear in the positions stored and their actions.
///
/// # Guarantees
/// Complete: exhaustion is a proof. The lower bound of a solution is proved, and is its length if that is asked for. Levels of more than 1,024 live
/// squares are not treated.
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*, IEEE Conference on
/// Games, 2020. This has fewer advisors, and no search from the goals but for the plan. The fewest pushes are none of its aims.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{FeatureSearch, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = FeatureSearch::default().solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeatureSearch {
    /// Whether blocked tunnels are a feature; by default they are.
    pub tunnels: bool,
    /// Which boxes the plan packs last; by default those with the shortest way.
    pub packing: PackingHeuristic,
    /// Whether to find the fewest pushes; by default not.
    pub optimal: bool,
}

impl Default for FeatureSearch {
    fn default() -> Self {
        Self { tunnels: true, packing: PackingHeuristic::default(), optimal: false }
    }
}

impl FeatureSearch {
    /// The same with or without blocked [`tunnels`](FeatureSearch::tunnels) as a feature.
    pub const fn with_tunnels(mut self, tunnels: bool) -> Self {
        self.tunnels = tunnels;
        self
    }

    /// The same with another [order](FeatureSearch::packing) of the plan.
    pub const fn with_packing(mut self, packing: PackingHeuristic) -> Self {
        self.packing = packing;
        self
    }

    /// The same, for the [fewest pushes](FeatureSearch::optimal) or for any solution.
    pub const fn with_optimal(mut self, optimal: bool) -> Self {
        self.optimal = optimal;
        self
    }

    /// Solves a level.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for FeatureSearch {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let stopped =
            |why, lower_bound: u64| Outcome::Stopped { why, best: None, lower_bound: Some(lower_bound) };
        let least = u64::from(problem.least);
        let made = Advisors::new(problem.board, problem.bounds, self.packing, self.tunnels, control);
        let mut advisors = match made {
            Ok(advisors) => advisors,
            Err(why) => return stopped(why, least),
        };
        let mut excess = 0;
        let outcome = loop {
            if self.optimal {
                advisors.limit(excess, control);
            }
            match feature_search(&advisors, Advisors::start(problem.start), control) {
                Outcome::Solved { plan, .. } => {
                    let actions = advisors.pushes(problem.start, &plan.actions);
                    break bounded(Path { cost: actions.len() as u64, actions }, least + u64::from(excess));
                }
                Outcome::Stopped { why, .. } => break stopped(why, least + u64::from(excess)),
                Outcome::Unsolvable => match advisors.next_limit(control) {
                    Ok(Some(next)) => excess = next,
                    Ok(None) => break Outcome::Unsolvable,
                    Err(why) => break stopped(why, least + u64::from(excess)),
                },
            }
        };
        advisors.release(control);
        outcome
    }
}
