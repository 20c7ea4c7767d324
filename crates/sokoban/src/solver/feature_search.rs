//! Search by features.

use core::num::NonZero;

use motion_core::internal::feature_search_with;
use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::analysis::DeadlockSearch;
use crate::board::Push;
use crate::feature::{
    AdvisorScratch, Advisors, FeatureOptions, FeatureState, MoreAdvisors, PackingHeuristic, Ties, WayKind,
};

/// Finds a solution by features of positions instead of a bound: FESS. It is not the shortest,
/// unless that is asked for.
///
/// First a plan is made: the order in which boxes are packed, found by unpacking the solved
/// position. The actions are macro moves: one box moves over any number of squares while the others
/// stay. Positions are classified by the progress of the plan, the regions into which the boxes cut
/// the floor, the tunnels that they block, and the boxes that will soon have no goal left; the
/// search cycles through the classes ([`feature_search`](motion_core::internal::feature_search)).
/// Advisors, one for each feature and one that removes boxes that block the plan, advise the
/// actions that are tried first. The search is pruned by [`Deadlocks`](crate::analysis::Deadlocks),
/// [`Corrals`](crate::analysis::Corrals) and [`DeadlockSearch`](crate::analysis::DeadlockSearch).
///
/// With [`Sinks`](Enhancement::Sinks), each start square is used up by one box when the solved
/// position is unpacked, so that the plan tells where boxes have to be parked before the way from
/// their start squares to the goals is closed; where that is not achieved completely within 2,000
/// nodes, any start squares do. Links between rooms are a feature instead of
/// tunnels, and macro moves after which the plan could not be completed are left out, as with
/// [`Efficient`](Enhancement::Efficient) those that end where a box had better be pushed on; if
/// nothing else is left, the search begins again with them.
///
/// For the fewest pushes, actions are pruned that exceed a number of pushes by the matching bound;
/// if no action is left, the number is raised. So the features guide the last search, which is the
/// longest with every other method, straight to a solution, and deadlock detection shortens those
/// before it. With [`Groups`](Enhancement::Groups) the bound is raised by what groups of two and
/// three boxes cost together.
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
/// IEEE Conference on Games, 2020. This searches from the goals only for the plan. The paper does
/// not aim at the fewest pushes, and has no sinks.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::FeatureSearch;
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = FeatureSearch::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSearch {
    enhancements: Enhancements,
}

/// The turns of which one goes round the cells, with `sinks` and without.
const TWO: NonZero<u32> = NonZero::new(2).expect("not zero");
const FOUR: NonZero<u32> = NonZero::new(4).expect("not zero");

/// What `sinks` can do without, one at a time.
const LEFT_OUT: [Enhancement; 5] = [
    Enhancement::NoTunnels,
    Enhancement::NoOpener,
    Enhancement::NoExplorer,
    Enhancement::Near,
    Enhancement::Nearest,
];

impl FeatureSearch {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    fn options(self) -> FeatureOptions {
        let has = |enhancement| self.enhancements.contains(enhancement);
        let has_sinks = has(Enhancement::Sinks);
        FeatureOptions {
            packing: match has_sinks {
                true if !has(Enhancement::Nearest) => PackingHeuristic::Sinks,
                _ if has(Enhancement::Upper) => PackingHeuristic::Upper,
                _ if has(Enhancement::Farthest) => PackingHeuristic::Farthest,
                _ => PackingHeuristic::Nearest,
            },
            ways: match has_sinks {
                _ if has(Enhancement::NoTunnels) => WayKind::Nothing,
                true => WayKind::Links,
                false => WayKind::Tunnels,
            },
            more: MoreAdvisors {
                opener: has_sinks && !has(Enhancement::NoOpener),
                explorer: has_sinks && !has(Enhancement::NoExplorer),
            },
            ties: if has_sinks && !has(Enhancement::Near) { Ties::Far } else { Ties::Near },
            turns: if has_sinks { TWO } else { FOUR },
            efficient: has(Enhancement::Efficient),
        }
    }
}

level_solver! {
    /// Sets the enhancements. Those that this solver does not have are ignored.
    ///
    /// Of `farthest`, `upper` and `sinks`, which contradict each other, the last wins. What `sinks`
    /// can do without, from `no-opener` to `nearest`, needs it, and of these and `no-tunnels` the
    /// last wins. `optimal` wins over `efficient`; `groups` needs it.
    FeatureSearch, "positions stored, and those of small searches for deadlocks",
    Enhancements::new(&[
        Enhancement::Farthest,
        Enhancement::Upper,
        Enhancement::Sinks,
        Enhancement::Optimal,
        Enhancement::Efficient,
        Enhancement::BoxTables,
        Enhancement::Groups,
    ])
    .or(Enhancements::new(&LEFT_OUT)),
    |set| set
        .with_last_of(&[Enhancement::Farthest, Enhancement::Upper, Enhancement::Sinks])
        .requiring(Enhancement::Sinks, LEFT_OUT.split_at(1).1)
        .with_last_of(&LEFT_OUT)
        .excluding(&[Enhancement::Optimal], &[Enhancement::Efficient])
        .requiring(Enhancement::Optimal, &[Enhancement::Groups])
}

impl SearchMethod for FeatureSearch {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if self.enhancements.contains(Enhancement::Groups) && problem.groups.is_none() {
            return problem.search(control, |control| {
                problem.with_groups(control, |problem, control| self.search(problem, control))
            });
        }
        let deadlocks = Advisors::deadlocks(problem.board);
        let (outcome, deadlocks) = self.search_with(problem, deadlocks, control);
        deadlocks.release(control);
        outcome
    }
}

impl FeatureSearch {
    /// Searches with what searches before have proved lost; the memory of that stays held.
    pub(super) fn search_with<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        deadlocks: DeadlockSearch<'b, W>,
        control: &mut Control,
    ) -> (Outcome<Path<Push>>, DeadlockSearch<'b, W>) {
        let (mut excess, before) = (0, deadlocks.held_bytes());
        let (found, deadlocks) = control.scope(|control| {
            let advisors = match Advisors::new(problem.board, problem.bounds, self.options(), control) {
                Ok(advisors) => advisors.with_groups(problem.groups),
                Err(why) => return (Err(why), deadlocks),
            };
            let tables = match problem.push_tables(self.enhancements, control) {
                Ok(tables) => tables,
                Err(why) => return (Err(why), deadlocks),
            };
            let mut scratch = advisors.scratch_with(deadlocks).with_tables(tables);
            let found = self.raising_limits(problem, &advisors, &mut scratch, &mut excess, control);
            (found, scratch.into_deadlocks())
        });
        let granted = control.hold(deadlocks.held_bytes() - before);
        granted.expect("invariant: the memory was granted during the search");
        let least = u64::from(problem.least) + u64::from(excess);
        let outcome = match found {
            Ok(Some(plan)) => problem.bounded(plan, least),
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(least) },
        };
        (outcome, deadlocks)
    }

    /// Searches for a solution within a number of pushes beyond the bound of the start, which is
    /// raised until there is one – for the fewest pushes; otherwise within any number.
    fn raising_limits<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        advisors: &Advisors<'b, W>,
        scratch: &mut AdvisorScratch<'b, W>,
        excess: &mut u16,
        control: &mut Control,
    ) -> Result<Option<Path<Push>>, Stop> {
        loop {
            if self.enhancements.contains(Enhancement::Optimal) {
                *excess = (*excess).max(scratch.groups_excess(&problem.start).unwrap_or(u16::MAX));
                scratch.limit(*excess, control);
            }
            let start = FeatureState::start(problem.start);
            match feature_search_with(advisors, scratch, start, control) {
                Outcome::Solved { plan, .. } => {
                    let actions = scratch.pushes(problem.start, &plan.actions);
                    return Ok(Some(Path { cost: actions.len() as u64, actions }));
                }
                Outcome::Stopped { why, .. } => return Err(why),
                Outcome::Unsolvable if scratch.admits_all() => {}
                Outcome::Unsolvable => match scratch.next_limit(control)? {
                    Some(next) => *excess = next,
                    None => return Ok(None),
                },
            }
        }
    }
}
