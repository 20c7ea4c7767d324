//! The goal with its blank among the last cells, and the blank's path from there to its own goal.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Stop};

use super::laps::LapBoard;
use super::rotation::Rotation;
use crate::board::{Board, Tile};

/// The goal of every tile at the time when the blank starts towards its own goal.
pub(crate) struct ClockwiseGoal {
    tiles: Vec<Tile>,
    path: ApproachPath,
}

/// The blank's path to its goal: left, up, right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ApproachPath {
    pub(crate) left: u32,
    pub(crate) up: u32,
    pub(crate) right: u32,
}

impl ApproachPath {
    pub(crate) const fn len(self) -> u64 {
        self.left as u64 + self.up as u64 + self.right as u64
    }

    /// The first step.
    pub(crate) const fn first(self) -> Option<Direction> {
        match self {
            Self { left: 1.., .. } => Some(Direction::Left),
            Self { up: 1.., .. } => Some(Direction::Up),
            Self { right: 1.., .. } => Some(Direction::Right),
            Self { .. } => None,
        }
    }
}

impl ClockwiseGoal {
    /// Makes the goal from which the blank then takes this path, which depends on the row and
    /// column of its end.
    pub(crate) fn new(
        rotation: Rotation,
        goal: &Board,
        path_to_goal: impl Fn(u32, u32) -> ApproachPath,
    ) -> Self {
        let size = rotation.size();
        let mut board = LapBoard::new(size, rotation.tiles(goal));
        let blank = board.blank();
        let path = path_to_goal(size.row(blank), size.column(blank));
        board.slide(Direction::Left, path.right);
        board.slide(Direction::Down, path.up);
        board.slide(Direction::Right, path.left);
        Self { tiles: board.into_tiles(), path }
    }

    /// Returns the tile whose goal is a cell, with the cell.
    pub(crate) fn at(&self, cell: Cell) -> (Tile, Cell) {
        (self.tiles[cell.index()], cell)
    }

    pub(crate) const fn path(&self) -> ApproachPath {
        self.path
    }

    /// Moves the blank to its goal.
    pub(crate) fn approach(&self, board: &mut LapBoard, control: &mut Control) -> Result<(), Stop> {
        let ApproachPath { left, up, right } = self.path;
        board.follow(&[(Direction::Left, left), (Direction::Up, up), (Direction::Right, right)], control)
    }
}
