//! The promises of every solver of cooperative path-finding, and the checks of them.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use cpf_core::Instance;
use motion_core::observer::{Progress, Stats};
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Budget, CancelFlag, Control, Move, Outcome, Plan, Solver, Stop};

/// A solver together with the problem that it has made from an instance.
pub trait SolverAttempt {
    /// Solves the problem.
    fn solve(&self, control: &mut Control) -> Outcome<Plan>;

    /// Solves the problem and writes the moves into the sink.
    fn solve_into(&self, sink: &mut dyn Sink<Move>, control: &mut Control) -> Outcome<()>;
}

impl<S: StreamingSolver<P, Move = Move, Solution = Plan>, P> SolverAttempt for (S, P) {
    fn solve(&self, control: &mut Control) -> Outcome<Plan> {
        self.0.solve(&self.1, control)
    }

    fn solve_into(&self, sink: &mut dyn Sink<Move>, control: &mut Control) -> Outcome<()> {
        self.0.solve_into(&self.1, sink, control)
    }
}

/// A solver's promise for the instances of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Every instance is solved or proved unsolvable.
    Complete,
    /// The same; in addition, if a limit ends the run after the first plan is found, the outcome is
    /// the best plan so far.
    Anytime,
    /// The solver may give up with [`Stop::GaveUp`].
    Incomplete,
}

type AttemptMaker = dyn for<'i> Fn(&'i Instance) -> Option<Box<dyn SolverAttempt + 'i>>;

/// A solver in one of its variants.
pub struct NamedSolver {
    /// The name in messages.
    pub name: &'static str,
    /// The promise that is checked.
    pub promise: Promise,
    /// The most nodes that the solver needs for an instance of the suite, if it would work for long
    /// without a limit.
    nodes: Option<fn(&Instance) -> u64>,
    method: Box<AttemptMaker>,
}

/// A solver's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// A plan that the verifier accepts.
    Solved,
    /// No plan exists.
    Unsolvable,
    /// The solver gave up, as it may.
    GaveUp,
}

/// The number of instances of its class that a solver has been given, by its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// Instances that were solved.
    pub solved: usize,
    /// Instances that were proved unsolvable.
    pub unsolvable: usize,
    /// Instances on which the solver gave up.
    pub gave_up: usize,
}

impl NamedSolver {
    /// Creates a solver. `method` returns `None` for instances that are not of the solver's class.
    pub fn new(
        name: &'static str,
        promise: Promise,
        method: impl for<'i> Fn(&'i Instance) -> Option<Box<dyn SolverAttempt + 'i>> + 'static,
    ) -> Self {
        Self { name, promise, nodes: None, method: Box::new(method) }
    }

    /// Limits the solver to this many nodes, which must suffice for an instance of the suite.
    pub fn within(self, nodes: fn(&Instance) -> u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Returns the solver's attempt at an instance, if that is of its class.
    pub fn attempt<'i>(&self, instance: &'i Instance) -> Option<Box<dyn SolverAttempt + 'i>> {
        (self.method)(instance)
    }

    /// Returns whether the solver ends soon without a limit.
    pub fn is_quick(&self) -> bool {
        self.nodes.is_none()
    }

    fn budget(&self, instance: &Instance) -> Budget {
        self.nodes.map_or_else(Budget::new, |nodes| Budget::new().with_nodes(nodes(instance)))
    }

    /// Solves an instance of the solver's class. Fails if the answer is wrong or memory stays held.
    pub fn answer(&self, instance: &Instance) -> Option<AttemptResult> {
        let attempt = self.attempt(instance)?;
        Some(self.judge(instance, &*attempt).0)
    }

    /// Solves each instance of the solver's class and counts the answers.
    pub fn answer_all<'i>(&self, instances: impl IntoIterator<Item = &'i Instance>) -> AnswerCounts {
        let mut counts = AnswerCounts::default();
        for instance in instances {
            match self.answer(instance) {
                Some(AttemptResult::Solved) => counts.solved += 1,
                Some(AttemptResult::Unsolvable) => counts.unsolvable += 1,
                Some(AttemptResult::GaveUp) => counts.gave_up += 1,
                None => {}
            }
        }
        counts
    }

    fn judge(&self, instance: &Instance, attempt: &dyn SolverAttempt) -> (AttemptResult, Plan, Stats) {
        let name = self.name;
        let mut control = Control::new(self.budget(instance));
        let outcome = attempt.solve(&mut control);
        let stats = *control.stats();
        assert_eq!(stats.bytes, 0, "{name}: {instance:?}");
        let feasible = instance.feasibility().is_ok();
        match outcome {
            Outcome::Solved { plan, .. } => {
                assert!(feasible, "{name}: {instance:?}");
                let verified = instance.verify(&plan);
                assert!(verified.is_ok(), "{name}: {verified:?} on {instance:?}");
                // A plan's own memory also counts.
                assert!(stats.peak_bytes >= size_of_val(plan.moves()) as u64, "{name}: {instance:?}");
                (AttemptResult::Solved, plan, stats)
            }
            Outcome::Unsolvable => {
                assert!(!feasible, "{name}: {instance:?}");
                (AttemptResult::Unsolvable, Plan::new(), stats)
            }
            outcome @ Outcome::Stopped { .. } => {
                assert_eq!(outcome, Outcome::stopped(Stop::GaveUp), "{name}: {instance:?}");
                assert!(feasible && self.promise == Promise::Incomplete, "{name} gives up: {instance:?}");
                (AttemptResult::GaveUp, Plan::new(), stats)
            }
        }
    }

    /// Checks everything that is promised for a case, if it is of the solver's class: the answer,
    /// an equal answer in a second run, robots at their goals that stay there, limits, flags,
    /// deadlines and progress.
    pub fn check(&self, instance: &Instance) -> Option<AttemptResult> {
        let attempt = self.attempt(instance)?;
        let (answer, plan, Stats { nodes, peak_bytes: peak, .. }) = self.judge(instance, &*attempt);
        let mut whole: Vec<Move> = Vec::new();
        let mut control = Control::new(self.budget(instance));
        let again = attempt.solve_into(&mut whole, &mut control);
        assert_eq!(
            (again.is_solved(), control.stats().nodes),
            (answer == AttemptResult::Solved, nodes),
            "{}",
            self.name
        );
        assert!(answer != AttemptResult::Solved || whole == plan.moves(), "{}: {instance:?}", self.name);
        assert!(plan.is_empty() || instance.start() != instance.goal(), "{}: {instance:?}", self.name);
        let limits = [0, 1, nodes / 9, nodes / 3, nodes.saturating_sub(1)];
        for limit in limits.into_iter().filter(|&limit| limit < nodes) {
            self.check_node_limit(instance, &*attempt, limit, &whole);
        }
        for limit in [0, 300, 1000, peak / 9, peak / 3, peak.saturating_sub(1)] {
            self.check_byte_limit(instance, &*attempt, limit, answer);
        }
        self.check_raised_flag(&*attempt);
        self.check_deadlines(instance);
        self.check_progress(instance, &*attempt);
        Some(answer)
    }

    /// Checks that with fewer nodes than necessary the run stops with the beginning of the same
    /// plan.
    fn check_node_limit(&self, instance: &Instance, attempt: &dyn SolverAttempt, limit: u64, whole: &[Move]) {
        let name = self.name;
        let mut control = Control::new(Budget::new().with_nodes(limit));
        let mut written: Vec<Move> = Vec::new();
        let outcome = attempt.solve_into(&mut written, &mut control);
        assert!(control.stats().nodes <= limit && control.stats().bytes == 0, "{name}: {instance:?}");
        if outcome.is_solved() {
            let verified = instance.verify(&Plan::from(written));
            assert!(verified.is_ok() && self.promise == Promise::Anytime, "{name}: {instance:?}");
        } else {
            assert_eq!(outcome, Outcome::stopped(Stop::Nodes), "{name}: {limit} on {instance:?}");
            assert!(whole.starts_with(&written), "{name}: {instance:?}");
        }
    }

    /// Checks that with little memory the run stops or manages with it.
    fn check_byte_limit(
        &self,
        instance: &Instance,
        attempt: &dyn SolverAttempt,
        limit: u64,
        unlimited: AttemptResult,
    ) {
        let name = self.name;
        let mut control = Control::new(self.budget(instance).with_bytes(limit));
        let outcome = attempt.solve(&mut control);
        assert!(control.stats().peak_bytes <= limit && control.stats().bytes == 0, "{name}: {instance:?}");
        match outcome {
            Outcome::Solved { plan, .. } => {
                let verified = instance.verify(&plan);
                assert!(verified.is_ok() && unlimited == AttemptResult::Solved, "{name}: {instance:?}");
                assert!(size_of_val(plan.moves()) as u64 <= limit, "{name}: {instance:?}");
            }
            Outcome::Stopped { why: Stop::Memory, .. } => {
                assert_ne!(unlimited, AttemptResult::Unsolvable, "{name}: {instance:?}");
            }
            Outcome::Stopped { why: Stop::GaveUp, .. } => {
                assert_eq!(unlimited, AttemptResult::GaveUp, "{name}: {instance:?}");
            }
            outcome => {
                assert_eq!(outcome, Outcome::Unsolvable, "{name}: {instance:?}");
                assert_eq!(unlimited, AttemptResult::Unsolvable, "{name}: {instance:?}");
            }
        }
    }

    fn check_raised_flag(&self, attempt: &dyn SolverAttempt) {
        let flag = CancelFlag::new();
        flag.raise();
        let mut control = Control::new(Budget::new().with_cancel(flag));
        assert_eq!(attempt.solve(&mut control), Outcome::stopped(Stop::Cancelled), "{}", self.name);
        assert_eq!(control.stats().bytes, 0, "{}", self.name);
    }

    /// Checks that a past deadline stops the run, and that a near one stops it or is met.
    pub fn check_deadlines(&self, instance: &Instance) {
        let Some(attempt) = self.attempt(instance) else { return };
        for limit in [0, 1] {
            let mut control = Control::new(Budget::new().with_time(Duration::from_millis(limit)));
            match attempt.solve(&mut control) {
                Outcome::Stopped { why: Stop::Time, best: None, .. } => {}
                Outcome::Solved { plan, .. } => {
                    assert!(limit > 0 && instance.verify(&plan).is_ok(), "{}", self.name);
                }
                outcome => {
                    let answer = self.answer(instance);
                    let told = matches!(
                        (&outcome, answer),
                        (Outcome::Unsolvable, Some(AttemptResult::Unsolvable))
                            | (Outcome::Stopped { why: Stop::GaveUp, .. }, Some(AttemptResult::GaveUp))
                    );
                    assert!(limit > 0 && told, "{}: {outcome:?}", self.name);
                }
            }
            assert_eq!(control.stats().bytes, 0, "{}", self.name);
        }
    }

    /// Checks that progress is reported at least every 8,192 nodes, plus the nodes that are spent
    /// at once.
    fn check_progress(&self, instance: &Instance, attempt: &dyn SolverAttempt) {
        let mut told: Vec<u64> = Vec::new();
        let mut watch = |progress: &Progress| {
            told.push(progress.stats.nodes);
            ControlFlow::Continue(())
        };
        let mut control = Control::new(self.budget(instance)).with_observer(&mut watch);
        let _ = attempt.solve(&mut control);
        let nodes = control.stats().nodes;
        assert!(
            told.is_sorted() && told.len() as u64 >= nodes / (8192 + 4096),
            "{}: {instance:?}",
            self.name
        );
    }

    /// Checks that a flag which another thread raises at the first progress is noticed before there
    /// is a plan.
    pub fn check_raising(&self, instance: &Instance) {
        let Some(attempt) = self.attempt(instance) else { return };
        let flag = CancelFlag::new();
        let mut raise = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        let budget = Budget::new().with_cancel(flag.clone()).with_nodes(10_000_000);
        let mut control = Control::new(budget).with_observer(&mut raise);
        assert_eq!(attempt.solve(&mut control), Outcome::stopped(Stop::Cancelled), "{}", self.name);
        assert!(control.stats().nodes < 20_000 && control.stats().bytes == 0, "{}", self.name);
    }
}
