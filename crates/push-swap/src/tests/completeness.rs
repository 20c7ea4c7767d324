//! Tests elimination without the feasibility test on every small graph, and plans on cycles.

use cpf_core::Instance;
use cpf_core::internal::{BlankRoute, OperationError};
use motion_core::internal::Metered;
use motion_core::{Control, Outcome, Plan, Quality, Solver};
use motion_testing_robots::cases;
use motion_testing_robots::samples::{cycle, instance};

use crate::internal::{BlankReserve, StepRule};
use crate::{Elimination, PushInstance};

/// All variants of elimination.
fn solvers() -> [Elimination; 4] {
    let by_path = Elimination::default().with_step_rule(StepRule::CheapestPath);
    [
        Elimination::default(),
        Elimination::default().with_route(BlankRoute::Shortest).with_reserve(BlankReserve::Count(2)),
        by_path.with_reserve(BlankReserve::All),
        by_path.with_route(BlankRoute::Shortest).with_reserve(BlankReserve::Count(3)),
    ]
}

/// Solves an instance with and without the feasibility test. Robots on paths and cycles must not be
/// given infeasible goals.
fn check(instance: &Instance, feasible: bool, solver: Elimination) {
    let problem = PushInstance::new(instance).expect("room enough");
    if !feasible {
        let outcome = solver.solve(&problem, &mut Control::unlimited());
        assert_eq!(outcome, Outcome::Unsolvable, "{instance:?} by {solver:?}");
        if instance.graph().vertices().all(|vertex| instance.graph().degree(vertex) <= 2) {
            return;
        }
    }
    let mut plan = Plan::new();
    let result = solver.run(&problem, &mut Metered::new(&mut plan), &mut Control::unlimited());
    if feasible {
        let verified = instance.verify(&plan);
        assert!(result.is_ok() && verified.is_ok(), "{instance:?} by {solver:?}: {result:?}, {verified:?}");
    } else {
        assert_eq!(result, Err(OperationError::Blocked), "{instance:?} by {solver:?}");
    }
}

#[test]
fn what_is_infeasible_is_not_found() {
    for (number, instance) in cases::small_and_on_corridors().enumerate() {
        if PushInstance::new(&instance).is_ok() {
            check(&instance, instance.feasibility().is_ok(), solvers()[number % 4]);
        }
    }
}

#[test]
fn lines_are_solved_by_the_fewest_moves() {
    let cycle = cycle(6);
    for (starts, goals, moves) in
        [(&[0, 1, 2][..], &[5, 0, 1][..], 3), (&[0, 1, 2], &[3, 4, 5], 9), (&[0], &[4], 2)]
    {
        let made = instance(&cycle, starts, goals);
        let problem = PushInstance::new(&made).expect("a cycle");
        let outcome = Elimination::default().solve(&problem, &mut Control::unlimited());
        assert!(
            matches!(&outcome, Outcome::Solved { quality: Quality::Optimal, plan } if plan.len() == moves)
        );
    }
}
