//! Construction of a [`Graph`] from a list of edges.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::arcs::Arcs;
use super::{Graph, Vertex};
use crate::control::Control;
use crate::outcome::RunError;
use crate::text::Counted;

/// Vertex numbers and offsets have 32 bits; this value is reserved as a marker.
pub(super) const LIMIT: u32 = u32::MAX;

/// The maximum number of edges: every edge is in two neighbour lists, and the array of all lists
/// must stay below [`LIMIT`].
const MAX_EDGES: usize = ((LIMIT - 1) / 2) as usize;

/// Why a list of edges is not a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge ends at a vertex that does not exist.
    NoSuchVertex {
        /// The vertex named by the edge.
        vertex: Vertex,
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge joins a vertex with itself.
    Loop {
        /// The vertex.
        vertex: Vertex,
    },
    /// Two edges join the same two vertices.
    Repeated {
        /// The smaller of the two.
        first: Vertex,
        /// The larger of the two.
        second: Vertex,
    },
    /// There are more vertices or edges than 32-bit numbers can name.
    TooLarge {
        /// The requested number of vertices.
        vertices: usize,
        /// The number of edges read before the error; 0 if the vertices alone are too many.
        edges: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertices } => {
                let (vertex, only) = (vertex.one_based(), Counted(*vertices, "vertex"));
                write!(f, "an edge ends at vertex {vertex}, but the graph has only {only}")
            }
            Self::Loop { vertex } => write!(f, "an edge joins vertex {} with itself", vertex.one_based()),
            Self::Repeated { first, second } => {
                let [first, second] = [first, second].map(|vertex| vertex.one_based());
                write!(f, "more than one edge joins vertices {first} and {second}")
            }
            Self::TooLarge { vertices, edges } => write!(
                f,
                "a graph of {vertices} vertices and at least {edges} edges is more than can be numbered"
            ),
        }
    }
}

impl Error for GraphError {}

impl From<GraphError> for RunError<GraphError> {
    fn from(why: GraphError) -> Self {
        Self::Because(why)
    }
}

impl Graph {
    /// Builds the graph with this many vertices and these edges. The order of the edges, and of the
    /// two ends of each, does not matter.
    ///
    /// # Errors
    /// [`GraphError`] names the first edge that ends at a missing vertex or joins a vertex with
    /// itself. If there is none, it names the smallest pair of vertices joined twice. A graph is
    /// too large from 2³² − 1 vertices or 2³¹ edges on.
    ///
    /// # Complexity
    /// Time O(V + E log d), where d is the largest degree; memory O(V + E).
    ///
    /// # Examples
    /// ```
    /// use motion_core::error::GraphError;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let edge = |a, b| (Vertex(a), Vertex(b));
    /// assert!(Graph::from_edges(3, [edge(0, 1), edge(2, 1)]).is_ok());
    /// assert_eq!(
    ///     Graph::from_edges(3, [edge(0, 1), edge(2, 1), edge(1, 2)]),
    ///     Err(GraphError::Repeated { first: Vertex(1), second: Vertex(2) })
    /// );
    /// ```
    pub fn from_edges(
        vertices: usize,
        edges: impl IntoIterator<Item = (Vertex, Vertex)>,
    ) -> Result<Self, GraphError> {
        Self::from_edges_within(vertices, edges, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`from_edges`](Graph::from_edges) within the time limit and the cancel flag
    /// of `control`, which is [advanced](Control::advance) for every vertex and edge.
    #[doc(hidden)]
    pub fn from_edges_within(
        vertices: usize,
        edges: impl IntoIterator<Item = (Vertex, Vertex)>,
        control: &mut Control,
    ) -> Result<Self, RunError<GraphError>> {
        if vertices >= LIMIT as usize {
            return Err(GraphError::TooLarge { vertices, edges: 0 }.into());
        }
        let mut checked = Vec::new();
        for (index, edge) in edges.into_iter().enumerate() {
            control.advance(1)?;
            checked.push(check_edge(vertices, index, edge)?);
        }
        Self::from_checked_edges(vertices, &checked, control)
    }

    /// Builds the graph from valid edges. It is not generic, so it is compiled only once.
    fn from_checked_edges(
        vertices: usize,
        edges: &[(Vertex, Vertex)],
        control: &mut Control,
    ) -> Result<Self, RunError<GraphError>> {
        // Counting sort by vertex: `offsets` first holds counts, then the ends of the lists, and
        // finally their beginnings, since the lists are filled from behind.
        let mut offsets = alloc::vec![0; vertices + 1];
        for &(a, b) in edges {
            control.advance(1)?;
            offsets[a.index()] += 1;
            offsets[b.index()] += 1;
        }
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut targets = alloc::vec![Vertex(0); 2 * edges.len()];
        // Backwards, so that edges given in ascending order need no sorting below.
        for &(a, b) in edges.iter().rev() {
            control.advance(1)?;
            for (from, to) in [(a, b), (b, a)] {
                let slot: &mut u32 = &mut offsets[from.index()];
                *slot -= 1;
                targets[*slot as usize] = to;
            }
        }
        let mut arcs = Arcs { offsets, targets };
        sort_neighbours(&mut arcs, control)?;
        Ok(Self { arcs })
    }

    /// Builds the graph on some of the vertices, with all edges between them. Vertex `i` is the
    /// `i`-th given one.
    ///
    /// # Panics
    /// If a vertex does not exist or is given twice.
    ///
    /// # Complexity
    /// Time and memory are O(V) plus those of [`from_edges`](Graph::from_edges) for the result.
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let square = Graph::from_edges(4, (0..4).map(|a| (Vertex(a), Vertex((a + 1) % 4))))?;
    /// let corner = square.induced(&[Vertex(3), Vertex(0), Vertex(1)]);
    /// assert!(corner.edges().eq([(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))]));
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    #[doc(hidden)]
    pub fn induced(&self, vertices: &[Vertex]) -> Self {
        let mut number = alloc::vec![LIMIT; self.vertex_count()];
        for (index, vertex) in (0..).zip(vertices) {
            let slot = &mut number[vertex.index()];
            assert!(*slot == LIMIT, "vertex {} is given twice", vertex.one_based());
            *slot = index;
        }
        let edges = vertices.iter().flat_map(|&vertex| {
            let here = number[vertex.index()];
            let there = self.neighbours(vertex).iter().map(|next| number[next.index()]);
            there.filter(move |&there| there < here).map(move |there| (Vertex(there), Vertex(here)))
        });
        Self::from_edges(vertices.len(), edges).expect("invariant: a part of a graph is one")
    }
}

fn sort_neighbours(arcs: &mut Arcs, control: &mut Control) -> Result<(), RunError<GraphError>> {
    for (index, range) in arcs.offsets.windows(2).enumerate() {
        control.advance(1)?;
        let neighbours = &mut arcs.targets[range[0] as usize..range[1] as usize];
        neighbours.sort_unstable();
        if let Some(pair) = neighbours.windows(2).find(|pair| pair[0] == pair[1]) {
            // The other end is larger: a smaller end comes earlier, so this pair would have been
            // found in its list.
            return Err(GraphError::Repeated { first: Vertex(index as u32), second: pair[0] }.into());
        }
    }
    Ok(())
}

fn check_edge(
    vertices: usize,
    index: usize,
    (a, b): (Vertex, Vertex),
) -> Result<(Vertex, Vertex), GraphError> {
    if index >= MAX_EDGES {
        return Err(GraphError::TooLarge { vertices, edges: index.saturating_add(1) });
    }
    if let Some(vertex) = [a, b].into_iter().find(|end| end.index() >= vertices) {
        return Err(GraphError::NoSuchVertex { vertex, vertices });
    }
    if a == b {
        return Err(GraphError::Loop { vertex: a });
    }
    Ok((a, b))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{self, edge};
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_edge_given_twice_is_named(
            (vertices, mut edges) in samples::edge_lists(9),
            choice in any::<prop::sample::Index>(),
        ) {
            prop_assume!(!edges.is_empty());
            let (first, second) = edges[choice.index(edges.len())];
            edges.push((second, first));
            prop_assert_eq!(Graph::from_edges(vertices, edges), Err(GraphError::Repeated { first, second }));
        }
    }

    #[test]
    fn bad_edges_are_named() {
        let error = |edges: &[(Vertex, Vertex)]| {
            Graph::from_edges(3, edges.iter().copied()).expect_err("a bad edge").to_string()
        };
        assert_eq!(
            error(&[edge(0, 1), edge(3, 1)]),
            "an edge ends at vertex 4, but the graph has only 3 vertices"
        );
        assert_eq!(error(&[edge(2, 2)]), "an edge joins vertex 3 with itself");
        assert_eq!(error(&[edge(2, 1), edge(1, 2)]), "more than one edge joins vertices 2 and 3");
    }

    #[test]
    fn what_cannot_be_numbered_is_refused_before_memory_is_taken() {
        let vertices = LIMIT as usize;
        assert_eq!(Graph::from_edges(vertices, []), Err(GraphError::TooLarge { vertices, edges: 0 }));
        assert_eq!(check_edge(3, MAX_EDGES - 1, edge(0, 1)), Ok(edge(0, 1)));
        assert_eq!(
            check_edge(3, MAX_EDGES, edge(0, 1)),
            Err(GraphError::TooLarge { vertices: 3, edges: 1 << 31 })
        );
    }
}
