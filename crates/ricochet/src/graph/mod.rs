//! The paper's solver: a graph of slides that is updated when robots are placed and removed, and
//! searches on it.

mod all_robots;
mod game;
mod move_graph;
mod others_first;
mod solver;

pub use move_graph::MoveGraph;
pub use others_first::GraphCounts;
pub use solver::{GraphMethod, GraphSolver};
