//! Exact tables of the least moves that bring one or two tiles to their goals, if all other tiles
//! are alike.
//!
//! The breadth-first search is specialised: every state has an index, so an array of two bytes per
//! state replaces the node store of `motion_core::search`, which takes about ten times as much
//! memory.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::beam::{NO_CELL, neighbours};
use super::fill_order::LineGroup;
use super::geometry::Geometry;
use super::window::BoardWindow;

/// Stands for a state from which the goals cannot be reached.
const NEVER: u16 = u16::MAX;

/// The least moves for every arrangement of a group's tiles and of the blank in a window.
pub(super) struct SubgoalTable {
    window: BoardWindow,
    tiles: usize,
    moves: Vec<u16>,
}

impl SubgoalTable {
    /// Makes the table by breadth-first search from the goal; `control` then holds its
    /// [`bytes`](Self::bytes). Cells for which `free` is false are never entered. Eight states take
    /// about as long as one state of a beam, and count as one node.
    pub(super) fn new(
        geometry: &Geometry,
        window: BoardWindow,
        group: &LineGroup,
        free: impl Fn(u32) -> bool,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let cells = window.len();
        let goals: Vec<u32> = group.cells().iter().map(|&cell| window.local(geometry, cell)).collect();
        let size = cells.pow(goals.len() as u32 + 1);
        control.spend_many(size as u64 / 8)?;
        control.hold(2 * size as u64)?;
        let mut subgoals = Self { window, tiles: goals.len(), moves: alloc::vec![NEVER; size] };
        let free: Vec<bool> = window.cells(geometry).into_iter().map(free).collect();
        let mut beside = neighbours(window);
        for sides in &mut beside {
            for side in sides {
                if *side != NO_CELL && !free[usize::from(*side)] {
                    *side = NO_CELL;
                }
            }
        }
        subgoals.fill(&goals, &free, &beside);
        Ok(subgoals)
    }

    pub(super) fn bytes(&self) -> u64 {
        2 * self.moves.len() as u64
    }

    fn fill(&mut self, goals: &[u32], free: &[bool], beside: &[[u16; 4]]) {
        let cells = free.len();
        // A single tile is treated as the second of two, of which the first is absent.
        let pair = goals.len() == 2;
        let first = if pair { goals[0] as u16 } else { 0 };
        let last = goals[goals.len() - 1] as u16;
        let index =
            |[a, b, blank]: [u16; 3]| (usize::from(a) * cells + usize::from(b)) * cells + usize::from(blank);
        let blanks = (0..).zip(free).filter(|&(cell, &free)| free && !goals.contains(&u32::from(cell)));
        let mut level: Vec<[u16; 3]> = blanks.map(|(blank, _)| [first, last, blank]).collect();
        for &state in &level {
            self.moves[index(state)] = 0;
        }
        let mut next_level = Vec::new();
        for moves in 1.. {
            for [a, b, blank] in level.drain(..) {
                for &to in beside[usize::from(blank)].iter().filter(|&&to| to != NO_CELL) {
                    let a = if pair && a == to { blank } else { a };
                    let b = if b == to { blank } else { b };
                    let entry = &mut self.moves[index([a, b, to])];
                    if *entry == NEVER {
                        *entry = moves;
                        next_level.push([a, b, to]);
                    }
                }
            }
            if next_level.is_empty() {
                return;
            }
            core::mem::swap(&mut level, &mut next_level);
        }
    }

    /// Returns the number of moves that bring the tiles from these cells to their goals, wherever
    /// the blank is; `None` if a tile is outside the window.
    ///
    /// If the blank is outside, its moves to the window also count.
    #[inline]
    pub(super) fn moves(&self, geometry: &Geometry, tiles: [u32; 2], blank: u32) -> Option<u32> {
        let window = self.window;
        let cells = window.len();
        let mut index = 0;
        for &tile in &tiles[..self.tiles] {
            if !window.contains(geometry, tile) {
                return None;
            }
            index = index * cells + window.local(geometry, tile) as usize;
        }
        let (row, column) = (geometry.row(blank), geometry.column(blank));
        let near_row = row.clamp(window.row, window.row + window.rows - 1);
        let near_column = column.clamp(window.column, window.column + window.columns - 1);
        let outside = row.abs_diff(near_row) + column.abs_diff(near_column);
        let near = (near_row - window.row) * window.columns + near_column - window.column;
        match self.moves[index * cells + near as usize] {
            // A tile is on the cell where the blank enters the window.
            NEVER => (outside > 0).then_some(outside + u32::from(self.around(index, near))),
            moves => Some(outside + u32::from(moves)),
        }
    }

    /// Returns one more than the fewest moves with the blank on a neighbour of the cell.
    fn around(&self, index: usize, near: u32) -> u16 {
        let window = self.window;
        let beside = |&cell: &u32| {
            let (row, column) = (cell / window.columns, cell % window.columns);
            row.abs_diff(near / window.columns) + column.abs_diff(near % window.columns) == 1
        };
        let cells = 0..window.len() as u32;
        let moves = cells.filter(beside).map(|cell| self.moves[index * window.len() + cell as usize]);
        moves.min().unwrap_or(NEVER).saturating_add(1)
    }
}
