//! How long a solver may work, and who watches it.

mod budget;
mod clock;
mod conversion;
#[cfg(feature = "std")]
mod in_parallel;
mod observer;
mod part;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::num::NonZero;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::outcome::Stop;
use clock::Clock;
use conversion::Converter;

pub use budget::{Budget, CancelFlag};
pub use observer::{Improvement, LevelProgress, Observer, Progress, Stats};
pub use part::Part;

/// Nodes between two readings of the cancel flag, where there is one. Checked often, since reading
/// it is nearly free and nodes can take milliseconds.
const FLAG_INTERVAL: u64 = 4;

/// Nodes between two calls of [`Observer::progress`].
const REPORT_INTERVAL: u64 = 8192;

/// Steps between two readings of the flag and the clock in work that counts no nodes.
const STEP_INTERVAL: u64 = 4096;

/// The budget, observer and statistics of one run; every solver takes one and calls
/// [`spend`](Control::spend).
///
/// # Guarantees
/// A raised flag is seen by the first call of [`spend`](Control::spend) that comes 4 nodes or more
/// after the last reading, a passed deadline by the first that comes 256 nodes after – sooner where
/// nodes take longer than microseconds –, an observer's [`Break`](core::ops::ControlFlow::Break) by
/// the first after 8,192; solvers spend at most 4,096 nodes at once, and call
/// [`poll`](Control::poll) or [`advance`](Control::advance) where they prepare for long. What was
/// spent and held never exceeds the limits.
///
/// A control goes with one worker: it is not `Send`, since its observer need not be. For several
/// workers make one for each from a [`Part`] or a [`Budget`], which are `Send` and share its cancel
/// flag.
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
    /// The node count at which [`spend`](Control::spend) checks the limits; never above the node
    /// limit.
    next_check: u64,
    next_clock_reading: u64,
    next_report: u64,
    /// How many more steps [`advance`](Control::advance) counts before it polls.
    steps_left: u64,
    /// Whether the observer has ended the run.
    ended_by_observer: bool,
    /// Where a part of a run shows how far it has come.
    published_nodes: Option<Arc<AtomicU64>>,
}

impl<'a> Control<'a> {
    /// Starts a run under this budget; the time limit counts from here.
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
            ended_by_observer: false,
            published_nodes: None,
        }
    }

    /// A run without limits and without an observer.
    pub fn unlimited() -> Self {
        Self::new(Budget::new())
    }

    /// Lets an observer watch the run.
    pub fn with_observer(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The work so far.
    pub const fn stats(&self) -> &Stats {
        &self.progress.stats
    }

    /// Accounts for `nodes` of work before it is done.
    ///
    /// # Errors
    /// [`Stop`] where a limit forbids the work or the run is cancelled; the nodes are then not
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

    /// Accounts for much work at once, in portions that let limits and flags be seen between them.
    ///
    /// # Errors
    /// Those of [`spend`](Control::spend); the portions before count.
    pub fn spend_many(&mut self, nodes: u64) -> Result<(), Stop> {
        const PORTION: u64 = 4096;
        for _ in 0..nodes / PORTION {
            self.spend(PORTION)?;
        }
        self.spend(nodes % PORTION)
    }

    /// Looks at the flag and the clock at once; for work that counts no nodes, but lasts for
    /// milliseconds.
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
    /// [`Stop`] where the run is cancelled or its time is over.
    pub fn poll(&mut self) -> Result<(), Stop> {
        self.next_clock_reading = 0;
        self.check(self.progress.stats.nodes)
    }

    /// Counts steps of work that counts no nodes, such as vertices that a preparation looks at, and
    /// [polls](Control::poll) once in 4,096 of them. Steps are no nodes: no limit of nodes counts
    /// them, and they are in no statistics.
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
    /// [`Stop`] where the run is cancelled or its time is over.
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

    /// Does some work under a limit of nodes of its own, beside the limits of the run.
    ///
    /// Where that work stops with [`Stop::Nodes`], the next [`spend`](Control::spend) tells whether
    /// the limit was that of the run. What is [`fraction_used`](Control::fraction_used) counts
    /// against the tighter limit meanwhile.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// let mut control = Control::new(Budget::new().with_nodes(10));
    /// let stop = control.within_nodes(4, |control| (0..9).try_for_each(|_| control.spend(1)));
    /// assert_eq!((stop, control.stats().nodes), (Err(Stop::Nodes), 4));
    /// assert_eq!(control.spend(6), Ok(()));
    /// assert_eq!(control.spend(1), Err(Stop::Nodes));
    /// ```
    pub fn within_nodes<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> R {
        let run = self.budget.nodes;
        let own = self.progress.stats.nodes.saturating_add(nodes);
        self.budget.nodes = Some(run.map_or(own, |run| run.min(own)));
        self.next_check = 0;
        let result = work(self);
        self.budget.nodes = run;
        self.next_check = 0;
        result
    }

    /// Does some work under a share of what is left of the run's nodes and time; without such
    /// limits it has none of its own either.
    ///
    /// Where that work stops, [`poll`](Control::poll) and the next [`spend`](Control::spend) tell
    /// whether the run has to. What is [`fraction_used`](Control::fraction_used) counts against the
    /// share meanwhile.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// let mut control = Control::new(Budget::new().with_nodes(20));
    /// control.spend(10)?;
    /// let stop = control.within_share(30, |control| (0..9).try_for_each(|_| control.spend(1)));
    /// assert_eq!((stop, control.stats().nodes), (Err(Stop::Nodes), 13));
    /// assert_eq!(control.spend(7), Ok(()));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn within_share<R>(&mut self, percent: u8, work: impl FnOnce(&mut Self) -> R) -> R {
        let nodes = self.budget.nodes.map(|limit| {
            let left = limit.saturating_sub(self.progress.stats.nodes);
            (u128::from(left) * u128::from(percent) / 100) as u64
        });
        let share = self.clock.as_ref().map(|clock| Clock::new(clock.share(percent)));
        let run = core::mem::replace(&mut self.clock, share);
        (self.next_clock_reading, self.next_check) = (0, 0);
        let result = match nodes {
            Some(nodes) => self.within_nodes(nodes, work),
            None => work(self),
        };
        self.clock = run;
        (self.next_clock_reading, self.next_check) = (0, 0);
        result
    }

    /// Does some work whose solutions are of another type than those of the run: observers are told
    /// of what `convert` makes of them, which costs the same.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    /// use motion_core::{Control, Improvement, Observer};
    ///
    /// struct Lengths(Vec<usize>);
    ///
    /// impl Observer for Lengths {
    ///     fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
    ///         self.0.extend(improvement.solution::<usize>());
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mut lengths = Lengths(Vec::new());
    /// let mut control = Control::unlimited().with_observer(&mut lengths);
    /// control.converting(|text: String| text.len(), |control| {
    ///     control.improved(2, || "ab".to_owned())
    /// })?;
    /// control.improved(1, || 1_usize)?;
    /// assert_eq!(lengths.0, [2, 1]);
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    pub fn converting<S: Any, T: Any, R>(
        &mut self,
        convert: impl Fn(S) -> T,
        work: impl FnOnce(&mut Control<'_>) -> R,
    ) -> R {
        let Some(observer) = self.observer.take() else { return work(self) };
        let mut converter = Converter::new(&mut *observer, convert);
        let mut inner = Control {
            budget: core::mem::take(&mut self.budget),
            clock: self.clock.take(),
            observer: Some(&mut converter),
            published_nodes: self.published_nodes.take(),
            ..*self
        };
        let result = work(&mut inner);
        let Control { budget, clock, published_nodes, observer: _, .. } = inner;
        self.published_nodes = published_nodes;
        self.progress = inner.progress;
        self.next_check = inner.next_check;
        self.next_clock_reading = inner.next_clock_reading;
        self.next_report = inner.next_report;
        self.steps_left = inner.steps_left;
        self.ended_by_observer = inner.ended_by_observer;
        (self.budget, self.clock, self.observer) = (budget, clock, Some(observer));
        result
    }

    /// Accounts for memory before it is allocated.
    ///
    /// # Errors
    /// [`Stop::Memory`] where the limit forbids it; nothing is counted then.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.free_bytes() {
            return Err(Stop::Memory);
        }
        let stats = &mut self.progress.stats;
        stats.bytes += bytes;
        stats.peak_bytes = stats.peak_bytes.max(stats.bytes);
        Ok(())
    }

    /// Gives memory back.
    pub fn release(&mut self, bytes: u64) {
        let stats = &mut self.progress.stats;
        stats.bytes = stats.bytes.saturating_sub(bytes);
    }

    /// Does some work and gives back all memory that it holds at its end.
    ///
    /// # Examples
    /// ```
    /// use motion_core::Control;
    ///
    /// let mut control = Control::unlimited();
    /// control.hold(10)?;
    /// control.scope(|control| control.hold(100))?;
    /// assert_eq!((control.stats().bytes, control.stats().peak_bytes), (10, 110));
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    pub fn scope<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.progress.stats.bytes;
        let result = work(self);
        self.progress.stats.bytes = self.progress.stats.bytes.min(before);
        result
    }

    /// Grows a vector to at least this capacity, and accounts for its memory: the old memory counts
    /// until the new one is there. Returns by how many bytes the vector holds more than before.
    ///
    /// # Errors
    /// [`Stop::Memory`] where the limit or the system refuses it; the vector is then as before.
    pub fn reserve<T>(&mut self, vector: &mut Vec<T>, capacity: usize) -> Result<u64, Stop> {
        let old = vector.capacity();
        if capacity <= old {
            return Ok(0);
        }
        let bytes = |capacity: usize| (capacity as u64).saturating_mul(size_of::<T>() as u64);
        if bytes(capacity) > self.free_bytes() || vector.try_reserve_exact(capacity - vector.len()).is_err() {
            return Err(Stop::Memory);
        }
        self.hold(bytes(capacity))?;
        self.release(bytes(old));
        Ok(bytes(capacity) - bytes(old))
    }

    /// How many more nodes [`spend`](Control::spend) would grant, as far as they are limited:
    /// [`u64::MAX`] without a limit.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control};
    ///
    /// let mut control = Control::new(Budget::new().with_nodes(100));
    /// control.spend(70)?;
    /// assert_eq!(control.free_nodes(), 30);
    /// assert_eq!(Control::unlimited().free_nodes(), u64::MAX);
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    pub fn free_nodes(&self) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.progress.stats.nodes))
    }

    /// How many more bytes [`hold`](Control::hold) would grant.
    pub fn free_bytes(&self) -> u64 {
        self.budget.bytes.unwrap_or(u64::MAX).saturating_sub(self.progress.stats.bytes)
    }

    /// What is left of the budget: nodes, bytes and time, and the same cancel flag. For a worker
    /// that does a part of the run beside it.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// let mut control = Control::new(Budget::new().with_nodes(100));
    /// control.spend(70)?;
    /// let mut worker = Control::new(control.remaining());
    /// assert_eq!((worker.spend(30), worker.spend(1)), (Ok(()), Err(Stop::Nodes)));
    /// assert_eq!(control.spend(worker.stats().nodes), Ok(()));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn remaining(&self) -> Budget {
        let Budget { nodes, bytes, cancel, .. } = &self.budget;
        let Stats { nodes: spent, bytes: held, .. } = self.progress.stats;
        Budget {
            nodes: nodes.map(|limit| limit.saturating_sub(spent)),
            bytes: bytes.map(|limit| limit.saturating_sub(held)),
            time: self.clock.as_ref().map(Clock::remaining),
            cancel: cancel.clone(),
            threads: NonZero::<usize>::MIN,
        }
    }

    /// How many threads the run may use.
    pub const fn threads(&self) -> NonZero<usize> {
        self.budget.threads
    }

    /// Whether memory is limited.
    pub const fn limits_bytes(&self) -> bool {
        self.budget.bytes.is_some()
    }

    /// The fraction of the budget that is used, 0 to 1, of its scarcer part; `None` where neither
    /// nodes nor time are limited. Anytime solvers plan their work by it.
    ///
    /// The clock is read only where a time limit is set; under a node limit alone the answer is
    /// reproducible.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control};
    ///
    /// let mut control = Control::new(Budget::new().with_nodes(100));
    /// control.spend(25)?;
    /// assert_eq!(control.fraction_used(), Some(0.25));
    /// assert_eq!(Control::unlimited().fraction_used(), None);
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    pub fn fraction_used(&self) -> Option<f64> {
        let nodes = self.progress.stats.nodes;
        let nodes =
            self.budget.nodes.map(|limit| if nodes < limit { nodes as f64 / limit as f64 } else { 1.0 });
        let time = self.clock.as_ref().map(Clock::fraction_used);
        [nodes, time].into_iter().flatten().reduce(f64::max)
    }

    /// Tells observers what fraction of the task is done, 0 to 1.
    pub fn set_progress(&mut self, fraction_done: f64) {
        self.progress.fraction_done = Some(fraction_done);
    }

    /// Tells observers that another level of a search is being expanded; `nodes_before` is filled
    /// in.
    pub fn set_level(&mut self, level: LevelProgress) {
        self.progress.level = Some(LevelProgress { nodes_before: self.progress.stats.nodes, ..level });
    }

    /// Tells observers of a solution better than all before; `solution` makes it for those that
    /// ask.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] where the observer ends the run.
    pub fn improved<S: Any>(&mut self, cost: u64, solution: impl Fn() -> S) -> Result<(), Stop> {
        let make = || Box::new(solution()) as Box<dyn Any>;
        let improvement = Improvement { cost, stats: self.progress.stats, solution: &make };
        if let Some(observer) = &mut self.observer
            && observer.improved(&improvement).is_break()
        {
            self.ended_by_observer = true;
            self.next_check = 0;
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    /// Reads the clock if it is due, and returns the node at which it is due again.
    fn read_clock(&mut self, after: u64) -> Result<u64, Stop> {
        let Some(clock) = &mut self.clock else { return Ok(u64::MAX) };
        if after >= self.next_clock_reading {
            self.next_clock_reading = after.saturating_add(clock.read()?);
        }
        Ok(self.next_clock_reading)
    }

    #[cold]
    fn check(&mut self, after: u64) -> Result<(), Stop> {
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
        if after >= self.next_report {
            self.next_report = after.saturating_add(REPORT_INTERVAL);
            if let Some(observer) = &mut self.observer
                && observer.progress(&self.progress).is_break()
            {
                self.ended_by_observer = true;
                return Err(Stop::Cancelled);
            }
        }
        // The first node beyond the limit must come here, too; a break takes effect at once.
        let beyond_limit = self.budget.nodes.unwrap_or(u64::MAX).saturating_add(1);
        self.next_check = next.min(beyond_limit).min(self.next_report);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
