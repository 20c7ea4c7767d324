//! Shortens plans by redundancy removal and by windows.

use motion_core::error::ReplayError;
use motion_core::{Control, Plan, Stop};

use super::window::{self, Windows};
use crate::instance::Instance;

/// A method of shortening plans: redundancy is removed, and short pieces are solved again.
///
/// *Redundancy removal* deletes the moves of a robot between leaving a vertex and returning to it,
/// if no other robot has entered the vertex in between. *Windows* are pieces of the plan on at most
/// 40 vertices. A piece is replaced by the fewest moves with the same effect on these vertices (in
/// some passes, also on their neighbours). The pieces grow from one pass over the plan to the next.
///
/// # Guarantees
/// The new plan is legal in the pebble model, never longer than the old one, and ends in the same
/// configuration, even if stopped. Redundancy removal that was not stopped leaves no redundancy.
/// For a given plan and node limit the result is the same on every platform. There is no bound on
/// the ratio to an optimal plan.
///
/// # Complexity
/// A sweep of the removal takes linear time, and few sweeps are needed in practice. (There is no
/// linear bound: each sweep but the last deletes two moves or more.) It takes 21 bytes for each
/// move. Each window takes at most [this many nodes](Windows::with_nodes), and all windows share
/// half a mebibyte. A node is a move that a sweep examines, a window, or a state expanded in a
/// window.
///
/// # References
/// * P. Surynek, *Redundancy elimination in highly parallel solutions of motion coordination
///   problems*, 2011.
/// * B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate: a complete multi-agent
///   pathfinding algorithm*, 2014, section 3.4.
///
/// # Examples
/// ```
/// use cpf_core::{Instance, improve::Improver};
/// use motion_core::graph::Graph;
/// use motion_core::{Control, Move, Plan, Token, Vertex};
///
/// // A robot on a triangle takes two steps instead of one, and goes back once.
/// let triangle =
///     Graph::from_edges(3, [(0, 1), (1, 2), (0, 2)].map(|(a, b)| (Vertex(a), Vertex(b))))?;
/// let instance = Instance::new(triangle, &[(Vertex(0), Vertex(2))])?;
/// let step = |from, to| Move { token: Token(0), from: Vertex(from), to: Vertex(to) };
/// let plan = Plan::from(vec![step(0, 1), step(1, 0), step(0, 1), step(1, 2)]);
/// let improved = Improver::default().improve(&instance, plan, &mut Control::unlimited())?;
/// assert_eq!(improved.plan.moves(), [step(0, 2)]);
/// assert_eq!(improved.stopped, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improver {
    removal: bool,
    windows: Option<Windows>,
}

/// A plan, shortened as far as the budget allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct ImprovedPlan {
    /// The shortest plan found.
    pub plan: Plan,
    /// The limit that ended the work early, if one did.
    pub stopped: Option<Stop>,
}

impl ImprovedPlan {
    /// For other crates of the workspace.
    #[doc(hidden)]
    pub const fn new(plan: Plan, stopped: Option<Stop>) -> Self {
        Self { plan, stopped }
    }
}

impl Default for Improver {
    /// Uses redundancy removal and windows.
    fn default() -> Self {
        Self { removal: true, windows: Some(Windows::default()) }
    }
}

impl Improver {
    /// Uses only redundancy removal, in practically linear time.
    pub const fn redundancy() -> Self {
        Self { removal: true, windows: None }
    }

    /// Sets how pieces of the plan are solved again; `None` turns this off.
    pub const fn with_windows(mut self, windows: Option<Windows>) -> Self {
        self.windows = windows;
        self
    }

    /// Sets whether redundancy is removed, before the windows and again after them.
    pub const fn with_removal(mut self, removal: bool) -> Self {
        self.removal = removal;
        self
    }

    /// Shortens a plan from the instance's start; it need not end at the goal.
    ///
    /// Observers receive every plan that is shorter than all before.
    ///
    /// # Errors
    /// [`ReplayError`] names the first illegal move of the plan. Reaching a limit is not an error;
    /// it is reported in [`ImprovedPlan::stopped`].
    pub fn improve(
        &self,
        instance: &Instance,
        mut plan: Plan,
        control: &mut Control,
    ) -> Result<ImprovedPlan, ReplayError> {
        instance.graph().replay(&mut instance.start().clone(), &plan)?;
        let stopped = self.run(instance, &mut plan, control).err();
        Ok(ImprovedPlan { plan, stopped })
    }

    fn run(self, instance: &Instance, plan: &mut Plan, control: &mut Control) -> Result<(), Stop> {
        if self.removal {
            remove_redundancy(plan, usize::MAX, control)?;
        }
        if let Some(windows) = self.windows {
            let mut moves = core::mem::take(plan).into();
            let result = window::resolve(windows, instance, &mut moves, control);
            *plan = Plan::from(moves);
            result?;
            if self.removal {
                remove_redundancy(plan, usize::MAX, control)?;
            }
        }
        Ok(())
    }
}

/// Removes redundancy from a legal plan. Observers receive each plan that has fewer than `least`
/// moves and is shorter than all before.
pub(crate) fn remove_redundancy(plan: &mut Plan, least: usize, control: &mut Control) -> Result<(), Stop> {
    let mut least = least.min(plan.len());
    plan.remove_redundant_moves(control, |plan, control| {
        if plan.len() < least {
            least = plan.len();
            control.improved(least as u64, || plan.clone())?;
        }
        Ok(())
    })
}
