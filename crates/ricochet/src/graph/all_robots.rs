//! Graph v1 as a search space: all robots move, including the goal robot. It can be searched with
//! or without v2's bound.

use motion_core::search::Space;
use motion_core::{Cell, Direction};

use super::MoveGraph;
use crate::instance::MAX_ROBOTS;

/// The cells of the robots: first that of the goal robot, then the others in ascending order.
pub(super) type RobotCells = [u16; MAX_ROBOTS];

/// A move: the cell of the robot and the direction.
pub(super) type GraphMove = (Cell, Direction);

pub(super) struct AllRobots {
    /// The board without robots.
    pub(super) graph: MoveGraph,
    pub(super) robots: usize,
    pub(super) target: Cell,
}

/// Returns the cells of the robots after one of them has moved.
pub(super) fn after_move(cells: &RobotCells, robots: usize, robot: usize, to: Cell) -> RobotCells {
    let mut next = *cells;
    next[robot] = to.0 as u16;
    next[1..robots].sort_unstable();
    next
}

impl Space for AllRobots {
    type State = RobotCells;
    type Action = GraphMove;
    /// A graph in which the robots are placed during a call; between two calls it has no robots.
    type Scratch = MoveGraph;

    fn scratch(&self) -> MoveGraph {
        self.graph.clone()
    }

    fn is_goal(&self, _: &mut MoveGraph, cells: &RobotCells) -> bool {
        u32::from(cells[0]) == self.target.0
    }

    fn successors(
        &self,
        graph: &mut MoveGraph,
        cells: &RobotCells,
        visit: &mut impl FnMut(GraphMove, RobotCells, u32),
    ) {
        let robots = || cells[..self.robots].iter().map(|&cell| Cell(u32::from(cell)));
        robots().for_each(|cell| graph.place_robot(cell));
        for (robot, cell) in robots().enumerate() {
            for direction in Direction::ALL {
                if let Some(to) = graph.edge(cell, direction) {
                    visit((cell, direction), after_move(cells, self.robots, robot, to), 1);
                }
            }
        }
        robots().for_each(|cell| graph.remove_robot(cell));
    }
}
