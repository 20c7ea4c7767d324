//! The order in which robots are placed.

use alloc::vec::Vec;

use cpf_core::board::Ways;
use motion_core::{Configuration, Control, Graph, Stop, Token, Vertex};

use crate::order::{Growth, Order};

/// The order in which robots are placed, by their goals: that of a breadth-first search from some vertex, so that goals
/// near to each other come near to each other.
///
/// The corner is an end of a way as long as any, or nearly so; on a grid, it is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GoalOrder {
    /// The goals farthest from a corner first.
    #[default]
    TowardsCorner,
    /// The goals nearest to a corner first.
    FromCorner,
    /// The goals farthest from the centre first.
    TowardsCentre,
    /// The goals nearest to the centre first.
    FromCentre,
    /// As the robots are numbered.
    Numbers,
}

impl GoalOrder {
    /// The robots of a component in this order.
    pub(super) fn robots(
        self,
        graph: &Graph,
        component: &[Vertex],
        goal: &Configuration,
        ways: &mut Ways,
        control: &mut Control,
    ) -> Result<Vec<Token>, Stop> {
        let robots =
            |vertices: &[Vertex]| vertices.iter().filter_map(|&vertex| goal.token_at(vertex)).collect();
        let mut robots: Vec<Token> = match self {
            Self::TowardsCorner | Self::FromCorner => {
                let inner = farthest(graph, component[0], ways, control)?;
                let corner = farthest(graph, inner, ways, control)?;
                farthest(graph, corner, ways, control)?;
                robots(ways.met())
            }
            Self::TowardsCentre | Self::FromCentre => {
                let breadth_first = Order::default().with_growth(Growth::BreadthFirst);
                robots(&breadth_first.vertices(graph, component, ways, control)?)
            }
            Self::Numbers => robots(component),
        };
        match self {
            Self::TowardsCorner | Self::TowardsCentre => robots.reverse(),
            Self::FromCorner | Self::FromCentre => {}
            Self::Numbers => robots.sort_unstable(),
        }
        Ok(robots)
    }
}

/// The vertex that a breadth-first search meets last.
fn farthest(graph: &Graph, from: Vertex, ways: &mut Ways, control: &mut Control) -> Result<Vertex, Stop> {
    ways.breadth_first(graph, &[from], |_| true, |_| false, control)?;
    Ok(*ways.met().last().expect("invariant: the first vertex is met"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{graph, grid};

    fn order(graph: &Graph, order: GoalOrder) -> Vec<u32> {
        let all: Vec<_> = graph.vertices().collect();
        let count = all.len() as u32;
        // Each vertex is the goal of the robot with its number, mirrored.
        let goals: Vec<_> = all.iter().rev().copied().collect();
        let goal = Configuration::new(all.len(), &goals).expect("distinct");
        let mut ways = Ways::new(all.len());
        let robots = order.robots(graph, &all, &goal, &mut ways, &mut Control::unlimited());
        robots.expect("no limit").into_iter().map(|robot| count - 1 - robot.0).collect()
    }

    #[test]
    fn goals_by_distance() {
        let square = grid(3, 3);
        assert_eq!(order(&square, GoalOrder::FromCorner), [0, 1, 3, 2, 4, 6, 5, 7, 8]);
        assert_eq!(order(&square, GoalOrder::TowardsCorner), [8, 7, 5, 6, 4, 2, 3, 1, 0]);
        assert_eq!(order(&square, GoalOrder::FromCentre), [4, 1, 3, 5, 7, 0, 2, 6, 8]);
        assert_eq!(order(&square, GoalOrder::TowardsCentre)[8], 4);
        assert_eq!(order(&square, GoalOrder::Numbers), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
        // A path that begins in the middle.
        let path = graph(5, [(1, 3), (3, 0), (0, 2), (2, 4)]);
        assert_eq!(order(&path, GoalOrder::FromCorner), [4, 2, 0, 3, 1]);
    }
}
