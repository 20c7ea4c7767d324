//! Blocks, articulation vertices and bridges.
//!
//! Two tokens pass each other only where the graph offers a way around, that is inside a block: on
//! a biconnected graph that is not a cycle two vacant vertices are enough to reach every
//! arrangement (Surynek, *A novel approach to path planning for multiple robots in bi-connected
//! graphs*, ICRA 2009). Articulation vertices and bridges are the narrow places between the blocks.
//!
//! Reference: J. Hopcroft and R. Tarjan, *Algorithm 447: efficient algorithms for graph
//! manipulation*, Communications of the ACM 16(6), 1973, pages 372–378. Departing from it, the
//! second stack holds vertices instead of edges, and the recursion is a third stack.

use alloc::vec::Vec;
use core::mem;

use super::{Graph, UNSEEN, Vertex, WITHOUT_LIMITS};
use crate::control::Control;
use crate::outcome::Stop;

/// The blocks of a graph and what lies between them. Made by [`Graph::biconnected`].
///
/// A *block* is a largest set of at least two vertices that is connected and stays so when any one
/// of them is removed; a *bridge* is a block of two vertices. Every edge lies in exactly one block.
/// An isolated vertex lies in none, an *articulation vertex* – one whose removal leaves its
/// component in pieces – in more than one, and every other vertex in exactly one.
///
/// # Complexity
/// [`is_articulation`](Biconnected::is_articulation) takes constant time, walking over all
/// articulation vertices takes time O(V); memory is O(V).
///
/// # Guarantees
/// A block shares at most one vertex with all blocks after it taken together: they come leaves
/// first, as a solver that works its way inwards needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Biconnected {
    /// The vertices of all blocks, block by block.
    members: Vec<Vertex>,
    /// For each block, the index in `members` behind its last vertex.
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

    /// Whether removing the vertex leaves its component in pieces.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn is_articulation(&self, vertex: Vertex) -> bool {
        self.is_articulation[vertex.index()]
    }

    /// The edges whose removal leaves their component in pieces: ascending, and each with the
    /// smaller vertex first.
    pub fn bridges(&self) -> &[(Vertex, Vertex)] {
        &self.bridges
    }
}

/// Cuts an array behind each of these indices.
fn slices<'a>(
    members: &'a [Vertex],
    ends: &'a [u32],
) -> impl ExactSizeIterator<Item = &'a [Vertex]> + DoubleEndedIterator + Clone {
    (0..ends.len()).map(move |block| {
        let start = block.checked_sub(1).map_or(0, |before| ends[before]);
        &members[start as usize..ends[block] as usize]
    })
}

/// A vertex on the path that a depth-first search has taken.
struct Frame {
    vertex: Vertex,
    /// How many of its neighbours have been visited.
    looked_at: u32,
    /// The earliest entry seen from the vertex and everything below it.
    low: u32,
}

/// The depth-first search of Hopcroft and Tarjan.
struct Search<'a> {
    graph: &'a Graph,
    /// When each vertex was entered, or [`UNSEEN`].
    entry: Vec<u32>,
    clock: u32,
    frames: Vec<Frame>,
    /// The vertices entered whose block is not complete.
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
                    // The edge back to the parent counts, too: it cannot lower `low` below the
                    // parent's entry, and less is not asked for when the block is closed.
                    entry => frame.low = frame.low.min(entry),
                }
            } else {
                self.leave();
            }
        }
        // A root waits for a parent that never comes.
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
            // Fits: a block has one vertex more than tree edges, and at least one of these, so that
            // `members` never outgrows the two ends of all edges.
            self.ends.push(self.members.len() as u32);
        }
    }
}

impl Graph {
    /// Blocks, articulation vertices and bridges.
    ///
    /// # Complexity
    /// Time O(E + V log b) where b is the size of the largest block, memory O(V).
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

    /// [`biconnected`](Graph::biconnected) within the limits of time and the flag of `control`,
    /// which is [advanced](Control::advance) by steps for every vertex and edge. Each block is
    /// sorted at once.
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

    /// Whether the graph has at least three vertices, is connected and has no articulation vertex:
    /// whether every two of three or more vertices lie on a common cycle.
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

    /// [`is_biconnected`](Graph::is_biconnected) within limits, as
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
