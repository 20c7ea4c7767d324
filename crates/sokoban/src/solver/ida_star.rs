//! IDA* by pushes, with a transposition table.

use motion_core::internal::{ErasedHeuristic, ErasedSpace, MemoryPolicy};
use motion_core::search::{Heuristic, IterativeDeepening, Path};
use motion_core::{Control, Outcome, Stop};

use super::pruned_search::AnyPushes;
use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements, tunnel_search};
use crate::analysis::{Penalties, PenaltyBound, PrunedPushes};
use crate::board::Push;
use crate::bound::{BoundKind, RunBound};
use crate::search::{Position, Run};

/// The nodes of the first search with `restarts`, and the increment for each further one.
const FIRST_NODES: u64 = 5_000;
const MORE_NODES: u64 = 5_000;

/// Finds the fewest pushes within any memory limit: depth-first searches, each limited by the least
/// sum of pushes and bound that exceeded the previous limit.
///
/// This is the method of Rolling Stone: IDA* with a lossy table of failed positions, and with
/// pushes of the same box first. With OMO, the other pushes are also in Rolling Stone's order.
/// Without the table, the same positions would be searched far too often. The thesis's IDA*
/// (section 3.4) tries pushes with the least sum first; here OMO does, after those of the same box.
///
/// With [`penalties`](Enhancement::Penalties), small searches find boxes that cost more together
/// than their matching: Rolling Stone's pattern search. Before a position is expanded, its bound is
/// raised by the largest sum of penalties without a common box; it may then exceed the fewest
/// pushes. With [`overestimate`](Enhancement::Overestimate) the largest penalty of each box is also
/// added. With [`restarts`](Enhancement::Restarts) the search begins again with the penalties
/// found, after 5,000 nodes, then after 10,000 and so on, until there are no new ones.
///
/// # Complexity
/// Positions are expanded in each of the searches, and again for each lower number of pushes at
/// which they are reached. The nodes of searches for penalties are counted, and are about half at
/// most. Memory is taken by the open positions and the table, which grows while memory is granted.
///
/// # Guarantees
/// Complete (exhaustion is a proof, reached if the memory suffices for the table), and optimal in
/// pushes but not in steps between them. With `penalties`, solutions may not be optimal, and the
/// quality is the matching bound of the start. When stopped, the lower bound is proved. Levels of
/// more than 1,024 live squares are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001) 219–251, and A. Junghanns, *Pushing the
/// limits: new developments in single-agent search*, doctoral thesis, University of Alberta, 1999,
/// for penalties. T. Virkkala, *Solving Sokoban*, 2011, sections 3.4 and 4.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::IdaStar;
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = IdaStar::default().solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdaStar {
    enhancements: Enhancements,
}

level_solver! {
    /// Sets the enhancements. This solver has `OMO`, `PI`, `simple`, `pruned`, `TM`, `tables`,
    /// `penalties`, `overestimate` and `restarts`; others are ignored. `pruned` includes `PI`,
    /// `penalties` excludes `simple`, and the last two need `penalties`.
    IdaStar, "positions expanded",
    Enhancements::new(&[
        Enhancement::OptimalMoveOrdering,
        Enhancement::PiCorrals,
        Enhancement::SimpleBound,
        Enhancement::Pruned,
        Enhancement::TunnelMacros,
        Enhancement::BoxTables,
        Enhancement::Penalties,
        Enhancement::Overestimate,
        Enhancement::Restarts,
    ]),
    |set| set
        .excluding(&[Enhancement::Pruned], &[Enhancement::PiCorrals])
        .excluding(&[Enhancement::Penalties], &[Enhancement::SimpleBound])
        .requiring(Enhancement::Penalties, &[Enhancement::Overestimate, Enhancement::Restarts])
}

impl SearchMethod for IdaStar {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        problem.search(control, |control| {
            let tables = problem.push_tables(self.enhancements, control)?;
            let space = if self.enhancements.contains(Enhancement::Pruned) {
                problem.pruned_pushes_or_all(true)
            } else {
                problem.pruned_pushes(self.enhancements)
            };
            let space = space.with_tables(tables);
            let mut heuristic = problem.heuristic(self.enhancements.bound());
            Ok(if self.enhancements.contains(Enhancement::Penalties) {
                self.search_with_penalties(problem, &space, control)
            } else if self.has_tunnels() {
                self.by_runs(problem, space, &mut RunBound(heuristic), control)
            } else {
                self.by_pushes(problem, &space, &mut heuristic, control)
            })
        })
    }
}

impl IdaStar {
    const fn has_tunnels(self) -> bool {
        self.enhancements.contains(Enhancement::TunnelMacros)
    }

    fn by_pushes<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        space: &PrunedPushes<'_, W>,
        bound: &mut dyn for<'s> Heuristic<AnyPushes<'s, W>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let space = ErasedSpace::new(space);
        self.engine(problem).search(&space, ErasedHeuristic::new(bound), problem.start, control)
    }

    fn by_runs<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        space: PrunedPushes<'b, W>,
        bound: &mut dyn for<'s> Heuristic<ErasedSpace<'s, Position<W>, Run>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        tunnel_search::search(problem, space, |space| {
            let space = ErasedSpace::new(space);
            self.engine(problem).search(&space, ErasedHeuristic::new(bound), problem.start, control)
        })
    }

    fn engine<const W: usize>(self, problem: &SearchProblem<'_, W>) -> IterativeDeepening {
        IterativeDeepening::default()
            .with_memory(MemoryPolicy::TranspositionTable)
            .with_inertia(true)
            .with_ranked(self.enhancements.contains(Enhancement::OptimalMoveOrdering))
            .with_bounded(true)
            .with_least(problem.least)
    }

    /// Searches with penalties; with `restarts`, again as long as there are new ones.
    fn search_with_penalties<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        space: &PrunedPushes<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let overestimates = self.enhancements.contains(Enhancement::Overestimate);
        let mut penalties = Penalties::new(problem.board, problem.bounds).with_overestimates(overestimates);
        let has_restarts = self.enhancements.contains(Enhancement::Restarts);
        with_restarts(problem, has_restarts, &mut penalties, control, |penalties, control| {
            self.search_once(problem, space, penalties, control)
        })
    }

    fn search_once<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        space: &PrunedPushes<'_, W>,
        penalties: &mut Penalties<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let matching = problem.heuristic(BoundKind::Matching);
        if self.has_tunnels() {
            let mut bound = PenaltyBound { matching: RunBound(matching), penalties };
            self.by_runs(problem, space.clone(), &mut bound, control)
        } else {
            self.by_pushes(problem, space, &mut PenaltyBound { matching, penalties }, control)
        }
    }
}

/// Searches with penalties; with restarts, again as long as there are new ones.
pub(super) fn with_restarts<'b, const W: usize>(
    problem: &SearchProblem<'b, W>,
    has_restarts: bool,
    penalties: &mut Penalties<'b, W>,
    control: &mut Control,
    mut search: impl FnMut(&mut Penalties<'b, W>, &mut Control) -> Outcome<Path<Push>>,
) -> Outcome<Path<Push>> {
    let mut limit = if has_restarts { FIRST_NODES } else { u64::MAX };
    loop {
        let (known, before) = (penalties.found(), control.stats().nodes);
        let outcome = control.within_nodes(limit, |control| search(penalties, control));
        let used = control.stats().nodes - before;
        match outcome {
            Outcome::Solved { plan, .. } => return problem.bounded(plan, problem.least.into()),
            Outcome::Unsolvable => return Outcome::Unsolvable,
            Outcome::Stopped { why: Stop::Nodes, .. } if used == limit => {}
            Outcome::Stopped { why, .. } => return problem.stopped(why),
        }
        limit = if penalties.found() > known { limit + MORE_NODES } else { u64::MAX };
    }
}
