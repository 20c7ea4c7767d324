//! Blocks, articulation vertices and bridges.
//!
//! Two tokens can pass each other only inside a block, where the graph offers a way around. On a
//! biconnected graph that is not a cycle, two vacant vertices are enough to reach every arrangement
//! (Surynek, *A novel approach to path planning for multiple robots in bi-connected graphs*, ICRA
//! 2009). Articulation vertices and bridges are the narrow places between the blocks.
//!
//! Reference: J. Hopcroft and R. Tarjan, *Algorithm 447: efficient algorithms for graph
//! manipulation*, Communications of the ACM 16(6), 1973, pages 372–378. Unlike there, the second
//! stack holds vertices instead of edges, and a third stack replaces the recursion.

use alloc::vec::Vec;
use core::mem;

use super::{Graph, UNSEEN, Vertex, WITHOUT_LIMITS};
use crate::control::Control;
use crate::outcome::Stop;

/// The blocks, articulation vertices and bridges of a graph. Made by [`Graph::biconnected`].
///
/// A *block* is a largest set of at least two vertices that is connected and stays connected when
/// any one of them is removed. A *bridge* is a block of two vertices. Every edge lies in exactly
/// one block. An *articulation vertex* is a vertex whose removal disconnects its component; it lies
/// in more than one block. An isolated vertex lies in no block, and every other vertex in exactly
/// one.
///
/// # Complexity
/// [`is_articulation`](Biconnected::is_articulation) takes constant time; iterating over all
/// articulation vertices takes time O(V). Memory is O(V).
///
/// # Guarantees
/// A block shares at most one vertex with the union of all later blocks. Leaf blocks thus come
/// first, as needed by a solver that works its way inwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Biconnected {
    /// The vertices of all blocks, block by block.
    members: Vec<Vertex>,
    /// For each block, the index in `members` after its last vertex.
    ends: Vec<u32>,
    is_articulation: Vec<bool>,
    bridges: Vec<(Vertex, Vertex)>,
}

impl Biconnected {
    /// The blocks, each as its vertices in ascending order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = &[Vertex]> + DoubleEndedIterator + Clone {
        slices(&self.members, &self.ends)
    }

    /// The vertices that lie in more than one block, in ascending order.
    pub fn articulation_vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + Clone {
        let numbered = self.is_articulation.iter().enumerate();
        numbered.filter(|&(_, &flag)| flag).map(|(index, _)| Vertex(index as u32))
    }

    /// Returns whether removing the vertex disconnects its component.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn is_articulation(&self, vertex: Vertex) -> bool {
        self.is_articulation[vertex.index()]
    }

    /// The edges whose removal disconnects their component, in ascending order, each with the
    /// smaller vertex first.
    pub fn bridges(&self) -> &[(Vertex, Vertex)] {
        &self.bridges
    }
}

/// Splits a slice after each of these indices.
fn slices<'a>(
    members: &'a [Vertex],
    ends: &'a [u32],
) -> impl ExactSizeIterator<Item = &'a [Vertex]> + DoubleEndedIterator + Clone {
    (0..ends.len()).map(move |block| {
        let start = block.checked_sub(1).map_or(0, |before| ends[before]);
        &members[start as usize..ends[block] as usize]
    })
}

/// A vertex on the current path of the depth-first search.
struct Frame {
    vertex: Vertex,
    /// The number of neighbours visited.
    looked_at: u32,
    /// The earliest entry reachable from the vertex and its descendants.
    low: u32,
}

/// The depth-first search of Hopcroft and Tarjan.
struct Search<'a> {
    graph: &'a Graph,
    /// The time when each vertex was entered, or [`UNSEEN`].
    entry: Vec<u32>,
    clock: u32,
    frames: Vec<Frame>,
    /// The entered vertices whose block is not complete.
    open: Vec<Vertex>,
    members: Vec<Vertex>,
    ends: Vec<u32>,
}

impl Search<'_> {
    fn enter(&mut self, vertex: Vertex) {
        self.entry[vertex.index()] = self.clock;
        self.frames.push(Frame { vertex, looked_at: 0, low: self.clock });
        self.open.push(vertex);
        self.clock += 1;
    }

    fn run(&mut self, root: Vertex, control: &mut Control) -> Result<(), Stop> {
        self.enter(root);
        while let Some(frame) = self.frames.last_mut() {
            control.advance(1)?;
            if let Some(&next) = self.graph.neighbours(frame.vertex).get(frame.looked_at as usize) {
                frame.looked_at += 1;
                match self.entry[next.index()] {
                    UNSEEN => self.enter(next),
                    // The edge back to the parent also counts. It cannot lower `low` below the
                    // parent's entry, and closing a block requires only that `low` is not below it.
                    entry => frame.low = frame.low.min(entry),
                }
            } else {
                self.leave();
            }
        }
        // The root remains, because it has no parent that would take it.
        self.open.clear();
        Ok(())
    }

    fn leave(&mut self) {
        let (Some(frame), Some(parent)) = (self.frames.pop(), self.frames.last_mut()) else { return };
        parent.low = parent.low.min(frame.low);
        if frame.low >= self.entry[parent.vertex.index()] {
            let start = self.members.len();
            self.members.push(parent.vertex);
            while let Some(vertex) = self.open.pop() {
                self.members.push(vertex);
                if vertex == frame.vertex {
                    break;
                }
            }
            self.members[start..].sort_unstable();
            // The cast is exact: a block has one vertex more than tree edges, and at least one tree
            // edge. So `members` is at most as long as the list of all ends of edges.
            self.ends.push(self.members.len() as u32);
        }
    }
}

impl Graph {
    /// Finds the blocks, articulation vertices and bridges.
    ///
    /// # Complexity
    /// Time O(E + V log b), where b is the size of the largest block; memory O(V).
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// // Two triangles, 0 1 2 and 3 4 5, joined by the edge 2 – 3.
    /// let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)];
    /// let graph = Graph::from_edges(6, edges.map(|(a, b)| (Vertex(a), Vertex(b))))?;
    /// let biconnected = graph.biconnected();
    /// assert_eq!(biconnected.blocks().len(), 3);
    /// assert!(biconnected.blocks().any(|block| block == [Vertex(3), Vertex(4), Vertex(5)]));
    /// assert!(biconnected.articulation_vertices().eq([Vertex(2), Vertex(3)]));
    /// assert_eq!(biconnected.bridges(), [(Vertex(2), Vertex(3))]);
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn biconnected(&self) -> Biconnected {
        self.biconnected_within(&mut Control::unlimited()).expect(WITHOUT_LIMITS)
    }

    /// Does the same as [`biconnected`](Graph::biconnected) within the time limit and the cancel
    /// flag of `control`, which is [advanced](Control::advance) for every vertex and edge. No check
    /// interrupts the sorting of a block.
    #[doc(hidden)]
    pub fn biconnected_within(&self, control: &mut Control) -> Result<Biconnected, Stop> {
        let mut search = Search {
            graph: self,
            entry: alloc::vec![UNSEEN; self.vertex_count()],
            clock: 0,
            frames: Vec::new(),
            open: Vec::new(),
            members: Vec::new(),
            ends: Vec::new(),
        };
        for root in self.vertices() {
            if search.entry[root.index()] == UNSEEN {
                search.run(root, control)?;
            }
        }
        let Search { members, ends, .. } = search;
        let mut is_in_a_block = alloc::vec![false; self.vertex_count()];
        let mut is_articulation = is_in_a_block.clone();
        let mut bridges = Vec::new();
        for block in slices(&members, &ends) {
            for vertex in block {
                control.advance(1)?;
                let again = mem::replace(&mut is_in_a_block[vertex.index()], true);
                is_articulation[vertex.index()] |= again;
            }
            if let &[first, second] = block {
                bridges.push((first, second));
            }
        }
        bridges.sort_unstable();
        Ok(Biconnected { members, ends, is_articulation, bridges })
    }

    /// Returns whether the graph is biconnected: it has at least three vertices, is connected and
    /// has no articulation vertex. Equivalently, it has at least three vertices and every two of
    /// them lie on a common cycle.
    ///
    /// # Complexity
    /// That of [`biconnected`](Graph::biconnected).
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (Vertex(a), Vertex(b)));
    /// assert!(Graph::from_edges(3, edges)?.is_biconnected());
    /// assert!(!Graph::from_edges(2, [(Vertex(0), Vertex(1))])?.is_biconnected());
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn is_biconnected(&self) -> bool {
        self.is_biconnected_within(&mut Control::unlimited()).expect(WITHOUT_LIMITS)
    }

    /// Does the same as [`is_biconnected`](Graph::is_biconnected) within limits, like
    /// [`biconnected_within`](Graph::biconnected_within).
    #[doc(hidden)]
    pub fn is_biconnected_within(&self, control: &mut Control) -> Result<bool, Stop> {
        let vertices = self.vertex_count();
        Ok(vertices >= 3 && self.biconnected_within(control)?.blocks().any(|block| block.len() == vertices))
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracles::{blocks_by_cycles, pieces};
    use super::super::samples::{self, edge};
    use super::*;
    use proptest::prelude::*;

    fn without_edge(graph: &Graph, removed: (Vertex, Vertex)) -> Graph {
        let edges = graph.edges().filter(|&edge| edge != removed);
        Graph::from_edges(graph.vertex_count(), edges).expect("a part of a graph")
    }

    proptest! {
        #[test]
        fn blocks_are_the_edges_on_common_cycles(graph in samples::graphs(7)) {
            let biconnected = graph.biconnected();
            let mut blocks: Vec<_> = biconnected.blocks().map(<[_]>::to_vec).collect();
            blocks.sort_unstable();
            prop_assert_eq!(blocks, blocks_by_cycles(&graph));
        }

        #[test]
        fn narrow_places_are_those_whose_removal_leaves_pieces(graph in samples::graphs(10)) {
            let biconnected = graph.biconnected();
            let before = pieces(&graph, &[]);
            let splits = |vertex: &Vertex| pieces(&graph, &[*vertex]) > before;
            let articulation: Vec<_> = graph.vertices().filter(splits).collect();
            prop_assert_eq!(biconnected.articulation_vertices().collect::<Vec<_>>(), &articulation[..]);
            for vertex in graph.vertices() {
                prop_assert_eq!(biconnected.is_articulation(vertex), articulation.contains(&vertex));
            }
            let bridges: Vec<_> =
                graph.edges().filter(|&edge| pieces(&without_edge(&graph, edge), &[]) > before).collect();
            prop_assert_eq!(biconnected.bridges(), bridges);
            let whole = graph.vertex_count() >= 3 && before == 1 && articulation.is_empty();
            prop_assert_eq!(graph.is_biconnected(), whole);
        }

        #[test]
        fn blocks_come_leaves_first(graph in samples::graphs(12)) {
            let biconnected = graph.biconnected();
            for (index, block) in biconnected.blocks().enumerate() {
                let later = biconnected.blocks().skip(index + 1);
                let shared = |vertex: &&Vertex| later.clone().any(|other| other.contains(vertex));
                prop_assert!(block.iter().filter(shared).count() <= 1);
                prop_assert!(block.is_sorted());
            }
        }
    }

    #[test]
    fn a_path_of_a_million_vertices_is_all_bridges() {
        let path = samples::path(1_000_000).biconnected();
        assert_eq!((path.blocks().len(), path.bridges().len()), (999_999, 999_999));
        assert_eq!(path.articulation_vertices().count(), 999_998);
        assert!(path.bridges().iter().copied().eq((1..1_000_000).map(|b| edge(b - 1, b))));
    }

    #[test]
    fn a_grid_of_a_million_vertices_is_one_block() {
        let grid = samples::grid(1000);
        assert!(grid.is_biconnected());
        assert!(
            grid.biconnected().blocks().next().is_some_and(|block| grid.vertices().eq(block.iter().copied()))
        );
    }
}
