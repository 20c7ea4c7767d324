//! Boards whose tiles are named by their goal cells, so that every goal is the same.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::Board;
use crate::instance::Instance;

/// The size of a board and the goal of its blank. A bound depends on nothing else if tiles are
/// named by their goal cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GoalLayout {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) goal_blank: u32,
}

impl GoalLayout {
    pub(super) const fn of(goal: &Board) -> Self {
        Self { rows: goal.rows(), columns: goal.columns(), goal_blank: goal.blank().0 }
    }

    pub(super) const fn cells(self) -> u32 {
        self.rows * self.columns
    }

    pub(super) const fn row(self, cell: u32) -> u32 {
        cell / self.columns
    }

    pub(super) const fn column(self, cell: u32) -> u32 {
        cell % self.columns
    }

    pub(super) const fn cell(self, row: u32, column: u32) -> u32 {
        row * self.columns + column
    }

    /// Returns the neighbours of a cell, with one bit each. Boards may have at most 64 cells.
    pub(super) const fn beside(self, cell: u32) -> u64 {
        let (row, column) = (self.row(cell), self.column(cell));
        let mut beside = 0;
        if row > 0 {
            beside |= 1 << (cell - self.columns);
        }
        if row + 1 < self.rows {
            beside |= 1 << (cell + self.columns);
        }
        if column > 0 {
            beside |= 1 << (cell - 1);
        }
        if column + 1 < self.columns {
            beside |= 1 << (cell + 1);
        }
        beside
    }

    /// Returns the number of steps between two cells.
    pub(super) const fn distance(self, a: u32, b: u32) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// Returns, for each cell of the start, the goal cell of its tile.
    pub(super) fn start(instance: &Instance) -> Vec<u32> {
        Self::goal_cells(instance.start(), instance.goal())
    }

    /// Returns, for each cell of a board, the goal cell of its tile.
    pub(super) fn goal_cells(board: &Board, goal: &Board) -> Vec<u32> {
        let goals = goal.cells_of_tiles();
        board.tiles().iter().map(|tile| goals[tile.index()].0).collect()
    }

    /// Returns the directions in which the blank can leave each cell.
    pub(super) fn exits(self) -> impl Iterator<Item = DirectionSet> {
        (0..self.cells()).map(move |cell| {
            let (row, column) = (self.row(cell), self.column(cell));
            DirectionSet::of(|direction| match direction {
                Direction::Up => row > 0,
                Direction::Right => column + 1 < self.columns,
                Direction::Down => row + 1 < self.rows,
                Direction::Left => column > 0,
            })
        })
    }
}

/// A set of directions, with one bit each. It iterates in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DirectionSet(u8);

impl DirectionSet {
    /// Returns the directions for which this holds.
    pub(super) fn of(is_open: impl Fn(Direction) -> bool) -> Self {
        let open = Direction::ALL.into_iter().filter(|&direction| is_open(direction));
        Self(open.fold(0, |exits, direction| exits | 1 << direction.index()))
    }

    /// Returns the intersection.
    pub(super) const fn and(&self, other: &Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Iterator for DirectionSet {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        if self.0 == 0 {
            return None;
        }
        let direction = Direction::from_index(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(direction)
    }
}
