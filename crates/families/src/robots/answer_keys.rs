//! The keys that robots add to an answer.

use cpf::cpf_core::directed::DirectedGraph;
use serde::Serialize;

use super::problem::Problem;

/// The keys of an instance and of its solution.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AnswerKeys {
    /// The vertices.
    pub vertices: usize,
    /// The edges, or the pairs of vertices joined by arcs.
    pub edges: usize,
    /// The robots.
    pub robots: usize,
    /// The vacant vertices.
    pub vacant: usize,
    /// The arcs, if the graph has arcs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arcs: Option<usize>,
    /// The motion model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'static str>,
    /// The kind of improvement of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improve: Option<&'static str>,
    /// The moves before the improvement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_moves: Option<u64>,
    /// The cost before the improvement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_cost: Option<u64>,
}

impl AnswerKeys {
    /// Returns the keys of an instance.
    pub fn of(problem: &Problem) -> Self {
        let (instance, graph) = (problem.instance(), problem.instance().graph());
        Self {
            vertices: graph.vertex_count(),
            edges: graph.edge_count(),
            robots: instance.robot_count(),
            vacant: instance.vacant_count(),
            arcs: problem.arcs().map(DirectedGraph::arc_count),
            ..Self::default()
        }
    }
}
