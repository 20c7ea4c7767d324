//! Limits and memory, for every manner of working.

use core::ops::ControlFlow;

use cpf_core::{Instance, Solver, generate};
use motion_core::sink::Count;
use motion_core::{Budget, CancelFlag, Control, Outcome, Progress, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::PushInstance;
use crate::completeness::solvers;
use crate::referee::{memory_limits_are_kept, node_limits_are_kept, raised_flags_are_seen};
use crate::samples::{corridors, random_instance};

fn instances() -> [Instance; 3] {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let grid = generate::permutation_on_grid(9, 9, 2, rng).expect("legal");
    let sparse = (0..).map(|seed| random_instance(&corridors(seed), 4, rng));
    let sparse = sparse.take(5000).find(|instance| instance.feasibility().is_ok());
    let cycle = crate::samples::graph(9, (0..9).map(|a| (a, (a + 1) % 9)));
    let cycle = crate::samples::instance(&cycle, &[0, 1, 2, 4, 5, 6, 7, 8], &[4, 5, 6, 7, 8, 0, 1, 2]);
    [grid, sparse.expect("some are feasible"), cycle]
}

#[test]
fn node_limits_are_kept_and_everything_held_is_given_back() {
    for instance in instances() {
        for solver in solvers() {
            node_limits_are_kept(&instance, &solver);
        }
    }
}

#[test]
fn memory_limits_stop_and_moves_need_none() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(20, 20, 2, rng).expect("legal");
    let problem = PushInstance::new(&instance).expect("a grid");
    for solver in solvers() {
        memory_limits_are_kept(&instance, &solver, [1000, 20_000, 40_000]);
        // Twenty thousand moves of twelve bytes would not fit.
        let mut control = Control::new(Budget::unlimited().bytes(96 << 10));
        assert!(solver.solve_into(&problem, &mut Count::default(), &mut control).is_solved());
    }
}

#[test]
fn flags_that_are_raised_are_seen() {
    for instance in instances() {
        for solver in solvers() {
            raised_flags_are_seen(&instance, &solver);
        }
    }
}

#[test]
fn flags_that_another_thread_raises_stop_the_run() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(12, 12, 2, rng).expect("legal");
    let problem = PushInstance::new(&instance).expect("a grid");
    for solver in solvers() {
        let flag = CancelFlag::new();
        // Another thread raises it as soon as there is progress.
        let mut raising = |_: &Progress| {
            std::thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        let budget = Budget::unlimited().cancel(flag.clone()).nodes(10_000_000);
        let mut control = Control::new(budget).observed_by(&mut raising);
        let outcome = solver.solve(&problem, &mut control);
        assert_eq!(outcome, Outcome::stopped(Stop::Cancelled), "{solver:?}");
        assert!(control.stats().nodes < 20_000 && control.stats().bytes == 0, "{solver:?}");
    }
}

#[cfg(feature = "std")]
#[test]
fn deadlines_that_have_passed_stop_the_run() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(12, 30, 2, rng).expect("legal");
    let problem = PushInstance::new(&instance).expect("a grid");
    for solver in solvers() {
        for limit in [0, 1] {
            let budget = Budget::unlimited().time(core::time::Duration::from_millis(limit));
            let mut control = Control::new(budget);
            match solver.solve(&problem, &mut control) {
                Outcome::Solved { plan, .. } => {
                    assert!(limit > 0 && instance.verify_plan(&plan).is_ok(), "{solver:?}");
                }
                outcome => assert_eq!(outcome, Outcome::stopped(Stop::Time), "{solver:?}"),
            }
            assert_eq!(control.stats().bytes, 0, "{solver:?}");
        }
    }
}
