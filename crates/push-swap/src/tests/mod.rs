//! Compares the parts of solvers with exhaustive search.

mod completeness;

use cpf_core::internal::{BlankRoute, GoalDistances, LocalSearch, WorkingBoard};
use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Vertex};

use crate::robot_walker::RobotWalker;
use crate::robot_walker::StepRule;

/// Makes a walker on a board with robots on these vertices.
pub(crate) fn walker<'a, 'c>(
    graph: &'a Graph,
    places: &[Vertex],
    control: &'a mut Control<'c>,
) -> RobotWalker<'a, 'c> {
    let start = Configuration::new(graph.vertex_count(), places).expect("distinct vertices");
    let board = WorkingBoard::new(graph, start, GoalDistances::default(), control).expect("no limit");
    let search = LocalSearch::new(graph.vertex_count());
    RobotWalker::new(board, search, BlankRoute::Shortest, StepRule::CheapestPath).expect("no limit")
}
