//! Shorter plans from plans, whatever solver they come from, and schedules of parallel steps.
//!
//! [`Improver`] takes a legal plan of single moves and gives one that is never longer and ends in the same
//! configuration; it works until nothing is left to find or the budget is used up. [`parallelise`] spreads a plan
//! over time steps.

mod parallel;
pub(crate) mod redundancy;
mod region;
mod window;
mod window_search;

use alloc::vec::Vec;

use motion_core::plan::ReplayError;
use motion_core::{Control, Move, Plan, Stop, replay};

pub use self::parallel::parallelise;
use crate::instance::Instance;

/// Shortens plans: first it deletes detours, then it solves short pieces again.
///
/// *Redundancy removal* deletes what a robot does between leaving a vertex and returning to it, if nobody else has
/// entered the vertex meanwhile. *Windows* are pieces of the plan on at most 40 vertices that are replaced by the
/// fewest moves on these, and sometimes their neighbours, that have the same effect; the pieces grow from one pass
/// over the plan to the next.
///
/// # Guarantees
/// The new plan is legal in the pebble model, never longer than the old one, and ends in the same configuration,
/// also when stopped. After removal without a stop, no detour is left. The same plan under the same node limit gives
/// the same result on every platform. Nothing is claimed about the distance to an optimal plan.
///
/// # Complexity
/// Removal takes linear time for a sweep, and few sweeps are needed in practice (there is no linear bound: each
/// but the last deletes two moves or more); 21 bytes a move. Windows take up to [`Windows::nodes`] each, and half a
/// mebibyte altogether. A node is a move looked at by a sweep, a window, or a state expanded in one.
///
/// # References
/// Surynek, *Redundancy elimination in highly parallel solutions of motion coordination problems*, 2011. De Wilde,
/// ter Mors & Witteveen, *Push and Rotate: a complete multi-agent pathfinding algorithm*, 2014, section 3.4.
///
/// # Examples
/// ```
/// use cpf_core::{Instance, improve::Improver};
/// use motion_core::{Control, Graph, Move, Plan, Token, Vertex};
///
/// // A robot on a triangle takes two steps where one would do, and one of them twice.
/// let triangle = Graph::from_edges(3, [(0, 1), (1, 2), (0, 2)].map(|(a, b)| (Vertex(a), Vertex(b))))?;
/// let instance = Instance::new(triangle, &[(Vertex(0), Vertex(2))])?;
/// let step = |from, to| Move { token: Token(0), from: Vertex(from), to: Vertex(to) };
/// let plan = Plan::from(vec![step(0, 1), step(1, 0), step(0, 1), step(1, 2)]);
/// let improved = Improver::default().improve(&instance, plan, &mut Control::unlimited())?;
/// assert_eq!(improved.plan.moves(), [step(0, 2)]);
/// assert_eq!(improved.stopped, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Improver {
    /// Whether redundancy is removed, at first and again after the windows. By default it is.
    pub removal: bool,
    /// How pieces are solved again, if they are. By default they are.
    pub windows: Option<Windows>,
}

/// How pieces of a plan are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Windows {
    /// The number of moves of a window in the first pass, 2 to 1,000; in each later pass there is one more. By
    /// default 24: shorter pieces of good plans seldom improve.
    pub moves: u32,
    /// The most nodes spent on one window: the first pass takes 10,000, each later one a seventh more, and the
    /// pass that may take this many is the last. By default 1,000,000, which is 35 passes and, without another
    /// limit, about 15 seconds for a plan of 2,000 moves of one blank.
    pub nodes: u64,
}

/// What became of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ImprovedPlan {
    /// The best plan found.
    pub plan: Plan,
    /// What ended the work early, if anything did.
    pub stopped: Option<Stop>,
}

impl Default for Improver {
    fn default() -> Self {
        Self { removal: true, windows: Some(Windows::default()) }
    }
}

impl Default for Windows {
    fn default() -> Self {
        Self { moves: 24, nodes: 1_000_000 }
    }
}

impl Windows {
    /// The same with another length of the [`first windows`](Windows::moves).
    pub const fn with_moves(mut self, moves: u32) -> Self {
        self.moves = moves;
        self
    }

    /// The same with another limit of [`nodes`](Windows::nodes).
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }
}

impl Improver {
    /// Only removes redundancy, in time that is linear in practice.
    pub const fn redundancy() -> Self {
        Self { removal: true, windows: None }
    }

    /// The same with other [`windows`](Improver::windows), or none.
    pub const fn with_windows(mut self, windows: Option<Windows>) -> Self {
        self.windows = windows;
        self
    }

    /// The same with or without [`removal`](Improver::removal).
    pub const fn with_removal(mut self, removal: bool) -> Self {
        self.removal = removal;
        self
    }

    /// Shortens a plan that starts from the instance's start; it need not end at the goal.
    ///
    /// Observers hear of every plan that is shorter than all before.
    ///
    /// # Errors
    /// [`ReplayError`] names the first illegal move of the plan. Limits are no errors: they end in
    /// [`ImprovedPlan::stopped`].
    pub fn improve(
        &self,
        instance: &Instance,
        plan: Plan,
        control: &mut Control,
    ) -> Result<ImprovedPlan, ReplayError> {
        replay(instance.graph(), &mut instance.start().clone(), &plan)?;
        let mut moves = Vec::from(plan);
        let stopped = self.run(instance, &mut moves, control).err();
        Ok(ImprovedPlan { plan: Plan::from(moves), stopped })
    }

    fn run(&self, instance: &Instance, moves: &mut Vec<Move>, control: &mut Control) -> Result<(), Stop> {
        if self.removal {
            redundancy::remove(instance, moves, usize::MAX, control)?;
        }
        if let Some(windows) = self.windows {
            window::resolve(windows, instance, moves, control)?;
            if self.removal {
                redundancy::remove(instance, moves, usize::MAX, control)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
