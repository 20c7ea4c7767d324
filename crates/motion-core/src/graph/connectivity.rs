//! Connected components.
//!
//! A token never leaves its component, so this is the first test of whether its goal can be
//! reached.

use alloc::vec::Vec;

use super::breadth_first::BreadthFirst;
use super::{Graph, Vertex, WITHOUT_LIMITS};
use crate::control::Control;
use crate::outcome::Stop;

/// The connected components of a graph. Made by [`Graph::components`].
///
/// # Guarantees
/// Components are numbered from 0 in the order of their smallest vertices.
///
/// # Complexity
/// All look-ups take constant time; memory is four bytes per vertex and a word per component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    label: Vec<u32>,
    sizes: Vec<usize>,
}

impl Components {
    /// The number of components; an isolated vertex is one.
    pub const fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The number of the vertex's component, an index into [`sizes`](Components::sizes).
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn component_of(&self, vertex: Vertex) -> usize {
        self.label[vertex.index()] as usize
    }

    /// Returns whether a path joins the two; every vertex is joined with itself.
    ///
    /// # Panics
    /// If one of them does not exist.
    #[inline]
    pub fn same(&self, a: Vertex, b: Vertex) -> bool {
        self.component_of(a) == self.component_of(b)
    }

    /// The number of vertices of each component.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }
}

impl Graph {
    /// Finds the connected components.
    ///
    /// # Complexity
    /// Time O(V + E), memory O(V).
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let graph = Graph::from_edges(4, [(Vertex(0), Vertex(2)), (Vertex(2), Vertex(3))])?;
    /// let components = graph.components();
    /// assert_eq!(components.sizes(), [3, 1]);
    /// assert_eq!(components.component_of(Vertex(1)), 1);
    /// assert!(components.same(Vertex(0), Vertex(3)));
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn components(&self) -> Components {
        self.components_within(&mut Control::unlimited()).expect(WITHOUT_LIMITS)
    }

    /// Does the same as [`components`](Graph::components) within the time limit and the cancel flag
    /// of `control`, which is [advanced](Control::advance) once for every vertex.
    #[doc(hidden)]
    pub fn components_within(&self, control: &mut Control) -> Result<Components, Stop> {
        let mut search = BreadthFirst::new(self.arcs());
        let mut label = alloc::vec![0; self.vertex_count()];
        let mut sizes = Vec::new();
        for root in self.vertices() {
            if search.add_source(root) {
                let mut size = 0;
                for vertex in search.by_ref() {
                    control.advance(1)?;
                    label[vertex.index()] = sizes.len() as u32;
                    size += 1;
                }
                sizes.push(size);
            }
        }
        Ok(Components { label, sizes })
    }

    /// Returns whether a path joins every two vertices; `true` if there are fewer than two.
    ///
    /// # Complexity
    /// Time O(V + E), memory O(V).
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// assert!(Graph::from_edges(2, [(Vertex(0), Vertex(1))])?.is_connected());
    /// assert!(!Graph::from_edges(2, [])?.is_connected());
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn is_connected(&self) -> bool {
        self.is_connected_within(&mut Control::unlimited()).expect(WITHOUT_LIMITS)
    }

    /// Does the same as [`is_connected`](Graph::is_connected) within the time limit and the cancel
    /// flag of `control`, which is [advanced](Control::advance) once for every vertex.
    #[doc(hidden)]
    pub fn is_connected_within(&self, control: &mut Control) -> Result<bool, Stop> {
        let mut search = BreadthFirst::new(self.arcs());
        if let Some(root) = self.vertices().next() {
            search.add_source(root);
        }
        Ok(search.run(control)? == self.vertex_count())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{oracles, samples};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn components_agree_with_the_transitive_closure(graph in samples::graphs(10)) {
            let joined = oracles::reachable(&graph, |_| false);
            let components = graph.components();
            for a in graph.vertices() {
                for b in graph.vertices() {
                    prop_assert_eq!(components.same(a, b), joined[a.index()][b.index()]);
                }
                let size = joined[a.index()].iter().filter(|&&joined| joined).count();
                prop_assert_eq!(components.sizes()[components.component_of(a)], size);
            }
            let smallest =
                |component| graph.vertices().find(|&vertex| components.component_of(vertex) == component);
            let order: Vec<_> = (0..components.count()).map(smallest).collect();
            prop_assert!(order.iter().all(Option::is_some) && order.is_sorted());
            prop_assert_eq!(graph.is_connected(), joined.iter().flatten().all(|&joined| joined));
        }
    }

    #[test]
    fn a_million_vertices_are_joined() {
        assert!(samples::path(1_000_000).is_connected());
        assert_eq!(samples::grid(1000).components().sizes(), [1_000_000]);
        let isolated = Graph::from_edges(1_000_000, []).expect("no edge is wrong");
        assert_eq!(isolated.components().count(), 1_000_000);
    }
}
