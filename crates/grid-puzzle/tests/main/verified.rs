//! Runs of a solver that are verified.

use grid_puzzle::{Instance, Solver};
use motion_core::{Control, Outcome, Quality, Walk};

/// Solves without limits, and has the board replay the walk.
pub(crate) fn solve(solver: &dyn Solver, instance: &Instance) -> (Walk, Quality) {
    match solver.solve(instance, &mut Control::unlimited()) {
        Outcome::Solved { plan, quality } => {
            assert_eq!(
                instance.verify(&plan).map(|metrics| metrics.moves),
                Ok(plan.len() as u64),
                "{instance:?}"
            );
            (plan, quality)
        }
        outcome => panic!("{instance:?} gave {outcome:?}"),
    }
}

/// Solves without limits; returns the number of moves.
pub(crate) fn moves(solver: &dyn Solver, instance: &Instance) -> u64 {
    solve(solver, instance).0.len() as u64
}
