//! What all solvers of this crate answer.

use cpf_core::board::Trouble;
use motion_core::{Outcome, Quality};

use crate::instance::EarInstance;

/// Settles feasibility first, then runs the solver, which says whether the core could be arranged.
pub(crate) fn outcome(problem: &EarInstance, run: impl FnOnce() -> Result<bool, Trouble>) -> Outcome<()> {
    if problem.instance().feasibility().is_err() {
        return Outcome::Unsolvable;
    }
    match run() {
        Ok(true) => Outcome::Solved { plan: (), quality: Quality::Feasible },
        Ok(false) => Outcome::Unsolvable,
        Err(Trouble::Stop(why)) => Outcome::stopped(why),
        Err(Trouble::Blocked) => {
            unreachable!("invariant: what is not locked is bi-connected and holds a blank")
        }
    }
}
