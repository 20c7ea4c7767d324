//! The order in which vertices are finished.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use cpf_core::board::LocalSearch;
use motion_core::{Control, Graph, Stop, Vertex};

/// The order in which vertices are finished: the reverse of the order in which a region grows from
/// a root, so that the vertices left are always connected.
///
/// The vertices left should also be compact: on grids, orders that leave thin or ragged regions
/// make plans up to ten times as long.
///
/// # Complexity
/// Time O((V + E) log V), and at most 129 breadth-first searches to find the root, seldom more than
/// ten.
///
/// # Examples
/// ```
/// use push_swap::{Elimination, Growth, VertexOrder, Root};
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

/// The vertex of a component that is finished last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Root {
    /// A vertex whose greatest distance to others is least, or nearly so.
    #[default]
    Centre,
    /// The one farthest from the [centre](Root::Centre): on open grids a corner.
    Periphery,
    /// This vertex; in components without it, the [centre](Root::Centre).
    Vertex(Vertex),
}

/// How the region of vertices that are finished later grows from its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Growth {
    /// In the order of a breadth-first search.
    BreadthFirst,
    /// By the vertex with the most neighbours in the region, of several the nearest to the root: on
    /// open grids in squares around the root – from a corner in L-shaped shells –, elsewhere along
    /// short cycles.
    #[default]
    Compact,
}

/// The most iterations in the search for the centre.
const ITERATIONS: usize = 64;

impl VertexOrder {
    /// From a corner, or what corresponds to it, in compact regions.
    pub(crate) const COMPACT_FROM_PERIPHERY: Self = Self { root: Root::Periphery, growth: Growth::Compact };

    /// From a corner, or what corresponds to it, breadth-first.
    pub(crate) const BREADTH_FIRST_FROM_PERIPHERY: Self =
        Self { root: Root::Periphery, growth: Growth::BreadthFirst };

    /// Sets the vertex that is finished last.
    pub const fn with_root(mut self, root: Root) -> Self {
        self.root = root;
        self
    }

    /// Sets which vertices are finished before others.
    pub const fn with_growth(mut self, growth: Growth) -> Self {
        self.growth = growth;
        self
    }

    /// The vertex that is finished last; by default the centre.
    pub const fn root(self) -> Root {
        self.root
    }

    /// Which vertices are finished before others; by default those farther from the root.
    pub const fn growth(self) -> Growth {
        self.growth
    }

    /// The vertices of a component from the last finished to the first.
    pub(crate) fn vertices(
        self,
        graph: &Graph,
        component: &[Vertex],
        search: &mut LocalSearch,
        control: &mut Control,
    ) -> Result<Vec<Vertex>, Stop> {
        let root = match self.root {
            Root::Vertex(vertex) if component.binary_search(&vertex).is_ok() => vertex,
            root => {
                let centre = centre(graph, component, search, control)?;
                if root == Root::Periphery { farthest(graph, centre, search, control)? } else { centre }
            }
        };
        search.breadth_first(graph, &[root], |_| true, |_| false, control)?;
        Ok(match self.growth {
            Growth::BreadthFirst => search.reached().to_vec(),
            Growth::Compact => compact(graph, search),
        })
    }
}

/// The vertices that a breadth-first search has reached, always next the vertex with the most
/// neighbours among those before, of several the one reached first.
fn compact(graph: &Graph, search: &LocalSearch) -> Vec<Vertex> {
    let met = search.reached();
    let mut places: Vec<_> = met.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let place =
        |vertex| places[places.binary_search_by_key(&vertex, |&(of, _)| of).expect("invariant: met")].1;
    // For each index the number of neighbours in the region, and whether the vertex itself is in
    // it.
    let mut neighbours = alloc::vec![(0u32, false); met.len()];
    let mut open = BinaryHeap::from([(0, Reverse(0usize))]);
    let mut region = Vec::with_capacity(met.len());
    while let Some((count, Reverse(next))) = open.pop() {
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
    region
}

/// The vertex farthest from another one.
fn farthest(
    graph: &Graph,
    from: Vertex,
    search: &mut LocalSearch,
    control: &mut Control,
) -> Result<Vertex, Stop> {
    search.breadth_first(graph, &[from], |_| true, |_| false, control)?;
    Ok(*search.reached().last().expect("invariant: the source was met"))
}

/// A vertex whose greatest distance to others is least, or nearly so.
///
/// Distances to some vertices bound the greatest distance of every vertex from below. Each
/// iteration takes the vertex with the least bound, and adds the vertex farthest from it to these,
/// until the bound is exact.
fn centre(
    graph: &Graph,
    component: &[Vertex],
    search: &mut LocalSearch,
    control: &mut Control,
) -> Result<Vertex, Stop> {
    let mut bounds: Vec<(u32, Vertex)> = component.iter().map(|&vertex| (0, vertex)).collect();
    let mut best = (u32::MAX, component[0]);
    for _ in 0..ITERATIONS {
        let &(bound, candidate) = bounds.iter().min().expect("invariant: components are not empty");
        if bound >= best.0 {
            break;
        }
        search.breadth_first(graph, &[candidate], |_| true, |_| false, control)?;
        let &farthest = search.reached().last().expect("invariant: the candidate was met");
        let distance = search.cost(farthest).expect("invariant: met");
        best = best.min((distance, candidate));
        search.breadth_first(graph, &[farthest], |_| true, |_| false, control)?;
        for (bound, vertex) in &mut bounds {
            *bound = search.cost(*vertex).map_or(*bound, |cost| cost.max(*bound));
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use cpf_core::exhaustive::connected_graphs;

    use super::*;
    use crate::tests::samples::{corridors, graph, grid};

    const ROOTS: [Root; 3] = [Root::Centre, Root::Periphery, Root::Vertex(Vertex(2))];

    fn order(graph: &Graph, root: Root, growth: Growth) -> Vec<Vertex> {
        let all: Vec<_> = graph.vertices().collect();
        let (mut search, order) = (LocalSearch::new(all.len()), VertexOrder { root, growth });
        order.vertices(graph, &all, &mut search, &mut Control::unlimited()).expect("no limit")
    }

    fn eccentricity(graph: &Graph, vertex: Vertex) -> u32 {
        graph.distances([vertex]).farthest().expect("there is a vertex").1
    }

    #[test]
    fn roots_are_what_they_are_called() {
        for graph in (3..=5).flat_map(connected_graphs).chain([grid(7, 7), grid(10, 10), grid(3, 12)]) {
            let [centre, periphery, given] = ROOTS.map(|root| order(&graph, root, Growth::Compact)[0]);
            let least = graph.vertices().map(|vertex| eccentricity(&graph, vertex)).min();
            assert_eq!(Some(eccentricity(&graph, centre)), least, "{graph:?}");
            let from_centre = graph.distances([centre]);
            assert_eq!(from_centre.get(periphery), Some(eccentricity(&graph, centre)), "{graph:?}");
            assert_eq!(given, Vertex(2));
        }
        assert_eq!(order(&grid(7, 7), Root::Centre, Growth::BreadthFirst)[0], Vertex(24));
        assert!([0, 6, 42, 48].contains(&order(&grid(7, 7), Root::Periphery, Growth::Compact)[0].0));
    }

    #[test]
    fn a_root_elsewhere_does_not_count() {
        let two = graph(7, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6)]);
        let control = &mut Control::unlimited();
        for (component, root) in [(&[0, 1, 2][..], 1), (&[3, 4, 5, 6], 6)] {
            let component: Vec<_> = component.iter().copied().map(Vertex).collect();
            let order = VertexOrder::default().with_root(Root::Vertex(Vertex(6)));
            let order =
                order.vertices(&two, &component, &mut LocalSearch::new(7), control).expect("no limit");
            assert_eq!((order[0], order.len()), (Vertex(root), component.len()));
        }
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

    /// From a corner in L-shaped shells, from the centre in squares around it.
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

    /// A cycle beside a long tail: the cycle is closed before the tail is followed.
    #[test]
    fn compact_regions_close_cycles() {
        let tailed = graph(8, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 7)]);
        let order = order(&tailed, Root::Vertex(Vertex(4)), Growth::Compact);
        let place = |vertex| order.iter().position(|&other| other == Vertex(vertex));
        assert_eq!(place(2), Some(5), "{order:?}");
        assert!(place(3) < place(6));
    }
}
