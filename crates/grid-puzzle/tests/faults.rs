//! Every solver under limits that are too small: whatever it answers is right, and nothing stays held.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use grid_puzzle::{
    Board, Clockwise, Dummies, Heuristic, Instance, Metric, Optimal, Parberry, Short, Snake, Solver,
    SparseInstance, SparseOptimal, SparseSolver,
};
use motion_core::{Budget, CancelFlag, Control, Outcome, Progress, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

type Solve = Box<dyn Fn(&mut Control) -> Outcome<usize>>;

/// A board that takes every solver more than any of the limits.
fn one_blank(side: u32) -> Instance {
    Instance::random(
        Board::solved(side, side).expect("a legal size"),
        &mut Xoshiro256PlusPlus::seed_from_u64(9),
    )
}

/// Solvers in front of a puzzle; solutions are verified, and their lengths told.
fn solvers() -> Vec<(&'static str, Solve)> {
    fn one(solver: impl Solver + 'static, instance: Instance) -> Solve {
        Box::new(move |control| {
            solver.solve(&instance, control).map(|walk| {
                assert_eq!(instance.verify(&walk), Ok(walk.len() as u64));
                walk.len()
            })
        })
    }
    fn several(solver: impl SparseSolver + 'static) -> Solve {
        let goal = Board::solved_with_blanks(60, 60, 3).expect("a legal size");
        let instance = SparseInstance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(9));
        let instance = instance.expect("several blanks");
        Box::new(move |control| {
            solver.solve_sparse(&instance, control).map(|plan| {
                assert_eq!(instance.verify(&plan), Ok(plan.len() as u64));
                plan.len()
            })
        })
    }
    let patterns = Optimal::default().with_heuristic(Heuristic::Patterns);
    let lines = Optimal::default().with_metric(Metric::Multi);
    vec![
        ("parberry", one(Parberry::default(), one_blank(60))),
        ("snake", one(Snake::default(), one_blank(60))),
        ("snake, long", one(Snake::default().with_length(4), one_blank(60))),
        ("short", one(Short::default(), one_blank(60))),
        ("clockwise", one(Clockwise::default(), one_blank(60))),
        ("clockwise procedure", one(Clockwise::procedure(), one_blank(60))),
        ("clockwise anywhere", one(Clockwise::anywhere(), one_blank(60))),
        ("optimal", one(Optimal::default(), one_blank(6))),
        ("optimal, patterns", one(patterns, one_blank(6))),
        ("optimal, lines", one(lines, one_blank(6))),
        ("several, parberry", several(Parberry::default())),
        ("several, snake", several(Snake::default())),
        ("several, dummies", several(Dummies::new(Snake::default()).with_tries(2))),
        ("several, optimal", several(SparseOptimal::default())),
    ]
}

#[test]
fn memory_limits_stop_every_solver() {
    for (name, solve) in solvers() {
        for bytes in [0, 1000, 20_000] {
            // IDA* needs so little that it goes on.
            let mut control = Control::new(Budget::unlimited().bytes(bytes).nodes(100_000));
            let outcome = solve(&mut control);
            let Outcome::Stopped { why, .. } = outcome else { panic!("{name}: {outcome:?}") };
            assert!(why == Stop::Bytes || why == Stop::Nodes && name.starts_with("optimal"), "{name}: {why}");
            assert!(control.stats().peak_bytes <= bytes && control.stats().bytes == 0, "{name}");
        }
    }
}

#[test]
fn deadlines_that_have_passed_stop_every_solver() {
    for (name, solve) in solvers() {
        for limit in [0, 1] {
            let mut control = Control::new(Budget::unlimited().time(Duration::from_millis(limit)));
            match solve(&mut control) {
                Outcome::Stopped { why: Stop::Time, .. } => {}
                Outcome::Solved { .. } if limit > 0 => {}
                outcome => panic!("{name}: {outcome:?}"),
            }
            assert_eq!(control.stats().bytes, 0, "{name}");
        }
    }
}

#[test]
fn flags_that_another_thread_raises_stop_every_solver() {
    for (name, solve) in solvers() {
        let flag = CancelFlag::new();
        // Another thread raises it as soon as there is progress.
        let mut raising = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        let mut control = Control::new(Budget::unlimited().cancel(flag.clone())).observed_by(&mut raising);
        match solve(&mut control) {
            Outcome::Stopped { why: Stop::Cancelled, .. } => {}
            // Its first solution was there already.
            Outcome::Solved { .. } if name == "short" || name == "several, dummies" => {}
            outcome => panic!("{name}: {outcome:?}"),
        }
        assert!(control.stats().nodes < 1_000_000 && control.stats().bytes == 0, "{name}");
    }
}
