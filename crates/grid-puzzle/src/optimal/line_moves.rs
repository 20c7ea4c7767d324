//! The state that IDA* changes if any number of tiles of a line move at once.
//!
//! # Bounds
//! A move goes along a row or along a column. Let *h* be a lower bound on the moves along rows, and
//! *v* one on the moves along columns. No move is of both kinds, so *h* + *v* moves are needed. Two
//! consecutive moves along the same line equal one move or none, so the kinds alternate in a
//! shortest solution. Between *v* moves along columns, there are at least *v* − 1 others.
//! Therefore, 2*v* − 1 moves are needed, and 2*v* if the first one goes along a row, as it must
//! after a move along a column. The same holds for *h*.
//!
//! For *v* there are two bounds. With *r* rows, a move of at most *r* − 1 tiles changes the sum of
//! their vertical distances by at most *r* − 1. Therefore, *v* is the sum divided by *r* − 1,
//! rounded up. The other bound is the walking distance for a blank that may pass any number of
//! lines in one direction at once; see [`walking_distance`](super::walking_distance).
//!
//! [Pattern databases](super::line_databases) count all moves.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::{Attempt, ReversibleSpace};

use super::goal_layout::GoalLayout;
use super::sliding_state::TileSlide;

/// A lower bound on the moves along rows and on those along columns.
pub(super) trait LineBound {
    /// Returns the bounds on moves along rows, and along columns.
    fn counts(&self) -> [u32; 2];

    /// Returns a bound on all moves, if it is known to exceed the one from the counts.
    fn moves(&self) -> u32 {
        0
    }

    /// Updates the bound for the slide of a single tile.
    fn slide(&mut self, slide: TileSlide);

    /// Updates the bound after all slides of a move.
    fn settle(&mut self) {}
}

/// The distances along rows and columns, divided by the tiles that move at once.
pub(super) struct LineDistances {
    layout: GoalLayout,
    sums: [u32; 2],
}

impl LineDistances {
    pub(super) fn new(layout: GoalLayout, cells: &[u32]) -> Self {
        let mut bound = Self { layout, sums: [0; 2] };
        for (cell, &tile) in (0..).zip(cells).filter(|&(_, &tile)| tile != layout.goal_blank) {
            bound.sums[0] += layout.column(cell).abs_diff(layout.column(tile));
            bound.sums[1] += layout.row(cell).abs_diff(layout.row(tile));
        }
        bound
    }
}

impl LineBound for LineDistances {
    fn counts(&self) -> [u32; 2] {
        let [along_rows, along_columns] = self.sums;
        [along_rows.div_ceil(self.layout.columns - 1), along_columns.div_ceil(self.layout.rows - 1)]
    }

    fn slide(&mut self, TileSlide { tile, from, to }: TileSlide) {
        let layout = self.layout;
        let [columns, rows] =
            [|layout: GoalLayout, cell| layout.column(cell), |layout: GoalLayout, cell| layout.row(cell)];
        for (sum, line) in self.sums.iter_mut().zip([columns, rows]) {
            let [from, to, goal] = [from, to, tile].map(|cell| line(layout, cell));
            *sum = *sum + to.abs_diff(goal) - from.abs_diff(goal);
        }
    }
}

/// A move of the blank by this many cells in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineMove {
    pub(super) direction: Direction,
    pub(super) tiles: u32,
}

impl LineMove {
    const fn is_along_column(self) -> bool {
        matches!(self.direction, Direction::Up | Direction::Down)
    }
}

/// An iterator over the moves of a state, direction by direction, fewer tiles first.
pub(super) struct LineMoves {
    next: LineMove,
    /// For each direction, the greatest number of tiles.
    room: [u32; 4],
}

impl Iterator for LineMoves {
    type Item = LineMove;

    fn next(&mut self) -> Option<LineMove> {
        loop {
            let LineMove { direction, tiles } = self.next;
            if tiles <= self.room[direction.index()] {
                self.next.tiles += 1;
                return Some(LineMove { direction, tiles });
            }
            if direction == Direction::Left {
                return None;
            }
            self.next = LineMove { direction: direction.clockwise(), tiles: 1 };
        }
    }
}

/// A board and a bound for it.
pub(super) struct LineMoveState<B> {
    layout: GoalLayout,
    /// The goal cell of the tile in each cell. The value of the blank's cell does not matter.
    cells: Vec<u32>,
    blank: u32,
    bound: B,
}

impl<B: LineBound> LineMoveState<B> {
    pub(super) fn new(layout: GoalLayout, cells: &[u32], bound: B) -> Self {
        let blank = cells.iter().position(|&goal| goal == layout.goal_blank);
        let blank = blank.expect("invariant: an arrangement has a blank") as u32;
        Self { layout, cells: cells.to_vec(), blank, bound }
    }

    /// Returns the bound at the start.
    pub(super) fn least_moves(&self) -> u32 {
        self.least(None)
    }

    /// Returns the bound if the next move must not go along a row, or not along a column.
    #[inline(never)] // Otherwise, there are two copies of it for each bound.
    fn least(&self, last: Option<LineMove>) -> u32 {
        let [along_rows, along_columns] = self.bound.counts();
        let turns = |moves: u32, is_next: bool| (2 * moves).saturating_sub(u32::from(is_next));
        let column_next = last.is_none_or(|last| !last.is_along_column());
        let row_next = last.is_none_or(LineMove::is_along_column);
        let moves = (along_rows + along_columns).max(self.bound.moves());
        moves.max(turns(along_rows, row_next)).max(turns(along_columns, column_next))
    }

    #[inline(never)] // Otherwise, there are three copies of it for each bound.
    fn slide(&mut self, LineMove { direction, tiles }: LineMove) {
        let columns = self.layout.columns;
        for _ in 0..tiles {
            let from = match direction {
                Direction::Up => self.blank - columns,
                Direction::Right => self.blank + 1,
                Direction::Down => self.blank + columns,
                Direction::Left => self.blank - 1,
            };
            let tile = self.cells[from as usize];
            self.cells[self.blank as usize] = tile;
            self.bound.slide(TileSlide { tile, from, to: self.blank });
            self.blank = from;
        }
        self.bound.settle();
    }
}

impl<B: LineBound> ReversibleSpace for LineMoveState<B> {
    type Action = LineMove;
    type Undo = ();
    type Actions = LineMoves;

    fn is_goal(&self) -> bool {
        self.bound.counts() == [0, 0]
    }

    fn lower_bound(&self) -> Option<u32> {
        Some(self.least_moves())
    }

    fn actions(&self, last: Option<LineMove>) -> LineMoves {
        let layout = self.layout;
        let (row, column) = (layout.row(self.blank), layout.column(self.blank));
        let mut room = [row, layout.columns - 1 - column, layout.rows - 1 - row, column];
        if let Some(last) = last {
            room[last.direction.index()] = 0;
            room[last.direction.opposite().index()] = 0;
        }
        LineMoves { next: LineMove { direction: Direction::Up, tiles: 1 }, room }
    }

    fn make(&mut self, action: LineMove, allowance: u32) -> Attempt<()> {
        self.slide(action);
        let least = self.least(Some(action));
        if least > allowance {
            self.undo(action, ());
            return Attempt::Pruned(least);
        }
        Attempt::Made(())
    }

    fn undo(&mut self, LineMove { direction, tiles }: LineMove, (): ()) {
        self.slide(LineMove { direction: direction.opposite(), tiles });
    }
}
