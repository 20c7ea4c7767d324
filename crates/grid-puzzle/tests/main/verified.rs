//! Verified runs of a solver.

use grid_puzzle::Instance;
use motion_core::{Control, Outcome, Plan, Quality, Solver, Walk};

/// A solver of puzzles with one blank.
pub(crate) type WalkSolver = dyn Solver<Instance, Solution = Walk>;

/// A solver of puzzles with one blank or several.
pub(crate) type PlanSolver = dyn Solver<Instance, Solution = Plan>;

/// Solves without limits, and verifies the walk.
pub(crate) fn solve(solver: &WalkSolver, instance: &Instance) -> (Walk, Quality) {
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
pub(crate) fn moves(solver: &WalkSolver, instance: &Instance) -> u64 {
    solve(solver, instance).0.len() as u64
}
