//! How a test of feasibility ends: with an answer, or at a limit.

use motion_core::{Control, Stop};

use super::infeasible::Infeasible;

/// What a test returns: `Ok` where the goal can be reached.
pub(super) type Decision = Result<(), Ended>;

/// Why a test ended without finding that the goal can be reached.
pub(super) enum Ended {
    /// It cannot be reached.
    Infeasible(Infeasible),
    /// A limit came first.
    Stopped(Stop),
}

impl From<Infeasible> for Ended {
    fn from(why: Infeasible) -> Self {
        Self::Infeasible(why)
    }
}

impl From<Stop> for Ended {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

/// Limits and answers apart.
pub(super) fn apart<T>(result: Result<T, Ended>) -> Result<Result<T, Infeasible>, Stop> {
    match result {
        Ok(answer) => Ok(Ok(answer)),
        Err(Ended::Infeasible(why)) => Ok(Err(why)),
        Err(Ended::Stopped(why)) => Err(why),
    }
}

/// The answer of a test without limits.
pub(super) fn without_limits(test: impl FnOnce(&mut Control) -> Decision) -> Result<(), Infeasible> {
    apart(test(&mut Control::unlimited())).expect("invariant: without limits")
}
