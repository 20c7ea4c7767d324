//! Searches by features that take turns.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::by_features::ByFeatures;
use super::search_problem::SearchProblem;
#[cfg(feature = "rayon")]
use super::side_by_side::{Ended, Threads};
use crate::analysis::DeadlockSearch;
use crate::board::Push;
use crate::feature::{Advisors, BlockedGoals};

/// The factor by which the nodes grow from round to round.
pub(super) const GROWTH: u64 = 4;

/// Searches that take turns, round after round, until one ends.
///
/// The searches of a round begin with the deadlock sets known before the round, and are independent
/// of each other. They can therefore run in parallel with the same result.
pub(super) struct Rotation<'p, 'b, const W: usize> {
    problem: &'p SearchProblem<'b, W>,
    /// The searches, each with its share, by which the nodes of a round are multiplied.
    searches: Vec<(ByFeatures, u64)>,
    /// A lower bound on the pushes.
    least: u64,
    /// The deadlocks proved in previous rounds.
    deadlocks: DeadlockSearch<'b, W>,
    #[cfg(feature = "rayon")]
    threads: Option<Threads>,
}

impl<'p, 'b, const W: usize> Rotation<'p, 'b, W> {
    /// Creates a rotation of those of the searches that support the problem.
    pub(super) fn new(
        problem: &'p SearchProblem<'b, W>,
        searches: &[(ByFeatures, u64)],
        least: u64,
        control: &Control,
    ) -> Self {
        let is_supported = |(search, _): &&(ByFeatures, u64)| search.supports(problem.board);
        let searches: Vec<_> = searches.iter().filter(is_supported).copied().collect();
        #[cfg(not(feature = "rayon"))]
        let _ = control;
        Self {
            problem,
            least,
            deadlocks: Advisors::deadlocks(problem.board),
            #[cfg(feature = "rayon")]
            threads: Threads::new(searches.len(), control),
            searches,
        }
    }

    /// Searches until one search ends, or nodes, memory or time are exhausted. `nodes` is the limit
    /// in the first round of a search whose share is 1.
    pub(super) fn found(mut self, mut nodes: u64, control: &mut Control) -> Outcome<Path<Push>> {
        control.scope(|control| {
            let blocked = match BlockedGoals::new(self.problem.board, control) {
                Ok(blocked) => Arc::new(blocked),
                Err(why) => return self.stopped(why),
            };
            loop {
                match self.round(&blocked, nodes, control) {
                    ControlFlow::Continue(()) => nodes = nodes.saturating_mul(GROWTH),
                    ControlFlow::Break(outcome) => return outcome,
                }
            }
        })
    }

    fn round(
        &mut self,
        blocked: &Arc<BlockedGoals<W>>,
        nodes: u64,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        #[cfg(feature = "rayon")]
        if let Some(threads) = self.threads.take() {
            let flow = self.side_by_side(&threads, blocked, nodes, control);
            self.threads = Some(threads);
            return flow;
        }
        let (mut refused, mut known) = (0, None);
        for (search, share) in &self.searches {
            let own = self.deadlocks.fork(control);
            let nodes = nodes.saturating_mul(*share);
            let (outcome, own) = search.search_with(self.problem, blocked, own, nodes, control);
            known = Some(joined(known, own, control));
            self.judged(outcome, &mut refused, control)?;
        }
        self.renew(known, control);
        ControlFlow::Continue(())
    }

    /// Replaces the deadlock sets of the next searches with those proved so far.
    fn renew(&mut self, known: Option<DeadlockSearch<'b, W>>, control: &mut Control) {
        if let Some(known) = known {
            core::mem::replace(&mut self.deadlocks, known).release(control);
        }
    }

    /// Judges the outcome of a search: breaks with the outcome of the rotation if it is the last.
    fn judged(
        &self,
        outcome: Outcome<Path<Push>>,
        refused: &mut usize,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        match outcome {
            Outcome::Stopped { why: Stop::Nodes, .. } => {}
            Outcome::Stopped { why: Stop::Memory, .. } => *refused += 1,
            Outcome::Stopped { why, .. } => return ControlFlow::Break(self.stopped(why)),
            outcome => return ControlFlow::Break(outcome),
        }
        // Spending one more node shows whether the search or the whole run has reached its limit.
        let all_refused = (*refused == self.searches.len()).then_some(Stop::Memory);
        match control.spend(1).err().or(all_refused) {
            Some(why) => ControlFlow::Break(self.stopped(why)),
            None => ControlFlow::Continue(()),
        }
    }

    const fn stopped(&self, why: Stop) -> Outcome<Path<Push>> {
        Outcome::Stopped { why, best: None, lower_bound: Some(self.least) }
    }
}

/// Joins the deadlock sets of searches that began with the same sets.
fn joined<'b, const W: usize>(
    known: Option<DeadlockSearch<'b, W>>,
    own: DeadlockSearch<'b, W>,
    control: &mut Control,
) -> DeadlockSearch<'b, W> {
    match known {
        None => own,
        Some(mut known) => {
            known.absorb(own, control);
            known
        }
    }
}

#[cfg(feature = "rayon")]
impl<'b, const W: usize> Rotation<'_, 'b, W> {
    /// Runs a round on several threads. The nodes and bytes of the searches are accounted for one
    /// after another, in their order, up to the first that solves the level, so that a limit of
    /// nodes ends the round at the same point as on one thread.
    fn side_by_side(
        &mut self,
        threads: &Threads,
        blocked: &Arc<BlockedGoals<W>>,
        nodes: u64,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        let tasks = self
            .searches
            .iter()
            .map(|(search, share)| (*search, nodes.saturating_mul(*share), self.deadlocks.fork(control)));
        let problem = self.problem;
        let work = |(search, nodes, own): (ByFeatures, u64, DeadlockSearch<'b, W>), control: &mut Control| {
            search.search_with(problem, blocked, own, nodes, control)
        };
        let is_end = |outcome: &Outcome<_>| !matches!(outcome, Outcome::Stopped { .. });
        let mut ended = threads.run(tasks.collect(), control, work, |(outcome, _)| is_end(outcome));
        let together = threads.most_bytes(&ended);
        let granted = control.scope(|control| control.hold(together));
        granted.expect("invariant: each thread had its share of what was free");
        let last = ended.iter().position(|search| is_end(&search.result.0));
        let last = last.and_then(|last| ended.drain(last..).next());
        let (mut refused, mut known, mut stop) = (0, None, None);
        for Ended { result: (outcome, own), stats } in ended {
            if let Err(why) = control.count_part(stats.nodes) {
                return ControlFlow::Break(self.stopped(why));
            }
            // If memory is refused, the deadlock sets of the search are lost.
            if control.hold(stats.bytes).is_ok() {
                known = Some(joined(known, own, control));
            } else {
                control.release(own.held_bytes() - stats.bytes);
            }
            match self.judged(outcome, &mut refused, control) {
                // The clock may have stopped a search that precedes the one that has solved the
                // level.
                ControlFlow::Break(Outcome::Stopped { why, .. }) if why != Stop::Nodes => {
                    stop = stop.or(Some(why));
                }
                flow => flow?,
            }
        }
        self.renew(known, control);
        if let Some(Ended { result: (outcome, _), stats }) = last {
            return ControlFlow::Break(match control.count_part(stats.nodes) {
                Ok(()) => outcome,
                Err(why) => self.stopped(why),
            });
        }
        // If the run was cancelled before any search began, no outcome shows it.
        match stop.or_else(|| control.poll().err()) {
            Some(why) => ControlFlow::Break(self.stopped(why)),
            None => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZero;

    use motion_core::{Budget, CancelFlag};
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::board::SearchBoard;
    use crate::bound::LowerBounds;
    use crate::samples::random_board;
    use crate::solver::auto::SEARCHES;

    /// Returns the outcome of the rotation, its nodes, and its peak of bytes.
    fn run(board: &SearchBoard, first: u64, budget: Budget) -> (Outcome<Path<Push>>, u64, u64) {
        let bounds = LowerBounds::new(board);
        let Some(problem) = SearchProblem::<4>::new(board, &bounds) else {
            return (Outcome::Unsolvable, 0, 0);
        };
        let mut control = Control::new(budget);
        let rotation = Rotation::new(&problem, &SEARCHES, problem.least.into(), &control);
        let outcome = rotation.found(first, &mut control);
        assert_eq!(control.stats().bytes, 0);
        (outcome, control.stats().nodes, control.stats().peak_bytes)
    }

    fn threads(count: usize) -> Budget {
        Budget::new().with_threads(NonZero::new(count).expect("not zero"))
    }

    /// Holds under any limit of nodes, for any number of threads, with the feature `rayon` or
    /// without it.
    #[test]
    fn threads_do_not_change_the_answer() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut sum, mut solved, mut stopped) = (0, 0, 0);
        for number in 0..cases(20, 60) {
            let board = random_board(&mut rng, 4 + number % 3);
            let first = 1 + number as u64 % 9;
            let whole = run(&board, first, threads(1).with_nodes(5_000));
            for limit in [whole.1, whole.1 * 2 / 3, whole.1 / 5] {
                let [one, two, four] = [1, 2, 4].map(|count| {
                    let (outcome, nodes, _) = run(&board, first, threads(count).with_nodes(limit));
                    (outcome, nodes)
                });
                assert_eq!((&two, &four), (&one, &one), "within {limit} nodes");
                sum += one.1;
                solved += u32::from(matches!(one.0, Outcome::Solved { .. }));
                stopped += u32::from(matches!(one.0, Outcome::Stopped { why: Stop::Nodes, .. }));
            }
        }
        assert!(solved >= cases(5, 20) && stopped >= cases(5, 20), "{solved} solved, {stopped} stopped");
        // Other features give the same sum.
        assert_eq!(sum, cases(1034, 3309));
    }

    /// Holds even if a later search could solve the level with the nodes that were left before it.
    #[test]
    fn without_its_last_node_no_number_of_threads_ends() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
        let mut solved = 0;
        for number in 0..cases(10, 40) {
            let board = random_board(&mut rng, 4);
            let first = 2 + number % 7;
            let (outcome, nodes, _) = run(&board, first, threads(1).with_nodes(5_000));
            if !matches!(outcome, Outcome::Solved { .. }) {
                continue;
            }
            solved += 1;
            for count in [1, 2, 4] {
                let (outcome, spent, _) = run(&board, first, threads(count).with_nodes(nodes - 1));
                assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. }), "{count} threads");
                assert_eq!(spent, nodes - 1);
            }
        }
        assert!(solved > cases(2, 10), "only {solved} were solved");
    }

    #[test]
    fn memory_is_limited_for_all_threads_together() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut refused = 0;
        for _ in 0..cases(5, 20) {
            let board = random_board(&mut rng, 6);
            for count in [1, 3] {
                for limit in [50_000, 500_000, 5_000_000] {
                    let (outcome, _, peak) =
                        run(&board, 300, threads(count).with_bytes(limit).with_nodes(20_000));
                    assert!(peak <= limit, "{peak} of {limit} bytes on {count} threads");
                    refused += u32::from(matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. }));
                }
            }
        }
        assert!(refused > cases(0, 5), "only {refused} searches lacked memory");
    }

    #[test]
    fn a_raised_flag_ends_all_threads() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let board = random_board(&mut rng, 6);
        let flag = CancelFlag::new();
        flag.raise();
        let (outcome, nodes, _) = run(&board, 1_000, threads(3).with_cancel(flag));
        assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }) && nodes < 50, "{nodes}");
    }
}
