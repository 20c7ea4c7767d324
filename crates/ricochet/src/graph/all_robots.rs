//! Graph v1 as a search space: all robots move, including the goal robot; with v2's bound or
//! without.

use core::cell::RefCell;

use motion_core::search::Space;
use motion_core::{Cell, Direction};

use super::MoveGraph;
use crate::dial_queue::UNREACHABLE;
use crate::free_stop_bound::FreeStopBound;
use crate::instance::MAX_ROBOTS;
use crate::slide_table::SlideTable;

/// The cells of the robots: the goal robot's first, then the others', ascending.
pub(super) type RobotCells = [u16; MAX_ROBOTS];

/// A move: the cell of the robot, and the direction.
pub(super) type GraphMove = (Cell, Direction);

pub(super) struct AllRobots<'g> {
    /// Without robots between two calls.
    pub(super) graph: RefCell<MoveGraph>,
    pub(super) robots: usize,
    pub(super) target: Cell,
    pub(super) slides: &'g SlideTable,
    pub(super) bound: Option<&'g FreeStopBound>,
    /// The moves of the best known solution.
    pub(super) upper_bound: u32,
}

/// The robots after one of them has moved.
pub(super) fn after_move(cells: &RobotCells, robots: usize, robot: usize, to: Cell) -> RobotCells {
    let mut next = *cells;
    next[robot] = to.0 as u16;
    next[1..robots].sort_unstable();
    next
}

impl Space for AllRobots<'_> {
    type State = RobotCells;
    type Action = GraphMove;

    fn is_goal(&self, cells: &RobotCells) -> bool {
        u32::from(cells[0]) == self.target.0
    }

    fn successors(&self, cells: &RobotCells, visit: &mut impl FnMut(GraphMove, RobotCells, u32)) {
        let mut graph = self.graph.borrow_mut();
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

    fn lower_bound(&self, cells: &RobotCells) -> Option<u32> {
        let Some(bound) = self.bound else { return Some(0) };
        let moves = bound.moves(usize::from(self.slides.index(Cell(u32::from(cells[0])))));
        Some(u32::from(moves)).filter(|&moves| moves != u32::from(UNREACHABLE) && moves <= self.upper_bound)
    }
}
