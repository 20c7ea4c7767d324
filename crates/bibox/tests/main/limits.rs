//! Tests limits and observers where these solvers promise more than every solver.

use std::ops::ControlFlow;

use bibox::{EarBeam, EarInsertion, EarInstance};
use cpf_core::Instance;
use motion_core::observer::{Improvement, Observer};
use motion_core::sink::Count;
use motion_core::sink::StreamingSolver;
use motion_core::{Budget, Control, Outcome, Solver, Stop, Vertex};

use crate::solvers;
use motion_testing_robots::cases::permutation;
use motion_testing_robots::samples::graph;

#[test]
fn memory_limits_stop_and_cost_about_what_is_alive() {
    let instance = permutation(20, 20, 1, 1);
    for solver in solvers::all() {
        let attempt = solver.attempt(&instance).expect("a grid");
        let mut control = Control::new(Budget::new().with_bytes(1000));
        assert_eq!(attempt.solve(&mut control), Outcome::stopped(Stop::Memory), "{}", solver.name);
        assert_eq!(control.stats().bytes, 0, "{}", solver.name);
    }
    let problem = EarInstance::new(&instance).expect("a grid");
    // Two times eight states of 400 places, and at most eight plans of 14,000 moves: about 1.5 MB.
    let mut control = Control::new(Budget::new().with_bytes(2 << 20));
    let mut count = Count::default();
    assert!(EarInsertion::default().solve_into(&problem, &mut count, &mut control).is_solved());
    assert!(control.stats().peak_bytes > 150_000, "{:?}", control.stats());
    // Without a beam, memory holds the moves of one ear at a time.
    let mut control = Control::new(Budget::new().with_bytes(64 << 10));
    assert!(EarInsertion::fast().solve_into(&problem, &mut count, &mut control).is_solved());
}

/// An observer that ends the run at the first plan.
struct StopAtFirst(Option<(u64, u64)>);

impl Observer for StopAtFirst {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let cost = improvement.cost;
        assert_eq!(self.0, None, "told after it broke off");
        self.0 = Some((cost, improvement.stats.nodes));
        ControlFlow::Break(())
    }
}

#[test]
fn observers_may_end_the_run_at_the_first_plan() {
    let instance = permutation(8, 8, 1, 1);
    let problem = EarInstance::new(&instance).expect("a grid");
    let mut observer = StopAtFirst(None);
    let mut control = Control::new(Budget::new().with_nodes(5_000_000)).with_observer(&mut observer);
    let plan = EarBeam::default().solve(&problem, &mut control).plan().expect("solvable");
    let nodes = control.stats().nodes;
    assert_eq!(observer.0, Some((plan.len() as u64, nodes)));
}

/// On a long ear with few robots, passing over vacant vertices also counts as work.
#[test]
fn a_long_empty_ear_does_not_escape_the_limits() {
    let cycle: u32 = 40_000;
    let edges = (0..cycle).map(|a| (a, (a + 1) % cycle)).chain([(0, 3)]);
    let robots: Vec<_> = (0..5).map(|robot| (Vertex(robot), Vertex(20_000 - robot))).collect();
    let instance = Instance::new(graph(cycle, edges), &robots).expect("distinct vertices");
    let problem = EarInstance::new(&instance).expect("bi-connected");
    let mut control = Control::new(Budget::new().with_nodes(1_000_000));
    let outcome = EarInsertion::fast().solve(&problem, &mut control);
    assert_eq!(outcome, Outcome::stopped(Stop::Nodes));
    assert!(control.stats().nodes > 900_000);
}
