//! What is left of a run, and work that may use a part of it.

use core::num::NonZero;

use super::{Budget, Clock, Control, Stats};
use crate::outcome::Stop;

impl Control<'_> {
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
    #[doc(hidden)]
    pub fn free_nodes(&self) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.progress.stats.nodes))
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
    #[doc(hidden)]
    pub fn fraction_used(&self) -> Option<f64> {
        let nodes = self.progress.stats.nodes;
        let nodes =
            self.budget.nodes.map(|limit| if nodes < limit { nodes as f64 / limit as f64 } else { 1.0 });
        let time = self.clock.as_ref().map(Clock::fraction_used);
        [nodes, time].into_iter().flatten().reduce(f64::max)
    }

    /// Notes that the run ends because too little is left of its nodes or time for a further step:
    /// [`limit_met`](Control::limit_met) is then the scarcer of them. Without such limits it does
    /// nothing.
    #[doc(hidden)]
    pub fn end_by_limit(&mut self) {
        let time = self.clock.as_ref().map(Clock::fraction_used);
        let stop = if self.fraction_used() == time { Stop::Time } else { Stop::Nodes };
        self.limit_met = self.limit_met.or_else(|| self.fraction_used().map(|_| stop));
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

    /// Does some work under a limit of nodes of its own, beside the limits of the run.
    ///
    /// Where that work stops with [`Stop::Nodes`](crate::Stop::Nodes), the next
    /// [`spend`](Control::spend) tells whether the limit was that of the run. What is
    /// [`fraction_used`](Control::fraction_used) counts against the tighter limit meanwhile.
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
