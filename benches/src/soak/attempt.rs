//! One run of a solver, with panics caught, and the checks that need no other run.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use families::soak::{Costs, Task};
use motion_core::observer::Stats;
use motion_core::{Control, Outcome, Quality, Stop};

/// The runs of a solver.
pub(super) struct Attempt {
    pub(super) answer: Answer,
    pub(super) began: Instant,
    pub(super) ended: Instant,
}

/// The answer of a solver; its plan has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Solved { costs: Costs, quality: Quality },
    Unsolvable,
    Stopped { why: Stop, best: Option<Costs>, lower_bound: Option<u64> },
}

/// The limits of a run, as far as they can be checked afterwards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    pub(super) nodes: Option<u64>,
    pub(super) bytes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) may_cancel: bool,
}

impl Attempt {
    /// Runs the solver, and replays its plan.
    ///
    /// # Errors
    /// A panic, an illegal plan, or a limit that was exceeded.
    pub(super) fn make(task: &Task, control: &mut Control, limits: &Limits) -> Result<Self, String> {
        let began = Instant::now();
        let outcome = caught(|| (task.solve)(control))?;
        let ended = Instant::now();
        limits.check(control.stats(), task, &outcome)?;
        let answer = caught(|| {
            Ok::<_, String>(match outcome {
                Outcome::Solved { plan, quality } => Answer::Solved { costs: plan()?, quality },
                Outcome::Unsolvable => Answer::Unsolvable,
                Outcome::Stopped { why, best, lower_bound } => {
                    Answer::Stopped { why, best: best.map(|plan| plan()).transpose()?, lower_bound }
                }
            })
        });
        Ok(Self { answer: answer??, began, ended })
    }

    pub(super) fn time(&self) -> Duration {
        self.ended - self.began
    }
}

impl Answer {
    /// Returns the costs of the plan, if there is one.
    pub(super) const fn costs(&self) -> Option<&Costs> {
        match self {
            Self::Solved { costs, .. } | Self::Stopped { best: Some(costs), .. } => Some(costs),
            Self::Unsolvable | Self::Stopped { best: None, .. } => None,
        }
    }
}

impl Limits {
    /// Checks that a run kept its limits, gave back its memory, and stopped for a possible reason.
    fn check<P>(&self, stats: &Stats, task: &Task, outcome: &Outcome<P>) -> Result<(), String> {
        if stats.bytes != 0 {
            return Err(format!("{} bytes are not given back", stats.bytes));
        }
        let over = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used > limit);
        if over(self.nodes, stats.nodes) || over(self.bytes, stats.peak_bytes) {
            return Err(format!("{stats:?} is more than {self:?} allows"));
        }
        let Outcome::Stopped { why, .. } = outcome else { return Ok(()) };
        let can_be = match why {
            Stop::Nodes => self.nodes.is_some(),
            Stop::Memory => self.bytes.is_some(),
            Stop::Time => self.time.is_some(),
            Stop::Cancelled => self.may_cancel,
            Stop::Unsupported => !task.is_complete,
            _ => true,
        };
        if can_be { Ok(()) } else { Err(format!("stopped for a reason that there is not: {why}")) }
    }
}

/// Returns the result of a function, or the message of its panic.
pub(super) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| format!("panic: {}", message(&*payload)))
}

fn message(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use families::soak::{Check, moves};
    use motion_core::Budget;

    fn attempt(
        solve: impl Fn(&mut Control) -> Outcome<Check<'static>> + 'static,
        limits: &Limits,
    ) -> Result<Answer, String> {
        let mut budget = Budget::new();
        if let Some(nodes) = limits.nodes {
            budget = budget.with_nodes(nodes);
        }
        let attempt =
            Attempt::make(&Task::new("it", 1, solve, |check| check()), &mut Control::new(budget), limits);
        attempt.map(|attempt| attempt.answer)
    }

    fn solved(check: Check<'static>) -> Outcome<Check<'static>> {
        Outcome::Solved { plan: check, quality: Quality::Feasible }
    }

    #[test]
    fn panics_bad_plans_leaks_and_strange_reasons_are_found() {
        let none = Limits::default();
        let good = attempt(|_| solved(Box::new(|| Ok(moves(3)))), &none);
        assert_eq!(good, Ok(Answer::Solved { costs: moves(3), quality: Quality::Feasible }));
        let wrong = |solve: fn(&mut Control) -> Outcome<Check<'static>>, limits: &Limits, text: &str| {
            let why = attempt(solve, limits).expect_err("it is wrong");
            assert!(why.contains(text), "{why}");
        };
        wrong(|_| panic!("number {}", 7), &none, "panic: number 7");
        wrong(|_| solved(Box::new(|| panic!("late"))), &none, "panic: late");
        wrong(|_| solved(Box::new(|| Err("into a wall".to_owned()))), &none, "into a wall");
        wrong(
            |control| control.hold(9).map_or_else(Outcome::stopped, |()| Outcome::Unsolvable),
            &none,
            "9 bytes",
        );
        for why in [Stop::Nodes, Stop::Memory, Stop::Time, Stop::Cancelled, Stop::Unsupported] {
            let why = attempt(move |_| Outcome::stopped(why), &none).expect_err("there are no limits");
            assert!(why.contains("reason"), "{why}");
        }
        let limits = Limits { nodes: Some(5), ..none };
        assert!(attempt(|_| Outcome::stopped(Stop::Nodes), &limits).is_ok());
    }
}
