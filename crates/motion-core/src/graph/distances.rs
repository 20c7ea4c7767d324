//! Distances between vertices, counted in edges.
//!
//! The distance to its goal is the least number of moves a token needs, so distances are the basis
//! of lower bounds. A shortest path leads a token to its goal if no other token is in its way.

use alloc::vec::Vec;

use super::breadth_first::{BreadthFirst, closer};
use super::{Arcs, Graph, UNSEEN, Vertex, WITHOUT_LIMITS};
use crate::control::Control;
use crate::outcome::Stop;

/// The distance of every vertex from the nearest of some sources. Made by [`Graph::distances`].
///
/// # Complexity
/// Memory is four bytes per vertex.
///
/// # Examples
/// Two searches for the farthest vertex give the diameter of a tree:
/// ```
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// let edges = [(0, 1), (1, 2), (1, 3), (3, 4)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let tree = Graph::from_edges(5, edges)?;
/// let end = tree.distances([Vertex(1)]).farthest();
/// assert_eq!(end, Some((Vertex(4), 2)));
/// assert_eq!(tree.distances(end.map(|(end, _)| end)).farthest(), Some((Vertex(0), 3)));
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    steps: Vec<u32>,
}

impl Distances {
    /// Returns the number of edges on a shortest path from the nearest source, or `None` if no
    /// source reaches the vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn get(&self, vertex: Vertex) -> Option<u32> {
        Some(self.steps[vertex.index()]).filter(|&steps| steps != UNSEEN)
    }

    /// Returns the reachable vertex that is farthest from the sources, with its distance. Of
    /// several, returns the smallest; without a source, `None`.
    ///
    /// # Complexity
    /// Time O(V).
    pub fn farthest(&self) -> Option<(Vertex, u32)> {
        let reached = (0..).map(Vertex).zip(self.steps.iter().copied()).filter(|&(_, steps)| steps != UNSEEN);
        reached.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

impl Arcs {
    /// Computes the distance of every vertex from the nearest of these sources along the arcs,
    /// within the time limit and the cancel flag of `control`, which is
    /// [advanced](Control::advance) once for every vertex.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    ///
    /// # Panics
    /// If a source does not exist.
    ///
    /// # Complexity
    /// Time linear in the vertices and arcs, memory in the vertices.
    pub fn distances_within(
        &self,
        sources: impl IntoIterator<Item = Vertex>,
        control: &mut Control,
    ) -> Result<Distances, Stop> {
        let mut search = BreadthFirst::new(self);
        for source in sources {
            search.add_source(source);
        }
        search.run(control)?;
        Ok(Distances { steps: search.into_steps() })
    }
}

impl Graph {
    /// Computes the distance of every vertex from the nearest of these sources.
    ///
    /// # Panics
    /// If a source does not exist.
    ///
    /// # Complexity
    /// Time O(V + E), memory O(V).
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// // The path 0 – 1 – 2 – 3, and vertex 4 on its own.
    /// let graph = Graph::from_edges(5, (0..3).map(|a| (Vertex(a), Vertex(a + 1))))?;
    /// let distances = graph.distances([Vertex(1)]);
    /// assert_eq!(distances.get(Vertex(3)), Some(2));
    /// assert_eq!(distances.get(Vertex(4)), None);
    /// assert_eq!(distances.farthest(), Some((Vertex(3), 2)));
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn distances(&self, sources: impl IntoIterator<Item = Vertex>) -> Distances {
        self.distances_within(sources, &mut Control::unlimited()).expect(WITHOUT_LIMITS)
    }

    /// Does the same as [`distances`](Graph::distances) within the time limit and the cancel flag
    /// of `control`, which is [advanced](Control::advance) once for every vertex.
    #[doc(hidden)]
    pub fn distances_within(
        &self,
        sources: impl IntoIterator<Item = Vertex>,
        control: &mut Control,
    ) -> Result<Distances, Stop> {
        self.arcs().distances_within(sources, control)
    }

    /// Returns a shortest path, including both ends, or `None` if there is no path.
    ///
    /// # Guarantees
    /// Of all shortest paths, the result has the smallest second vertex, of these the smallest
    /// third vertex, and so on.
    ///
    /// # Panics
    /// If one of the ends does not exist.
    ///
    /// # Complexity
    /// Time O(V + E), memory O(V). Visits only vertices that are no farther from `to` than `from`
    /// is.
    ///
    /// # Examples
    /// ```
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// // The cycle 0 – 1 – 2 – 3 – 0.
    /// let graph = Graph::from_edges(4, (0..4).map(|a| (Vertex(a), Vertex((a + 1) % 4))))?;
    /// let path = graph.shortest_path(Vertex(2), Vertex(0));
    /// assert_eq!(path, Some(vec![Vertex(2), Vertex(1), Vertex(0)]));
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn shortest_path(&self, from: Vertex, to: Vertex) -> Option<Vec<Vertex>> {
        self.shortest_path_within(from, to, &mut Control::unlimited()).expect(WITHOUT_LIMITS)
    }

    /// Does the same as [`shortest_path`](Graph::shortest_path) within the time limit and the
    /// cancel flag of `control`, which is [advanced](Control::advance) once for every vertex.
    #[doc(hidden)]
    pub fn shortest_path_within(
        &self,
        from: Vertex,
        to: Vertex,
        control: &mut Control,
    ) -> Result<Option<Vec<Vertex>>, Stop> {
        assert!(from.index() < self.vertex_count(), "there is no vertex {}", from.one_based());
        // Search from the end, so that descending the distances gives the path from front to back.
        let mut search = BreadthFirst::new(self.arcs());
        search.add_source(to);
        loop {
            control.advance(1)?;
            match search.next() {
                None => return Ok(None),
                Some(vertex) if vertex == from => break,
                Some(_) => {}
            }
        }
        let steps = search.into_steps();
        Ok(Some(core::iter::successors(Some(from), |&vertex| closer(self, &steps, vertex)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use proptest::prelude::*;

    /// Computes the distances between all pairs by the algorithm of Floyd and Warshall.
    fn floyd_warshall(graph: &Graph) -> Vec<Vec<Option<u32>>> {
        let start = |a, b| if a == b { Some(0) } else { graph.has_edge(a, b).then_some(1) };
        let mut table: Vec<Vec<_>> =
            graph.vertices().map(|a| graph.vertices().map(|b| start(a, b)).collect()).collect();
        for via in 0..table.len() {
            for a in 0..table.len() {
                for b in 0..table.len() {
                    if let (Some(there), Some(onwards)) = (table[a][via], table[via][b])
                        && table[a][b].is_none_or(|known| there + onwards < known)
                    {
                        table[a][b] = Some(there + onwards);
                    }
                }
            }
        }
        table
    }

    /// Returns all walks of this length, in lexicographic order.
    fn walks(graph: &Graph, from: Vertex, length: u32) -> Vec<Vec<Vertex>> {
        let mut walks = alloc::vec![alloc::vec![from]];
        for _ in 0..length {
            let longer = |walk: &Vec<Vertex>| {
                let walk = walk.clone();
                let last = walk[walk.len() - 1];
                let next = graph.vertices().filter(move |&next| graph.has_edge(last, next));
                next.map(move |next| walk.iter().copied().chain([next]).collect())
            };
            walks = walks.iter().flat_map(longer).collect();
        }
        walks
    }

    proptest! {
        #[test]
        fn distances_agree_with_floyd_and_warshall(graph in samples::graphs(9), chosen in any::<u16>()) {
            let table = floyd_warshall(&graph);
            let sources: Vec<_> = graph.vertices().filter(|source| chosen >> source.0 & 1 == 1).collect();
            let distances = graph.distances(sources.iter().copied().chain(sources.iter().copied()));
            for vertex in graph.vertices() {
                let nearest = sources.iter().filter_map(|source| table[source.index()][vertex.index()]).min();
                prop_assert_eq!(distances.get(vertex), nearest);
            }
            let largest = graph.vertices().filter_map(|vertex| distances.get(vertex)).max();
            let farthest = graph.vertices().find(|&vertex| distances.get(vertex) == largest);
            let expected = largest.and_then(|steps| farthest.map(|vertex| (vertex, steps)));
            prop_assert_eq!(distances.farthest(), expected);
        }

        #[test]
        fn paths_are_the_first_of_all_shortest_walks(graph in samples::graphs(8)) {
            let table = floyd_warshall(&graph);
            for from in graph.vertices() {
                for to in graph.vertices() {
                    let length = table[from.index()][to.index()];
                    let first = length.and_then(|length| {
                        walks(&graph, from, length).into_iter().find(|walk| walk.last() == Some(&to))
                    });
                    prop_assert_eq!(graph.shortest_path(from, to), first);
                }
            }
        }
    }

    #[test]
    fn a_million_vertices_are_measured() {
        let path = samples::path(1_000_000);
        assert_eq!(path.distances([Vertex(0)]).farthest(), Some((Vertex(999_999), 999_999)));
        assert_eq!(path.shortest_path(Vertex(0), Vertex(999_999)), Some(path.vertices().collect()));
        let grid = samples::grid(1000);
        assert_eq!(grid.distances([Vertex(0)]).farthest(), Some((Vertex(999_999), 1998)));
        let corner_to_corner = grid.shortest_path(Vertex(0), Vertex(999_999));
        assert_eq!(corner_to_corner.map(|path| path.len()), Some(1999));
    }

    #[test]
    #[should_panic(expected = "there is no vertex 4")]
    fn a_start_that_does_not_exist_panics() {
        samples::path(3).shortest_path(Vertex(3), Vertex(0));
    }
}
