//! The order in which vertices are finished.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use cpf_core::internal::LocalSearch;
use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Stop, Vertex};

use crate::root::Root;

/// The order in which vertices are finished. It is the reverse of the order in which a region grows
/// from a root, so the remaining vertices are always connected.
///
/// The remaining vertices should also be compact: on grids, orders that leave thin or ragged
/// regions make plans up to ten times as long.
///
/// # Complexity
/// Time O((V + E) log V), plus the searches for the [root](Root).
///
/// # Examples
/// ```
/// use push_swap::internal::{Growth, Root, VertexOrder};
/// use push_swap::Elimination;
///
/// let shells = VertexOrder::default().with_root(Root::Periphery).with_growth(Growth::Compact);
/// let solver = Elimination::default().with_order(shells);
/// # let _ = solver;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VertexOrder {
    root: Root,
    growth: Growth,
}

/// The way in which the region of vertices finished later grows from its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Growth {
    /// In the order of a breadth-first search.
    BreadthFirst,
    /// By the vertex with the most neighbours in the region, of several the nearest to the root. On
    /// open grids the region grows in squares around the root (from a corner in L-shaped shells),
    /// elsewhere along short cycles.
    #[default]
    Compact,
}

impl VertexOrder {
    /// Grows compactly from a blank of the goal.
    pub(crate) const COMPACT_FROM_GOAL_BLANK: Self = Self { root: Root::GoalBlank, growth: Growth::Compact };

    /// Grows breadth-first from a blank of the goal.
    pub(crate) const BREADTH_FIRST_FROM_GOAL_BLANK: Self =
        Self { root: Root::GoalBlank, growth: Growth::BreadthFirst };

    /// Sets the vertex that is finished last.
    pub const fn with_root(mut self, root: Root) -> Self {
        self.root = root;
        self
    }

    /// Sets how the region grows, and so which vertices are finished first; by default those
    /// farther from the root.
    pub const fn with_growth(mut self, growth: Growth) -> Self {
        self.growth = growth;
        self
    }

    /// The vertex that is finished last; by default the centre.
    pub const fn root(self) -> Root {
        self.root
    }

    /// Returns the vertices of a component from the last finished to the first.
    pub(crate) fn vertices(
        self,
        graph: &Graph,
        component: &[Vertex],
        goal: &Configuration,
        search: &mut LocalSearch,
        control: &mut Control,
    ) -> Result<Vec<Vertex>, Stop> {
        let root = self.root.vertex(graph, component, goal, search, control)?;
        search.breadth_first(graph, &[root], |_| true, |_| false, control)?;
        Ok(match self.growth {
            Growth::BreadthFirst => search.reached().to_vec(),
            Growth::Compact => compact(graph, search, control)?,
        })
    }
}

/// Orders the vertices that a breadth-first search has reached. The next vertex is always the one
/// with the most neighbours among those before, of several the one reached first.
fn compact(graph: &Graph, search: &LocalSearch, control: &mut Control) -> Result<Vec<Vertex>, Stop> {
    let met = search.reached();
    let mut places: Vec<_> = met.iter().copied().zip(0..).collect();
    control.advance(places.len() as u64)?;
    places.sort_unstable();
    let place =
        |vertex| places[places.binary_search_by_key(&vertex, |&(of, _)| of).expect("invariant: met")].1;
    // For each index, the number of neighbours in the region, and whether the vertex itself is in
    // it.
    let mut neighbours = alloc::vec![(0u32, false); met.len()];
    let mut open = BinaryHeap::from([(0, Reverse(0usize))]);
    let mut region = Vec::with_capacity(met.len());
    while let Some((count, Reverse(next))) = open.pop() {
        control.advance(1)?;
        let (now, taken) = &mut neighbours[next];
        if *taken || *now != count {
            continue;
        }
        *taken = true;
        region.push(met[next]);
        for &vertex in graph.neighbours(met[next]) {
            let next: usize = place(vertex);
            let (count, taken) = &mut neighbours[next];
            if !*taken {
                *count += 1;
                open.push((*count, Reverse(next)));
            }
        }
    }
    Ok(region)
}

#[cfg(test)]
mod tests {
    use cpf_core::internal::connected_graphs;
    use motion_testing_robots::samples::{corridors, graph, grid};

    use super::*;

    const ROOTS: [Root; 4] = [Root::Centre, Root::Periphery, Root::GoalBlank, Root::Vertex(Vertex(2))];

    fn order(graph: &Graph, root: Root, growth: Growth) -> Vec<Vertex> {
        let all: Vec<_> = graph.vertices().collect();
        let (mut search, order) = (LocalSearch::new(all.len()), VertexOrder { root, growth });
        let goal = Configuration::new(all.len(), &all[1..]).expect("distinct vertices");
        order.vertices(graph, &all, &goal, &mut search, &mut Control::unlimited()).expect("no limit")
    }

    #[test]
    fn what_is_left_stays_connected() {
        for graph in connected_graphs(5).chain((0..60).map(corridors)).chain([grid(4, 6)]) {
            for (root, growth) in
                ROOTS.into_iter().flat_map(|root| [(root, Growth::BreadthFirst), (root, Growth::Compact)])
            {
                let order = order(&graph, root, growth);
                assert_eq!(order.len(), graph.vertex_count());
                for left in 1..=order.len() {
                    assert!(graph.induced(&order[..left]).is_connected(), "{graph:?}");
                }
            }
        }
    }

    #[test]
    fn breadth_first_is_by_distance() {
        for graph in [grid(5, 8), corridors(7)] {
            let order = order(&graph, Root::Periphery, Growth::BreadthFirst);
            let distances = graph.distances([order[0]]);
            assert!(order.iter().is_sorted_by_key(|&vertex| distances.get(vertex)));
        }
    }

    /// Regions grow from a corner in L-shaped shells, from the centre in squares around it.
    #[test]
    fn compact_regions_of_open_grids_are_squares() {
        let side = 9;
        let graph = grid(side, side);
        let shells = order(&graph, Root::Vertex(Vertex(0)), Growth::Compact);
        let squares = order(&graph, Root::Centre, Growth::Compact);
        let place = |vertex: &Vertex| (vertex.0 / side, vertex.0 % side);
        for k in 1..=side {
            let region = &shells[..(k * k) as usize];
            assert!(region.iter().map(place).all(|(row, column)| row.max(column) < k), "{region:?}");
        }
        for k in 0..=side / 2 {
            let region = &squares[..((2 * k + 1) * (2 * k + 1)) as usize];
            let near = |(row, column): (u32, u32)| row.abs_diff(4).max(column.abs_diff(4)) <= k;
            assert!(region.iter().map(place).all(near), "{region:?}");
        }
    }

    /// With a long tail beside a cycle, the cycle is closed before the tail is followed.
    #[test]
    fn compact_regions_close_cycles() {
        let tailed = graph(8, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 7)]);
        let order = order(&tailed, Root::Vertex(Vertex(4)), Growth::Compact);
        let place = |vertex| order.iter().position(|&other| other == Vertex(vertex));
        assert_eq!(place(2), Some(5), "{order:?}");
        assert!(place(3) < place(6));
    }
}
