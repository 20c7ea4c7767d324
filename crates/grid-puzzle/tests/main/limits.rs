//! Every solver under limits that are too small: each answer is right, and nothing stays held.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use grid_puzzle::clockwise::Clockwise;
use grid_puzzle::internal::OptimalHeuristic;
use grid_puzzle::{
    Board, Dummies, Instance, MoveMetric, NearOptimal, Optimal, Parberry, SeveralBlanks, Snake,
};
use motion_core::observer::Progress;
use motion_core::sink::StreamingSolver;
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Plan, Solver, Stop, Walk};
use motion_testing::cases;
use proptest::prelude::*;

use crate::boards::{random, seeded};
use crate::clockwise;
use crate::optimal::HEURISTICS;
use crate::properties::for_all;
use crate::verified::{PlanSolver, solve};

type Solve = Box<dyn Fn(&mut Control) -> Outcome<usize>>;

fn several_blanks(side: u32) -> Instance {
    let goal = Board::solved_with_blanks(side, side, 3).expect("a legal size");
    Instance::random(goal, &mut seeded(9))
}

/// Returns each solver with a board of this side, except those that search for the fewest moves of
/// a single blank: these have 6×6 cells. Each verifies its solution and returns the length.
fn solvers(side: u32) -> Vec<(&'static str, Solve)> {
    fn one(solver: impl Solver<Instance, Solution = Walk> + 'static, side: u32) -> Solve {
        let instance = random(side, side, &mut seeded(9));
        Box::new(move |control| {
            solver.solve(&instance, control).map(|walk| {
                assert_eq!(instance.verify(&walk).map(|metrics| metrics.moves), Ok(walk.len() as u64));
                walk.len()
            })
        })
    }
    fn several(solver: impl Solver<Instance, Solution = Plan> + 'static, side: u32) -> Solve {
        let instance = several_blanks(side);
        Box::new(move |control| {
            solver.solve(&instance, control).map(|plan| {
                assert_eq!(instance.verify_plan(&plan).map(|metrics| metrics.moves), Ok(plan.len() as u64));
                plan.len()
            })
        })
    }
    let patterns = Optimal::default().with_heuristic(OptimalHeuristic::PatternDatabases);
    let lines = Optimal::default().with_metric(MoveMetric::MultiTile);
    vec![
        ("parberry", one(Parberry::default(), side)),
        ("snake", one(Snake::default(), side)),
        ("snake, long", one(Snake::default().with_length(4), side)),
        ("short", one(NearOptimal::default(), side)),
        ("clockwise", one(Clockwise::default(), side)),
        ("clockwise procedure", one(Clockwise::procedure(), side)),
        ("clockwise anywhere", one(Clockwise::anywhere(), side)),
        ("optimal", one(Optimal::default(), 6)),
        ("optimal, patterns", one(patterns, 6)),
        ("optimal, lines", one(lines, 6)),
        ("several, parberry", several(SeveralBlanks(Parberry::default()), side)),
        ("several, snake", several(SeveralBlanks(Snake::default()), side)),
        ("several, dummies", several(Dummies::new(Snake::default()).with_tries(2), side)),
        ("several, optimal", several(SeveralBlanks(Optimal::default()), side)),
    ]
}

/// Solvers that return the best of several solutions, and keep the first one if they are stopped
/// later.
const IMPROVING: [&str; 2] = ["short", "several, dummies"];

#[test]
fn node_limits_stop_every_solver() {
    for (name, solve) in solvers(20) {
        for nodes in [0, 1000] {
            let mut control = Control::new(Budget::new().with_nodes(nodes));
            let outcome = solve(&mut control);
            let is_stopped = matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. });
            // Small boards are still solved by `Snake`.
            assert!(is_stopped || name == "short" && outcome.is_solved(), "{name}: {outcome:?}");
            assert!(control.stats().nodes <= nodes && control.stats().bytes == 0, "{name}");
        }
    }
}

#[test]
fn memory_limits_stop_every_solver() {
    for (name, solve) in solvers(60) {
        for bytes in [0, 1000, 20_000] {
            // IDA* needs so little memory that it goes on.
            let mut control = Control::new(Budget::new().with_bytes(bytes).with_nodes(100_000));
            let outcome = solve(&mut control);
            let Outcome::Stopped { why, .. } = outcome else { panic!("{name}: {outcome:?}") };
            assert!(
                why == Stop::Memory || why == Stop::Nodes && name.starts_with("optimal"),
                "{name}: {why}"
            );
            assert!(control.stats().peak_bytes <= bytes && control.stats().bytes == 0, "{name}");
        }
    }
}

#[test]
fn deadlines_that_have_passed_stop_every_solver() {
    for (name, solve) in solvers(100) {
        for limit in [0, 1] {
            let mut control = Control::new(Budget::new().with_time(Duration::from_millis(limit)));
            match solve(&mut control) {
                Outcome::Stopped { why: Stop::Time, .. } => {}
                Outcome::Solved { .. } if limit > 0 && IMPROVING.contains(&name) => {}
                outcome => panic!("{name}: {outcome:?}"),
            }
            assert_eq!(control.stats().bytes, 0, "{name}");
        }
    }
}

#[test]
fn flags_that_are_raised_before_stop_every_solver() {
    for (name, solve) in solvers(20) {
        let flag = CancelFlag::new();
        flag.raise();
        let mut control = Control::new(Budget::new().with_cancel(flag));
        let outcome = solve(&mut control);
        let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, best: None, .. });
        assert!(stopped && control.stats().bytes == 0, "{name}: {outcome:?}");
    }
}

#[test]
fn flags_that_another_thread_raises_stop_every_solver() {
    for (name, solve) in solvers(cases(16, 60)) {
        let flag = CancelFlag::new();
        // Another thread raises the flag as soon as progress is reported.
        let mut raising = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        let mut control = Control::new(Budget::new().with_cancel(flag.clone())).with_observer(&mut raising);
        match solve(&mut control) {
            Outcome::Stopped { why: Stop::Cancelled, .. } => {}
            Outcome::Solved { .. } if IMPROVING.contains(&name) => {}
            outcome => panic!("{name}: {outcome:?}"),
        }
        assert!(control.stats().nodes < 1_000_000 && control.stats().bytes == 0, "{name}");
    }
}

#[test]
fn a_flag_raised_while_solving_stops_the_run_promptly() {
    let instance = random(60, 60, &mut seeded(5));
    let flag = CancelFlag::new();
    let mut moves = 0;
    let raise_at = 100_000;
    let mut sink = |_: Direction| {
        moves += 1;
        if moves == raise_at {
            flag.raise();
        }
    };
    let budget = Budget::new().with_cancel(flag.clone());
    let outcome = Parberry::default().solve_into(&instance, &mut sink, &mut Control::new(budget));
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{outcome:?}");
    assert!(moves < raise_at + 10_000, "{moves}");
}

/// Checks that a stopped run has written the beginning of the solution that it gives without
/// limits.
fn leaves_a_beginning(
    solver: &dyn StreamingSolver<Instance, Move = Direction, Solution = Walk>,
    instance: &Instance,
    whole: &Walk,
    nodes: u64,
    bytes: u64,
) -> Result<(), TestCaseError> {
    let mut begun = Walk::new();
    let mut control = Control::new(Budget::new().with_nodes(nodes));
    let outcome = solver.solve_into(instance, &mut begun, &mut control);
    prop_assert!(control.stats().nodes <= nodes);
    prop_assert!(begun.iter().eq(whole.iter().take(begun.len())));
    if !outcome.is_solved() {
        let lower_bound = Some(instance.manhattan_distance());
        prop_assert_eq!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound });
    }

    let mut control = Control::new(Budget::new().with_bytes(bytes));
    let outcome = solver.solve(instance, &mut control);
    let stats = control.stats();
    prop_assert!(stats.peak_bytes <= bytes && stats.bytes == 0);
    let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Memory, best: None, .. });
    prop_assert!(stopped || outcome.is_solved());
    Ok(())
}

#[test]
fn stopped_snakes_leave_the_beginning_of_a_solution() {
    for_all(cases(40, 1000), (any::<u64>(), 0u64..3000, 0u64..5000), |(seed, nodes, bytes)| {
        let instance = random(9, 9, &mut seeded(seed));
        let (whole, _) = solve(&Snake::default(), &instance);
        leaves_a_beginning(&Snake::default(), &instance, &whole, nodes, bytes)
    });
}

#[test]
fn stopped_clockwise_runs_leave_the_beginning_of_a_solution() {
    let limits = (any::<u64>(), 0u64..20_000, 0u64..40_000, any::<bool>());
    for_all(cases(20, 500), limits, |(seed, nodes, bytes, anywhere)| {
        let solver = if anywhere { Clockwise::anywhere() } else { Clockwise::default() };
        let solver = solver.with_state_limit(1000);
        let instance = random(5, 5, &mut seeded(seed));
        let whole = clockwise::solve(solver, &instance).walk;
        leaves_a_beginning(&solver, &instance, &whole, nodes, bytes)
    });
}

/// A run releases its memory, so that one budget serves many runs.
#[test]
fn one_budget_serves_many_runs() {
    let mut rng = seeded(7);
    let mut control = Control::new(Budget::new().with_bytes(1 << 20));
    for n in [3, 4, 9, 30, 2].repeat(20) {
        assert!(Snake::default().solve(&random(n, n, &mut rng), &mut control).is_solved());
        assert_eq!(control.stats().bytes, 0);
    }
    let sparse: [&PlanSolver; 3] = [
        &SeveralBlanks(Parberry::default()),
        &SeveralBlanks(Snake::default()),
        &Dummies::new(Snake::default()).with_tries(3),
    ];
    for solver in sparse {
        assert!(solver.solve(&several_blanks(12), &mut control).is_solved());
        assert_eq!(control.stats().bytes, 0);
    }
    let mut control = Control::new(Budget::new().with_bytes(40_000));
    assert!(!Snake::default().solve(&random(50, 50, &mut rng), &mut control).is_solved());
    assert_eq!(control.stats().bytes, 0);
}

#[test]
fn limited_searches_for_the_fewest_moves_give_true_bounds() {
    for_all(12, (any::<u64>(), 0u64..3000, 0u64..200_000), |(seed, limit, bytes)| {
        let instance = random(3, 3, &mut seeded(seed));
        let length = solve(&Optimal::default(), &instance).0.len() as u64;
        for heuristic in HEURISTICS {
            let solver = Optimal::default().with_heuristic(heuristic);
            let mut control = Control::new(Budget::new().with_nodes(limit));
            let outcome = solver.solve(&instance, &mut control);
            prop_assert_eq!(control.stats().bytes, 0);
            if let Outcome::Stopped { why, best, lower_bound } = outcome {
                prop_assert_eq!((why, best), (Stop::Nodes, None));
                prop_assert!(control.stats().nodes <= limit && control.stats().nodes + 512 > limit);
                let bound = lower_bound.expect("every run knows one");
                prop_assert!((instance.manhattan_distance()..=length).contains(&bound));
            }
            // A byte limit too small for tables still suffices for a search.
            let mut control = Control::new(Budget::new().with_bytes(bytes));
            let outcome = solver.solve(&instance, &mut control);
            prop_assert!(control.stats().peak_bytes <= bytes);
            prop_assert_eq!(control.stats().bytes, 0);
            match outcome {
                Outcome::Stopped { why: Stop::Memory, best: None, lower_bound: Some(bound) }
                    if bytes < 4000 =>
                {
                    prop_assert!(bound <= length && (bound > 0 || length == 0));
                }
                outcome => prop_assert!(outcome.is_solved(), "{bytes} bytes: {outcome:?}"),
            }
        }
        Ok(())
    });
}

#[test]
fn limited_searches_for_the_fewest_moves_of_lines_give_true_bounds() {
    for_all(cases(1, 16), (any::<u64>(), 0u64..3000, 0u64..20_000), |(seed, limit, bytes)| {
        let instance = random(3, 3, &mut seeded(seed));
        let solver =
            |heuristic| Optimal::default().with_metric(MoveMetric::MultiTile).with_heuristic(heuristic);
        let length = MoveMetric::MultiTile.moves(&solve(&solver(OptimalHeuristic::Automatic), &instance).0);
        for heuristic in HEURISTICS {
            for budget in [Budget::new().with_nodes(limit), Budget::new().with_bytes(bytes)] {
                let mut control = Control::new(budget);
                let outcome = solver(heuristic).solve(&instance, &mut control);
                let stats = control.stats();
                prop_assert_eq!(stats.bytes, 0);
                match outcome {
                    Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } => {
                        prop_assert!(stats.nodes <= limit && bound <= length && bound > 0);
                    }
                    Outcome::Stopped { why: Stop::Memory, best: None, lower_bound: Some(bound) } => {
                        prop_assert!(bytes < 8000 && stats.peak_bytes <= bytes && bound <= length);
                    }
                    outcome => prop_assert!(outcome.is_solved(), "{:?}", outcome),
                }
            }
        }
        Ok(())
    });
}

#[test]
fn cancelled_and_late_searches_stop_with_a_bound() {
    let instance = random(5, 5, &mut seeded(2));
    let flag = CancelFlag::new();
    flag.raise();
    for (budget, why) in [
        (Budget::new().with_cancel(flag), Stop::Cancelled),
        (Budget::new().with_time(Duration::from_millis(20)), Stop::Time),
    ] {
        for heuristic in HEURISTICS {
            let mut control = Control::new(budget.clone());
            let outcome = Optimal::default().with_heuristic(heuristic).solve(&instance, &mut control);
            let Outcome::Stopped { why: stop, best: None, lower_bound: Some(bound) } = outcome else {
                panic!("{heuristic:?} gave {outcome:?}");
            };
            assert_eq!(stop, why);
            assert!(bound >= instance.manhattan_distance());
            assert_eq!(control.stats().bytes, 0);
        }
    }
}
