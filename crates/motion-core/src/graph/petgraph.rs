//! Conversions from and to petgraph, for users who already have such a graph or want one of its
//! many algorithms.

use ::petgraph::graph::{IndexType, NodeIndex, UnGraph};

use super::construction::GraphError;
use super::{Graph, Vertex};

/// Converts the structure of a petgraph graph: node `i` becomes `Vertex(i)`; weights are dropped.
///
/// This is not `From`, because petgraph allows loops and parallel edges, which [`Graph`] does not.
///
/// # Errors
/// Those of [`Graph::from_edges`].
///
/// # Examples
/// ```
/// use motion_core::error::GraphError;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
/// use petgraph::graph::UnGraph;
///
/// let mut theirs = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2)]);
/// assert_eq!(Graph::try_from(&theirs)?.neighbours(Vertex(1)), [Vertex(0), Vertex(2)]);
/// theirs.extend_with_edges([(2, 2)]);
/// assert_eq!(Graph::try_from(&theirs), Err(GraphError::Loop { vertex: Vertex(2) }));
/// # Ok::<(), GraphError>(())
/// ```
impl<N, E, Ix: IndexType> TryFrom<&UnGraph<N, E, Ix>> for Graph {
    type Error = GraphError;

    fn try_from(graph: &UnGraph<N, E, Ix>) -> Result<Self, Self::Error> {
        // No edge is read if there are more nodes than 32 bits can name, so the cast is exact.
        let vertex = |node: NodeIndex<Ix>| Vertex(node.index() as u32);
        let edges = graph.raw_edges().iter().map(|edge| (vertex(edge.source()), vertex(edge.target())));
        Self::from_edges(graph.node_count(), edges)
    }
}

/// Converts to a graph without weights: `Vertex(i)` becomes node `i`, and edges are added in
/// ascending order.
///
/// # Examples
/// ```
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
/// use petgraph::graph::UnGraph;
///
/// let ours = Graph::from_edges(3, [(Vertex(0), Vertex(2))])?;
/// let theirs = UnGraph::from(&ours);
/// assert_eq!((theirs.node_count(), theirs.edge_count()), (3, 1));
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
impl From<&Graph> for UnGraph<(), ()> {
    fn from(graph: &Graph) -> Self {
        let mut result = Self::with_capacity(graph.vertex_count(), graph.edge_count());
        for _ in graph.vertices() {
            result.add_node(());
        }
        for (first, second) in graph.edges() {
            result.add_edge(NodeIndex::new(first.index()), NodeIndex::new(second.index()), ());
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use ::petgraph::algo::{
        articulation_points::articulation_points, bridges, connected_components, is_bipartite_undirected,
    };
    use ::petgraph::visit::EdgeRef;
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;

    fn theirs_to_ours<Ix: IndexType>(node: NodeIndex<Ix>) -> Vertex {
        Vertex(u32::try_from(node.index()).expect("a small graph"))
    }

    proptest! {
        #[test]
        fn there_and_back_again_is_the_same_graph(graph in samples::graphs(12)) {
            prop_assert_eq!(Graph::try_from(&UnGraph::from(&graph)), Ok(graph));
        }

        #[test]
        fn both_find_the_same(graph in samples::graphs(30)) {
            let theirs = UnGraph::from(&graph);
            prop_assert_eq!(graph.components().count(), connected_components(&theirs));

            let biconnected = graph.biconnected();
            let articulation: BTreeSet<_> =
                articulation_points(&theirs).into_iter().map(theirs_to_ours).collect();
            prop_assert!(biconnected.articulation_vertices().eq(articulation));
            let ends = |a: Vertex, b: Vertex| (a.min(b), a.max(b));
            let bridges: BTreeSet<_> = bridges(&theirs)
                .map(|edge| ends(theirs_to_ours(edge.source()), theirs_to_ours(edge.target())))
                .collect();
            prop_assert!(biconnected.bridges().iter().copied().eq(bridges));

            // petgraph's function searches only one component.
            let bipartite = theirs.node_indices().all(|start| is_bipartite_undirected(&theirs, start));
            prop_assert_eq!(graph.bipartition().is_ok(), bipartite);
        }
    }

    #[test]
    fn parallel_edges_and_other_index_types_are_understood() {
        let theirs = UnGraph::<&str, f64, u8>::from_edges([(3, 1), (1, 3)]);
        let error = GraphError::Repeated { first: Vertex(1), second: Vertex(3) };
        assert_eq!(Graph::try_from(&theirs), Err(error));
        let theirs = UnGraph::<&str, f64, usize>::from_edges([(3, 1)]);
        assert_eq!(Graph::try_from(&theirs).map(|graph| graph.vertex_count()), Ok(4));
    }
}
