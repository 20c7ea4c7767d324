//! Parts of a run for other threads.

use alloc::sync::Arc;
use core::num::NonZero;
use core::sync::atomic::{AtomicU64, Ordering};

use super::budget::{Budget, CancelFlag};
use super::{Control, Stop};

/// A part of a run for a worker on another thread: its budget, its own cancel flag, and its
/// progress. Made by [`Control::part`].
#[derive(Clone, Debug)]
pub struct Part {
    budget: Budget,
    flag: CancelFlag,
    nodes: Arc<AtomicU64>,
}

impl Part {
    /// Creates the worker's control. Its time counts from this call, so call it on the worker's
    /// thread.
    pub fn control(&self) -> Control<'static> {
        let mut control = Control::new(self.budget.clone().with_cancel(self.flag.clone()));
        control.published_nodes = Some(Arc::clone(&self.nodes));
        control
    }

    /// Stops this worker and no other.
    pub fn cancel(&self) {
        self.flag.raise();
    }

    /// Whether the part or the whole run is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.is_raised()
    }

    /// The number of nodes that the worker has spent; it may lag by a few.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl Control<'_> {
    /// Returns one of `count` parts of the run that work at the same time. The part gets all
    /// remaining nodes and time, and an equal share of the remaining memory. It is cancelled with
    /// the run.
    ///
    /// The run does not count the nodes and memory of its parts; account for them when the parts
    /// have ended.
    ///
    /// # Examples
    /// ```
    /// use core::num::NonZero;
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// let control = Control::new(Budget::new().with_nodes(100).with_bytes(50));
    /// let two = NonZero::new(2).expect("not zero");
    /// let [first, second] = [control.part(two), control.part(two)];
    /// let mut worker = first.control();
    /// assert_eq!((worker.spend(100), worker.hold(25)), (Ok(()), Ok(())));
    /// assert_eq!((worker.hold(1), first.nodes()), (Err(Stop::Memory), 100));
    /// second.cancel();
    /// assert_eq!(second.control().spend(1), Err(Stop::Cancelled));
    /// assert!(!first.is_cancelled());
    /// ```
    #[doc(hidden)]
    pub fn part(&self, count: NonZero<usize>) -> Part {
        let mut budget = self.remaining();
        budget.bytes = budget.bytes.map(|bytes| bytes / count.get() as u64);
        let flag = self.budget.cancel.as_ref().map_or_else(CancelFlag::new, CancelFlag::of_part);
        Part { budget, flag, nodes: Arc::default() }
    }

    /// Counts the nodes that a part has spent, even if the run is cancelled or its time is over.
    /// Counts at most the nodes that were left.
    ///
    /// # Errors
    /// [`Stop::Nodes`] if the part has spent more nodes than were left.
    #[doc(hidden)]
    pub fn count_part(&mut self, nodes: u64) -> Result<(), Stop> {
        let left =
            self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.progress.stats.nodes));
        self.progress.stats.nodes = self.progress.stats.nodes.saturating_add(nodes.min(left));
        self.next_check = 0;
        if nodes <= left {
            return Ok(());
        }
        self.limit_met = Some(Stop::Nodes);
        Err(Stop::Nodes)
    }

    /// Checks the flag and the clock, as [`poll`](Control::poll) does, and tells the observer the
    /// number of nodes that the parts have spent together. For the thread that waits for the parts.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over; the caller must then
    /// [cancel](Part::cancel) the parts.
    #[doc(hidden)]
    pub fn watch_parts(&mut self, nodes: u64) -> Result<(), Stop> {
        self.poll()?;
        let mut progress = self.progress;
        progress.stats.nodes = progress.stats.nodes.saturating_add(nodes);
        if let Some(observer) = &mut self.observer
            && observer.progress(&progress).is_break()
        {
            self.ended_by_observer = true;
            self.limit_met = Some(Stop::Cancelled);
            self.next_check = 0;
            return Err(Stop::Cancelled);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use super::*;
    use crate::control::Progress;

    const THREE: NonZero<usize> = NonZero::new(3).expect("not zero");

    #[test]
    fn parts_are_cancelled_alone_and_with_the_run() {
        let flag = CancelFlag::new();
        let control = Control::new(Budget::new().with_cancel(flag.clone()));
        let parts = [(); 2].map(|()| control.part(THREE));
        let mut workers = parts.each_ref().map(Part::control);
        parts[0].cancel();
        let mut spend = || workers.each_mut().map(|worker| worker.spend(4));
        assert_eq!(spend(), [Err(Stop::Cancelled), Ok(())]);
        assert!(!flag.is_raised());
        flag.raise();
        assert_eq!(spend(), [Err(Stop::Cancelled); 2]);
        // A part of a part ends with either of them.
        let control = Control::new(Budget::new());
        let outer = control.part(THREE);
        let inner = outer.control().part(THREE);
        assert!(!inner.is_cancelled());
        outer.cancel();
        assert!(inner.is_cancelled());
    }

    #[test]
    fn what_waits_for_parts_tells_of_their_nodes_and_can_be_ended() {
        let mut seen = alloc::vec![];
        let mut observer = |progress: &Progress| {
            seen.push(progress.stats.nodes);
            if seen.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut control = Control::unlimited().with_observer(&mut observer);
        control.spend(5).expect("no limit");
        assert_eq!(control.watch_parts(10), Ok(()));
        assert_eq!(control.watch_parts(20), Err(Stop::Cancelled));
        assert_eq!(control.spend(1), Err(Stop::Cancelled));
        assert_eq!(seen, [15, 25]);
    }

    #[test]
    fn nodes_of_parts_count_up_to_the_limit() {
        let mut control = Control::new(Budget::new().with_nodes(100));
        assert_eq!((control.count_part(60), control.count_part(40)), (Ok(()), Ok(())));
        assert_eq!((control.spend(1), control.stats().nodes), (Err(Stop::Nodes), 100));
        let mut control = Control::new(Budget::new().with_nodes(100));
        assert_eq!((control.count_part(101), control.stats().nodes), (Err(Stop::Nodes), 100));
    }

    #[test]
    fn time_that_is_over_ends_parts_and_what_waits_for_them() {
        let noon = || core::time::Duration::from_secs(43_200);
        let mut control = Control::new(Budget::new().with_time_by(noon, core::time::Duration::ZERO));
        assert_eq!(control.watch_parts(0), Err(Stop::Time));
        assert_eq!(control.part(THREE).control().spend(1), Err(Stop::Time));
    }
}
