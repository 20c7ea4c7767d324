//! The limits of a solver, and the flag that cancels it.

use alloc::sync::Arc;
use core::num::NonZero;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use super::clock::TimeLimit;

/// Limits on one run of a solver. By default there are none.
///
/// A *node* is a solver's unit of work: a state expanded by a search, or a move made or tried by a
/// rule-based solver. Node and byte limits need no clock, and a run under a node limit is as
/// reproducible as one without.
///
/// # Examples
/// ```
/// use motion_core::Budget;
///
/// let budget = Budget::new().with_nodes(1_000_000).with_bytes(64 << 20);
/// # let _ = budget;
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    pub(super) nodes: Option<u64>,
    pub(super) bytes: Option<u64>,
    pub(super) time: Option<TimeLimit>,
    pub(super) cancel: Option<CancelFlag>,
    pub(super) threads: NonZero<usize>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl Budget {
    /// Creates a budget without limits.
    pub const fn new() -> Self {
        Self { nodes: None, bytes: None, time: None, cancel: None, threads: NonZero::<usize>::MIN }
    }

    /// Limits the run to this many nodes.
    pub const fn with_nodes(mut self, limit: u64) -> Self {
        self.nodes = Some(limit);
        self
    }

    /// Limits the memory that grows with the work – stored states, tables, collected plans – to
    /// this many bytes.
    pub const fn with_bytes(mut self, limit: u64) -> Self {
        self.bytes = Some(limit);
        self
    }

    /// Limits the run to this much wall-clock time, counted from
    /// [`Control::new`](super::Control::new). The clock is read only if this limit is set.
    #[cfg(feature = "std")]
    pub const fn with_time(self, limit: Duration) -> Self {
        self.with_time_by(super::clock::wall_clock, limit)
    }

    /// Limits the run to this much time as measured by `clock`. The clock returns the time since
    /// some fixed moment, never runs backwards, and is read on the thread of the run. Examples are
    /// the processor time of a thread, or the clock of a browser where the standard library has
    /// none.
    ///
    /// # Examples
    /// ```
    /// use core::time::Duration;
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// // A clock that has stopped.
    /// let noon = || Duration::from_secs(43_200);
    /// let mut control = Control::new(Budget::new().with_time_by(noon, Duration::from_nanos(1)));
    /// assert_eq!(control.spend(1_000_000), Ok(()));
    /// let mut control = Control::new(Budget::new().with_time_by(noon, Duration::ZERO));
    /// assert_eq!(control.spend(1), Err(Stop::Time));
    /// ```
    pub const fn with_time_by(mut self, clock: fn() -> Duration, limit: Duration) -> Self {
        self.time = Some(TimeLimit { limit, now: clock });
        self
    }

    /// Limits the run to this many threads; the default is one. Only solvers whose documentation
    /// says so use several. All threads together share the memory limit. A time limit then needs a
    /// clock that all threads share, such as the wall clock.
    pub const fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Stops the run when this flag is raised, from any thread.
    pub fn with_cancel(mut self, flag: CancelFlag) -> Self {
        self.cancel = Some(flag);
        self
    }
}

/// A switch that stops a running solver from another thread or a signal handler. Clones share the
/// switch.
///
/// # Examples
/// ```
/// use motion_core::{Budget, CancelFlag, Control, Stop};
///
/// let flag = CancelFlag::new();
/// let mut control = Control::new(Budget::new().with_cancel(flag.clone()));
/// flag.raise();
/// assert_eq!(control.spend(1), Err(Stop::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<Switch>);

#[derive(Debug, Default)]
struct Switch {
    is_raised: AtomicBool,
    /// The flag of the run that this flag is a part of.
    whole: Option<CancelFlag>,
}

impl CancelFlag {
    /// Creates a flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a flag for a part of the work: raising `self` raises it, and it can be raised alone.
    ///
    /// # Examples
    /// ```
    /// use motion_core::CancelFlag;
    ///
    /// let whole = CancelFlag::new();
    /// let parts = [whole.of_part(), whole.of_part()];
    /// parts[0].raise();
    /// assert!(parts[0].is_raised() && !parts[1].is_raised() && !whole.is_raised());
    /// whole.raise();
    /// assert!(parts[1].is_raised());
    /// ```
    #[doc(hidden)]
    pub fn of_part(&self) -> Self {
        Self(Arc::new(Switch { is_raised: AtomicBool::new(false), whole: Some(self.clone()) }))
    }

    /// Asks every solver that holds a clone to stop.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        let mut flag = Some(self);
        while let Some(Self(switch)) = flag {
            if switch.is_raised.load(Ordering::Relaxed) {
                return true;
            }
            flag = switch.whole.as_ref();
        }
        false
    }
}
