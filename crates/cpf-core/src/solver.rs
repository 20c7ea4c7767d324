//! What every solver of cooperative path-finding can do.

use motion_core::{Control, Move, Outcome, Plan, Sink};

use crate::instance::Instance;

/// A way to bring robots to their goals: a small configuration value.
///
/// `P` is the class of problems that the solver is made for; a type of its own where not every [`Instance`] will
/// do, so that there are no input errors left.
///
/// # Errors
/// None: a problem cannot be wrong. Infeasible ones are [`Outcome::Unsolvable`] –
/// [`Instance::feasibility`] tells why –, limits end in [`Outcome::Stopped`].
pub trait Solver<P: ?Sized = Instance> {
    /// Writes the moves from the start to the goal into `sink`, one after another, legal in the pebble model and
    /// therefore in all.
    ///
    /// When stopped, what was written so far is the beginning of a solution. A node is a move made or tried, or a
    /// vertex or state looked at by a search.
    fn solve_into(&self, problem: &P, sink: &mut dyn Sink<Move>, control: &mut Control) -> Outcome<()>;

    /// Collects the moves from the start to the goal.
    fn solve(&self, problem: &P, control: &mut Control) -> Outcome<Plan> {
        let mut plan = Plan::new();
        match self.solve_into(problem, &mut plan, control) {
            Outcome::Solved { quality, .. } => Outcome::Solved { plan, quality },
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped { why, lower_bound, .. } => Outcome::Stopped { why, best: None, lower_bound },
        }
    }
}
