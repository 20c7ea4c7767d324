//! A run of a solver on a problem, within limits and with its solution replayed.

use std::fmt::Debug;

use motion_core::{Budget, Control, Outcome, Quality, Solver, Verify};

use crate::thread_time::timed;

/// The result and the cost of a run; `S` is the solution, or its metrics.
pub(super) struct Attempt<S> {
    /// The solution, or the best one so far if a limit was reached.
    pub(super) best: Option<S>,
    /// The proved quality of the solution; `None` if a limit was reached.
    pub(super) quality: Option<Quality>,
    /// A lower bound on the cost; `None` also for a solution that is proved to cost the least.
    pub(super) lower_bound: Option<u64>,
    pub(super) nodes: u64,
    /// The most memory that the solver has accounted for.
    pub(super) peak_bytes: u64,
    /// Processor time.
    pub(super) seconds: f64,
}

impl<S> Attempt<S> {
    /// Runs a solver.
    pub(super) fn of(control: &mut Control, solve: impl FnOnce(&mut Control) -> Outcome<S>) -> Self {
        let (outcome, time) = timed(|| solve(control));
        let (best, quality, lower_bound) = match outcome {
            Outcome::Solved { plan, quality: Quality::Bounded { lower_bound } } => {
                (Some(plan), Some(Quality::Bounded { lower_bound }), Some(lower_bound))
            }
            Outcome::Solved { plan, quality } => (Some(plan), Some(quality), None),
            Outcome::Unsolvable => (None, None, None),
            Outcome::Stopped { best, lower_bound, .. } => (best, None, lower_bound),
        };
        let (nodes, peak_bytes) = (control.stats().nodes, control.stats().peak_bytes);
        Self { best, quality, lower_bound, nodes, peak_bytes, seconds: time.as_secs_f64() }
    }

    /// Converts the solution, or replaces it by its metrics.
    pub(super) fn map<T>(self, convert: impl FnOnce(S) -> T) -> Attempt<T> {
        let Self { best, quality, lower_bound, nodes, peak_bytes, seconds } = self;
        Attempt { best: best.map(convert), quality, lower_bound, nodes, peak_bytes, seconds }
    }

    /// Replays the solution, and replaces it by its metrics.
    ///
    /// # Panics
    /// If the solution is wrong.
    pub(super) fn verified<M, E: Debug>(self, verify: impl FnOnce(&S) -> Result<M, E>) -> Attempt<M> {
        self.map(|solution| verify(&solution).expect("invariant: solutions are right"))
    }

    /// Returns whether no solution costs less.
    pub(super) fn is_proved(&self) -> bool {
        self.quality == Some(Quality::Optimal)
    }
}

/// Runs a solver within limits, and replays its solution.
///
/// # Panics
/// If the solution is wrong.
pub(super) fn attempt<P: Verify<S, Error: Debug>, S>(
    solver: &(impl Solver<P, Solution = S> + ?Sized),
    problem: &P,
    budget: &Budget,
) -> Attempt<P::Metrics> {
    Attempt::of(&mut Control::new(budget.clone()), |control| solver.solve(problem, control))
        .verified(|solution| problem.verify(solution))
}
