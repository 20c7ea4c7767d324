//! Searches that end early and leave nothing to clear.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Control, Stop, Token, Vertex};

use super::circular_bucket_queue::CircularBucketQueue;

/// The data of a search about a vertex; valid only if the stamp is that of the search.
#[derive(Clone, Copy, Debug)]
struct SearchLabel {
    stamp: u32,
    cost: u32,
    /// The next vertex on the path to the nearest target.
    towards: Vertex,
}

/// A search from some targets to the first wanted vertex, whose memory is reused by one search
/// after another. Labels carry the number of their search, so nothing needs clearing in between.
///
/// # Examples
/// ```
/// use cpf_core::internal::LocalSearch;
/// use motion_core::graph::Graph;
/// use motion_core::{Control, Vertex};
///
/// let path = Graph::from_edges(4, [0, 1, 2].map(|a| (Vertex(a), Vertex(a + 1))))?;
/// let mut search = LocalSearch::new(4);
/// let wanted = |vertex| vertex == Vertex(2);
/// let met =
///     search.breadth_first(&path, &[Vertex(0)], |_| true, wanted, &mut Control::unlimited())?;
/// assert_eq!(met, Some(Vertex(2)));
/// assert_eq!((search.cost(Vertex(2)), search.towards(Vertex(2))), (Some(2), Vertex(1)));
/// assert_eq!(search.cost(Vertex(3)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LocalSearch {
    labels: Vec<SearchLabel>,
    stamp: u32,
    queue: Vec<Vertex>,
    buckets: CircularBucketQueue,
}

/// The number of vertices expanded between two checks of the budget.
const CHECK_INTERVAL: usize = 1024;

impl LocalSearch {
    /// The bytes for each vertex, without the queue of the widest search.
    pub const BYTES_PER_VERTEX: usize = size_of::<SearchLabel>();

    /// The highest cost of a vertex in [`cheapest`](LocalSearch::cheapest).
    pub(super) const MAX_VERTEX_COST: u32 = 30;

    /// Allocates memory for searches on graphs with this many vertices.
    pub fn new(vertices: usize) -> Self {
        let label = SearchLabel { stamp: 0, cost: 0, towards: Vertex(0) };
        Self {
            labels: alloc::vec![label; vertices],
            stamp: 0,
            queue: Vec::new(),
            buckets: CircularBucketQueue::default(),
        }
    }

    /// Starts a search and makes all labels invalid.
    fn begin(&mut self) {
        self.queue.clear();
        self.buckets.clear();
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.labels.iter_mut().for_each(|label| label.stamp = 0);
            1
        });
    }

    /// The cost from a vertex to the nearest target, if the search has reached the vertex.
    #[inline]
    pub fn cost(&self, vertex: Vertex) -> Option<u32> {
        let label = self.labels[vertex.index()];
        (label.stamp == self.stamp).then_some(label.cost)
    }

    /// The next vertex on the path from here to the nearest target; at a target, the target itself.
    #[inline]
    pub fn towards(&self, vertex: Vertex) -> Vertex {
        self.labels[vertex.index()].towards
    }

    /// The vertices that the last breadth-first search has reached, by distance, without the wanted
    /// one.
    pub fn reached(&self) -> &[Vertex] {
        &self.queue
    }

    /// Records a path to a vertex if it is the first or cheaper than those before; returns whether
    /// it was recorded.
    #[inline]
    fn relax(&mut self, vertex: Vertex, cost: u32, towards: Vertex) -> bool {
        let label = &mut self.labels[vertex.index()];
        let better = label.stamp != self.stamp || cost < label.cost;
        if better {
            *label = SearchLabel { stamp: self.stamp, cost, towards };
        }
        better
    }

    /// Searches from the targets, breadth-first over passable vertices, for the first wanted
    /// vertex.
    ///
    /// Afterwards [`cost`](LocalSearch::cost) is known for all vertices nearer than the one found.
    ///
    /// # Errors
    /// [`Stop`] if the budget ends; every vertex expanded is a node.
    pub fn breadth_first(
        &mut self,
        graph: &Graph,
        targets: &[Vertex],
        passable: impl Fn(Vertex) -> bool,
        wanted: impl Fn(Vertex) -> bool,
        control: &mut Control,
    ) -> Result<Option<Vertex>, Stop> {
        self.begin();
        for &target in targets {
            if passable(target) && self.relax(target, 0, target) {
                if wanted(target) {
                    return Ok(Some(target));
                }
                self.queue.push(target);
            }
        }
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            if next % CHECK_INTERVAL == 0 {
                control.spend(CHECK_INTERVAL as u64)?;
            }
            let cost = self.labels[vertex.index()].cost + 1;
            for &neighbour in graph.neighbours(vertex) {
                if self.labels[neighbour.index()].stamp != self.stamp && passable(neighbour) {
                    self.labels[neighbour.index()] = SearchLabel { stamp: self.stamp, cost, towards: vertex };
                    if wanted(neighbour) {
                        control.spend((next % CHECK_INTERVAL) as u64)?;
                        return Ok(Some(neighbour));
                    }
                    self.queue.push(neighbour);
                }
            }
        }
        control.spend((next % CHECK_INTERVAL) as u64)?;
        Ok(None)
    }

    /// Searches from the targets over passable vertices for the wanted vertex whose path to one of
    /// them weighs least, guided by an estimate of the remaining weight (A* with buckets).
    ///
    /// If estimates are too high, the path found may be heavier than the lightest one, at most in
    /// the same proportion.
    #[expect(clippy::too_many_arguments, reason = "four of them describe the board")]
    pub(super) fn weighted<W: Fn(Vertex) -> u32>(
        &mut self,
        graph: &Graph,
        targets: &[Vertex],
        passable: impl Fn(Vertex) -> bool,
        robot_at: impl Fn(Vertex) -> Option<Token>,
        weight: impl Fn(Token, Vertex) -> W,
        estimate: impl Fn(Vertex) -> u32,
        control: &mut Control,
    ) -> Result<Option<Vertex>, Stop> {
        self.begin();
        for &target in targets {
            if passable(target) && self.relax(target, 0, target) {
                self.buckets.start(estimate(target));
            }
        }
        for &target in targets {
            if self.cost(target) == Some(0) {
                self.buckets.push(estimate(target), (target, 0));
            }
        }
        let mut looked_at = 0;
        while let Some((vertex, cost)) = self.buckets.pop() {
            if self.labels[vertex.index()].cost < cost {
                continue;
            }
            looked_at += 1;
            if looked_at % CHECK_INTERVAL == 0 {
                control.spend(CHECK_INTERVAL as u64)?;
            }
            let Some(robot) = robot_at(vertex) else {
                control.spend((looked_at % CHECK_INTERVAL) as u64)?;
                return Ok(Some(vertex));
            };
            let weight = weight(robot, vertex);
            for &neighbour in graph.neighbours(vertex) {
                if passable(neighbour) {
                    let cost = cost + weight(neighbour);
                    if self.relax(neighbour, cost, vertex) {
                        self.buckets.push(cost + estimate(neighbour), (neighbour, cost));
                    }
                }
            }
        }
        control.spend((looked_at % CHECK_INTERVAL) as u64)?;
        Ok(None)
    }

    /// Finds the cheapest paths to a target (Dijkstra), on which every vertex entered costs
    /// `vertex_cost`, until the path from `last` is known. Returns whether there is one. A vertex
    /// costs at most 30.
    ///
    /// Afterwards [`cost`](LocalSearch::cost) is exact where it is less than that of `last`.
    ///
    /// # Errors
    /// [`Stop`] if the budget ends; every vertex expanded is a node.
    pub fn cheapest(
        &mut self,
        graph: &Graph,
        target: Vertex,
        last: Vertex,
        passable: impl Fn(Vertex) -> bool,
        vertex_cost: impl Fn(Vertex) -> u32,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        self.begin();
        self.relax(target, 0, target);
        self.buckets.start(0);
        self.buckets.push(0, (target, 0));
        let mut looked_at = 0;
        let mut found = false;
        while let Some((vertex, cost)) = self.buckets.pop() {
            if self.labels[vertex.index()].cost < cost {
                continue;
            }
            looked_at += 1;
            if looked_at % CHECK_INTERVAL == 0 {
                control.spend(CHECK_INTERVAL as u64)?;
            }
            if vertex == last {
                found = true;
                break;
            }
            let vertex_cost = vertex_cost(vertex);
            assert!(
                vertex_cost <= Self::MAX_VERTEX_COST,
                "{vertex_cost} exceeds the highest cost of a vertex"
            );
            for &neighbour in graph.neighbours(vertex) {
                if passable(neighbour) && self.relax(neighbour, cost + vertex_cost, vertex) {
                    self.buckets.push(cost + vertex_cost, (neighbour, cost + vertex_cost));
                }
            }
        }
        control.spend((looked_at % CHECK_INTERVAL) as u64)?;
        Ok(found)
    }
}
