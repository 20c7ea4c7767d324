//! The goal with its blank among the last cells, and the blank's way back.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Stop};

use super::rings::Rings;
use super::view::View;
use crate::board::{Board, Tile};

/// Where every tile belongs before the blank walks to its own goal.
pub(crate) struct Goal {
    tiles: Vec<Tile>,
    way: Way,
}

/// The blank's way to its goal: to the left, up, to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) left: u32,
    pub(crate) up: u32,
    pub(crate) right: u32,
}

impl Way {
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

impl Goal {
    /// The goal before the blank goes this way, which depends on the row and the column where it ends.
    pub(crate) fn new(view: View, goal: &Board, way: impl Fn(u32, u32) -> Way) -> Self {
        let size = view.size();
        let mut rings = Rings::new(size, view.tiles(goal));
        let blank = rings.blank();
        let way = way(size.row(blank), size.column(blank));
        rings.slide(Direction::Left, way.right);
        rings.slide(Direction::Down, way.up);
        rings.slide(Direction::Right, way.left);
        Self { tiles: rings.into_tiles(), way }
    }

    /// The tile that belongs into a cell, with the cell.
    pub(crate) fn at(&self, cell: Cell) -> (Tile, Cell) {
        (self.tiles[cell.index()], cell)
    }

    pub(crate) const fn way(&self) -> Way {
        self.way
    }

    /// Walks the blank to its goal.
    pub(crate) fn approach(&self, rings: &mut Rings, control: &mut Control) -> Result<(), Stop> {
        let Way { left, up, right } = self.way;
        rings.follow(&[(Direction::Left, left), (Direction::Up, up), (Direction::Right, right)], control)
    }
}
