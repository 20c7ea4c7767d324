//! Observers of a run, and the data that they receive.

use alloc::boxed::Box;
use core::any::{Any, type_name};
use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;

/// An observer of a run. Both methods may end the run for good with [`ControlFlow::Break`]; by
/// default they do nothing.
///
/// A function of the [`Progress`] is also an observer.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use motion_core::observer::Progress;
/// use motion_core::{Control, Stop};
///
/// // Ends the run after a hundred thousand nodes.
/// let mut impatient = |progress: &Progress| match progress.stats.nodes {
///     ..100_000 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// let mut control = Control::unlimited().with_observer(&mut impatient);
/// let stop = loop {
///     if let Err(stop) = control.spend(1) {
///         break stop;
///     }
/// };
/// assert_eq!(stop, Stop::Cancelled);
/// ```
pub trait Observer {
    /// Called every few thousand nodes, or by time after
    /// `Control::with_progress_interval`.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called when an anytime solver has found a solution better than all before.
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let _ = improvement;
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Progress) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// A solution better than all before in the same run.
///
/// # Examples
/// Keep the best solution so far, for example to draw it while the solver keeps working:
/// ```
/// use std::ops::ControlFlow;
/// use motion_core::observer::{Improvement, Observer};
/// use motion_core::{Control, Plan};
///
/// #[derive(Default)]
/// struct Best(Option<Plan>);
///
/// impl Observer for Best {
///     fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
///         self.0 = Some(improvement.solution().expect("a plan"));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut best = Best::default();
/// let mut control = Control::unlimited().with_observer(&mut best);
/// control.improved(0, Plan::new)?; // what a solver does
/// assert_eq!(best.0, Some(Plan::new()));
/// # Ok::<(), motion_core::Stop>(())
/// ```
#[non_exhaustive]
pub struct Improvement<'a> {
    /// The solution's cost in the measure that the solver improves: moves, unless the solver's
    /// documentation says otherwise.
    pub cost: u64,
    /// The work so far.
    pub stats: Stats,
    /// The name of the solution's type.
    pub(super) found: &'static str,
    pub(super) solution: &'a dyn Fn() -> Box<dyn Any>,
}

/// The error that a solution has another type than the requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImprovementTypeError {
    expected: &'static str,
    found: &'static str,
}

impl fmt::Display for ImprovementTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        write!(f, "the solver's solutions are of the type {found}, not {expected}")
    }
}

impl Error for ImprovementTypeError {}

impl Improvement<'_> {
    /// Builds the solution, anew on each call. Its type is the solver's
    /// [`Solution`](crate::Solver::Solution).
    ///
    /// # Errors
    /// [`ImprovementTypeError`] if the solver's solutions have another type.
    pub fn solution<S: Any>(&self) -> Result<S, ImprovementTypeError> {
        let error = ImprovementTypeError { expected: type_name::<S>(), found: self.found };
        (self.solution)().downcast().map_or(Err(error), |solution| Ok(*solution))
    }
}

impl fmt::Debug for Improvement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Improvement").field("cost", &self.cost).field("stats", &self.stats).finish()
    }
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The work so far.
    pub stats: Stats,
    /// The fraction of the whole task that is done, from 0 to 1, from solvers that know it.
    pub fraction_done: Option<f64>,
    /// The level being expanded, from searches that report levels.
    pub level: Option<LevelProgress>,
    /// A lower bound on the cost, from searches that prove one after another.
    pub lower_bound: Option<u64>,
}

/// The progress of a search by levels. While a level is expanded, each expanded state is a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelProgress {
    /// The depth of the level.
    pub depth: u32,
    /// The number of states in the level. Of several processes, each reports only the states that
    /// it expands itself.
    pub states: u64,
    /// The number of states in all levels so far, including this one.
    pub found: u64,
    /// The [nodes](Stats::nodes) of the run before this level.
    pub nodes_before: u64,
    /// The number of bytes written to disk so far.
    pub bytes_written: u64,
}

/// The cost of a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// The nodes: states expanded, or moves made or tried.
    pub nodes: u64,
    /// The bytes held now.
    pub bytes: u64,
    /// The maximum number of bytes held at any time.
    pub peak_bytes: u64,
}
