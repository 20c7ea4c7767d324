//! The paper's solver: a graph of slides that is updated as robots are placed and removed, and
//! searches on it.

mod all_robots;
mod move_graph;
mod solver;

pub use move_graph::MoveGraph;
pub use solver::{GraphMethod, GraphSolver};
