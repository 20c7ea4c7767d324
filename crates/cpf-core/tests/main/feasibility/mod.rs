//! Whether the goal can be reached, against exhaustive search.

mod exhaustive;
mod sampled;

use cpf_core::Instance;
use motion_core::{Graph, Vertex};

/// Robots by starts and goals.
fn instance(graph: &Graph, start: &[Vertex], goal: &[Vertex]) -> Instance {
    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}
