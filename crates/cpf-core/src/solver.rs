//! What every solver of cooperative path-finding can do.

use motion_core::{Control, Move, Outcome, Plan, Sink, Stop};

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

/// Hands moves over to a sink and sees to it that the sink does not hold more than the budget allows; for solvers that
/// keep their moves to the end.
///
/// # Errors
/// [`Stop::Memory`] where the sink holds more; a beginning of the moves has been handed over then.
pub fn emit_within_budget(
    moves: impl IntoIterator<Item = Move>,
    sink: &mut dyn Sink<Move>,
    control: &mut Control,
) -> Result<(), Stop> {
    const PORTION: usize = 4096;
    let mut held = 0;
    let mut result = Ok(());
    let mut moves = moves.into_iter().peekable();
    while result.is_ok() && moves.peek().is_some() {
        moves.by_ref().take(PORTION).for_each(|action| sink.accept(action));
        let more = sink.heap_bytes().saturating_sub(held);
        result = control.hold(more);
        if result.is_ok() {
            held += more;
        }
    }
    control.release(held);
    result
}
