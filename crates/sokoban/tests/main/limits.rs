//! Every solver under limits that are too small: its answer is correct, and no memory stays held.

use std::ops::ControlFlow;
use std::thread;
#[cfg(feature = "std")]
use std::time::Duration;

use motion_core::observer::Progress;
use motion_core::solver_table::Guarantee;
use motion_core::{Budget, CancelFlag, Control, Outcome, Solver, Stop};
use motion_testing::cases;
use sokoban::solver::BreadthFirst;
use sokoban::{AnySolver, Level, Moves};

use crate::brute_force::fewest_steps;

/// Ten boxes in an open room, too many for searches of all positions.
const OPEN: &str =
    "14#|#12-#|#-$-$-$-$-$--#|#12-#|#--.-.-.-.-.-#|#12-#|#-.-$-.-$-.$-#|#12-#|#--.-$-.-$---#|#@11-#|14#";

/// A level that every solver solves quickly.
const CROSSING: &str = include_str!("../../testdata/crossing.xsb");

fn open() -> Level {
    let level: Level = OPEN.parse().expect("a level");
    assert_eq!(level.boxes().count(), level.goals().count());
    level
}

/// Checks that plans are correct, and that the run ended for an expected reason.
fn check(solver: AnySolver, level: &Level, control: &Control, outcome: Outcome<Moves>, why: Stop) {
    assert_eq!(control.stats().bytes, 0, "{solver}");
    match &outcome {
        Outcome::Unsolvable => panic!("{solver}: there is a solution"),
        Outcome::Stopped { why: stop, .. } => assert_eq!(*stop, why, "{solver}"),
        Outcome::Solved { .. } => {}
    }
    if let Some(moves) = outcome.plan() {
        assert_eq!(level.verify(&moves).map(|metrics| metrics.pushes), Ok(moves.pushes() as u64), "{solver}");
    }
}

#[test]
fn memory_limits_stop_every_solver() {
    let level = open();
    for solver in AnySolver::all().step_by(cases(5, 1)) {
        for bytes in [0, 1000, 100_000] {
            let mut control = Control::new(Budget::new().with_bytes(bytes).with_nodes(3_000));
            let outcome = solver.solve(&level, &mut control);
            assert!(control.stats().peak_bytes <= bytes);
            let why = if let Outcome::Stopped { why: Stop::Nodes, .. } = outcome {
                Stop::Nodes
            } else {
                Stop::Memory
            };
            check(solver, &level, &control, outcome, why);
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn deadlines_that_have_passed_stop_every_solver() {
    let level = open();
    for solver in AnySolver::all() {
        for limit in [Duration::ZERO, Duration::from_millis(1)] {
            let mut control = Control::new(Budget::new().with_time(limit));
            let outcome = solver.solve(&level, &mut control);
            check(solver, &level, &control, outcome, Stop::Time);
        }
    }
}

#[test]
fn flags_that_another_thread_raises_stop_every_solver() {
    let level = open();
    for solver in AnySolver::all().step_by(cases(29, 1)) {
        let flag = CancelFlag::new();
        // Another thread raises the flag as soon as there is progress.
        let mut raising = |_: &Progress| {
            thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        // A solver that ignored the flag would be stopped by its nodes, which `check` refuses.
        let budget = Budget::new().with_cancel(flag.clone()).with_nodes(40_000);
        let mut control = Control::new(budget).with_observer(&mut raising);
        let outcome = solver.solve(&level, &mut control);
        check(solver, &level, &control, outcome, Stop::Cancelled);
    }
    let before = CancelFlag::new();
    before.raise();
    for solver in AnySolver::all() {
        let mut control = Control::new(Budget::new().with_cancel(before.clone()));
        let outcome = solver.solve(&level, &mut control);
        check(solver, &level, &control, outcome, Stop::Cancelled);
    }
}

#[test]
fn every_solver_stops_one_node_before_its_end_and_keeps_to_half_of_its_memory() {
    let level: Level = CROSSING.parse().expect("a level");
    let least =
        BreadthFirst::default().solve(&level, &mut Control::unlimited()).plan().expect("solvable").pushes()
            as u64;
    let (least_steps, _) = fewest_steps(&level).expect("solvable");
    for solver in AnySolver::all().step_by(cases(5, 1)) {
        let mut control = Control::unlimited();
        let least = if solver.counts_steps() { least_steps } else { least };
        let cost = solver.solve(&level, &mut control).plan().map(|plan| {
            let metrics = level.verify(&plan).expect("legal");
            if solver.counts_steps() { metrics.steps } else { metrics.pushes }
        });
        let is_expected = match cost {
            Some(cost) => cost == least || solver.guarantee() != Guarantee::Optimal && cost > least,
            None => solver.guarantee() == Guarantee::Incomplete,
        };
        assert!(is_expected, "{solver}: {cost:?}");
        let (nodes, peak) = (control.stats().nodes, control.stats().peak_bytes);
        assert_eq!(control.stats().bytes, 0, "{solver}");

        // Some solvers need only the start position, one box at a time.
        let Some(fewer) = nodes.checked_sub(1) else { continue };
        let mut control = Control::new(Budget::new().with_nodes(fewer));
        let Outcome::Stopped { why: Stop::Nodes, best, lower_bound: Some(bound) } =
            solver.solve(&level, &mut control)
        else {
            panic!("{solver} goes on")
        };
        assert!(bound <= least, "{solver}: {bound} of {least}");
        assert!(best.is_none_or(|best| level.verify(&best).is_ok()), "{solver}");
        assert!(control.stats().nodes < nodes && control.stats().bytes == 0, "{solver}");

        let limit = peak / 2;
        let mut control = Control::new(Budget::new().with_bytes(limit).with_nodes(2 * nodes));
        match solver.solve(&level, &mut control) {
            // Depth-first searches forget positions for which there is no memory.
            Outcome::Solved { plan, .. } => assert!(level.verify(&plan).is_ok(), "{solver}"),
            Outcome::Stopped { why: Stop::Memory | Stop::Nodes, .. } => {}
            outcome => panic!("{solver}: {outcome:?}"),
        }
        assert!(control.stats().peak_bytes <= limit && control.stats().bytes == 0, "{solver}");
    }
}

#[test]
fn breadth_first_search_spends_every_node_it_may_and_gives_a_bound() {
    let level: Level = CROSSING.parse().expect("a level");
    let mut control = Control::unlimited();
    let pushes =
        BreadthFirst::default().solve(&level, &mut control).plan().expect("a solution").pushes() as u64;
    let nodes = control.stats().nodes;
    assert_eq!(control.stats().bytes, 0);
    assert!(nodes > 1000, "{nodes}");

    let mut control = Control::new(Budget::new().with_nodes(nodes / 2));
    let outcome = BreadthFirst::default().solve(&level, &mut control);
    let Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } = outcome else {
        panic!("{outcome:?}")
    };
    assert!((1..=pushes).contains(&bound), "{bound} of {pushes}");
    assert_eq!((control.stats().nodes, control.stats().bytes), (nodes / 2, 0));

    let mut control = Control::new(Budget::new().with_bytes(50_000));
    let outcome = BreadthFirst::default().solve(&level, &mut control);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. }), "{outcome:?}");
    assert!(control.stats().peak_bytes <= 50_000 && control.stats().bytes == 0);
}
