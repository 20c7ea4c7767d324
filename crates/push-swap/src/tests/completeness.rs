//! Elimination against exhaustive search, on every small graph; against the feasibility test on
//! larger ones.

use alloc::vec::Vec;

use cpf_core::Instance;
use cpf_core::board::{BlankRoute, OperationError};
use motion_core::{Control, Metered, Outcome, Plan, Quality, Solver, Vertex};
use motion_testing_robots::samples::{cycle, graph, instance};

use super::comparison::{Comparison, comparison_tests};
use crate::{BlankReserve, Elimination, NotEnoughBlanks, PushInstance, StepRule};

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

/// Solves an instance with and without asking for feasibility first.
///
/// Robots on paths and cycles may not be asked for what is infeasible.
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

comparison_tests!(Comparison { solvers: solvers(), check, rounds: 8 }, 200, 1500, 60);

/// Where only the nearest hub is tried, these two cannot change places.
#[test]
fn the_nearest_hub_is_not_enough() {
    let triangle_with_tails = graph(5, [(0, 1), (1, 2), (2, 0), (0, 4), (1, 3)]);
    let exchange = instance(&triangle_with_tails, &[0, 1, 4], &[1, 0, 4]);
    for solver in solvers() {
        check(&exchange, true, solver);
    }
}

/// Where the goal's blanks stay where they are, these fail.
#[test]
fn the_goals_blanks_are_gathered() {
    let sparse = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    let frozen = instance(&sparse, &[5, 1, 4, 2], &[4, 1, 5, 0]);
    let ordered = instance(&sparse, &[1, 5, 2, 4], &[2, 1, 3, 0]);
    for solver in solvers() {
        check(&frozen, true, solver);
        check(&ordered, ordered.feasibility().is_ok(), solver);
    }
}

/// Swaps with what Push and Rotate leaves open: what is kept clear, which way is retreated, when a
/// side is cleared.
#[test]
fn swaps_where_published_rules_fail() {
    for (vertices, edges, first, second, others) in [
        (5, &[(0, 1), (0, 2), (0, 4), (1, 2), (1, 3)][..], 0, 1, &[2][..]),
        (7, &[(0, 1), (1, 2), (1, 6), (2, 3), (2, 5), (3, 4)], 1, 2, &[0, 5]),
        (5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], 0, 2, &[4]),
        (5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], 0, 4, &[2]),
    ] {
        let made = graph(vertices, edges.iter().copied());
        let starts: Vec<_> = [first, second].iter().chain(others).copied().collect();
        let goals: Vec<_> = [second, first].iter().chain(others).copied().collect();
        let exchange = instance(&made, &starts, &goals);
        for solver in solvers() {
            check(&exchange, true, solver);
        }
    }
}

/// Rotations, classless robots and polygons are special cases elsewhere.
#[test]
fn special_cases_of_push_and_rotate() {
    for (vertices, edges, starts, goals) in [
        (
            8,
            &[(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5), (4, 7)][..],
            &[6, 4, 3, 5, 7][..],
            &[4, 0, 3, 7, 1][..],
        ),
        (5, &[(0, 1), (0, 3), (0, 4), (1, 2)], &[0, 1, 2], &[4, 3, 0]),
        (4, &[(0, 2), (2, 1), (1, 3), (3, 0)], &[0, 1], &[2, 0]),
    ] {
        let made = instance(&graph(vertices, edges.iter().copied()), starts, goals);
        assert_eq!(made.feasibility(), Ok(()));
        for solver in solvers() {
            check(&made, true, solver);
        }
    }
}

#[test]
fn too_few_blanks_are_refused_where_they_matter() {
    // A path and a star with one blank each.
    let made = graph(7, [(0, 1), (1, 2), (3, 4), (3, 5), (3, 6)]);
    let starts = [0, 1, 4, 5, 6];
    let settled = instance(&made, &starts, &[1, 2, 4, 5, 6]);
    assert!(PushInstance::new(&settled).is_ok());
    for solver in solvers() {
        check(&settled, true, solver);
    }
    let refused = instance(&made, &starts, &[1, 2, 4, 5, 3]);
    let why = PushInstance::new(&refused).expect_err("one blank");
    assert_eq!(why, NotEnoughBlanks { vertex: Vertex(3) });
    assert!(PushInstance::new(&instance(&graph(0, []), &[], &[])).is_ok());
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
