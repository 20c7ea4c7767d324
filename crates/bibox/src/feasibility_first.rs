//! Feasibility first, then a solver: what the solvers of ears have in common.

use cpf_core::board::OperationError;
use motion_core::{Control, Metered, Move, Outcome, Quality, Sink};

use crate::instance::EarInstance;

/// Decides feasibility, and then runs the solver, which returns the quality of its plan, or `None`
/// if the core cannot be arranged.
pub(crate) fn outcome(
    problem: &EarInstance,
    sink: &mut dyn Sink<Move>,
    control: &mut Control,
    run: impl FnOnce(&mut Metered<'_, Move>, &mut Control) -> Result<Option<Quality>, OperationError>,
) -> Outcome<()> {
    problem.instance().if_feasible(control, |control| match run(&mut Metered::new(sink), control) {
        Ok(Some(quality)) => Outcome::Solved { plan: (), quality },
        Ok(None) => Outcome::Unsolvable,
        Err(OperationError::Stop(why)) => Outcome::stopped(why),
        Err(OperationError::Blocked) => {
            unreachable!("invariant: the unlocked vertices are bi-connected, and one of them is vacant")
        }
    })
}
