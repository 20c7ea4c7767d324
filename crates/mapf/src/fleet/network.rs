//! The vertices and arcs on which a fleet moves, and which of them are closed.

use alloc::vec::Vec;

use cpf_core::directed::DirectedGraph;
use motion_core::Vertex;
use motion_core::graph::Graph;
use motion_core::internal::Arcs;

/// A graph with vertices that can be closed. Robots never enter a closed vertex.
#[derive(Clone, Debug)]
pub(super) struct Network {
    graph: AnyGraph,
    is_closed: Vec<bool>,
}

#[derive(Clone, Debug)]
enum AnyGraph {
    Undirected(Graph),
    Directed { graph: DirectedGraph, reversed: Arcs },
}

impl From<&Graph> for Network {
    fn from(graph: &Graph) -> Self {
        let is_closed = alloc::vec![false; graph.vertex_count()];
        Self { graph: AnyGraph::Undirected(graph.clone()), is_closed }
    }
}

impl From<&DirectedGraph> for Network {
    fn from(graph: &DirectedGraph) -> Self {
        let is_closed = alloc::vec![false; graph.vertex_count()];
        let reversed = graph.as_arcs().reversed();
        Self { graph: AnyGraph::Directed { graph: graph.clone(), reversed }, is_closed }
    }
}

impl Network {
    /// The graph with an edge wherever there is an arc.
    pub(super) const fn underlying(&self) -> &Graph {
        match &self.graph {
            AnyGraph::Undirected(graph) => graph,
            AnyGraph::Directed { graph, .. } => graph.underlying(),
        }
    }

    /// The graph with arcs, if some lead one way only.
    pub(super) const fn directed(&self) -> Option<&DirectedGraph> {
        match &self.graph {
            AnyGraph::Undirected(_) => None,
            AnyGraph::Directed { graph, .. } => Some(graph),
        }
    }

    #[inline]
    pub(super) const fn arcs(&self) -> &Arcs {
        match &self.graph {
            AnyGraph::Undirected(graph) => graph.arcs(),
            AnyGraph::Directed { graph, .. } => graph.as_arcs(),
        }
    }

    /// The arcs, each in the other direction.
    #[inline]
    pub(super) const fn reversed(&self) -> &Arcs {
        match &self.graph {
            AnyGraph::Undirected(graph) => graph.arcs(),
            AnyGraph::Directed { reversed, .. } => reversed,
        }
    }

    pub(super) const fn vertex_count(&self) -> usize {
        self.is_closed.len()
    }

    #[inline]
    pub(super) fn is_closed(&self, vertex: Vertex) -> bool {
        self.is_closed[vertex.index()]
    }

    /// Closes or opens a vertex. Returns whether that changes anything.
    pub(super) fn set_closed(&mut self, vertex: Vertex, is_closed: bool) -> bool {
        core::mem::replace(&mut self.is_closed[vertex.index()], is_closed) != is_closed
    }
}
