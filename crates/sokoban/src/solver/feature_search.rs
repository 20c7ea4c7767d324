//! Search by features.

use motion_core::search::{FeatureSpace, Path, feature_search_with};
use motion_core::{Control, Outcome, Solver, Stop};

use super::search_problem::{self, SearchMethod, SearchProblem, bounded};
use super::{Enhancement, Enhancements};
use crate::board::Push;
use crate::feature::{Advisors, PackingHeuristic};
use crate::level::Level;
use crate::moves::Moves;

/// Finds a solution by features of positions instead of a bound: FESS. It is not the shortest,
/// unless that is asked for.
///
/// First a plan is made: the order in which boxes are packed, found by unpacking the solved
/// position. The actions are macro moves: one box moves over any number of squares while the others
/// stay. Positions are classified by the progress of the plan, the regions into which the boxes cut
/// the floor, the tunnels that they block, and the boxes that will soon have no goal left; the
/// search cycles through the classes ([`feature_search`](motion_core::search::feature_search)).
/// Advisors, one for each feature and one that removes boxes that block the plan, advise the
/// actions that are tried first. The search is pruned by [`Deadlocks`](crate::analysis::Deadlocks),
/// [`Corrals`](crate::analysis::Corrals) and [`DeadlockSearch`](crate::analysis::DeadlockSearch).
///
/// For the fewest pushes, actions are pruned that exceed a number of pushes by the matching bound;
/// if no action is left, the number is raised. So the features guide the last search, which is the
/// longest with every other method, straight to a solution, and deadlock detection shortens those
/// before it.
///
/// # Complexity
/// Nodes are positions stored, and those of small searches for deadlocks. A position takes a flood
/// fill for each box and each square that it can be moved to; memory is linear in the positions
/// stored and their actions.
///
/// # Guarantees
/// Complete: exhaustion is a proof. The lower bound of a solution is proved; with
/// [`Optimal`](Enhancement::Optimal) it is the length of the solution. Levels of more than 1,024
/// live squares are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*,
/// IEEE Conference on Games, 2020. This has fewer advisors, and searches from the goals only for
/// the plan. The paper does not aim at the fewest pushes.
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

    /// The enhancements that this solver has.
    const ENHANCEMENTS: Enhancements = Enhancements::new(&[
        Enhancement::Farthest,
        Enhancement::Upper,
        Enhancement::Sinks,
        Enhancement::NoTunnels,
        Enhancement::Optimal,
    ]);

    /// Sets the enhancements. Those that this solver does not have – it has `farthest`, `upper`,
    /// `no-tunnels` and `optimal` – are ignored; of the two first, which contradict each other,
    /// `upper` wins.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.packing = if enhancements.contains(Enhancement::Sinks) {
            PackingHeuristic::Sinks
        } else if enhancements.contains(Enhancement::Upper) {
            PackingHeuristic::Upper
        } else if enhancements.contains(Enhancement::Farthest) {
            PackingHeuristic::Farthest
        } else {
            PackingHeuristic::Nearest
        };
        let packing = Enhancements::new(&[Enhancement::Farthest, Enhancement::Upper, Enhancement::Sinks]);
        self.enhancements = enhancements.and(Self::ENHANCEMENTS).and_not(packing);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        match self.packing {
            PackingHeuristic::Nearest => self.enhancements,
            PackingHeuristic::Farthest => self.enhancements.with(Enhancement::Farthest),
            PackingHeuristic::Upper => self.enhancements.with(Enhancement::Upper),
            PackingHeuristic::Sinks => self.enhancements.with(Enhancement::Sinks),
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
        self,
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
