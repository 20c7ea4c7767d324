//! The order in which vertices are finished.

use alloc::vec::Vec;

use cpf_core::board::Ways;
use motion_core::{Control, Graph, Stop, Vertex};

/// The order in which vertices are finished: what is left must stay connected.
///
/// What is left had better be compact, too: on grids, orders that leave thin or ragged regions make plans up to ten
/// times as long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// The vertices farthest from the centre first: from a vertex whose greatest distance to others is least, in
    /// the order of a breadth-first search, backwards.
    #[default]
    FromCentre,
}

/// Rounds of looking for the centre.
const ROUNDS: usize = 64;

impl Order {
    /// The vertices of a component from the last finished to the first.
    pub(crate) fn vertices(
        self,
        graph: &Graph,
        component: &[Vertex],
        ways: &mut Ways,
        control: &mut Control,
    ) -> Result<Vec<Vertex>, Stop> {
        let root = match self {
            Self::FromCentre => centre(graph, component, ways, control)?,
        };
        ways.breadth_first(graph, &[root], |_| true, |_| false, control)?;
        Ok(ways.met().to_vec())
    }
}

/// A vertex whose greatest distance to others is least, or nearly so.
///
/// Distances from some vertices bound those of all from below. Each round takes the vertex with the least bound and
/// adds the vertex farthest from it to those measured from, until the bound is the truth.
fn centre(
    graph: &Graph,
    component: &[Vertex],
    ways: &mut Ways,
    control: &mut Control,
) -> Result<Vertex, Stop> {
    let mut bounds: Vec<(u32, Vertex)> = component.iter().map(|&vertex| (0, vertex)).collect();
    let mut best = (u32::MAX, component[0]);
    for _ in 0..ROUNDS {
        let &(bound, candidate) = bounds.iter().min().expect("invariant: components are not empty");
        if bound >= best.0 {
            break;
        }
        ways.breadth_first(graph, &[candidate], |_| true, |_| false, control)?;
        let &farthest = ways.met().last().expect("invariant: the candidate was met");
        let distance = ways.cost(farthest).expect("invariant: met");
        best = best.min((distance, candidate));
        ways.breadth_first(graph, &[farthest], |_| true, |_| false, control)?;
        for (bound, vertex) in &mut bounds {
            *bound = ways.cost(*vertex).map_or(*bound, |cost| cost.max(*bound));
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{connected_graphs, grid};

    fn order(graph: &Graph) -> Vec<Vertex> {
        let all: Vec<_> = graph.vertices().collect();
        let mut ways = Ways::new(all.len());
        Order::FromCentre.vertices(graph, &all, &mut ways, &mut Control::unlimited()).expect("no limit")
    }

    #[test]
    fn the_centre_is_the_centre() {
        let largest = |graph: &Graph, vertex| graph.distances([vertex]).farthest().map(|(_, far)| far);
        for graph in (1..=5).flat_map(connected_graphs).chain([grid(7, 7), grid(10, 10), grid(3, 12)]) {
            let least = graph.vertices().map(|vertex| largest(&graph, vertex)).min();
            assert_eq!(Some(largest(&graph, order(&graph)[0])), least, "{graph:?}");
        }
        assert_eq!(order(&grid(7, 7))[0], Vertex(24));
    }

    #[test]
    fn what_is_left_stays_connected() {
        for graph in connected_graphs(5) {
            let order = order(&graph);
            assert_eq!(order.len(), 5);
            for left in 1..=5 {
                assert!(graph.induced(&order[..left]).is_connected());
            }
        }
    }
}
