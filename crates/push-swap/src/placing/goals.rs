//! The order in which robots are placed.

use alloc::vec::Vec;

use cpf_core::board::LocalSearch;
use motion_core::{Configuration, Control, Graph, Stop, Token, Vertex};

use crate::order::VertexOrder;

/// The order in which robots are placed: by their goals, so that neighbouring goals are close in
/// the order.
///
/// On n × n grids with two blanks, [`PushAndRotate`](crate::PushAndRotate) takes 3,310, 34,742 and
/// 110,233 moves (n = 10, 20 and 30) inwards, compactly towards a corner, which is the default;
/// 3,758, 38,323 and 158,430 breadth-first; compactly towards the centre 6,849, 155,286 and
/// 911,248. Outwards, plans are longer, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GoalOrder {
    /// In the order in which [`Elimination`](crate::Elimination) finishes vertices: those far from
    /// a root first.
    Inwards(VertexOrder),
    /// In the reverse order.
    Outwards(VertexOrder),
    /// In the order of the robots' numbers.
    Numbers,
}

impl GoalOrder {
    /// The goals farthest from a corner, or from the vertex farthest from the centre, first, in
    /// breadth-first order.
    pub(super) const BREADTH_FIRST: Self = Self::Inwards(VertexOrder::BREADTH_FIRST_FROM_PERIPHERY);
}

impl Default for GoalOrder {
    fn default() -> Self {
        Self::Inwards(VertexOrder::COMPACT_FROM_PERIPHERY)
    }
}

impl GoalOrder {
    /// The robots of a component in this order.
    pub(super) fn robots(
        self,
        graph: &Graph,
        component: &[Vertex],
        goal: &Configuration,
        search: &mut LocalSearch,
        control: &mut Control,
    ) -> Result<Vec<Token>, Stop> {
        let robots = |vertices: &[Vertex]| -> Vec<Token> {
            vertices.iter().filter_map(|&vertex| goal.token_at(vertex)).collect()
        };
        Ok(match self {
            Self::Inwards(order) => {
                let mut robots = robots(&order.vertices(graph, component, search, control)?);
                robots.reverse();
                robots
            }
            Self::Outwards(order) => robots(&order.vertices(graph, component, search, control)?),
            Self::Numbers => {
                let mut robots = robots(component);
                robots.sort_unstable();
                robots
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Growth;
    use crate::tests::samples::grid;

    #[test]
    fn goals_by_distance() {
        let square = grid(3, 3);
        let all: Vec<_> = square.vertices().collect();
        // Vertex v is the goal of robot 8 − v.
        let goals: Vec<_> = all.iter().rev().copied().collect();
        let goal = Configuration::new(9, &goals).expect("distinct");
        let vertices = |order: GoalOrder| -> Vec<u32> {
            let robots =
                order.robots(&square, &all, &goal, &mut LocalSearch::new(9), &mut Control::unlimited());
            robots.expect("no limit").into_iter().map(|robot| 8 - robot.0).collect()
        };
        assert_eq!(vertices(GoalOrder::BREADTH_FIRST), [0, 3, 1, 6, 4, 2, 7, 5, 8]);
        let centre = VertexOrder::default().with_growth(Growth::BreadthFirst);
        assert_eq!(vertices(GoalOrder::Outwards(centre)), [4, 1, 3, 5, 7, 0, 2, 6, 8]);
        assert_eq!(vertices(GoalOrder::Inwards(centre)), [8, 6, 2, 0, 7, 5, 3, 1, 4]);
        assert_eq!(vertices(GoalOrder::Numbers), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }
}
