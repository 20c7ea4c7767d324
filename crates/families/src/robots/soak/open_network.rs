//! The vertices of a fleet that are open.

use cpf::Vertex;
use cpf::cpf_core::directed::DirectedGraph;

use super::graphs::AnyGraph;

/// A graph some of whose vertices are closed.
pub(super) struct OpenNetwork<'g> {
    graph: &'g AnyGraph,
    is_closed: Vec<bool>,
    is_strongly_biconnected: bool,
}

impl<'g> OpenNetwork<'g> {
    pub(super) fn new(graph: &'g AnyGraph) -> Self {
        let is_closed = vec![false; graph.underlying().vertex_count()];
        let is_strongly_biconnected = is_strongly_biconnected(graph, &is_closed);
        Self { graph, is_closed, is_strongly_biconnected }
    }

    /// Returns the steps within which a robot must visit an open goal where that is guaranteed: an
    /// estimate of how long it takes to carry each robot in turn along a path through all vertices.
    pub(super) fn patience(&self, robots: usize) -> u64 {
        let (vertices, robots) = (self.is_closed.len() as u64, robots as u64);
        (robots * vertices * (50 + 2 * vertices)).max(800)
    }

    /// Closes or opens a vertex.
    pub(super) fn change(&mut self, vertex: Vertex, is_closed: bool) {
        self.is_closed[vertex.index()] = is_closed;
        self.is_strongly_biconnected = is_strongly_biconnected(self.graph, &self.is_closed);
    }

    pub(super) fn is_closed(&self, vertex: Vertex) -> bool {
        self.is_closed[vertex.index()]
    }

    /// Returns whether every open goal is guaranteed to be visited by robots in these places.
    pub(super) fn serves(&self, places: &[Vertex]) -> bool {
        let open = self.is_closed.iter().filter(|&&is_closed| !is_closed).count();
        self.is_strongly_biconnected
            && places.len() < open
            && places.iter().all(|&place| !self.is_closed(place))
    }
}

fn is_strongly_biconnected(graph: &AnyGraph, is_closed: &[bool]) -> bool {
    let vertices = graph.underlying().vertices();
    let open: Vec<_> = vertices.filter(|vertex| !is_closed[vertex.index()]).collect();
    let number = |vertex: Vertex| open.binary_search(&vertex).ok().map(|index| Vertex(index as u32));
    let arcs = open.iter().flat_map(|&from| graph.arcs().successors(from).iter().map(move |&to| (from, to)));
    let arcs = arcs.filter_map(|(from, to)| number(from).zip(number(to)));
    DirectedGraph::from_arcs(open.len(), arcs).is_ok_and(|part| part.is_strongly_biconnected())
}
