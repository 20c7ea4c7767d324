//! The checks of one scheduler on one instance.

use std::ops::ControlFlow;

use mapf::motion_core::observer::{Improvement, Observer};
use mapf::motion_core::{Budget, CancelFlag, Control, Outcome, Quality, Schedule, Solver, Stop};

use super::case::{Case, Problem};
use super::{Candidate, Endings, Promise};

/// Runs a scheduler and checks its answer against the least cost.
pub(crate) fn check<P: Problem, S: Solver<P, Solution = Schedule> + ?Sized>(
    case: &Case<P>,
    candidate: &Candidate<S>,
    endings: &mut Endings,
) {
    if !candidate.treats(case.instance.underlying()) {
        return;
    }
    let outcome = run(case, candidate, Limits::of(candidate));
    judge(case, candidate, &outcome, "without a limit");
    endings.instances += 1;
    match outcome {
        Outcome::Solved { quality: Quality::Optimal, .. } => endings.optimal += 1,
        Outcome::Solved { .. } => endings.solved += 1,
        Outcome::Unsolvable => endings.unsolvable += 1,
        Outcome::Stopped { why, .. }
            if candidate.promise == Promise::Attempt
                && matches!(why, Stop::Nodes | Stop::GaveUp | Stop::Unsupported) =>
        {
            endings.gave_up += 1;
        }
        Outcome::Stopped { why, .. } => {
            let name = candidate.name;
            assert!(why == Stop::Nodes && candidate.nodes.is_some(), "{name} ends with {why:?}\n{case}");
            endings.stopped += 1;
        }
    }
}

/// Does what [`check`] does. Also checks that a second run gives the same answer, and checks the
/// results from known schedules, one of which has the least cost.
pub(crate) fn check_thoroughly(
    case: &Case,
    candidate: &Candidate,
    known: &[Schedule],
    endings: &mut Endings,
) {
    if !candidate.treats(case.instance) {
        return;
    }
    check(case, candidate, endings);
    check_repetition(case, candidate);
    let name = candidate.name;
    for known in known {
        let mut control = Control::new(Limits::of(candidate).budget());
        let outcome = candidate.scheduler.solve_from(case.instance, known, &mut control);
        let outcome = outcome.unwrap_or_else(|error| panic!("{name} refuses a schedule: {error}\n{case}"));
        judge(case, candidate, &outcome, "from a known schedule");
        let cost = outcome.plan().map(|plan| case.cost(&plan));
        let most = case.cost(known);
        assert!(cost.is_some_and(|cost| cost <= most), "{name} makes {cost:?} of {most}\n{case}");
        assert_eq!(control.stats().bytes, 0, "{name} keeps memory\n{case}");
    }
    if case.instance.start() != case.instance.goal() {
        let foreign =
            candidate.scheduler.solve_from(case.instance, &Schedule::new(), &mut Control::unlimited());
        assert!(foreign.is_err(), "{name} takes a schedule that does not end at the goal\n{case}");
    }
}

/// Checks that a second run gives the same answer.
pub(crate) fn check_repetition<P: Problem, S: Solver<P, Solution = Schedule> + ?Sized>(
    case: &Case<P>,
    candidate: &Candidate<S>,
) {
    let [first, second] = [0, 1].map(|_| run(case, candidate, Limits::of(candidate)));
    let name = candidate.name;
    assert!(first == second, "{name} has two answers: {first:?} and {second:?}\n{case}");
}

/// Runs a scheduler under limits of nodes and bytes, and with a raised cancel flag.
pub(crate) fn check_limits<P: Problem, S: Solver<P, Solution = Schedule> + ?Sized>(
    case: &Case<P>,
    candidate: &Candidate<S>,
) {
    if !candidate.treats(case.instance.underlying()) {
        return;
    }
    for nodes in [0, 1, 10, 100, 1000] {
        let outcome = run(case, candidate, Limits { nodes: Some(nodes), bytes: None });
        judge(case, candidate, &outcome, "under a limit of nodes");
    }
    for bytes in [0, 100, 1000, 10_000, 100_000, 1_000_000] {
        let outcome = run(case, candidate, Limits { bytes: Some(bytes), ..Limits::of(candidate) });
        judge(case, candidate, &outcome, "under a limit of bytes");
    }
    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::new().with_cancel(flag));
    let outcome = candidate.scheduler.solve(case.instance, &mut control);
    judge(case, candidate, &outcome, "cancelled");
    assert_eq!(control.stats().nodes, 0, "{} works on when cancelled\n{case}", candidate.name);
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    nodes: Option<u64>,
    bytes: Option<u64>,
}

impl Limits {
    /// The limits within which a scheduler ends.
    fn of<S: ?Sized>(candidate: &Candidate<S>) -> Self {
        Self { nodes: candidate.nodes, bytes: None }
    }

    fn budget(self) -> Budget {
        let budget = self.nodes.map_or(Budget::new(), |nodes| Budget::new().with_nodes(nodes));
        self.bytes.map_or(budget.clone(), |bytes| budget.with_bytes(bytes))
    }
}

/// Runs a scheduler under an observer. Checks that it keeps the limits and releases its memory, and
/// that each schedule it shows is legal and better than the one before.
fn run<P: Problem, S: Solver<P, Solution = Schedule> + ?Sized>(
    case: &Case<P>,
    candidate: &Candidate<S>,
    limits: Limits,
) -> Outcome<Schedule> {
    let mut watcher = Watcher { case, name: candidate.name, last: None };
    let mut control = Control::new(limits.budget()).with_observer(&mut watcher);
    let outcome = candidate.scheduler.solve(case.instance, &mut control);
    let (stats, name) = (*control.stats(), candidate.name);
    let keeps = |limit: Option<u64>, used: u64| limit.is_none_or(|limit| used <= limit);
    assert!(keeps(limits.nodes, stats.nodes), "{name} spends {} nodes of {limits:?}\n{case}", stats.nodes);
    let peak = stats.peak_bytes;
    assert!(keeps(limits.bytes, peak), "{name} holds {peak} bytes of {limits:?}\n{case}");
    assert_eq!(stats.bytes, 0, "{name} keeps memory\n{case}");
    drop(control);
    if let (Some(last), Outcome::Solved { plan, .. } | Outcome::Stopped { best: Some(plan), .. }) =
        (watcher.last, &outcome)
    {
        assert!(case.cost(plan) <= last, "{name} has shown a better schedule, at {last}\n{case}");
    }
    outcome
}

struct Watcher<'c, P> {
    case: &'c Case<'c, P>,
    name: &'static str,
    last: Option<u64>,
}

impl<P: Problem> Observer for Watcher<'_, P> {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let (name, case) = (self.name, self.case);
        let schedule = improvement.solution::<Schedule>();
        let cost = schedule.map(|schedule| case.cost(&schedule));
        assert_eq!(cost, Ok(improvement.cost), "{name} shows another schedule than it says\n{case}");
        let better = self.last.is_none_or(|last| improvement.cost < last);
        assert!(better, "{name} shows {} after {:?}\n{case}", improvement.cost, self.last);
        self.last = Some(improvement.cost);
        ControlFlow::Continue(())
    }
}

/// Checks an answer against the least cost.
fn judge<P: Problem, S: ?Sized>(
    case: &Case<P>,
    candidate: &Candidate<S>,
    outcome: &Outcome<Schedule>,
    how: &str,
) {
    let (name, optimum) = (candidate.name, case.optimum);
    let bound_holds = |bound: u64| optimum.is_none_or(|optimum| bound <= optimum);
    let cost_of = |schedule: &Schedule| {
        let cost = case.cost(schedule);
        assert!(
            optimum.is_some_and(|optimum| cost >= optimum),
            "{name}, {how}, has a schedule that costs {cost}\n{case}"
        );
        cost
    };
    match outcome {
        Outcome::Solved { plan, quality } => {
            let cost = cost_of(plan);
            let bound = match *quality {
                Quality::Optimal => {
                    assert_eq!(Some(cost), optimum, "{name}, {how}, is not optimal\n{case}");
                    cost
                }
                Quality::Bounded { lower_bound } => lower_bound,
                Quality::Feasible => 0,
            };
            assert!(bound_holds(bound), "{name}, {how}: the bound {bound} is wrong\n{case}");
            let kept = match candidate.promise {
                Promise::Optimal => *quality == Quality::Optimal,
                Promise::Percent(percent) => 100 * cost <= percent * bound,
                Promise::Feasible | Promise::Attempt => true,
            };
            assert!(kept, "{name}, {how}, promises more than {cost}, {quality:?}\n{case}");
        }
        Outcome::Unsolvable => {
            assert_eq!(optimum, None, "{name}, {how}, finds no schedule\n{case}");
        }
        Outcome::Stopped { best, lower_bound, .. } => {
            let bound = lower_bound.unwrap_or(0);
            assert!(bound_holds(bound), "{name}, {how}: the bound {bound} is wrong\n{case}");
            if let Some(best) = best {
                let cost = cost_of(best);
                assert!(bound <= cost, "{name}, {how}: {bound} is no bound of {cost}\n{case}");
            }
        }
    }
}
