//! Search by features.

use motion_core::search::{FeatureSpace, Path, feature_search_with};
use motion_core::{Control, Outcome, Solver, Stop};

use super::search_problem::{self, SearchMethod, SearchProblem, bounded};
use super::{Enhancement, Enhancements, PackingHeuristic};
use crate::board::Push;
use crate::feature::Advisors;
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
/// use motion_core::{Control, Solver};
/// use sokoban::{FeatureSearch, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = FeatureSearch::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSearch {
    packing: PackingHeuristic,
    /// Without those that stand for the packing.
    enhancements: Enhancements,
}

impl FeatureSearch {
    /// Without enhancements.
    pub(super) const PLAIN: Self =
        Self { packing: PackingHeuristic::Nearest, enhancements: Enhancements::NONE };

    /// The enhancements that this solver can switch on.
    pub const ENHANCEMENTS: Enhancements = Enhancements::new(&[
        Enhancement::Farthest,
        Enhancement::Upper,
        Enhancement::NoTunnels,
        Enhancement::Optimal,
    ]);

    /// Sets which boxes the plan packs last; by default those with the shortest routes.
    pub const fn with_packing(mut self, packing: PackingHeuristic) -> Self {
        self.packing = packing;
        self
    }

    /// Which boxes the plan packs last.
    pub const fn packing(&self) -> PackingHeuristic {
        self.packing
    }

    /// Sets the enhancements, as far as they are in [`ENHANCEMENTS`](Self::ENHANCEMENTS), and with
    /// them the packing. Of the two that contradict each other, `Upper` wins.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.packing = if enhancements.contains(Enhancement::Upper) {
            PackingHeuristic::Upper
        } else if enhancements.contains(Enhancement::Farthest) {
            PackingHeuristic::Farthest
        } else {
            PackingHeuristic::Nearest
        };
        let packing = Enhancements::new(&[Enhancement::Farthest, Enhancement::Upper]);
        self.enhancements = enhancements.and(Self::ENHANCEMENTS).and_not(packing);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        match self.packing {
            PackingHeuristic::Nearest => self.enhancements,
            PackingHeuristic::Farthest => self.enhancements.with(Enhancement::Farthest),
            PackingHeuristic::Upper => self.enhancements.with(Enhancement::Upper),
        }
    }
}

impl Solver<Level> for FeatureSearch {
    type Solution = Moves;

    /// Solves a level. Nodes are positions stored, and those of small searches for deadlocks.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for FeatureSearch {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let mut excess = 0;
        let found = control.scope(|control| self.raising_limits(problem, &mut excess, control));
        let least = u64::from(problem.least) + u64::from(excess);
        match found {
            Ok(Some(plan)) => bounded(plan, least),
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(least) },
        }
    }
}

impl FeatureSearch {
    /// Searches for a solution within a number of pushes beyond the bound of the start, which is
    /// raised until there is one – for the fewest pushes; otherwise within any number.
    fn raising_limits<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        excess: &mut u16,
        control: &mut Control,
    ) -> Result<Option<Path<Push>>, Stop> {
        let tunnels = !self.enhancements.contains(Enhancement::NoTunnels);
        let advisors = Advisors::new(problem.board, problem.bounds, self.packing, tunnels, control)?;
        // Kept from one limit to the next: deadlock sets stay true.
        let mut scratch = advisors.scratch();
        loop {
            if self.enhancements.contains(Enhancement::Optimal) {
                scratch.limit(*excess, control);
            }
            let start = Advisors::start(problem.start);
            match feature_search_with(&advisors, &mut scratch, start, control) {
                Outcome::Solved { plan, .. } => {
                    let actions = scratch.pushes(problem.start, &plan.actions);
                    return Ok(Some(Path { cost: actions.len() as u64, actions }));
                }
                Outcome::Stopped { why, .. } => return Err(why),
                Outcome::Unsolvable => match scratch.next_limit(control)? {
                    Some(next) => *excess = next,
                    None => return Ok(None),
                },
            }
        }
    }
}
