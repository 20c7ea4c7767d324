//! Every solver under limits that are too small: whatever it answers is right, and nothing stays held.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use motion_core::{Budget, CancelFlag, Cell, Control, Grid, Outcome, Progress, Stop};
use ricochet::{
    Board, Colour, Goal, GraphMethod, GraphSolver, Instance, MAX_SIDE, Moves, Optimal, Preference, Target,
};

type Solve = Box<dyn Fn(&Instance, &mut Control) -> Outcome<Moves>>;

fn solvers() -> Vec<(String, Solve)> {
    let mut solvers: Vec<(String, Solve)> = Vec::new();
    for preference in [Preference::Any, Preference::FewestRobots] {
        let solver = Optimal::default().with_preference(preference);
        solvers.push((format!("{preference:?}"), Box::new(move |game, control| solver.solve(game, control))));
    }
    for method in [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined] {
        let solver = GraphSolver::new(method);
        solvers.push((format!("{method:?}"), Box::new(move |game, control| solver.solve(game, control))));
    }
    let all = |game: &Instance, control: &mut Control| {
        let mut last = None;
        let outcome = Optimal::default().all(game, control, |moves| {
            last = Some(moves);
            ControlFlow::Continue(())
        });
        outcome.map(|_| last.clone().expect("it was shown"))
    };
    solvers.push(("all".to_owned(), Box::new(all)));
    solvers
}

/// A large open board: five robots, and a target in the middle that takes long to reach.
fn game() -> Instance {
    let board = Board::new(Grid::new(MAX_SIDE, MAX_SIDE).expect("cells")).expect("a legal size");
    let robots: Vec<_> = Colour::ALL.into_iter().zip([0, 1, 64, 65, 130].map(Cell)).collect();
    let target = Target { cell: Cell(29 * MAX_SIDE + 31), goal: Goal::Robot(Colour::Red) };
    Instance::new(board, &robots, target).expect("a game")
}

/// Solutions are right, and what ended the run is what may have ended it.
fn check(name: &str, game: &Instance, control: &Control, outcome: Outcome<Moves>, may_be: &[Stop]) {
    assert_eq!(control.stats().bytes, 0, "{name}");
    if let Outcome::Stopped { why, .. } = &outcome {
        assert!(may_be.contains(why), "{name}: {why}");
    }
    if let Some(moves) = outcome.plan() {
        assert_eq!(game.verify(&moves), Ok(moves.len() as u64), "{name}");
    }
}

#[test]
fn memory_limits_stop_every_solver() {
    let game = game();
    for (name, solve) in solvers() {
        for bytes in [0, 1000, 100_000, 1 << 20] {
            let mut control = Control::new(Budget::unlimited().bytes(bytes).nodes(3_000));
            let outcome = solve(&game, &mut control);
            assert!(control.stats().peak_bytes <= bytes);
            check(&name, &game, &control, outcome, &[Stop::Bytes, Stop::Nodes]);
        }
        let mut control = Control::new(Budget::unlimited().bytes(1000));
        assert!(matches!(solve(&game, &mut control), Outcome::Stopped { why: Stop::Bytes, .. }), "{name}");
    }
}

#[test]
fn deadlines_that_have_passed_stop_every_solver() {
    let game = game();
    for (name, solve) in solvers() {
        for limit in [Duration::ZERO, Duration::from_millis(1)] {
            let mut control = Control::new(Budget::unlimited().time(limit));
            let outcome = solve(&game, &mut control);
            check(&name, &game, &control, outcome, &[Stop::Time]);
        }
    }
}

#[test]
fn flags_that_another_thread_raises_stop_every_solver() {
    let game = game();
    for (name, solve) in solvers() {
        let flag = CancelFlag::new();
        // Another thread raises it as soon as there is progress.
        let mut raising = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        // A solver that overlooked the flag would be stopped by its nodes, which is found out.
        let budget = Budget::unlimited().cancel(flag.clone()).nodes(40_000);
        let mut control = Control::new(budget).observed_by(&mut raising);
        let outcome = solve(&game, &mut control);
        check(&name, &game, &control, outcome, &[Stop::Cancelled]);

        flag.raise();
        let mut control = Control::new(Budget::unlimited().cancel(flag));
        let outcome = solve(&game, &mut control);
        check(&name, &game, &control, outcome, &[Stop::Cancelled]);
    }
}
