//! What all solvers of this crate answer.

use cpf_core::board::OperationError;
use motion_core::{Control, Outcome, Quality};

use crate::instance::EarInstance;

/// Settles feasibility first, then runs the solver, which says what its plan is worth, or that the core cannot be
/// arranged.
pub(crate) fn outcome(
    problem: &EarInstance,
    control: &mut Control,
    run: impl FnOnce(&mut Control) -> Result<Option<Quality>, OperationError>,
) -> Outcome<()> {
    match problem.instance().feasibility_within(control) {
        Ok(Ok(())) => {}
        Ok(Err(_)) => return Outcome::Unsolvable,
        Err(why) => return Outcome::stopped(why),
    }
    match run(control) {
        Ok(Some(quality)) => Outcome::Solved { plan: (), quality },
        Ok(None) => Outcome::Unsolvable,
        Err(OperationError::Stop(why)) => Outcome::stopped(why),
        Err(OperationError::Blocked) => {
            unreachable!("invariant: what is not locked is bi-connected and holds a blank")
        }
    }
}
