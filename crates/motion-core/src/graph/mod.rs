//! Immutable undirected graphs and their structure.
//!
//! Every puzzle here takes place on a graph, whose vertices hold tokens. [`Graph`] is a compact
//! form for hot paths: compressed sparse rows (CSR), with all neighbour lists one after another in
//! one array, eight bytes per edge and four per vertex. The algorithms determine what tokens can
//! do: how far they have to go ([`Distances`]), whether they can meet at all ([`Components`]) and
//! where they can pass each other ([`Biconnected`]). None of them is recursive, so a path of a
//! million vertices is as safe as a small board.

pub(crate) mod arcs;
mod biconnected;
pub(crate) mod bipartition;
mod breadth_first;
mod connectivity;
pub(crate) mod construction;
mod distances;
#[cfg(test)]
mod oracles;
#[cfg(feature = "petgraph")]
mod petgraph;
#[cfg(test)]
mod samples;

pub(crate) use crate::configuration::Vertex;
pub use crate::grid::GridGraph;
use arcs::Arcs;
pub use biconnected::Biconnected;
pub use connectivity::Components;
pub use distances::Distances;

/// Marks a vertex that a search has not seen. No distance and no position in an order is this
/// large.
const UNSEEN: u32 = construction::LIMIT;

/// The reason why a run without limits has an answer.
const WITHOUT_LIMITS: &str = "invariant: without limits";

/// A simple undirected graph: no loops, at most one edge between two vertices.
///
/// # Guarantees
/// The vertices are `Vertex(0)` to `Vertex(vertex_count - 1)`; the neighbours of each are in
/// ascending order. Two graphs are equal if they have the same vertices and edges, in whatever
/// order the edges were given.
///
/// # Complexity
/// Memory is four bytes per vertex and eight per edge. Below, V and E are the numbers of vertices
/// and edges.
///
/// # Examples
/// ```
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // A triangle with a tail.
/// let edges = [(0, 1), (1, 2), (2, 0), (2, 3)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let graph = Graph::from_edges(4, edges)?;
/// assert_eq!(graph.edge_count(), 4);
/// assert_eq!(graph.neighbours(Vertex(2)), [Vertex(0), Vertex(1), Vertex(3)]);
/// assert!(graph.is_connected() && !graph.is_biconnected());
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Every edge as two arcs.
    arcs: Arcs,
}

impl Graph {
    /// The number of vertices.
    pub const fn vertex_count(&self) -> usize {
        self.arcs.vertex_count()
    }

    /// The number of edges.
    pub const fn edge_count(&self) -> usize {
        self.arcs.arc_count() / 2
    }

    /// All vertices, in ascending order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Vertex> + DoubleEndedIterator + Clone + use<> {
        (0..self.vertex_count() as u32).map(Vertex)
    }

    /// All edges in ascending order, each once with the smaller vertex first.
    ///
    /// # Complexity
    /// Time O(V log d + E) for all of them, where d is the largest degree.
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let graph = Graph::from_edges(3, [(Vertex(2), Vertex(1)), (Vertex(1), Vertex(0))])?;
    /// assert!(graph.edges().eq([(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))]));
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = (Vertex, Vertex)> + Clone {
        self.vertices().flat_map(|first| {
            let neighbours = self.neighbours(first);
            let larger = neighbours.partition_point(|&second| second < first);
            neighbours[larger..].iter().map(move |&second| (first, second))
        })
    }

    /// The adjacent vertices, in ascending order.
    ///
    /// # Panics
    /// If there is no such vertex.
    ///
    /// # Complexity
    /// Constant time.
    #[inline]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        self.arcs.successors(vertex)
    }

    /// Every edge as two arcs, for what also works on directed graphs.
    #[doc(hidden)]
    pub const fn arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// The number of neighbours.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours(vertex).len()
    }

    /// Returns whether an edge joins the two; `false` if one of them does not exist.
    ///
    /// # Complexity
    /// Time logarithmic in the degree of `a`.
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let graph = Graph::from_edges(3, [(Vertex(0), Vertex(1))])?;
    /// assert!(graph.has_edge(Vertex(1), Vertex(0)));
    /// assert!(!graph.has_edge(Vertex(1), Vertex(1)) && !graph.has_edge(Vertex(1), Vertex(9)));
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    #[inline]
    pub fn has_edge(&self, a: Vertex, b: Vertex) -> bool {
        a.index() < self.vertex_count() && self.neighbours(a).binary_search(&b).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_an_adjacency_matrix(
            (vertices, edges) in samples::edge_lists(9).prop_flat_map(|(vertices, edges)| {
                (Just(vertices), Just(edges).prop_shuffle())
            }),
            turned in any::<u64>(),
        ) {
            let ends = |(index, (a, b))| if turned >> index & 1 == 1 { (b, a) } else { (a, b) };
            let shuffled = edges.iter().copied().enumerate().map(ends);
            let graph = Graph::from_edges(vertices, shuffled).expect("a simple graph");
            let mut sorted = edges.clone();
            sorted.sort_unstable();
            prop_assert_eq!((graph.vertex_count(), graph.edge_count()), (vertices, edges.len()));
            prop_assert_eq!(graph.vertices().len(), vertices);
            prop_assert_eq!(graph.edges().collect::<Vec<_>>(), &sorted[..]);
            for a in graph.vertices() {
                let adjacent = |&b: &Vertex| sorted.contains(&(a.min(b), a.max(b)));
                let neighbours: Vec<_> = graph.vertices().filter(adjacent).collect();
                prop_assert_eq!(graph.neighbours(a), &neighbours[..]);
                prop_assert_eq!(graph.degree(a), neighbours.len());
                for b in (0..12).map(Vertex) {
                    prop_assert_eq!(graph.has_edge(a, b), neighbours.contains(&b));
                    prop_assert_eq!(graph.has_edge(b, a), neighbours.contains(&b));
                }
            }
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_vertex_is_written_as_a_plain_number() {
        assert_eq!(serde_json::to_string(&Vertex(7)).expect("a number"), "7");
        assert_eq!(serde_json::from_str::<Vertex>("7").expect("a number"), Vertex(7));
    }
}
