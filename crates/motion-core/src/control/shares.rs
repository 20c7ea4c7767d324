//! The remaining budget of a run, and work under a share of it.

use core::num::NonZero;
use core::time::Duration;

use super::{Budget, Clock, Control, Stats};
use crate::outcome::Stop;

impl Control<'_> {
    /// The number of nodes that the node limit still allows; [`u64::MAX`] without a limit.
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
    #[doc(hidden)]
    pub fn free_nodes(&self) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.progress.stats.nodes))
    }

    /// The used fraction of the budget, from 0 to 1: the greater of those of nodes and time; `None`
    /// if neither is limited. Anytime solvers plan their work by it.
    ///
    /// The clock is read only if a time limit is set; under a node limit alone the result is
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
    #[doc(hidden)]
    pub fn fraction_used(&self) -> Option<f64> {
        let nodes = self.progress.stats.nodes;
        let nodes =
            self.budget.nodes.map(|limit| if nodes < limit { nodes as f64 / limit as f64 } else { 1.0 });
        let time = self.clock.as_ref().map(Clock::fraction_used);
        [nodes, time].into_iter().flatten().reduce(f64::max)
    }

    /// The time since the start of the run and its limit, by the clock of the limit. `None` if time
    /// is not limited.
    #[doc(hidden)]
    pub fn time_used(&self) -> Option<(Duration, Duration)> {
        self.clock.as_ref().map(Clock::time_used)
    }

    /// Records that the run ends because too few nodes or too little time is left for another step:
    /// [`limit_met`](Control::limit_met) then returns the scarcer of the two. Does nothing without
    /// such limits.
    #[doc(hidden)]
    pub fn end_by_limit(&mut self) {
        let time = self.clock.as_ref().map(Clock::fraction_used);
        let stop = if self.fraction_used() == time { Stop::Time } else { Stop::Nodes };
        self.limit_met = self.limit_met.or_else(|| self.fraction_used().map(|_| stop));
    }

    /// The remaining budget: nodes, bytes and time, with the same cancel flag. For a worker that
    /// does a part of the run.
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

    /// Does some work under its own node limit, in addition to the limits of the run.
    ///
    /// If the work stops with [`Stop::Nodes`](crate::Stop::Nodes), the next
    /// [`spend`](Control::spend) returns whether the limit of the run was reached. During the work,
    /// [`fraction_used`](Control::fraction_used) refers to the tighter limit.
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
    #[doc(hidden)]
    pub fn within_nodes<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> R {
        let run = self.budget.nodes;
        let own = self.progress.stats.nodes.saturating_add(nodes);
        self.budget.nodes = Some(run.map_or(own, |run| run.min(own)));
        self.next_check = 0;
        let met_before = self.limit_met;
        let result = work(self);
        if self.limit_met == Some(Stop::Nodes) && self.budget.nodes != run {
            self.limit_met = met_before;
        }
        self.budget.nodes = run;
        self.next_check = 0;
        result
    }

    /// Does some work under a percentage of the run's remaining nodes and time. A limit that the
    /// run does not have is not added.
    ///
    /// If the work stops, [`poll`](Control::poll) and the next [`spend`](Control::spend) return
    /// whether the run must stop as well. During the work,
    /// [`fraction_used`](Control::fraction_used) refers to the share.
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
    #[doc(hidden)]
    pub fn within_share<R>(&mut self, percent: u8, work: impl FnOnce(&mut Self) -> R) -> R {
        let nodes = self.budget.nodes.map(|limit| {
            let left = limit.saturating_sub(self.progress.stats.nodes);
            (u128::from(left) * u128::from(percent) / 100) as u64
        });
        let share = self.clock.as_ref().map(|clock| Clock::new(clock.share(percent)));
        let run = core::mem::replace(&mut self.clock, share);
        (self.next_clock_reading, self.next_check) = (0, 0);
        let met_before = self.limit_met;
        let result = match nodes {
            Some(nodes) => self.within_nodes(nodes, work),
            None => work(self),
        };
        if self.limit_met == Some(Stop::Time) {
            self.limit_met = met_before;
        }
        self.clock = run;
        (self.next_clock_reading, self.next_check) = (0, 0);
        result
    }
}
