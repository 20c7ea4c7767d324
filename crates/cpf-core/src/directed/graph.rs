//! Directed graphs.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::error::GraphError;
use motion_core::graph::Graph;
use motion_core::internal::Arcs;

/// A directed graph without loops or parallel arcs.
///
/// # Complexity
/// Memory is four bytes for each arc, and eight for each vertex and each edge of the underlying
/// graph.
///
/// # Examples
/// ```
/// use cpf_core::directed::DirectedGraph;
/// use motion_core::Vertex;
///
/// // A directed square with an arc across.
/// let arcs = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 0)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let graph = DirectedGraph::from_arcs(4, arcs)?;
/// assert!(graph.has_arc(Vertex(2), Vertex(0)) && !graph.has_arc(Vertex(0), Vertex(2)));
/// assert_eq!(graph.successors(Vertex(2)), [Vertex(0), Vertex(3)]);
/// assert!(graph.is_strongly_biconnected());
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectedGraph {
    underlying: Graph,
    arcs: Arcs,
}

impl DirectedGraph {
    /// Builds the graph with this many vertices and these arcs, each from the first vertex to the
    /// second. An arc given twice counts once.
    ///
    /// # Errors
    /// [`GraphError`] names the first arc that is a loop or ends at a vertex that does not exist. A
    /// graph is too large if its underlying graph is.
    ///
    /// # Complexity
    /// Time O(V + A log A) for A arcs.
    pub fn from_arcs(
        vertices: usize,
        arcs: impl IntoIterator<Item = (Vertex, Vertex)>,
    ) -> Result<Self, GraphError> {
        let mut arcs: Vec<_> = arcs.into_iter().collect();
        if let Some(&(vertex, _)) = arcs.iter().find(|(a, b)| a == b) {
            return Err(GraphError::Loop { vertex });
        }
        let ends = arcs.iter().flat_map(|&(a, b)| [a, b]);
        if let Some(vertex) = ends.clone().find(|end| end.index() >= vertices) {
            return Err(GraphError::NoSuchVertex { vertex, vertices });
        }
        arcs.sort_unstable();
        arcs.dedup();
        let is_repeated = |&(a, b): &(Vertex, Vertex)| a > b && arcs.binary_search(&(b, a)).is_ok();
        let edges = arcs.iter().filter(|arc| !is_repeated(arc)).copied();
        let underlying = Graph::from_edges(vertices, edges)?;
        Ok(Self { underlying, arcs: Arcs::new(vertices, &arcs) })
    }

    /// The undirected graph with an edge wherever there is at least one arc.
    pub const fn underlying(&self) -> &Graph {
        &self.underlying
    }

    /// The arcs alone.
    #[doc(hidden)]
    pub const fn as_arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// The number of vertices.
    pub const fn vertex_count(&self) -> usize {
        self.underlying.vertex_count()
    }

    /// The number of arcs.
    pub const fn arc_count(&self) -> usize {
        self.arcs.arc_count()
    }

    /// All arcs in ascending order.
    pub fn arcs(&self) -> impl Iterator<Item = (Vertex, Vertex)> + Clone {
        self.underlying.vertices().flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// The vertices to which arcs lead from this one, in ascending order.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn successors(&self, vertex: Vertex) -> &[Vertex] {
        self.arcs.successors(vertex)
    }

    /// Whether an arc leads from `from` to `to`; false if one of them does not exist.
    ///
    /// # Complexity
    /// Time logarithmic in the number of successors.
    pub fn has_arc(&self, from: Vertex, to: Vertex) -> bool {
        from.index() < self.vertex_count() && self.successors(from).binary_search(&to).is_ok()
    }

    /// Whether directed paths lead from every vertex to every other one.
    ///
    /// # Complexity
    /// Time and memory O(V + A).
    #[doc(hidden)]
    pub fn is_strongly_connected(&self) -> bool {
        self.underlying.is_connected() && self.one_way().is_none()
    }

    /// Whether the graph is strongly connected and its underlying graph bi-connected.
    ///
    /// # Complexity
    /// Time and memory O(V + A).
    pub fn is_strongly_biconnected(&self) -> bool {
        self.underlying.is_biconnected() && self.one_way().is_none()
    }

    /// The smallest arc that lies on no directed cycle, if there is one. Otherwise every component
    /// is strongly connected.
    ///
    /// # Complexity
    /// Time and memory O(V + A).
    #[doc(hidden)]
    pub fn one_way(&self) -> Option<(Vertex, Vertex)> {
        let components = self.arcs.strong_components();
        self.arcs().find(|&(from, to)| components.number(from) != components.number(to))
    }

    /// Finds a shortest directed path whose inner vertices satisfy `passes`. The result includes
    /// both ends.
    ///
    /// # Complexity
    /// Time and memory O(V + A).
    pub(super) fn path(
        &self,
        from: Vertex,
        to: Vertex,
        passes: impl Fn(Vertex) -> bool,
    ) -> Option<Vec<Vertex>> {
        let mut before = alloc::vec![None; self.vertex_count()];
        let mut queue = VecDeque::from([from]);
        while let Some(vertex) = queue.pop_front() {
            for &next in self.successors(vertex) {
                if next == to {
                    let back = core::iter::successors(Some(vertex), |&last| {
                        before[last.index()].filter(|_| last != from)
                    });
                    let mut path: Vec<_> = core::iter::once(to).chain(back).collect();
                    path.reverse();
                    return Some(path);
                }
                if before[next.index()].is_none() && next != from && passes(next) {
                    before[next.index()] = Some(vertex);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
