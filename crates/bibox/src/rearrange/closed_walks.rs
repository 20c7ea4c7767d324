//! The closed walks of the blank that generate all others.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Control, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::permutation::Permutation;

/// A closed walk of the blank from the base vertex, with its permutation and the inverse.
#[derive(Clone, Debug)]
pub(super) struct ClosedWalk {
    pub(super) walk: BlankWalk,
    pub(super) permutation: Permutation,
    pub(super) inverse: Permutation,
}

impl ClosedWalk {
    /// Makes a closed walk from a walk and its permutation.
    pub(super) fn of(walk: BlankWalk, permutation: Permutation) -> Self {
        let inverse = permutation.inverse();
        Self { walk, permutation, inverse }
    }

    pub(super) fn len(&self) -> usize {
        self.walk.len()
    }

    /// This walk followed by another from the same vertex.
    pub(super) fn then(&self, next: &Self) -> Self {
        let mut walk = self.walk.clone();
        walk.append(&next.walk);
        let permutation = self.permutation.then(&next.permutation);
        let inverse = next.inverse.then(&self.inverse);
        Self { walk, permutation, inverse }
    }

    pub(super) fn reversed(&self) -> Self {
        Self {
            walk: self.walk.reversed(),
            permutation: self.inverse.clone(),
            inverse: self.permutation.clone(),
        }
    }

    /// An estimate of the bytes that it takes.
    fn bytes(&self) -> u64 {
        let vertices = self.walk.vertices().len() + 2 * self.permutation.vertex_count();
        (size_of::<Self>() + vertices * size_of::<Vertex>()) as u64
    }
}

/// The base vertex, and closed walks that generate every closed walk of the blank from there. Each
/// goes out along a breadth-first tree, over one further edge, and back along the tree, in either
/// direction.
#[derive(Clone, Debug)]
pub(super) struct ClosedWalks {
    pub(super) base: Vertex,
    /// The shortest first.
    pub(super) generators: Vec<ClosedWalk>,
}

/// The number of shortest generators from which products are formed.
const SHORTEST: usize = 32;

/// The number of short closed walks used in the first attempt to find a 3-cycle, and to conjugate
/// it.
pub(super) const SHORT_WALKS: usize = 48;

impl ClosedWalks {
    /// Chooses as base the vertex with the least sum of distances to all others, among the vertices
    /// of degree three or more.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached or the run is cancelled.
    ///
    /// # Complexity
    /// O(V E) to choose; the generators take O(V) each.
    pub(super) fn new(graph: &Graph, control: &mut Control) -> Result<Self, Stop> {
        let mut best = None;
        for base in graph.vertices().filter(|&vertex| graph.degree(vertex) > 2) {
            control.spend(1)?;
            let distances = graph.distances([base]);
            let total: u64 = graph.vertices().filter_map(|vertex| distances.get(vertex)).map(u64::from).sum();
            if best.is_none_or(|(least, _)| total < least) {
                best = Some((total, base));
            }
        }
        let (_, base) = best.expect("invariant: a bi-connected graph other than a cycle has branch vertices");
        let parents = tree(graph, base);
        let path = |vertex: Vertex| {
            let mut path: Vec<_> =
                core::iter::successors(Some(vertex), |vertex| parents[vertex.index()]).collect();
            path.reverse();
            path
        };
        let mut generators = Vec::new();
        for (first, second) in graph.edges() {
            let in_tree = parents[first.index()] == Some(second) || parents[second.index()] == Some(first);
            if !in_tree {
                control.spend(1)?;
                let back = path(second).into_iter().rev();
                let walk: BlankWalk = path(first).into_iter().chain(back).collect();
                let permutation = Permutation::of(&walk, graph.vertex_count());
                let closed = ClosedWalk::of(walk, permutation);
                generators.push(closed.reversed());
                generators.push(closed);
            }
        }
        generators.sort_by_key(ClosedWalk::len);
        Ok(Self { base, generators })
    }

    /// Returns distinct short closed walks, the shortest first: in round 0 the generators and some
    /// products of two, in a later round all products of at most that many generators.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached or the run is cancelled. `held` counts the bytes that
    /// `control` has granted, even in this case.
    pub(super) fn pool(
        &self,
        round: usize,
        held: &mut u64,
        control: &mut Control,
    ) -> Result<Vec<ClosedWalk>, Stop> {
        let mut pool = self.generators.clone();
        let mut longest = 0..pool.len();
        for _ in 0..round.saturating_sub(1).max(usize::from(round == 0)) {
            let limit = if round == 0 { SHORTEST } else { usize::MAX };
            for first in longest.clone().take(limit) {
                for second in self.generators.iter().take(limit) {
                    control.spend(1)?;
                    let product = pool[first].then(second);
                    control.hold(product.bytes())?;
                    *held += product.bytes();
                    pool.push(product);
                }
            }
            longest = longest.end..pool.len();
        }
        pool.retain(|closed| closed.len() > 0);
        pool.sort_by(|a, b| (a.len(), a.walk.vertices()).cmp(&(b.len(), b.walk.vertices())));
        pool.dedup_by(|a, b| a.walk == b.walk);
        if round == 0 {
            pool.truncate(SHORT_WALKS);
        }
        Ok(pool)
    }
}

/// The breadth-first tree from a vertex: for each other vertex, its first neighbour that is nearer.
fn tree(graph: &Graph, root: Vertex) -> Vec<Option<Vertex>> {
    let distances = graph.distances([root]);
    let parent = |vertex: Vertex| {
        let nearer = |neighbour: &Vertex| distances.get(*neighbour) < distances.get(vertex);
        graph.neighbours(vertex).iter().copied().find(nearer)
    };
    graph.vertices().map(parent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    /// Returns all closed walks from the base vertex of at most `length` steps that never turn
    /// back.
    fn all_closed_walks(graph: &Graph, base: Vertex, length: usize) -> BTreeSet<Vec<Vertex>> {
        let mut walks = alloc::vec![alloc::vec![base]];
        let mut closed = BTreeSet::new();
        for _ in 0..length {
            let onward = |walk: &Vec<Vertex>| {
                let walk = walk.clone();
                let last = walk[walk.len() - 1];
                let before = walk.len().checked_sub(2).map(|index| walk[index]);
                let next = graph.neighbours(last).iter().copied().filter(move |&next| Some(next) != before);
                next.map(move |next| walk.iter().copied().chain([next]).collect::<Vec<_>>())
            };
            walks = walks.iter().flat_map(onward).collect();
            closed.extend(walks.iter().filter(|walk| walk.last() == Some(&base)).cloned());
        }
        closed
    }

    #[test]
    fn later_rounds_come_to_every_closed_walk() {
        // Two triangles that share an edge, and two squares.
        for (vertices, edges) in [
            (4, &[(0, 1), (1, 2), (2, 0), (1, 3), (3, 2)][..]),
            (6, &[(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]),
        ] {
            let edges = edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b)));
            let graph = Graph::from_edges(vertices, edges).expect("a simple graph");
            let mut control = Control::unlimited();
            let closed_walks = ClosedWalks::new(&graph, &mut control).expect("no limit");
            let mut held = 0;
            let pool = closed_walks.pool(5, &mut held, &mut control).expect("no limit");
            assert_eq!(control.stats().bytes, held);
            let walks: BTreeSet<_> = pool.iter().map(|closed| closed.walk.vertices().to_vec()).collect();
            assert_eq!(walks.len(), pool.len());
            assert!(pool.is_sorted_by_key(ClosedWalk::len));
            let expected = all_closed_walks(&graph, closed_walks.base, 8);
            assert!(expected.len() > 8 && expected.is_subset(&walks));
            for closed in &pool {
                assert_eq!(closed.permutation, Permutation::of(&closed.walk, vertices));
                assert_eq!(closed.inverse, Permutation::of(&closed.walk.reversed(), vertices));
            }
        }
    }
}
