//! The paper's system: a graph of slides that is updated as robots come and go, and searches on it.

mod move_graph;
mod positions;
mod solver;

pub use move_graph::MoveGraph;
pub use solver::{GraphMethod, GraphSolver};
