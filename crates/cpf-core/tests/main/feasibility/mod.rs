//! Compares the feasibility test with exhaustive search.

mod exhaustive;
mod sampled;

use std::collections::BTreeSet;

use cpf_core::Instance;
use motion_core::Vertex;
use motion_core::graph::Graph;
use motion_testing_robots::cases::{TestCase, large, small};

/// Makes an instance of robots given by starts and goals.
fn instance(graph: &Graph, start: &[Vertex], goal: &[Vertex]) -> Instance {
    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

#[test]
fn the_cases_of_the_suite_are_what_they_are_called() {
    let cases: Vec<_> = small().into_iter().chain(large()).collect();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name[..]).collect();
    assert_eq!(names.len(), cases.len(), "{names:?}");
    for TestCase { name, instance, feasibility } in &cases {
        assert_eq!(instance.feasibility(), *feasibility, "{name}");
    }
}
