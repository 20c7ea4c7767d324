//! Short ears around a cycle, for every bi-connected graph.

use alloc::vec::Vec;

use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::{Control, Stop, Vertex};

use super::builder::EarBuilder;
use super::fifo_bucket_queue::FifoBucketQueue;
use super::{EarDecomposition, EarError, NotBiconnectedError};

/// Marks a vertex that the search has not seen.
const UNSEEN: u32 = u32::MAX;

impl EarDecomposition {
    /// Builds the decomposition that starts from this cycle and always adds a shortest ear: one
    /// with a single inner vertex while some vertex outside has two neighbours inside, otherwise a
    /// shortest path through the outside between two vertices inside.
    ///
    /// Of several shortest ears, the one seen first is added first, so the graph grows evenly
    /// around the cycle.
    ///
    /// # Errors
    /// The errors of [`EarDecomposition::new`] for the cycle, and [`EarError::NotBiconnected`].
    ///
    /// # Complexity
    /// Time and memory O(V + E · l), where l is the number of vertices of the longest ear of the
    /// result, apart from a factor log d in time for a largest degree d. So it is linear on grids,
    /// whose ears have at most two inner vertices unless walls require more. In the worst case, O(V
    /// E), ears repeatedly come closer to many vertices, each time by only a little.
    ///
    /// # Guarantees
    /// On an open rectangle of r × c cells, starting from a cycle of four, r + c − 4 ears have two
    /// inner vertices and all others one. No decomposition that starts from four cells has fewer
    /// ears with two.
    ///
    /// # Examples
    /// ```
    /// use bibox::EarDecomposition;
    /// use bibox::error::{EarError, NotBiconnectedError};
    /// use motion_core::graph::Graph;
    /// use motion_core::{Grid, Vertex};
    ///
    /// let graph = Grid::new(4, 4)?.to_graph().graph;
    /// let middle = [5, 6, 10, 9].map(Vertex).to_vec();
    /// let ears = EarDecomposition::breadth_first(&graph, middle)?;
    /// assert_eq!(ears.ears().filter(|ear| ear.len() == 3).count(), 4);
    /// assert_eq!(ears.ears().filter(|ear| ear.len() == 4).count(), 4);
    ///
    /// let edges = [(0, 1), (1, 2), (2, 0), (2, 3)].map(|(a, b)| (Vertex(a), Vertex(b)));
    /// let tail = EarDecomposition::breadth_first(
    ///     &Graph::from_edges(4, edges)?,
    ///     [0, 1, 2].map(Vertex).to_vec(),
    /// );
    /// let reason = NotBiconnectedError::Articulation { vertex: Vertex(2) };
    /// assert_eq!(tail, Err(EarError::NotBiconnected(reason)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn breadth_first(graph: &Graph, cycle: Vec<Vertex>) -> Result<Self, EarError> {
        Self::breadth_first_within(graph, cycle, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`breadth_first`](Self::breadth_first) within the limits of time and the
    /// flag of `control`, which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn breadth_first_within(
        graph: &Graph,
        cycle: Vec<Vertex>,
        control: &mut Control,
    ) -> Result<Self, RunError<EarError>> {
        let mut builder = EarBuilder::new(graph, cycle)?;
        let mut search = EarSearch::new(graph);
        search.enclose(builder.cycle());
        while let Some(ear) = search.shortest_ear(control)? {
            builder.add(ear).expect("invariant: the search walks along edges from the inside to the inside");
        }
        let made = builder.finish();
        if made.is_err() {
            // In a bi-connected graph, two paths that share only their start lead from every vertex
            // outside to distinct vertices inside. So there is another ear while there are vertices
            // outside.
            NotBiconnectedError::check_within(graph, control).map_err(|why| why.map(EarError::from))?;
        }
        Ok(made?)
    }
}

/// A search from all vertices inside at once, updated whenever an ear is added.
///
/// Every vertex outside that the search has reached belongs to the tree of one vertex inside. An
/// edge between two trees closes an ear, whose length is the sum of both depths plus one; the
/// shortest ear is closed by such an edge. Depths only decrease, and no vertex deeper than half the
/// shortest known ear is expanded.
struct EarSearch<'g> {
    graph: &'g Graph,
    /// The number of steps from the inside, as far as known.
    depth: Vec<u32>,
    /// The vertex inside to whose tree each reached vertex belongs.
    root: Vec<Vertex>,
    /// The vertex one step closer to the root.
    parent: Vec<Vertex>,
    /// The vertices to expand, by depth; an entry is obsolete if its vertex now has another depth.
    frontier: FifoBucketQueue<Vertex>,
    /// The edges between two trees, by the number of edges of the ear that they close; an entry is
    /// obsolete if that number has changed.
    closing: FifoBucketQueue<(Vertex, Vertex)>,
    /// The ear found last.
    ear: Vec<Vertex>,
}

impl<'g> EarSearch<'g> {
    fn new(graph: &'g Graph) -> Self {
        let vertices = graph.vertex_count();
        Self {
            graph,
            depth: alloc::vec![UNSEEN; vertices],
            root: alloc::vec![Vertex(0); vertices],
            parent: alloc::vec![Vertex(0); vertices],
            frontier: FifoBucketQueue::new(),
            closing: FifoBucketQueue::new(),
            ear: Vec::new(),
        }
    }

    /// Marks these vertices as inside.
    fn enclose(&mut self, vertices: &[Vertex]) {
        for &vertex in vertices {
            self.depth[vertex.index()] = 0;
            self.root[vertex.index()] = vertex;
            self.frontier.push(0, vertex);
        }
    }

    /// Finds a shortest ear with inner vertices and marks its vertices as inside.
    fn shortest_ear(&mut self, control: &mut Control) -> Result<Option<&[Vertex]>, Stop> {
        loop {
            control.advance(1)?;
            let shortest = self.closing.least();
            match self.frontier.least() {
                // A vertex expanded now may still close an ear of 2 · depth + 1 edges. It is
                // expanded if 2 · depth < shortest, not only if 2 · depth + 1 < shortest, because a
                // vertex whose depth has decreased meets its neighbours one step nearer only when
                // it is expanded itself.
                Some(depth) if shortest.is_none_or(|shortest| 2 * depth < shortest) => {
                    let Some(vertex) = self.frontier.pop() else { return Ok(None) };
                    self.expand(vertex, depth as u32);
                }
                _ => {
                    let (Some(edges), Some((a, b))) = (shortest, self.closing.pop()) else {
                        return Ok(None);
                    };
                    let [depth_a, depth_b] = [a, b].map(|end| self.depth[end.index()] as usize);
                    let roots_differ = self.root[a.index()] != self.root[b.index()];
                    if roots_differ && depth_a + depth_b + 1 == edges {
                        self.walk(a, b);
                        return Ok(Some(&self.ear));
                    }
                }
            }
        }
    }

    fn expand(&mut self, vertex: Vertex, depth: u32) {
        if self.depth[vertex.index()] != depth {
            return;
        }
        let root = self.root[vertex.index()];
        for &next in self.graph.neighbours(vertex) {
            let there = self.depth[next.index()];
            if depth + 1 < there {
                self.depth[next.index()] = depth + 1;
                self.root[next.index()] = root;
                self.parent[next.index()] = vertex;
                self.frontier.push(depth as usize + 1, next);
            } else if depth + there > 0 && self.root[next.index()] != root {
                // An edge between two vertices inside is a chord, not an ear.
                self.closing.push((depth + there) as usize + 1, (vertex, next));
            }
        }
    }

    /// Walks from the root of `a` down to `a`, over the edge to `b`, and up to its root.
    fn walk(&mut self, a: Vertex, b: Vertex) {
        let mut ear = core::mem::take(&mut self.ear);
        ear.clear();
        ear.extend(self.ascent(a));
        ear.reverse();
        ear.extend(self.ascent(b));
        self.enclose(&ear[1..ear.len() - 1]);
        self.ear = ear;
    }

    fn ascent(&self, from: Vertex) -> impl Iterator<Item = Vertex> {
        let parent = |&vertex: &Vertex| (self.depth[vertex.index()] > 0).then(|| self.parent[vertex.index()]);
        core::iter::successors(Some(from), parent)
    }
}
