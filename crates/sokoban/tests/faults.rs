//! Every solver under limits that are too small: whatever it answers is right, and nothing stays held.
#![cfg(feature = "std")]

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use motion_core::{Budget, CancelFlag, Control, Outcome, Progress, Stop};
use sokoban::{Level, Moves, Solver};

/// Ten boxes in an open room, far too many for searches that look at everything.
const OPEN: &str =
    "14#|#12-#|#-$-$-$-$-$--#|#12-#|#--.-.-.-.-.-#|#12-#|#-.-$-.-$-.$-#|#12-#|#--.-$-.-$---#|#@11-#|14#";

fn level() -> Level {
    let level: Level = OPEN.parse().expect("a level");
    assert_eq!(level.boxes().count(), level.goals().count());
    level
}

/// Plans are right, and what ended the run is what may have ended it.
fn check(solver: &Solver, level: &Level, control: &Control, outcome: Outcome<Moves>, why: Stop) {
    assert_eq!(control.stats().bytes, 0, "{solver}");
    match &outcome {
        Outcome::Unsolvable => panic!("{solver}: there is a solution"),
        Outcome::Stopped { why: stop, .. } => assert_eq!(*stop, why, "{solver}"),
        Outcome::Solved { .. } => {}
    }
    if let Some(moves) = outcome.plan() {
        assert_eq!(level.verify(&moves).map(|tally| tally.pushes), Ok(moves.pushes() as u64), "{solver}");
    }
}

#[test]
fn memory_limits_stop_every_solver() {
    let level = level();
    for solver in Solver::ALL {
        for bytes in [0, 1000, 100_000] {
            let mut control = Control::new(Budget::unlimited().bytes(bytes).nodes(3_000));
            let outcome = solver.solve(&level, &mut control);
            assert!(control.stats().peak_bytes <= bytes);
            let why = if let Outcome::Stopped { why: Stop::Nodes, .. } = outcome {
                Stop::Nodes
            } else {
                Stop::Bytes
            };
            check(&solver, &level, &control, outcome, why);
        }
    }
}

#[test]
fn deadlines_that_have_passed_stop_every_solver() {
    let level = level();
    for solver in Solver::ALL {
        for limit in [Duration::ZERO, Duration::from_millis(1)] {
            let mut control = Control::new(Budget::unlimited().time(limit));
            let outcome = solver.solve(&level, &mut control);
            check(&solver, &level, &control, outcome, Stop::Time);
        }
    }
}

#[test]
fn flags_that_another_thread_raises_stop_every_solver() {
    let level = level();
    for solver in Solver::ALL {
        let flag = CancelFlag::new();
        // Another thread raises it as soon as there is progress.
        let mut raising = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        // A solver that overlooked the flag would be stopped by its nodes, which is found out.
        let budget = Budget::unlimited().cancel(flag.clone()).nodes(40_000);
        let mut control = Control::new(budget).observed_by(&mut raising);
        let outcome = solver.solve(&level, &mut control);
        check(&solver, &level, &control, outcome, Stop::Cancelled);
    }
    let before = CancelFlag::new();
    before.raise();
    for solver in Solver::ALL {
        let mut control = Control::new(Budget::unlimited().cancel(before.clone()));
        let outcome = solver.solve(&level, &mut control);
        check(&solver, &level, &control, outcome, Stop::Cancelled);
    }
}
