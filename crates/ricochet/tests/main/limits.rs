//! Tests of every solver under limits that are too small: its result is right, and it holds no
//! memory afterwards.

use std::ops::ControlFlow;
use std::thread;
#[cfg(feature = "std")]
use std::time::Duration;

use motion_core::observer::Progress;
use motion_core::{Budget, CancelFlag, Cell, Control, Grid, Outcome, Solver, Stop};
use ricochet::internal::{GraphMethod, GraphSolver, MAX_SIDE, Preference};
use ricochet::{Board, Colour, Instance, Moves, Optimal, Target, TargetRobot};

use crate::random_games::{standard, verified_moves};

type Solve = Box<dyn Fn(&Instance, &mut Control) -> Outcome<Moves>>;

fn solvers() -> Vec<(String, Solve)> {
    let mut solvers: Vec<(String, Solve)> = Vec::new();
    for preference in [Preference::Any, Preference::FewestRobots] {
        let solver = Optimal::default().with_preference(preference);
        solvers.push((format!("{preference:?}"), Box::new(move |game, control| solver.solve(game, control))));
    }
    for method in [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined] {
        let solver = GraphSolver::default().with_method(method);
        solvers.push((format!("{method:?}"), Box::new(move |game, control| solver.solve(game, control))));
    }
    let all = |game: &Instance, control: &mut Control| {
        let mut last = None;
        let outcome = Optimal::default().all(game, control, |moves| {
            last = Some(moves);
            ControlFlow::Continue(())
        });
        outcome.map(|_| last.clone().expect("a solution was shown"))
    };
    solvers.push(("all".to_owned(), Box::new(all)));
    solvers
}

/// Returns a large open board with five robots. The target in the middle takes long to reach.
fn open() -> Instance {
    let board = Board::new(Grid::new(MAX_SIDE, MAX_SIDE).expect("cells")).expect("a legal size");
    let robots: Vec<_> = Colour::ALL.into_iter().zip([0, 1, 64, 65, 130].map(Cell)).collect();
    let target = Target { cell: Cell(29 * MAX_SIDE + 31), robot: TargetRobot::Only(Colour::Red) };
    Instance::new(board, &robots, &[target]).expect("a game")
}

/// Checks that solutions are right, and that the run was stopped for one of these reasons.
fn check(name: &str, game: &Instance, control: &Control, outcome: Outcome<Moves>, reasons: &[Stop]) {
    assert_eq!(control.stats().bytes, 0, "{name}");
    if let Outcome::Stopped { why, .. } = &outcome {
        assert!(reasons.contains(why), "{name}: {why}");
    }
    if let Some(moves) = outcome.plan() {
        assert_eq!(verified_moves(game, &moves), Some(moves.len()), "{name}");
    }
}

#[test]
fn no_limit_of_memory_makes_a_game_unsolvable() {
    let game: Instance = "
+---+---+---+---+
|   |      R    |
+   +   +   +   +
| r         | g |
+   +---+   +   +
|     y         |
+---+---+---+---+"
        .parse()
        .expect("a game");
    for (name, solve) in solvers() {
        let mut solved = 0;
        for bytes in (0..200_000).step_by(512) {
            let mut control = Control::new(Budget::new().with_bytes(bytes));
            let outcome = solve(&game, &mut control);
            assert!(!matches!(outcome, Outcome::Unsolvable), "{name}: {bytes} bytes");
            solved += usize::from(matches!(outcome, Outcome::Solved { .. }));
            check(&name, &game, &control, outcome, &[Stop::Memory]);
        }
        assert!((1..390).contains(&solved), "{name}: {solved}");
    }
}

#[test]
fn memory_limits_stop_every_solver() {
    let game = open();
    for (name, solve) in solvers() {
        for bytes in [0, 1000, 100_000, 1 << 20] {
            let mut control = Control::new(Budget::new().with_bytes(bytes).with_nodes(3_000));
            let outcome = solve(&game, &mut control);
            assert!(control.stats().peak_bytes <= bytes);
            check(&name, &game, &control, outcome, &[Stop::Memory, Stop::Nodes]);
        }
        let mut control = Control::new(Budget::new().with_bytes(1000));
        assert!(matches!(solve(&game, &mut control), Outcome::Stopped { why: Stop::Memory, .. }), "{name}");
    }
}

#[cfg(feature = "std")]
#[test]
fn deadlines_that_have_passed_stop_every_solver() {
    let game = open();
    for (name, solve) in solvers() {
        for limit in [Duration::ZERO, Duration::from_millis(1)] {
            let mut control = Control::new(Budget::new().with_time(limit));
            let outcome = solve(&game, &mut control);
            check(&name, &game, &control, outcome, &[Stop::Time]);
        }
    }
}

#[test]
fn cancel_flags_raised_by_another_thread_stop_every_solver() {
    let game = open();
    for (name, solve) in solvers() {
        let flag = CancelFlag::new();
        // Another thread raises the flag as soon as there is progress.
        let mut raising = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("the thread raises the flag");
            ControlFlow::Continue(())
        };
        // If a solver missed the flag, the node limit would stop it, which `check` refuses.
        let budget = Budget::new().with_cancel(flag.clone()).with_nodes(40_000);
        let mut control = Control::new(budget).with_observer(&mut raising);
        let outcome = solve(&game, &mut control);
        check(&name, &game, &control, outcome, &[Stop::Cancelled]);

        flag.raise();
        let mut control = Control::new(Budget::new().with_cancel(flag));
        let outcome = solve(&game, &mut control);
        check(&name, &game, &control, outcome, &[Stop::Cancelled]);
    }
}

/// Returns a game of at least ten moves.
fn hard() -> Instance {
    let is_hard = |game: &Instance| {
        let solution = Optimal::default().solve(game, &mut Control::unlimited()).plan();
        solution.is_some_and(|moves| moves.len() >= 10)
    };
    standard(5, 100).into_iter().find(is_hard).expect("a hard game")
}

#[test]
fn limits_of_nodes_and_memory_are_kept_on_standard_games() {
    for game in [standard(4, 1).remove(0), hard()] {
        for (name, solve) in solvers() {
            for limit in [0, 1, 10, 100, 1000] {
                let mut control = Control::new(Budget::new().with_nodes(limit));
                let outcome = solve(&game, &mut control);
                assert!(control.stats().nodes <= limit, "{name}");
                check(&name, &game, &control, outcome, &[Stop::Nodes, Stop::GaveUp]);
            }
            for limit in [0, 1 << 10, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 20] {
                let mut control = Control::new(Budget::new().with_bytes(limit));
                let outcome = solve(&game, &mut control);
                assert!(control.stats().peak_bytes <= limit, "{name}");
                check(&name, &game, &control, outcome, &[Stop::Memory, Stop::GaveUp]);
            }
        }
    }
}

#[test]
fn the_optimal_solver_spends_its_whole_node_limit_and_needs_little_memory() {
    let hard = hard();
    for limit in [0, 1, 10, 1000] {
        let mut control = Control::new(Budget::new().with_nodes(limit));
        let outcome = Optimal::default().solve(&hard, &mut control);
        assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, lower_bound: Some(1..), .. }));
        assert_eq!(control.stats().nodes, limit);
    }
    let is_solved = |limit: &u64| {
        let mut control = Control::new(Budget::new().with_bytes(*limit));
        match Optimal::default().solve(&hard, &mut control) {
            Outcome::Stopped { why: Stop::Memory, .. } => false,
            Outcome::Solved { .. } => true,
            outcome => panic!("{outcome:?}"),
        }
    };
    let solved = [0, 1 << 10, 1 << 14, 1 << 16, 1 << 17, 1 << 20].iter().filter(|&limit| is_solved(limit));
    assert!(solved.count() >= 2, "a small table is enough, too");
}
