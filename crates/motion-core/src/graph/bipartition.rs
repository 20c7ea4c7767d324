//! Two-colouring, or an odd cycle that rules it out.
//!
//! On a bipartite graph every move takes a token to the other side, so a single blank can reach
//! only half of all arrangements. On a biconnected bipartite graph other than a cycle it can make
//! exactly the even permutations (R. M. Wilson, *Graph puzzles, homotopy, and the alternating
//! group*, Journal of Combinatorial Theory B 16, 1974).
//!
//! A graph is bipartite if and only if it has no odd cycle (D. Kőnig, *Über Graphen und ihre
//! Anwendung auf Determinantentheorie und Mengenlehre*, Mathematische Annalen 77, 1916). The answer
//! carries a proof in either case.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::breadth_first::{BreadthFirst, closer};
use super::{Graph, Vertex};
use crate::control::Control;
use crate::outcome::RunError;

/// One of the two sides of a bipartite graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The vertices at an even distance from the smallest vertex of the component, including that
    /// vertex.
    Even,
    /// The vertices at an odd distance from it.
    Odd,
}

/// A division of the vertices into two sides such that every edge joins one side with the other.
/// Made by [`Graph::bipartition`].
///
/// # Guarantees
/// Within each component the only other division is this one with its sides exchanged. The smallest
/// vertex of each component is on [`Side::Even`].
///
/// # Complexity
/// Look-ups take constant time; memory is one byte per vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bipartition {
    sides: Vec<Side>,
}

impl Bipartition {
    /// The side of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn side(&self, vertex: Vertex) -> Side {
        self.sides[vertex.index()]
    }
}

/// The proof that a graph is not bipartite: a cycle of odd length. The error of
/// [`Graph::bipartition`].
///
/// # Examples
/// ```
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// let edges = [(0, 1), (1, 2), (2, 3), (3, 1)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let proof = Graph::from_edges(4, edges)?.bipartition().expect_err("1, 2 and 3 are a triangle");
/// assert_eq!(proof.vertices().len(), 3);
/// assert!(!proof.vertices().contains(&Vertex(0)));
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddCycleError {
    /// Never empty.
    vertices: Vec<Vertex>,
}

impl fmt::Display for OddCycleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vertices } = self;
        let (first, length) = (vertices[0].one_based(), vertices.len());
        write!(f, "not bipartite: vertex {first} lies on a cycle of odd length {length}")
    }
}

impl Error for OddCycleError {}

impl OddCycleError {
    /// The vertices along the cycle, each once: an odd number, at least three. An edge joins each
    /// vertex with the next, and the last with the first.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }
}

impl Graph {
    /// Divides the vertices into two sides such that every edge joins one side with the other.
    ///
    /// # Errors
    /// [`OddCycleError`] if there is no such division, with a cycle that proves it.
    ///
    /// # Complexity
    /// Time O(V + E), memory O(V).
    ///
    /// # Examples
    /// ```
    /// use motion_core::internal::Side;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let cycle = |n: u32| {
    ///     Graph::from_edges(n as usize, (0..n).map(|a| (Vertex(a), Vertex((a + 1) % n))))
    /// };
    /// let square = cycle(4)?.bipartition()?;
    /// assert_eq!(square.side(Vertex(2)), Side::Even);
    /// assert_eq!(square.side(Vertex(3)), Side::Odd);
    /// let proof = cycle(5)?.bipartition().expect_err("a pentagon has no two sides");
    /// assert_eq!(proof.vertices().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn bipartition(&self) -> Result<Bipartition, OddCycleError> {
        self.bipartition_within(&mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`bipartition`](Graph::bipartition) within the time limit and the cancel
    /// flag of `control`, which is [advanced](Control::advance) once for every vertex, and again
    /// for each vertex whose edges are compared.
    #[doc(hidden)]
    pub fn bipartition_within(&self, control: &mut Control) -> Result<Bipartition, RunError<OddCycleError>> {
        let mut search = BreadthFirst::new(self.arcs());
        for root in self.vertices() {
            if search.add_source(root) {
                search.run(control)?;
            }
        }
        let steps = search.into_steps();
        // The distances of neighbours differ by at most one, so they have the same parity only if
        // they are equal.
        for a in self.vertices() {
            control.advance(1)?;
            let near = self.neighbours(a).iter().find(|b| a < **b && steps[a.index()] == steps[b.index()]);
            if let Some(&b) = near {
                let vertices = close_cycle(self, &steps, a, b);
                return Err(RunError::Because(OddCycleError { vertices }));
            }
        }
        let sides = steps.iter().map(|steps| if steps % 2 == 0 { Side::Even } else { Side::Odd });
        Ok(Bipartition { sides: sides.collect() })
    }
}

/// Returns the cycle through the edge `a` – `b`, whose ends are equally far from the root, and the
/// first vertex where their shortest paths to the root meet.
fn close_cycle(graph: &Graph, steps: &[u32], mut a: Vertex, mut b: Vertex) -> Vec<Vertex> {
    let mut vertices = alloc::vec![a];
    let mut other_side = alloc::vec![b];
    // Both take one step at a time and so stay equally far; they meet at the root at the latest.
    while let (Some(next_a), Some(next_b)) = (closer(graph, steps, a), closer(graph, steps, b)) {
        (a, b) = (next_a, next_b);
        vertices.push(a);
        if a == b {
            break;
        }
        other_side.push(b);
    }
    vertices.extend(other_side.into_iter().rev());
    vertices
}

#[cfg(test)]
mod tests {
    use super::super::{oracles, samples};
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    /// Returns whether some colouring of the vertices with two colours gives every edge two
    /// different ends. Tries all colourings.
    fn some_colouring_fits(graph: &Graph) -> bool {
        let fits = |colours: u32| graph.edges().all(|(a, b)| (colours >> a.0 ^ colours >> b.0) & 1 == 1);
        (0..1 << graph.vertex_count()).any(fits)
    }

    proptest! {
        #[test]
        fn agrees_with_trying_all_colourings(graph in samples::graphs(8)) {
            match graph.bipartition() {
                Ok(bipartition) => {
                    prop_assert!(some_colouring_fits(&graph));
                    prop_assert!(graph.edges().all(|(a, b)| bipartition.side(a) != bipartition.side(b)));
                    let joined = oracles::reachable(&graph, |_| false);
                    for vertex in graph.vertices() {
                        let smallest = graph.vertices().find(|root| joined[vertex.index()][root.index()]);
                        prop_assert_eq!(smallest.map(|root| bipartition.side(root)), Some(Side::Even));
                    }
                }
                Err(proof) => {
                    prop_assert!(!some_colouring_fits(&graph));
                    let cycle = proof.vertices();
                    prop_assert!(cycle.len() >= 3 && cycle.len() % 2 == 1);
                    for (index, &vertex) in cycle.iter().enumerate() {
                        prop_assert!(graph.has_edge(vertex, cycle[(index + 1) % cycle.len()]));
                        prop_assert!(!cycle[..index].contains(&vertex));
                    }
                }
            }
        }
    }

    #[test]
    fn a_million_vertices_have_two_sides_unless_they_close_an_odd_cycle() {
        let grid = samples::grid(1000).bipartition().expect("a chessboard");
        assert_eq!((grid.side(Vertex(999)), grid.side(Vertex(999_999))), (Side::Odd, Side::Even));
        assert!(samples::path(1_000_000).bipartition().is_ok());
        assert!(samples::cycle(1_000_000).bipartition().is_ok());
        let proof = samples::cycle(1_000_001).bipartition().expect_err("odd");
        assert_eq!(proof.vertices().len(), 1_000_001);
        assert_eq!(
            samples::cycle(3).bipartition().expect_err("odd").to_string(),
            "not bipartite: vertex 2 lies on a cycle of odd length 3"
        );
    }
}
