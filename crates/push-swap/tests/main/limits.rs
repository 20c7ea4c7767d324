//! Tests limits of memory where these solvers promise more than every solver.

use cpf_core::internal::BlankRoute;
use motion_core::sink::Count;
use motion_core::sink::StreamingSolver;
use motion_core::{Budget, Control, Move, Outcome, Plan, Stop};
use motion_testing_robots::cases::{self, permutation};
use push_swap::internal::{BlankReserve, StepRule};
use push_swap::{Elimination, Placing, PushInstance};

use crate::solvers;

#[test]
fn memory_limits_that_are_far_too_small_stop_the_run() {
    let cases = cases::small().into_iter().map(|case| (case.name, case.instance));
    let cases = cases.filter(|(name, _)| ["cycle, one blank", "corridors, four blanks"].contains(&&name[..]));
    let mut instances: Vec<_> = cases.map(|(_, instance)| (instance, [0, 300, 1000])).collect();
    assert_eq!(instances.len(), 2);
    instances.push((permutation(9, 9, 2, 1), [0, 300, 1000]));
    instances.push((permutation(20, 20, 2, 1), [1000, 20_000, 40_000]));
    for (instance, limits) in instances {
        for solver in solvers::all() {
            let attempt = solver.attempt(&instance).expect("two blanks");
            for limit in limits {
                let mut control = Control::new(Budget::new().with_bytes(limit));
                assert_eq!(attempt.solve(&mut control), Outcome::stopped(Stop::Memory), "{}", solver.name);
                assert_eq!(control.stats().bytes, 0, "{}", solver.name);
            }
        }
    }
}

/// Memory for that many moves of twelve bytes would exceed the limit.
#[test]
fn moves_need_no_memory_where_they_are_handed_over_at_once() {
    let instance = permutation(20, 20, 2, 1);
    let problem = PushInstance::new(&instance).expect("a grid");
    let by_paths = Elimination::default().with_step_rule(StepRule::CheapestPath);
    let shortest = Elimination::default().with_route(BlankRoute::Shortest);
    let eliminations = [
        Elimination::default(),
        shortest.with_reserve(BlankReserve::Count(2)),
        by_paths.with_reserve(BlankReserve::All),
        by_paths.with_route(BlankRoute::Shortest).with_reserve(BlankReserve::Count(3)),
    ];
    let write = |solver: &dyn for<'i> StreamingSolver<PushInstance<'i>, Move = Move, Solution = Plan>,
                 kibibytes: u64| {
        let mut moves = Count::default();
        let mut control = Control::new(Budget::new().with_bytes(kibibytes << 10));
        assert!(solver.solve_into(&problem, &mut moves, &mut control).is_solved());
        moves.get()
    };
    for solver in &eliminations {
        assert!(write(solver, 96) > 9_000);
    }
    assert!(write(&Placing::push_and_rotate(), 180) > 16_000);
}
