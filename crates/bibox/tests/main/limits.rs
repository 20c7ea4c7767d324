//! Limits, observers and memory, for every solver.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use cpf_core::{Instance, Solver, generate};
use motion_core::sink::Count;
use motion_core::{
    Budget, CancelFlag, Control, Move, Observer, Outcome, Plan, Progress, Quality, Stats, Stop, Vertex,
};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::completeness::solvers;
use crate::samples::graph;
use crate::{EarBeam, EarInsertion, EarInstance};

fn on_grid(side: u32, blanks: usize) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    generate::permutation_on_grid(side, side, blanks, rng).expect("legal")
}

#[test]
fn node_limits_are_kept_and_everything_held_is_given_back() {
    let instance = on_grid(9, 2);
    let problem = EarInstance::new(&instance).expect("a grid");
    for (name, solver) in solvers() {
        let mut unlimited = Control::unlimited();
        let whole = solver.solve(&problem, &mut unlimited).plan().expect("solvable");
        let needed = unlimited.stats().nodes;
        assert_eq!(unlimited.stats().bytes, 0, "{name}");
        for limit in [0, 1, needed / 9, needed / 3, needed - 1] {
            let mut control = Control::new(Budget::unlimited().nodes(limit));
            let mut written: Vec<Move> = Vec::new();
            let outcome = solver.solve_into(&problem, &mut written, &mut control);
            assert!(control.stats().nodes <= limit && control.stats().bytes == 0, "{name}");
            match outcome {
                // An anytime solver may have a plan already.
                Outcome::Solved { .. } => {
                    assert!(instance.verify_plan(&Plan::from(written)).is_ok() && name == "beam", "{name}");
                }
                outcome => {
                    assert_eq!(outcome, Outcome::stopped(Stop::Nodes), "{name}");
                    assert!(whole.moves().starts_with(&written), "{name}");
                }
            }
        }
    }
}

#[test]
fn memory_limits_stop_and_cost_about_what_is_alive() {
    let instance = on_grid(20, 1);
    let problem = EarInstance::new(&instance).expect("a grid");
    for (name, solver) in solvers() {
        let mut control = Control::new(Budget::unlimited().bytes(1000));
        assert_eq!(solver.solve(&problem, &mut control), Outcome::stopped(Stop::Bytes), "{name}");
        assert_eq!(control.stats().bytes, 0, "{name}");
    }
    // Eight states of 400 places twice over, and at most eight plans of 14,000 moves: about 1.5 MB.
    let mut control = Control::new(Budget::unlimited().bytes(2 << 20));
    let mut count = Count::default();
    assert!(EarInsertion::default().solve_into(&problem, &mut count, &mut control).is_solved());
    assert!(control.stats().peak_bytes > 150_000, "{:?}", control.stats());
    // Without a beam, the moves of one ear at a time.
    let mut control = Control::new(Budget::unlimited().bytes(64 << 10));
    assert!(EarInsertion::single_steps().solve_into(&problem, &mut count, &mut control).is_solved());
}

/// A plan's own memory counts, too, wherever it is kept.
#[test]
fn a_collected_plan_counts() {
    let instance = on_grid(20, 1);
    let problem = EarInstance::new(&instance).expect("a grid");
    for (name, solver) in solvers() {
        let mut control = Control::unlimited();
        let plan = solver.solve(&problem, &mut control).plan().expect("solvable");
        let least = size_of_val(plan.moves()) as u64;
        assert!(control.stats().peak_bytes >= least, "{name}: {:?} for {least}", control.stats());
    }
}

#[test]
fn raised_flags_are_seen() {
    let instance = on_grid(6, 1);
    let problem = EarInstance::new(&instance).expect("a grid");
    for (name, solver) in solvers() {
        let flag = CancelFlag::new();
        flag.raise();
        let mut control = Control::new(Budget::unlimited().cancel(flag));
        assert_eq!(solver.solve(&problem, &mut control), Outcome::stopped(Stop::Cancelled), "{name}");
    }
}

/// Content with the first plan.
struct Content(Option<(u64, u64)>);

impl Observer for Content {
    fn improved(&mut self, cost: u64, stats: &Stats) -> ControlFlow<()> {
        assert_eq!(self.0, None, "nobody asked for more");
        self.0 = Some((cost, stats.nodes));
        ControlFlow::Break(())
    }
}

#[test]
fn observers_may_be_content_with_the_first_plan() {
    let instance = on_grid(8, 1);
    let problem = EarInstance::new(&instance).expect("a grid");
    let mut content = Content(None);
    let mut control = Control::new(Budget::unlimited().nodes(5_000_000)).observed_by(&mut content);
    let plan = EarBeam::default().solve(&problem, &mut control).plan().expect("solvable");
    let nodes = control.stats().nodes;
    assert_eq!(content.0, Some((plan.len() as u64, nodes)));
}

/// A long ear with hardly anybody on it: looking at vacant vertices is work, too.
#[test]
fn a_long_empty_ear_does_not_escape_the_limits() {
    let cycle: u32 = 40_000;
    let edges = (0..cycle).map(|a| (a, (a + 1) % cycle)).chain([(0, 3)]);
    let robots: Vec<_> = (0..5).map(|robot| (Vertex(robot), Vertex(20_000 - robot))).collect();
    let instance = Instance::new(graph(cycle, edges), &robots).expect("distinct vertices");
    let problem = EarInstance::new(&instance).expect("bi-connected");
    let mut control = Control::new(Budget::unlimited().nodes(1_000_000));
    let outcome = EarInsertion::single_steps().solve(&problem, &mut control);
    assert_eq!(outcome, Outcome::stopped(Stop::Nodes));
    assert!(control.stats().nodes > 900_000);
}

#[test]
fn small_graphs_are_solved_by_the_fewest_moves() {
    for (rows, columns, blanks) in [(2, 2, 1), (3, 3, 1), (2, 4, 2), (3, 3, 5)] {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
        let instance = generate::permutation_on_grid(rows, columns, blanks, rng).expect("legal");
        let problem = EarInstance::new(&instance).expect("a grid");
        let [insertion, beam] = [&EarInsertion::default() as &dyn Solver<EarInstance>, &EarBeam::default()]
            .map(|solver| solver.solve(&problem, &mut Control::unlimited()));
        assert!(matches!(&insertion, Outcome::Solved { quality: Quality::Optimal, .. }));
        assert_eq!(insertion, beam);
    }
}

#[test]
fn flags_that_another_thread_raises_stop_the_run() {
    let instance = on_grid(12, 2);
    let problem = EarInstance::new(&instance).expect("a grid");
    for (name, solver) in solvers() {
        let flag = CancelFlag::new();
        // Another thread raises it as soon as there is progress.
        let mut raising = |_: &Progress| {
            std::thread::scope(|scope| scope.spawn(|| flag.raise()).join()).expect("it raises a flag");
            ControlFlow::Continue(())
        };
        let budget = Budget::unlimited().cancel(flag.clone()).nodes(10_000_000);
        let mut control = Control::new(budget).observed_by(&mut raising);
        let outcome = solver.solve(&problem, &mut control);
        assert_eq!(outcome, Outcome::stopped(Stop::Cancelled), "{name}");
        assert!(control.stats().nodes < 20_000 && control.stats().bytes == 0, "{name}");
    }
}

#[cfg(feature = "std")]
#[test]
fn deadlines_that_have_passed_stop_the_run() {
    let instance = on_grid(30, 2);
    let problem = EarInstance::new(&instance).expect("a grid");
    for (name, solver) in solvers() {
        for limit in [0, 1] {
            let budget = Budget::unlimited().time(core::time::Duration::from_millis(limit));
            let mut control = Control::new(budget);
            match solver.solve(&problem, &mut control) {
                Outcome::Solved { plan, .. } => {
                    assert!(limit > 0 && instance.verify_plan(&plan).is_ok(), "{name}");
                }
                outcome => assert_eq!(outcome, Outcome::stopped(Stop::Time), "{name}"),
            }
            assert_eq!(control.stats().bytes, 0, "{name}");
        }
    }
}
