//! The limits of a run, and its observer.

mod budget;
mod clock;
mod conversion;
#[cfg(feature = "std")]
mod in_parallel;
mod memory;
mod observer;
mod part;
mod shares;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::{Any, type_name};
use core::num::NonZero;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;

use crate::outcome::Stop;
use clock::{Clock, TimeLimit};

pub use budget::{Budget, CancelFlag};
pub use observer::{Improvement, ImprovementTypeError, LevelProgress, Observer, Progress, Stats};
pub use part::Part;

/// The number of nodes between two readings of the cancel flag, if there is one. It is small
/// because reading the flag is nearly free and nodes can take milliseconds.
const FLAG_INTERVAL: u64 = 4;

/// The number of nodes between two calls of [`Observer::progress`].
const REPORT_INTERVAL: u64 = 8192;

/// The number of steps between two readings of the flag and the clock in work that counts no nodes.
const STEP_INTERVAL: u64 = 4096;

/// The budget, observer and statistics of one run. Every solver takes one and calls
/// [`spend`](Control::spend).
///
/// # Guarantees
/// The nodes spent and the memory held never exceed the limits. [`spend`](Control::spend) notices
/// - a raised flag, in the first call that comes at least 4 nodes after the last reading;
/// - a passed deadline, in the first call that comes at least 256 nodes after the last reading, or
///   earlier if a node takes longer than microseconds;
/// - an observer's [`Break`](core::ops::ControlFlow::Break), in the first call that comes at least
///   8,192 nodes after the last report.
///
/// Solvers spend at most 4,096 nodes at once, and call [`poll`](Control::poll) or
/// [`advance`](Control::advance) during long preparations.
///
/// A control belongs to one worker. It is not `Send`, since its observer need not be. For several
/// workers, create one control each from a part of the run or from a [`Budget`]; both are `Send`
/// and
/// share the cancel flag.
///
/// # Examples
/// ```
/// use motion_core::{Budget, Control, Stop};
///
/// let mut control = Control::new(Budget::new().with_nodes(10));
/// assert_eq!(control.spend(10), Ok(()));
/// assert_eq!(control.spend(1), Err(Stop::Nodes));
/// assert_eq!(control.stats().nodes, 10);
/// ```
#[derive(Default)]
pub struct Control<'a> {
    budget: Budget,
    clock: Option<Clock>,
    observer: Option<&'a mut dyn Observer>,
    progress: Progress,
    /// The node count at which [`spend`](Control::spend) next checks the limits. It never exceeds
    /// the node limit plus one.
    next_check: u64,
    next_clock_reading: u64,
    next_report: u64,
    /// The number of steps that [`advance`](Control::advance) counts before it polls.
    steps_left: u64,
    /// Determines by time, instead of nodes, when the observer is next shown the progress.
    report_clock: Option<Clock>,
    /// Whether the observer has ended the run.
    ended_by_observer: bool,
    /// The last limit that the run reached.
    limit_met: Option<Stop>,
    /// The counter in which a part of a run publishes its nodes.
    published_nodes: Option<Arc<AtomicU64>>,
    /// The cost that a solution must be below for the observer to be told of it.
    cost_to_beat: Option<u64>,
}

impl<'a> Control<'a> {
    /// Starts a run under this budget. The time limit counts from this call.
    pub fn new(budget: Budget) -> Self {
        Self {
            clock: budget.time.map(Clock::new),
            budget,
            observer: None,
            progress: Progress::default(),
            next_check: 0,
            next_clock_reading: 0,
            next_report: REPORT_INTERVAL,
            steps_left: STEP_INTERVAL,
            report_clock: None,
            ended_by_observer: false,
            limit_met: None,
            published_nodes: None,
            cost_to_beat: None,
        }
    }

    /// Starts a run without limits and without an observer.
    pub fn unlimited() -> Self {
        Self::new(Budget::new())
    }

    /// Sets the observer of the run.
    pub fn with_observer(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Shows the observer the progress once per interval instead of once per 8,192 nodes. If nodes
    /// take longer than the interval, reports come later.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::time::Duration;
    /// use motion_core::observer::Progress;
    /// use motion_core::Control;
    ///
    /// let mut shown = 0;
    /// let mut observer = |_: &Progress| {
    ///     shown += 1;
    ///     ControlFlow::Continue(())
    /// };
    /// let control = Control::unlimited().with_observer(&mut observer);
    /// let mut control = control.with_progress_interval(Duration::from_secs(3600));
    /// for _ in 0..100_000 {
    ///     control.spend(1)?;
    /// }
    /// assert_eq!(shown, 0);
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn with_progress_interval(self, interval: Duration) -> Self {
        self.with_progress_interval_by(clock::wall_clock, interval)
    }

    /// Shows the observer the progress once per interval of a custom clock, as in
    /// [`Budget::with_time_by`].
    pub fn with_progress_interval_by(mut self, clock: fn() -> Duration, interval: Duration) -> Self {
        self.report_clock = Some(Clock::new(TimeLimit { limit: interval, now: clock }));
        self.next_report = 0;
        self
    }

    /// The work so far.
    pub const fn stats(&self) -> &Stats {
        &self.progress.stats
    }

    /// The limit that the run has reached or used up, if any. It is the reason why an anytime
    /// solver ended with its current solution. A flag that is raised after the run, or time that
    /// passes after it, changes nothing.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// let mut control = Control::new(Budget::new().with_nodes(10));
    /// control.spend(9)?;
    /// assert_eq!(control.limit_met(), None);
    /// assert!(control.spend(2).is_err());
    /// assert_eq!(control.limit_met(), Some(Stop::Nodes));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn limit_met(&self) -> Option<Stop> {
        self.limit_met.or_else(|| (self.free_nodes() == 0).then_some(Stop::Nodes))
    }

    /// Accounts for `nodes` of work before the work is done.
    ///
    /// # Errors
    /// [`Stop`] if a limit forbids the work or the run is cancelled; the nodes are then not
    /// counted.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), Stop> {
        let after = self.progress.stats.nodes.saturating_add(nodes);
        if after >= self.next_check {
            self.check(after)?;
        }
        self.progress.stats.nodes = after;
        Ok(())
    }

    /// Accounts for much work at once, in portions between which limits and flags are checked.
    ///
    /// # Errors
    /// Those of [`spend`](Control::spend). The portions spent before the error remain counted.
    #[doc(hidden)]
    pub fn spend_many(&mut self, nodes: u64) -> Result<(), Stop> {
        const PORTION: u64 = 4096;
        for _ in 0..nodes / PORTION {
            self.spend(PORTION)?;
        }
        self.spend(nodes % PORTION)
    }

    /// Checks the flag and the clock at once. For work that counts no nodes but takes milliseconds.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, CancelFlag, Control, Stop};
    ///
    /// let flag = CancelFlag::new();
    /// let mut control = Control::new(Budget::new().with_cancel(flag.clone()));
    /// assert_eq!(control.poll(), Ok(()));
    /// flag.raise();
    /// assert_eq!(control.poll(), Err(Stop::Cancelled));
    /// ```
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    pub fn poll(&mut self) -> Result<(), Stop> {
        self.next_clock_reading = 0;
        self.check(self.progress.stats.nodes)
    }

    /// Counts steps of work that counts no nodes, such as the vertices visited by a preparation,
    /// and [polls](Control::poll) once per 4,096 steps. Steps are not nodes: they count against no
    /// node limit and appear in no statistics.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, CancelFlag, Control, Stop};
    ///
    /// let flag = CancelFlag::new();
    /// flag.raise();
    /// let mut control = Control::new(Budget::new().with_nodes(0).with_cancel(flag));
    /// let seen = (0..1_000_000).find(|_| control.advance(1).is_err());
    /// assert_eq!(seen, Some(4096));
    /// ```
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    #[inline]
    pub fn advance(&mut self, steps: u64) -> Result<(), Stop> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => self.poll_after_steps(),
        }
    }

    #[cold]
    fn poll_after_steps(&mut self) -> Result<(), Stop> {
        self.steps_left = STEP_INTERVAL;
        self.poll()
    }

    /// The number of threads that the run may use.
    pub const fn threads(&self) -> NonZero<usize> {
        self.budget.threads
    }

    /// Tells observers which fraction of the task is done, from 0 to 1.
    #[doc(hidden)]
    pub fn set_progress(&mut self, fraction_done: f64) {
        self.progress.fraction_done = Some(fraction_done);
    }

    /// Tells observers of a lower bound on the cost of the run's solutions.
    #[doc(hidden)]
    pub const fn set_lower_bound(&mut self, bound: u64) {
        self.progress.lower_bound = Some(bound);
    }

    /// Tells observers that a search expands another level. Sets `nodes_before`.
    #[doc(hidden)]
    pub fn set_level(&mut self, level: LevelProgress) {
        self.progress.level = Some(LevelProgress { nodes_before: self.progress.stats.nodes, ..level });
    }

    /// Tells observers of a solution better than all before. `solution` is called only for
    /// observers that ask for it.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] if the observer ends the run.
    pub fn improved<S: Any>(&mut self, cost: u64, solution: impl Fn() -> S) -> Result<(), Stop> {
        if self.cost_to_beat.is_some_and(|best| cost >= best) {
            return Ok(());
        }
        let make = || Box::new(solution()) as Box<dyn Any>;
        let found = type_name::<S>();
        let improvement = Improvement { cost, stats: self.progress.stats, found, solution: &make };
        if let Some(observer) = &mut self.observer
            && observer.improved(&improvement).is_break()
        {
            self.ended_by_observer = true;
            self.limit_met = Some(Stop::Cancelled);
            self.next_check = 0;
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    /// Does work that may find solutions worse than the best one of the run, which has this cost.
    /// The observer is told only of cheaper ones.
    #[doc(hidden)]
    pub fn with_cost_to_beat<R>(&mut self, cost: Option<u64>, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.cost_to_beat;
        self.cost_to_beat = before.into_iter().chain(cost).min();
        let result = work(self);
        self.cost_to_beat = before;
        result
    }

    /// Reads the clock if that is due, and returns the node at which it is due again.
    fn read_clock(&mut self, after: u64) -> Result<u64, Stop> {
        let Some(clock) = &mut self.clock else { return Ok(u64::MAX) };
        if after >= self.next_clock_reading {
            self.next_clock_reading = after.saturating_add(clock.read()?);
        }
        Ok(self.next_clock_reading)
    }

    #[cold]
    fn check(&mut self, after: u64) -> Result<(), Stop> {
        let result = self.check_limits(after);
        self.limit_met = result.err().or(self.limit_met);
        result
    }

    /// Returns whether a progress report is due after this number of nodes.
    fn is_report_due(&mut self, after: u64) -> bool {
        if after < self.next_report {
            return false;
        }
        let reading = self.report_clock.as_mut().map_or(Err(Stop::Time), Clock::read);
        let pause = match (&mut self.report_clock, reading) {
            (_, Ok(nodes)) => nodes,
            (Some(clock), Err(_)) => clock.restart(),
            (None, Err(_)) => REPORT_INTERVAL,
        };
        self.next_report = after.saturating_add(pause);
        reading.is_err()
    }

    fn check_limits(&mut self, after: u64) -> Result<(), Stop> {
        if self.budget.nodes.is_some_and(|limit| after > limit) {
            return Err(Stop::Nodes);
        }
        if self.ended_by_observer || self.budget.cancel.as_ref().is_some_and(CancelFlag::is_raised) {
            return Err(Stop::Cancelled);
        }
        let flag = if self.budget.cancel.is_some() { after.saturating_add(FLAG_INTERVAL) } else { u64::MAX };
        let next = flag.min(self.read_clock(after)?);
        if let Some(nodes) = &self.published_nodes {
            nodes.store(after, Ordering::Relaxed);
        }
        if self.is_report_due(after)
            && let Some(observer) = &mut self.observer
            && observer.progress(&self.progress).is_break()
        {
            self.ended_by_observer = true;
            return Err(Stop::Cancelled);
        }
        // The next check must not come later than the first node beyond the limit.
        let beyond_limit = self.budget.nodes.unwrap_or(u64::MAX).saturating_add(1);
        self.next_check = next.min(beyond_limit).min(self.next_report);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
