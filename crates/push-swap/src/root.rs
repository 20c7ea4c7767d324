//! The vertex that is finished last.

use alloc::vec::Vec;

use cpf_core::internal::LocalSearch;
use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Stop, Vertex};

/// The vertex of a component that is finished last.
///
/// # Complexity
/// At most 129 breadth-first searches, seldom more than ten, for the centre; one more for the
/// periphery; at most sixteen for a blank of the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Root {
    /// A vertex whose greatest distance to others is (nearly) the least.
    #[default]
    Centre,
    /// The vertex farthest from the [centre](Root::Centre): on open grids a corner.
    Periphery,
    /// The vacant vertex of the goal with the least sum of distances to the other vacant ones, or
    /// to sixteen of them. In components without one, the [centre](Root::Centre).
    ///
    /// If the goal's blanks are close together, they then remain unfinished until the end, and no
    /// finished robots come between them and the other unfinished vertices.
    GoalBlank,
    /// This vertex; in components without it, the [centre](Root::Centre).
    Vertex(Vertex),
}

impl Root {
    /// Returns the root in a component, whose vertices are given in ascending order.
    pub(crate) fn vertex(
        self,
        graph: &Graph,
        component: &[Vertex],
        goal: &Configuration,
        search: &mut LocalSearch,
        control: &mut Control,
    ) -> Result<Vertex, Stop> {
        let chosen = match self {
            Self::Vertex(vertex) => component.binary_search(&vertex).is_ok().then_some(vertex),
            Self::GoalBlank => goal_blank(graph, component, goal, search, control)?,
            Self::Centre | Self::Periphery => None,
        };
        if let Some(vertex) = chosen {
            return Ok(vertex);
        }
        let centre = centre(graph, component, search, control)?;
        if self == Self::Periphery { farthest(graph, centre, search, control) } else { Ok(centre) }
    }
}

/// The largest number of vacant vertices to which distances are measured.
const MEASURED: usize = 16;

/// Returns the vacant vertex of the goal with the least sum of distances to others.
fn goal_blank(
    graph: &Graph,
    component: &[Vertex],
    goal: &Configuration,
    search: &mut LocalSearch,
    control: &mut Control,
) -> Result<Option<Vertex>, Stop> {
    let vacant = component.iter().filter(|&&vertex| goal.is_vacant(vertex));
    let mut sums: Vec<(u64, Vertex)> = vacant.map(|&vertex| (0, vertex)).collect();
    let measured = sums.len().min(MEASURED);
    for number in 0..measured {
        let (_, source) = sums[number * sums.len() / measured];
        search.breadth_first(graph, &[source], |_| true, |_| false, control)?;
        for (sum, vertex) in &mut sums {
            control.advance(1)?;
            *sum += u64::from(search.cost(*vertex).expect("invariant: of the same component"));
        }
    }
    Ok(sums.into_iter().min().map(|(_, vertex)| vertex))
}

/// The largest number of iterations in the search for the centre.
const ITERATIONS: usize = 64;

/// Returns the vertex farthest from another one.
fn farthest(
    graph: &Graph,
    from: Vertex,
    search: &mut LocalSearch,
    control: &mut Control,
) -> Result<Vertex, Stop> {
    search.breadth_first(graph, &[from], |_| true, |_| false, control)?;
    Ok(*search.reached().last().expect("invariant: the source was met"))
}

/// Returns a vertex whose greatest distance to others is (nearly) the least.
///
/// Distances to some vertices bound the greatest distance of every vertex from below. Each
/// iteration takes the vertex with the least bound, and adds the vertex farthest from it to those
/// vertices, until the bound is exact.
fn centre(
    graph: &Graph,
    component: &[Vertex],
    search: &mut LocalSearch,
    control: &mut Control,
) -> Result<Vertex, Stop> {
    let mut bounds: Vec<(u32, Vertex)> = component.iter().map(|&vertex| (0, vertex)).collect();
    let mut best = (u32::MAX, component[0]);
    for _ in 0..ITERATIONS {
        control.advance(bounds.len() as u64)?;
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
            control.advance(1)?;
            *bound = search.cost(*vertex).map_or(*bound, |cost| cost.max(*bound));
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use cpf_core::internal::connected_graphs;
    use motion_testing_robots::samples::{graph, grid};

    use super::*;

    /// Returns the root in a component of a graph with these vacant vertices in the goal.
    fn root_in(root: Root, graph: &Graph, component: &[u32], vacant: &[u32]) -> u32 {
        let goals = graph.vertices().filter(|vertex| !vacant.contains(&vertex.0)).collect::<Vec<_>>();
        let goal = Configuration::new(graph.vertex_count(), &goals).expect("distinct vertices");
        let component: Vec<_> = component.iter().copied().map(Vertex).collect();
        let search = &mut LocalSearch::new(graph.vertex_count());
        root.vertex(graph, &component, &goal, search, &mut Control::unlimited()).expect("no limit").0
    }

    fn root_of(root: Root, graph: &Graph, vacant: &[u32]) -> u32 {
        let all: Vec<_> = graph.vertices().map(|vertex| vertex.0).collect();
        root_in(root, graph, &all, vacant)
    }

    #[test]
    fn roots_are_what_they_are_called() {
        let eccentricity =
            |graph: &Graph, vertex| graph.distances([Vertex(vertex)]).farthest().map(|it| it.1);
        for graph in (3..=5).flat_map(connected_graphs).chain([grid(7, 7), grid(10, 10), grid(3, 12)]) {
            let [centre, periphery, given] = [Root::Centre, Root::Periphery, Root::Vertex(Vertex(2))]
                .map(|root| root_of(root, &graph, &[]));
            let least = graph.vertices().map(|vertex| eccentricity(&graph, vertex.0)).min();
            assert_eq!(Some(eccentricity(&graph, centre)), least, "{graph:?}");
            let from_centre = graph.distances([Vertex(centre)]);
            assert_eq!(from_centre.get(Vertex(periphery)), eccentricity(&graph, centre), "{graph:?}");
            assert_eq!(given, 2);
        }
        assert_eq!(root_of(Root::Centre, &grid(7, 7), &[]), 24);
        assert!([0, 6, 42, 48].contains(&root_of(Root::Periphery, &grid(7, 7), &[])));
    }

    /// By the parity of the side, the corner is far from the last cells of the grid or among them.
    #[test]
    fn the_periphery_of_a_square_depends_on_its_parity() {
        let corners = |sides: [u32; 4]| sides.map(|side| root_of(Root::Periphery, &grid(side, side), &[]));
        assert_eq!(corners([5, 7, 23, 25]), [24, 48, 528, 624]);
        assert_eq!(corners([4, 6, 24, 50]), [3, 5, 23, 49]);
    }

    #[test]
    fn a_blank_of_the_goal_is_one_in_their_midst() {
        let square = grid(6, 6);
        assert_eq!(root_of(Root::GoalBlank, &square, &[33, 34, 35]), 34);
        assert_eq!(root_of(Root::GoalBlank, &square, &[0, 20, 21, 22, 26]), 20);
        assert_eq!(root_of(Root::GoalBlank, &square, &[7]), 7);
        // Distances to sixteen of the 36 are measured.
        let all: Vec<_> = square.vertices().map(|vertex| vertex.0).collect();
        assert!([14, 15, 20, 21].contains(&root_of(Root::GoalBlank, &square, &all)));
        // Without a blank in the goal, it is the centre.
        assert_eq!(root_of(Root::GoalBlank, &square, &[]), root_of(Root::Centre, &square, &[]));
    }

    #[test]
    fn a_root_elsewhere_does_not_count() {
        let two = graph(7, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6)]);
        for (component, given, blank) in [(&[0, 1, 2][..], 1, 1), (&[3, 4, 5, 6], 6, 6)] {
            assert_eq!(root_in(Root::Vertex(Vertex(6)), &two, component, &[]), given);
            assert_eq!(root_in(Root::GoalBlank, &two, component, &[6]), blank);
        }
    }
}
