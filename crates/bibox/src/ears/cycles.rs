//! Short cycles from which decompositions start.
//!
//! Reference: A. Itai and M. Rodeh, *Finding a minimum circuit in a graph*, SIAM Journal on
//! Computing 7(4), 1978, pages 413–423: breadth-first search from every vertex. Unlike there,
//! searches start only from a set of vertices of which every cycle contains one, no search goes
//! deeper than half the shortest known cycle, and all searches end when no shorter cycle is
//! possible.

use alloc::vec::Vec;

use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::{Control, Stop, Vertex};

/// Finds the vertices of a shortest cycle in order, or `None` if there is no cycle. Of several, it
/// prefers one close to the vertices in `near`; if `near` is empty, one with a small vertex.
///
/// # Panics
/// If one of the vertices in `near` does not exist.
///
/// # Guarantees
/// If one of the 64 vertices nearest to `near` lies on a shortest cycle, no other shortest cycle is
/// nearer.
///
/// # Complexity
/// Time O(V E) at worst, memory O(V). Time is O(E + V log V) if triangles are common, if cycles of
/// four are common in a bipartite graph, or if the graph has hardly more edges than vertices. No
/// search goes deeper than half the shortest known cycle.
///
/// # Errors
/// [`Stop`] if the run is cancelled or its time is over.
pub(crate) fn shortest_cycle(
    graph: &Graph,
    near: impl IntoIterator<Item = Vertex>,
    control: &mut Control,
) -> Result<Option<Vec<Vertex>>, Stop> {
    let least = if RunError::passed(graph.bipartition_within(control))? { 4 } else { 3 };
    shortest(graph, near, CycleKind::Any, least, control)
}

/// Finds the vertices of a shortest cycle of odd length in order, or `None` if the graph is
/// bipartite. Of several, it prefers one close to the vertices in `near`, like [`shortest_cycle`].
///
/// # Panics
/// If one of the vertices in `near` does not exist.
///
/// # Guarantees
/// Those of [`shortest_cycle`], among the odd cycles.
///
/// # Complexity
/// Time O(V E) at worst, memory O(V). Time is O(E + V log V) if the graph is bipartite, if
/// triangles are common, or if few edges keep the graph from being bipartite.
///
/// # Errors
/// [`Stop`] if the run is cancelled or its time is over.
pub(crate) fn shortest_odd_cycle(
    graph: &Graph,
    near: impl IntoIterator<Item = Vertex>,
    control: &mut Control,
) -> Result<Option<Vec<Vertex>>, Stop> {
    shortest(graph, near, CycleKind::Odd, 3, control)
}

/// The cycles that count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CycleKind {
    Any,
    Odd,
}

/// The number of vertices close to the given ones that are tried before the first cycle found is
/// taken.
const ATTEMPTS: usize = 64;

/// Finds a shortest cycle of a kind; no cycle of the kind is shorter than `least`.
fn shortest(
    graph: &Graph,
    near: impl IntoIterator<Item = Vertex>,
    kind: CycleKind,
    least: usize,
    control: &mut Control,
) -> Result<Option<Vec<Vertex>>, Stop> {
    let near: Vec<Vertex> = near.into_iter().collect();
    let order = by_distance(graph, near.iter().copied(), control)?;
    let is_essential = essential(graph, &near, kind, control)?;
    let mut search = CycleSearch::new(graph, kind);
    // First the length: every cycle contains one of these vertices and is found from there.
    let mut best: Option<(usize, Vertex)> = None;
    for &root in order.iter().filter(|root| is_essential[root.index()]) {
        let shorter = search.closed_walk(root, best.map(|(edges, _)| edges), control)?;
        best = shorter.map(|(edges, _)| (edges, root)).or(best);
        if best.is_some_and(|(edges, _)| edges == least) {
            break;
        }
    }
    // Then a vertex on a cycle of this length, the closest first: a closed walk of this length
    // passes no vertex twice.
    let Some((edges, root)) = best else { return Ok(None) };
    for root in order.into_iter().take(ATTEMPTS).chain([root]) {
        if let Some((_, (a, b))) = search.closed_walk(root, Some(edges + 1), control)? {
            return Ok(Some(search.close(a, b)));
        }
    }
    unreachable!("invariant: a cycle of this length was found from the last root before")
}

/// Returns all vertices in ascending order of their distance from the nearest vertex of `near`; if
/// there is none, in ascending order.
fn by_distance(
    graph: &Graph,
    near: impl IntoIterator<Item = Vertex>,
    control: &mut Control,
) -> Result<Vec<Vertex>, Stop> {
    let distances = graph.distances_within(near, control)?;
    // Counting sort: `begins` holds where the vertices of each distance begin, unreachable vertices
    // last.
    let unreached = distances.farthest().map_or(0, |(_, farthest)| farthest as usize + 1);
    let distance = |vertex| distances.get(vertex).map_or(unreached, |steps| steps as usize);
    let mut begins = alloc::vec![0; unreached + 2];
    for vertex in graph.vertices() {
        control.advance(1)?;
        begins[distance(vertex) + 1] += 1;
    }
    for index in 1..begins.len() {
        begins[index] += begins[index - 1];
    }
    let mut order = alloc::vec![Vertex(0); graph.vertex_count()];
    for vertex in graph.vertices() {
        control.advance(1)?;
        let place: &mut usize = &mut begins[distance(vertex)];
        order[*place] = vertex;
        *place += 1;
    }
    Ok(order)
}

/// Marks vertices such that every cycle of the kind contains one: the farther ends of the edges
/// outside a breadth-first forest, or, for odd cycles, of the edges that join vertices equally far
/// from the root.
///
/// The root of each tree is the first vertex of `near` in its component, or else the smallest
/// vertex. There is only one root for each component, because with several even cycles would also
/// have edges between vertices equally far.
fn essential(
    graph: &Graph,
    near: &[Vertex],
    kind: CycleKind,
    control: &mut Control,
) -> Result<Vec<bool>, Stop> {
    let components = graph.components_within(control)?;
    let mut has_root = alloc::vec![false; components.count()];
    let candidates = near.iter().copied().chain(graph.vertices());
    let roots = candidates
        .filter(|&vertex| !core::mem::replace(&mut has_root[components.component_of(vertex)], true));
    let distances = graph.distances_within(roots, control)?;
    let is_essential = |vertex: Vertex| {
        let here = distances.get(vertex);
        let before = graph.neighbours(vertex).iter().map(|&next| (distances.get(next), next));
        let before = before.filter(|&next| next < (here, vertex));
        let level = before.clone().any(|(there, _)| there == here);
        match kind {
            CycleKind::Odd => level,
            // One edge towards the root belongs to the forest.
            CycleKind::Any => level || before.count() > 1,
        }
    };
    let mut essential = Vec::with_capacity(graph.vertex_count());
    for vertex in graph.vertices() {
        control.advance(1)?;
        essential.push(is_essential(vertex));
    }
    Ok(essential)
}

/// The number of edges, and the edge at which the way out and the way back meet.
type ClosedWalk = (usize, (Vertex, Vertex));

/// Breadth-first searches from one vertex after another, which share their memory.
struct CycleSearch<'g> {
    graph: &'g Graph,
    kind: CycleKind,
    /// For each vertex, the search that last saw it, its distance from the root and the vertex
    /// before it.
    seen: Vec<(u32, u32, Vertex)>,
    /// The number of the search.
    number: u32,
    queue: Vec<Vertex>,
}

impl<'g> CycleSearch<'g> {
    fn new(graph: &'g Graph, kind: CycleKind) -> Self {
        let seen = alloc::vec![(0, 0, Vertex(0)); graph.vertex_count()];
        Self { graph, kind, seen, number: 0, queue: Vec::new() }
    }

    /// Finds a shortest closed walk of the kind through the root that goes out and back on
    /// different paths, if it has fewer edges than `below`. Returns its length and the edge at
    /// which the paths meet. The walk contains a cycle of the kind, and is one if there is no
    /// shorter cycle.
    fn closed_walk(
        &mut self,
        root: Vertex,
        below: Option<usize>,
        control: &mut Control,
    ) -> Result<Option<ClosedWalk>, Stop> {
        self.number = self.number.checked_add(1).unwrap_or_else(|| {
            self.seen.fill((0, 0, Vertex(0)));
            1
        });
        self.queue.clear();
        self.queue.push(root);
        self.seen[root.index()] = (self.number, 0, root);
        let mut best = None;
        let mut limit = below.unwrap_or(usize::MAX);
        let mut taken = 0;
        while let Some(&vertex) = self.queue.get(taken) {
            taken += 1;
            control.advance(1)?;
            let (_, steps, before) = self.seen[vertex.index()];
            // No later edge closes a walk of fewer than 2 · steps + 1 edges.
            if 2 * steps as usize + 1 >= limit {
                break;
            }
            for &next in self.graph.neighbours(vertex).iter().filter(|&&next| next != before) {
                let (number, there, _) = self.seen[next.index()];
                if number != self.number {
                    self.seen[next.index()] = (self.number, steps + 1, vertex);
                    self.queue.push(next);
                    continue;
                }
                let edges = (steps + there) as usize + 1;
                let counts = self.kind == CycleKind::Any || there == steps;
                if counts && there >= steps && edges < limit {
                    limit = edges;
                    best = Some((edges, (vertex, next)));
                }
            }
        }
        Ok(best)
    }

    /// The cycle closed by the edge between `a` and `b`, starting from the root of the last search.
    fn close(&self, a: Vertex, b: Vertex) -> Vec<Vertex> {
        let before = |&vertex: &Vertex| {
            let (_, steps, before) = self.seen[vertex.index()];
            (steps > 0).then_some(before)
        };
        let mut cycle: Vec<Vertex> = core::iter::successors(Some(a), before).collect();
        cycle.reverse();
        cycle.extend(core::iter::successors(Some(b), before));
        // Both paths end at the root.
        cycle.pop();
        cycle
    }
}
