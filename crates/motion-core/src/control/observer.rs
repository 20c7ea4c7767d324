//! Observers of a run, and what they are shown.

use alloc::boxed::Box;
use core::any::Any;
use core::fmt;
use core::ops::ControlFlow;

/// Watches a run. Both methods may end it for good with [`ControlFlow::Break`]; by default they do
/// nothing.
///
/// A function of the [`Progress`] is an observer, too.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use motion_core::{Control, Progress, Stop};
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
    /// Called every few thousand nodes.
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
/// Keep the best solution so far, as one that is drawn while the solver works on:
/// ```
/// use std::ops::ControlFlow;
/// use motion_core::{Control, Improvement, Observer, Plan};
///
/// #[derive(Default)]
/// struct Best(Option<Plan>);
///
/// impl Observer for Best {
///     fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
///         self.0 = improvement.solution();
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
    /// What the solution costs, in what the solver improves: moves, unless it says otherwise.
    pub cost: u64,
    /// The work so far.
    pub stats: Stats,
    pub(super) solution: &'a dyn Fn() -> Box<dyn Any>,
}

impl Improvement<'_> {
    /// The solution, made anew by each call; `None` if the solver's solutions are of another type.
    pub fn solution<S: Any>(&self) -> Option<S> {
        (self.solution)().downcast().ok().map(|solution| *solution)
    }
}

impl fmt::Debug for Improvement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Improvement").field("cost", &self.cost).field("stats", &self.stats).finish()
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The work so far.
    pub stats: Stats,
    /// The fraction of the whole task that is done, 0 to 1, from solvers that know it.
    pub fraction_done: Option<f64>,
    /// The level that is being expanded, from searches that go level by level and tell.
    pub level: Option<LevelProgress>,
}

/// How far a search by levels has come: the states of a level are being expanded, each of which is
/// a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelProgress {
    /// The depth of the level.
    pub depth: u32,
    /// The states of the level; of several processes, those that this one expands.
    pub states: u64,
    /// The states of all levels so far, with those of this level.
    pub found: u64,
    /// The [nodes](Stats::nodes) of the run when the level was begun.
    pub nodes_before: u64,
    /// The bytes written to disk so far.
    pub bytes_written: u64,
}

/// What a run has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes: states expanded, or moves made and tried.
    pub nodes: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// The most bytes held at any time.
    pub peak_bytes: u64,
}
