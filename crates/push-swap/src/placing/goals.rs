//! The order in which robots are placed.

use alloc::vec::Vec;

use cpf_core::internal::LocalSearch;
use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Stop, Token, Vertex};

use crate::order::VertexOrder;

/// The order in which robots are placed, determined by their goals: neighbouring goals are close in
/// the order.
///
/// On n × n grids with two blanks (n = 10, 20 and 30, ten permutations each), Push and Rotate takes
/// 2,512, 25,056 and 70,129 moves with its default, inwards and compactly towards a blank of the
/// goal. It takes 2,631, 31,406 and 142,230 breadth-first; 2,752, 32,229 and 132,534 compactly
/// towards a corner; and 3,008, 23,394 and 103,438 compactly towards the centre. Outwards, plans
/// are also longer.
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
    /// The goals farthest from a blank of the goal first, in breadth-first order.
    pub(super) const BREADTH_FIRST: Self = Self::Inwards(VertexOrder::BREADTH_FIRST_FROM_GOAL_BLANK);
    /// The goals farthest from a blank of the goal first, in compact order.
    pub(super) const COMPACT: Self = Self::Inwards(VertexOrder::COMPACT_FROM_GOAL_BLANK);
}

impl GoalOrder {
    /// Returns the robots of a component in this order.
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
                let mut robots = robots(&order.vertices(graph, component, goal, search, control)?);
                robots.reverse();
                robots
            }
            Self::Outwards(order) => robots(&order.vertices(graph, component, goal, search, control)?),
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
    use motion_testing_robots::samples::grid;

    use super::*;
    use crate::order::Growth;
    use crate::root::Root;

    #[test]
    fn goals_by_distance() {
        let square = grid(3, 3);
        let all: Vec<_> = square.vertices().collect();
        // Vertex v is the goal of robot 8 − v; the last two vertices are vacant.
        let goals: Vec<_> = all[..7].iter().rev().copied().collect();
        let goal = Configuration::new(9, &goals).expect("distinct");
        let vertices = |order: GoalOrder| -> Vec<u32> {
            let robots =
                order.robots(&square, &all, &goal, &mut LocalSearch::new(9), &mut Control::unlimited());
            robots.expect("no limit").into_iter().map(|robot| 6 - robot.0).collect()
        };
        let rooted = |root| VertexOrder::default().with_growth(Growth::BreadthFirst).with_root(root);
        assert_eq!(vertices(GoalOrder::BREADTH_FIRST), [2, 0, 5, 3, 1, 6, 4]);
        assert_eq!(vertices(GoalOrder::Inwards(rooted(Root::Periphery))), [0, 3, 1, 6, 4, 2, 5]);
        assert_eq!(vertices(GoalOrder::Outwards(rooted(Root::Centre))), [4, 1, 3, 5, 0, 2, 6]);
        assert_eq!(vertices(GoalOrder::Inwards(rooted(Root::Centre))), [6, 2, 0, 5, 3, 1, 4]);
        assert_eq!(vertices(GoalOrder::Numbers), [6, 5, 4, 3, 2, 1, 0]);
    }
}
