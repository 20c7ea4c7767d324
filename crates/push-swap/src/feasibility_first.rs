//! Code shared by all solvers of this crate, which decide feasibility first.

use cpf_core::internal::OperationError;
use motion_core::internal::Metered;
use motion_core::sink::Sink;
use motion_core::{Control, Move, Outcome, Quality, Stop};

use crate::instance::PushInstance;

/// Decides feasibility and then runs the solver, which returns the quality of its plan. A solver
/// that is blocked on a feasible instance gives up.
pub(crate) fn outcome(
    problem: &PushInstance,
    sink: &mut dyn Sink<Move>,
    control: &mut Control,
    run: impl FnOnce(&mut Metered<'_, Move>, &mut Control) -> Result<Quality, OperationError>,
) -> Outcome<()> {
    problem.instance().if_feasible(control, |control| match run(&mut Metered::new(sink), control) {
        Ok(quality) => Outcome::Solved { plan: (), quality },
        Err(OperationError::Stop(why)) => Outcome::stopped(why),
        Err(OperationError::Blocked) => Outcome::stopped(Stop::GaveUp),
    })
}
