//! The requirements on every scheduler, checked against known least costs.

mod case;
mod checks;

pub(crate) use case::{Case, Verdict, verdict};
pub(crate) use checks::{check, check_limits, check_repetition, check_thoroughly};

use mapf::{Instance, Scheduler};

/// The guarantee of a scheduler that is not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// A schedule of the least cost, with the proof.
    Optimal,
    /// A schedule that costs at most this percentage of a bound that it has proved.
    Percent(u64),
    /// A schedule.
    Feasible,
    /// A schedule, but only if the scheduler finds one.
    Attempt,
}

/// A scheduler and its guarantee.
pub(crate) struct Candidate<S: ?Sized = dyn Scheduler> {
    pub(crate) name: &'static str,
    pub(crate) promise: Promise,
    pub(crate) scheduler: Box<S>,
    /// The node limit of a scheduler that may not end by itself.
    pub(crate) nodes: Option<u64>,
    /// Instances with more placements than this are left out.
    pub(crate) most_placements: f64,
}

impl Candidate {
    pub(crate) fn new(name: &'static str, promise: Promise, scheduler: impl Scheduler + 'static) -> Self {
        Self::boxed(name, promise, Box::new(scheduler))
    }
}

impl<S: ?Sized> Candidate<S> {
    pub(crate) fn boxed(name: &'static str, promise: Promise, scheduler: Box<S>) -> Self {
        Self { name, promise, scheduler, nodes: None, most_placements: f64::INFINITY }
    }

    /// Limits the scheduler to this many nodes for each instance.
    pub(crate) fn within_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Leaves out instances with more placements than this, for schedulers that try all placements.
    /// Placements with several robots on a vertex count.
    pub(crate) fn on_at_most_placements(mut self, placements: f64) -> Self {
        self.most_placements = placements;
        self
    }

    /// Returns whether the scheduler is to solve an instance.
    fn treats(&self, instance: &Instance) -> bool {
        let vertices = instance.graph().vertex_count() as f64;
        vertices.powf(instance.robot_count() as f64) <= self.most_placements
    }
}

/// The number of a scheduler's runs that ended in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Endings {
    pub(crate) instances: u32,
    /// Solved, with the proof that no schedule costs less.
    pub(crate) optimal: u32,
    /// Solved without the proof.
    pub(crate) solved: u32,
    pub(crate) unsolvable: u32,
    /// Stopped by its limit of nodes.
    pub(crate) stopped: u32,
    /// Ended without a schedule, which is allowed for an attempt.
    pub(crate) gave_up: u32,
}

impl Endings {
    /// Prints the counts. Fails if a node limit has stopped more than about a quarter of the runs,
    /// because then little would be tested.
    pub(crate) fn report(self, what: &str) {
        println!("{what}: {self:?}");
        assert!(4 * self.stopped <= self.instances + 8, "{what} is stopped too often: {self:?}");
    }
}
