//! Lower bounds on distances from the distances to a few vertices.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::internal::Arcs;

use super::network::Network;

/// The number of reference vertices.
const COUNT: usize = 4;
/// The distance to a vertex that cannot be reached, or is too far away.
const FAR: u16 = u16::MAX;

type Row = [u16; COUNT];

/// The distances between all vertices and a few *reference vertices* far apart.
///
/// By the triangle inequality, the distance from a to b is at least that from a to a reference
/// vertex, less that from b to it. On an open grid that is nearly the distance. Closed vertices
/// only lengthen ways, so the bounds remain true.
///
/// # References
/// A. Goldberg and C. Harrelson, *Computing the shortest path: A\* search meets graph theory*, SODA
/// 2005.
#[derive(Clone, Debug)]
pub(super) struct DistanceBounds {
    /// The distances from each vertex to the reference vertices.
    to: Vec<Row>,
    /// The distances to each vertex from the reference vertices; empty if they are the same.
    from: Vec<Row>,
}

impl DistanceBounds {
    /// Chooses reference vertices, each as far as possible from those before.
    ///
    /// # Complexity
    /// Time O(V + E); eight bytes for each vertex, twice if there are arcs.
    pub(super) fn new(network: &Network) -> Self {
        let (arcs, reversed) = (network.arcs(), network.reversed());
        let vertices = network.vertex_count();
        let mut to = alloc::vec![[FAR; COUNT]; vertices];
        let mut from = alloc::vec![[FAR; COUNT]; if network.directed().is_some() { vertices } else { 0 }];
        let mut reference = (vertices > 0).then_some(Vertex(0));
        for number in 0..COUNT {
            let Some(here) = reference else { break };
            if number == 0 {
                // The first reference vertex is one far from an arbitrary one.
                let steps = steps_from(arcs, here);
                let reached = (0..).zip(&steps).filter(|&(_, &steps)| steps != FAR);
                reference = reached.max_by_key(|&(_, &steps)| steps).map(|(vertex, _)| Vertex(vertex));
            }
            let Some(here) = reference else { break };
            for (row, steps) in to.iter_mut().zip(steps_from(reversed, here)) {
                row[number] = steps;
            }
            if !from.is_empty() {
                for (row, steps) in from.iter_mut().zip(steps_from(arcs, here)) {
                    row[number] = steps;
                }
            }
            let nearest = |row: &Row| row[..=number].iter().copied().filter(|&steps| steps != FAR).min();
            let rows = (0..).map(Vertex).zip(&to).filter_map(|(vertex, row)| Some((vertex, nearest(row)?)));
            reference = rows.max_by_key(|&(_, nearest)| nearest).map(|(vertex, _)| vertex);
        }
        Self { to, from }
    }

    /// A lower bound on the number of steps between two vertices.
    #[inline]
    pub(super) fn bound(&self, from: Vertex, to: Vertex) -> u32 {
        let (a, b) = (self.to[from.index()], self.to[to.index()]);
        if self.from.is_empty() {
            return largest(a, b, u16::abs_diff);
        }
        let (c, d) = (self.from[to.index()], self.from[from.index()]);
        largest(a, b, u16::saturating_sub).max(largest(c, d, u16::saturating_sub))
    }
}

#[inline]
fn largest(a: Row, b: Row, difference: fn(u16, u16) -> u16) -> u32 {
    let mut most = 0;
    for (a, b) in a.into_iter().zip(b) {
        if a != FAR && b != FAR {
            most = most.max(difference(a, b));
        }
    }
    u32::from(most)
}

/// The number of steps along the arcs from a vertex to every other.
fn steps_from(arcs: &Arcs, source: Vertex) -> Vec<u16> {
    let mut steps = alloc::vec![FAR; arcs.vertex_count()];
    let mut queue = VecDeque::from([source]);
    steps[source.index()] = 0;
    while let Some(vertex) = queue.pop_front() {
        let next = steps[vertex.index()].saturating_add(1);
        for &to in arcs.successors(vertex) {
            if next < steps[to.index()] {
                steps[to.index()] = next;
                queue.push_back(to);
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use cpf_core::directed::DirectedGraph;
    use cpf_core::internal::strongly_connected_kinds;
    use motion_core::Grid;

    /// The steps between two vertices, from the arcs alone.
    fn steps(graph: &DirectedGraph, from: Vertex, to: Vertex) -> u32 {
        let mut reached = alloc::vec![from];
        let mut count = 0;
        while !reached.contains(&to) {
            let next: Vec<_> = reached.iter().flat_map(|&vertex| graph.successors(vertex)).copied().collect();
            reached.extend(next);
            count += 1;
        }
        count
    }

    #[test]
    fn bounds_are_true_and_on_open_grids_close() {
        let mut exact = 0;
        for graph in strongly_connected_kinds(5).iter().step_by(40) {
            let bounds = DistanceBounds::new(&graph.into());
            for from in graph.underlying().vertices() {
                for to in graph.underlying().vertices() {
                    let (bound, steps) = (bounds.bound(from, to), steps(graph, from, to));
                    assert!(bound <= steps, "{bound}, {steps}");
                    exact += u32::from(bound == steps);
                }
            }
        }
        assert!(exact > 2000, "{exact}");
        let grid = Grid::new(5, 7).expect("a grid").to_graph().graph;
        let bounds = DistanceBounds::new(&(&grid).into());
        let (mut sum_of_bounds, mut sum) = (0, 0);
        for from in grid.vertices() {
            let distances = grid.distances([from]);
            for to in grid.vertices() {
                let distance = distances.get(to).expect("a connected grid");
                assert!(bounds.bound(from, to) <= distance);
                sum_of_bounds += bounds.bound(from, to);
                sum += distance;
            }
        }
        assert!(100 * sum_of_bounds > 95 * sum, "{sum_of_bounds}, {sum}");
    }
}
