//! Search by features.

use alloc::sync::Arc;
use core::num::NonZero;

use motion_core::internal::OngoingFeatureSearch;
use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::analysis::DeadlockSearch;
use crate::board::{MAX_WORDS, Push, SearchBoard};
use crate::feature::{
    AdvisorScratch, Advisors, BlockedGoals, FeatureOptions, FeatureState, MoreAdvisors, PackingHeuristic,
    Ties, WayKind,
};

/// Finds a solution by features of positions instead of a bound: FESS. The solution is not the
/// shortest, unless that is requested.
///
/// A search begins with a plan: the order in which boxes are packed, found by unpacking the solved
/// position. The actions are macro moves: one box moves over any number of squares while the others
/// stay. Positions are classified by the progress of the plan, the regions into which the boxes
/// divide the floor, the tunnels that they block, and the number of boxes that will soon have no
/// goal left. The search cycles through the classes
/// ([`feature_search`](motion_core::internal::feature_search)). Advisors choose the actions that
/// are tried first: one advisor for each feature, and one that removes boxes that block the plan.
/// The search is pruned by [`Deadlocks`](crate::analysis::Deadlocks),
/// [`Corrals`](crate::analysis::Corrals) and [`DeadlockSearch`](crate::analysis::DeadlockSearch).
///
/// With [`Sinks`](Enhancement::Sinks), each start square removes only one box when the solved
/// position is unpacked. The plan then tells where boxes have to be parked before the way from
/// their start squares to the goals is closed. If no complete unpacking is found within 2,000
/// nodes, any start square may remove any box. Links between rooms are a feature instead of
/// tunnels. Macro moves after which the plan could not be completed are omitted, and with
/// [`Efficient`](Enhancement::Efficient) also those that end on a square from which the box should
/// rather be pushed on. If nothing else is left, the search begins again with them.
///
/// On levels of more than 1,024 live squares, [`BoxTables`](Enhancement::BoxTables) and
/// [`Groups`](Enhancement::Groups) are ignored.
///
/// To find the fewest pushes, the search prunes actions that exceed a number of pushes by the
/// matching bound, and raises this number if no action is left. With every other method the last
/// search is the longest, but here the features guide it straight to a solution, and deadlock
/// detection shortens the searches before it. With [`Groups`](Enhancement::Groups) the bound is
/// raised by the cost of groups of two and three boxes.
///
/// # Complexity
/// Nodes are positions stored, plus those of small searches for deadlocks. A position takes a flood
/// fill for each box and each square that it can be moved to. Memory is linear in the positions
/// stored and their actions.
///
/// # Guarantees
/// Complete: exhaustion is a proof. The lower bound of a solution is proved; with
/// [`Optimal`](Enhancement::Optimal) it equals the length of the solution. Levels of more than
/// 1,024 live squares, or 4,096 with the feature `survey`, are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*,
/// IEEE Conference on Games, 2020. This solver searches from the goals only to make the plan. The
/// paper does not aim at the fewest pushes, and has no sinks.
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
    seed: u64,
}

/// Every second or fourth turn goes round the cells: with `sinks` or without.
const TWO: NonZero<u32> = NonZero::new(2).expect("not zero");
const FOUR: NonZero<u32> = NonZero::new(4).expect("not zero");

/// The parts of `sinks` that can be omitted, one at a time.
const LEFT_OUT: [Enhancement; 5] = [
    Enhancement::NoTunnels,
    Enhancement::NoOpener,
    Enhancement::NoExplorer,
    Enhancement::Near,
    Enhancement::Nearest,
];

impl FeatureSearch {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE, seed: 0 };

    /// Sets the seed of the plan by sinks, 0 by default. Other seeds put otherwise equal pulls in
    /// random orders, with fewer nodes for the plan: several short searches
    /// with different plans solve more levels than a long one.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    fn options(self) -> FeatureOptions {
        let has = |enhancement| self.enhancements.contains(enhancement);
        let has_sinks = has(Enhancement::Sinks);
        FeatureOptions {
            packing: match has_sinks {
                _ if has(Enhancement::NoPlan) => None,
                true if !has(Enhancement::Nearest) => Some(PackingHeuristic::Sinks { seed: self.seed }),
                _ if has(Enhancement::Upper) => Some(PackingHeuristic::Upper),
                _ if has(Enhancement::Farthest) => Some(PackingHeuristic::Farthest),
                _ => Some(PackingHeuristic::Nearest),
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
            turns: match has_sinks {
                _ if has(Enhancement::NoPlan) => NonZero::<u32>::MIN,
                true => TWO,
                false => FOUR,
            },
            efficient: has(Enhancement::Efficient),
        }
    }
}

level_solver! {
    /// Sets the enhancements. Those that this solver does not have are ignored.
    ///
    /// `farthest`, `upper`, `sinks` and `no-plan` contradict each other; the last wins. The
    /// enhancements from `no-opener` to `nearest` omit a part of `sinks`, and need it. Of these and
    /// `no-tunnels`, the last wins. `optimal` excludes `efficient`, and `groups` needs `optimal`.
    FeatureSearch, "positions stored, and those of small searches for deadlocks",
    Enhancements::new(&[
        Enhancement::Farthest,
        Enhancement::Upper,
        Enhancement::Sinks,
        Enhancement::NoPlan,
        Enhancement::Optimal,
        Enhancement::Efficient,
        Enhancement::BoxTables,
        Enhancement::Groups,
    ])
    .or(Enhancements::new(&LEFT_OUT)),
    |set| set
        .with_last_of(&[Enhancement::Farthest, Enhancement::Upper, Enhancement::Sinks, Enhancement::NoPlan])
        .requiring(Enhancement::Sinks, LEFT_OUT.split_at(1).1)
        .with_last_of(&LEFT_OUT)
        .excluding(&[Enhancement::Optimal], &[Enhancement::Efficient])
        .requiring(Enhancement::Optimal, &[Enhancement::Groups])
}

impl SearchMethod for FeatureSearch {
    const MAX_LIVE_SQUARES: usize = SearchBoard::MAX_LIVE_SQUARES_BY_FEATURES;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let needs_groups = self.enhancements.contains(Enhancement::Groups) && problem.groups.is_none();
        if const { W <= MAX_WORDS } && needs_groups {
            return problem.search(control, |control| {
                problem.with_groups(control, |problem, control| self.search(problem, control))
            });
        }
        problem.search(control, |control| {
            let blocked = Arc::new(BlockedGoals::new(problem.board, control)?);
            let mut run = self.begin(problem, &blocked, Advisors::deadlocks(problem.board), control)?;
            let outcome = run.advance(problem, u64::MAX, control);
            run.end(control).release(control);
            Ok(outcome)
        })
    }
}

/// A search by features in progress, which can be continued.
pub(super) struct OngoingForwardSearch<'b, const W: usize> {
    search: FeatureSearch,
    advisors: Advisors<'b, W>,
    scratch: AdvisorScratch<'b, W>,
    run: OngoingFeatureSearch<Advisors<'b, W>>,
    /// The pushes beyond the bound of the start, if they are limited.
    excess: u16,
}

impl FeatureSearch {
    /// Prepares a search with the deadlocks proved by previous searches. Memory remains held until
    /// the scope of `control` ends, that of the deadlocks until they are released.
    pub(super) fn begin<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        blocked: &Arc<BlockedGoals<W>>,
        deadlocks: DeadlockSearch<'b, W>,
        control: &mut Control,
    ) -> Result<OngoingForwardSearch<'b, W>, Stop> {
        let advisors =
            Advisors::new(problem.board, problem.bounds, Arc::clone(blocked), self.options(), control);
        let prepared =
            advisors.and_then(|advisors| Ok((advisors, problem.push_tables(self.enhancements, control)?)));
        let (advisors, tables) = match prepared {
            Ok(prepared) => prepared,
            Err(why) => {
                deadlocks.release(control);
                return Err(why);
            }
        };
        let advisors = advisors.with_groups(problem.groups);
        let mut run = OngoingForwardSearch {
            search: self,
            scratch: advisors.scratch_with(deadlocks).with_tables(tables),
            advisors,
            run: OngoingFeatureSearch::new([FeatureState::start(problem.start)]),
            excess: 0,
        };
        run.limit(problem, control);
        Ok(run)
    }
}

impl<'b, const W: usize> OngoingForwardSearch<'b, W> {
    /// With `optimal`, limits the pushes to the bound of the start plus the excess.
    fn limit(&mut self, problem: &SearchProblem<'b, W>, control: &mut Control) {
        if self.search.enhancements.contains(Enhancement::Optimal) {
            self.excess = self.excess.max(self.scratch.groups_excess(&problem.start).unwrap_or(u16::MAX));
            self.scratch.limit(self.excess, control);
        }
    }

    /// Searches until the search ends or this many more nodes are spent: the outcome is then
    /// stopped with [`Stop::Nodes`]. With `optimal`, the limit of pushes is raised until there is a
    /// solution; otherwise they are not limited.
    pub(super) fn advance(
        &mut self,
        problem: &SearchProblem<'b, W>,
        nodes: u64,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let before = control.stats().nodes;
        loop {
            let Self { advisors, scratch, run, .. } = self;
            let nodes = nodes.saturating_sub(control.stats().nodes - before);
            let least = u64::from(problem.least) + u64::from(self.excess);
            let stopped = |why| Outcome::Stopped { why, best: None, lower_bound: Some(least) };
            match run.run(advisors, scratch, nodes, control) {
                Outcome::Solved { plan, .. } => {
                    let actions = scratch.pushes(problem.start, &plan.actions);
                    return problem.bounded(Path { cost: actions.len() as u64, actions }, least);
                }
                Outcome::Stopped { why, .. } => return stopped(why),
                Outcome::Unsolvable if scratch.admits_all() => {}
                Outcome::Unsolvable => match scratch.next_limit(control) {
                    Ok(Some(next)) => self.excess = next,
                    Ok(None) => return Outcome::Unsolvable,
                    Err(why) => return stopped(why),
                },
            }
            let again = OngoingFeatureSearch::new([FeatureState::start(problem.start)]);
            core::mem::replace(&mut self.run, again).release(control);
            self.limit(problem, control);
        }
    }

    /// Ends the search. Returns the deadlocks, whose memory remains held.
    pub(super) fn end(self, control: &mut Control) -> DeadlockSearch<'b, W> {
        self.run.release(control);
        self.scratch.into_deadlocks()
    }
}
