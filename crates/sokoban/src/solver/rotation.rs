//! Searches by features that take members.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::by_features::{ByFeatures, OngoingSearch, SharedData};
use super::open_position::OpenPosition;
use super::search_problem::SearchProblem;
#[cfg(feature = "rayon")]
use super::side_by_side::{Ended, Threads};
use crate::board::{MAX_WORDS, Push};
use crate::bound::LowerBounds;
use crate::feature::BlockedGoals;

/// Searches that take turns, round after round, until one ends. In each round they are continued.
///
/// The searches are independent of each other. They can therefore run in parallel with the same
/// result.
pub(super) struct Rotation<'s> {
    /// The searches, each with its share, by which the nodes of a round are multiplied.
    pub(super) searches: &'s [(ByFeatures, u64)],
    /// The nodes of a round of a search whose share is 1.
    pub(super) nodes: u64,
    /// A lower bound on the pushes.
    pub(super) least: u64,
}

/// A search of a rotation.
struct RotationMember<'b, const W: usize> {
    search: ByFeatures,
    /// The nodes of each round.
    nodes: u64,
    /// The search in progress; `None` before the first round.
    run: Option<OngoingSearch<'b, W>>,
    /// The bytes that it holds.
    bytes: u64,
}

impl<'b, const W: usize> RotationMember<'b, W> {
    /// Continues the search. If it lacks memory, all of its memory is released.
    fn advance(&mut self, shared: &SharedData<'_, 'b, W>, control: &mut Control) -> Outcome<Path<Push>> {
        let others = control.stats().bytes - self.bytes;
        let begun = match self.run.take() {
            Some(run) => Ok(run),
            None => self.search.begin(shared, control),
        };
        let outcome = match begun {
            Ok(run) => self.run.insert(run).advance(shared, self.nodes, control),
            Err(why) => shared.problem.stopped(why),
        };
        if matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. }) {
            self.run = None;
            control.release(control.stats().bytes - others);
        }
        self.bytes = control.stats().bytes - others;
        outcome
    }
}

impl Rotation<'_> {
    /// Searches until one search ends, or nodes, memory or time are exhausted.
    pub(super) fn found<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        control.scope(|control| {
            let backward = LowerBounds::backward(problem.board);
            let blocked = match BlockedGoals::new(problem.board, control) {
                Ok(blocked) => Arc::new(blocked),
                Err(why) => return self.stopped(why),
            };
            let mut shared = SharedData { problem, backward: &backward, blocked, open: None };
            let mut members = self.members(&shared, |_| true);
            #[cfg(feature = "rayon")]
            let threads = Threads::new(self.searches.len(), control);
            let round = |members: &mut Vec<_>, shared: &_, control: &mut Control| {
                #[cfg(feature = "rayon")]
                if let Some(threads) = &threads {
                    return self.side_by_side(threads, members, shared, control);
                }
                self.round(members, shared, control)
            };
            // A level that is solved in the first round needs no open position.
            if let ControlFlow::Break(outcome) = round(&mut members, &shared, control) {
                return outcome;
            }
            let found =
                const { W <= MAX_WORDS }.then(|| OpenPosition::find(problem.board, &backward, control));
            let open = match found.transpose() {
                Ok(open) => open.flatten(),
                Err(Stop::Memory) => None,
                Err(why) => return self.stopped(why),
            };
            shared.open = open.as_ref();
            members
                .extend(self.members(&shared, |search| matches!(search, ByFeatures::TowardOpenPosition(_))));
            loop {
                if let ControlFlow::Break(outcome) = round(&mut members, &shared, control) {
                    return outcome;
                }
            }
        })
    }

    /// Returns the searches of a kind that support a problem.
    fn members<'b, const W: usize>(
        &self,
        shared: &SharedData<'_, 'b, W>,
        is_of_kind: impl Fn(ByFeatures) -> bool,
    ) -> Vec<RotationMember<'b, W>> {
        let searches = self.searches.iter();
        let supported = searches.filter(|(search, _)| is_of_kind(*search) && search.supports(shared));
        let member = |&(search, share): &(_, u64)| RotationMember {
            search,
            nodes: self.nodes.saturating_mul(share),
            run: None,
            bytes: 0,
        };
        supported.map(member).collect()
    }

    fn round<'b, const W: usize>(
        &self,
        members: &mut Vec<RotationMember<'b, W>>,
        shared: &SharedData<'_, 'b, W>,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        for member in &mut *members {
            let outcome = member.advance(shared, control);
            self.judged(outcome, control)?;
        }
        self.without_refused(members)
    }

    /// Drops the searches that lack memory; breaks if no search is left.
    fn without_refused<const W: usize>(
        &self,
        members: &mut Vec<RotationMember<'_, W>>,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        members.retain(|member| member.run.is_some());
        if members.is_empty() {
            ControlFlow::Break(self.stopped(Stop::Memory))
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Judges the outcome of a search: breaks with the outcome of the rotation if it is the last.
    fn judged(
        &self,
        outcome: Outcome<Path<Push>>,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        match outcome {
            Outcome::Stopped { why: Stop::Nodes | Stop::Memory, .. } => {}
            Outcome::Stopped { why, .. } => return ControlFlow::Break(self.stopped(why)),
            outcome => return ControlFlow::Break(outcome),
        }
        // Spending one more node shows whether the search or the whole run has reached its limit.
        match control.spend(1) {
            Err(why) => ControlFlow::Break(self.stopped(why)),
            Ok(()) => ControlFlow::Continue(()),
        }
    }

    const fn stopped(&self, why: Stop) -> Outcome<Path<Push>> {
        Outcome::Stopped { why, best: None, lower_bound: Some(self.least) }
    }
}

#[cfg(feature = "rayon")]
impl Rotation<'_> {
    /// Runs a round on several threads. The nodes and bytes of the searches are accounted for one
    /// after another, in their order, up to the first that solves the level, so that a limit of
    /// nodes ends the round at the same point as on one thread.
    fn side_by_side<'b, const W: usize>(
        &self,
        threads: &Threads,
        members: &mut Vec<RotationMember<'b, W>>,
        shared: &SharedData<'_, 'b, W>,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>> {
        // Each part accounts for the memory that its search holds.
        control.release(members.iter().map(|member| member.bytes).sum());
        let work = |member: &mut RotationMember<'b, W>, control: &mut Control| {
            if control.hold(member.bytes).is_err() {
                (member.run, member.bytes) = (None, 0);
                return shared.problem.stopped(Stop::Memory);
            }
            member.advance(shared, control)
        };
        let is_end = |outcome: &Outcome<_>| !matches!(outcome, Outcome::Stopped { .. });
        let ended = threads.run(members.iter_mut().collect(), control, work, is_end);
        let together = ended.iter().map(|search| search.stats.peak_bytes).sum();
        let granted = control.scope(|control| control.hold(together));
        granted.expect("invariant: each search had its share of what was free");
        let mut stop = None;
        for Ended { result, stats } in ended {
            let is_last = is_end(&result);
            if let Err(why) = control.count_part(stats.nodes) {
                return ControlFlow::Break(self.stopped(why));
            }
            let granted = control.hold(stats.bytes);
            granted.expect("invariant: each search had its share of what was free");
            match self.judged(result, control) {
                // The clock may have stopped a search that precedes the one that has solved the
                // level.
                ControlFlow::Break(Outcome::Stopped { why, .. }) if why != Stop::Nodes && !is_last => {
                    stop = stop.or(Some(why));
                }
                flow => flow?,
            }
        }
        // If the run was cancelled before any search began, no outcome shows it.
        match stop.or_else(|| control.poll().err()) {
            Some(why) => ControlFlow::Break(self.stopped(why)),
            None => self.without_refused(members),
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
        let rotation = Rotation { searches: &SEARCHES, nodes: first, least: problem.least.into() };
        let outcome = rotation.found(&problem, &mut control);
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
        assert_eq!(sum, cases(1034, 3290));
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
