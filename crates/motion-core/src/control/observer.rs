//! Who watches a run, and what there is to see.

use core::ops::ControlFlow;

/// Watches a run. Both methods may end it, once and for all, with [`ControlFlow::Break`]; by default they do nothing.
///
/// A function of the [`Progress`] is an observer, too.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use motion_core::{Control, Progress, Stop};
///
/// // Breaks off after a hundred thousand nodes.
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
    fn improved(&mut self, cost: u64, stats: &Stats) -> ControlFlow<()> {
        let _ = (cost, stats);
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Progress) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The work so far.
    pub stats: Stats,
    /// The share of the whole task that is done, 0 to 1, from solvers that know it.
    pub fraction_done: Option<f64>,
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
