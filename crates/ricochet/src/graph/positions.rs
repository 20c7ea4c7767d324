//! Graph v1: all robots move, the goal robot included; with v2's bound or without.

use core::cell::RefCell;

use motion_core::search::Space;
use motion_core::{Cell, Direction};

use super::MoveGraph;
use crate::bound::{Bound, FAR};
use crate::field::Field;
use crate::instance::MAX_ROBOTS;

/// The cells of the robots: the goal robot's first, then the others', ascending.
pub(super) type Position = [u16; MAX_ROBOTS];

/// Who moves, by where it stands, and the direction.
pub(super) type Action = (Cell, Direction);

pub(super) struct Positions<'g> {
    /// Without robots between two calls.
    pub(super) graph: RefCell<MoveGraph>,
    pub(super) robots: usize,
    pub(super) target: Cell,
    pub(super) field: &'g Field,
    pub(super) bound: Option<&'g Bound>,
    /// A solution of so many moves is known.
    pub(super) enough: u32,
}

/// The position after a robot has moved.
pub(super) fn moved(position: &Position, robots: usize, robot: usize, to: Cell) -> Position {
    let mut next = *position;
    next[robot] = to.0 as u16;
    next[1..robots].sort_unstable();
    next
}

impl Space for Positions<'_> {
    type State = Position;
    type Action = Action;

    fn is_goal(&self, position: &Position) -> bool {
        u32::from(position[0]) == self.target.0
    }

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Action, Position, u32)) {
        let mut graph = self.graph.borrow_mut();
        let cells = || position[..self.robots].iter().map(|&cell| Cell(u32::from(cell)));
        cells().for_each(|cell| graph.place_robot(cell));
        for (robot, cell) in cells().enumerate() {
            for direction in Direction::ALL {
                if let Some(to) = graph.edge(cell, direction) {
                    visit((cell, direction), moved(position, self.robots, robot, to), 1);
                }
            }
        }
        cells().for_each(|cell| graph.remove_robot(cell));
    }

    fn lower_bound(&self, position: &Position) -> Option<u32> {
        let Some(bound) = self.bound else { return Some(0) };
        let moves = bound.moves(usize::from(self.field.spot(Cell(u32::from(position[0])))));
        Some(u32::from(moves)).filter(|&moves| moves != u32::from(FAR) && moves <= self.enough)
    }
}
