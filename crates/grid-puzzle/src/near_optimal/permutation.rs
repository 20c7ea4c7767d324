//! Boards whose tiles are named by their goal cells, and walks that lead to them.

use alloc::vec::Vec;

use motion_core::{Direction, Walk};

use super::geometry::Geometry;
use super::window::BoardWindow;
use crate::instance::Instance;

/// The goal cell of the tile in every cell; for the blank, its own goal cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TilePermutation {
    pub(super) tiles: Vec<u32>,
    /// The inverse: the cell of each tile.
    pub(super) cells: Vec<u32>,
    pub(super) blank: u32,
}

impl TilePermutation {
    pub(super) fn start(instance: &Instance) -> Self {
        let goals = instance.goal().cells_of_tiles();
        let tiles = instance.start().tiles().iter().map(|tile| goals[tile.index()].0).collect();
        Self::new(tiles, instance.start().blank().0)
    }

    pub(super) fn new(tiles: Vec<u32>, blank: u32) -> Self {
        let mut cells = alloc::vec![0; tiles.len()];
        for (cell, &tile) in (0..).zip(&tiles) {
            cells[tile as usize] = cell;
        }
        Self { tiles, cells, blank }
    }

    /// Moves the blank.
    ///
    /// # Panics
    /// May panic if the blank would leave the board; otherwise, the result is then a wrong board.
    pub(super) fn go(&mut self, geometry: &Geometry, direction: Direction) {
        let (rows, columns) = direction.delta();
        let next = self.blank.wrapping_add_signed(rows * geometry.columns.cast_signed() + columns);
        self.tiles.swap(self.blank as usize, next as usize);
        self.cells[self.tiles[self.blank as usize] as usize] = self.blank;
        self.cells[self.tiles[next as usize] as usize] = next;
        self.blank = next;
    }

    /// Returns the sum of the tiles' distances to their goals.
    pub(super) fn distance(&self, geometry: &Geometry) -> u64 {
        let tiles = (0..).zip(&self.tiles).filter(|&(_, &tile)| tile != geometry.goal_blank);
        tiles.map(|(cell, &tile)| u64::from(geometry.distance(cell, tile))).sum()
    }
}

/// A board and the walk that leads to it.
#[derive(Clone, Debug)]
pub(super) struct PartialSolution {
    pub(super) permutation: TilePermutation,
    pub(super) walk: Walk,
    /// The sum of the tiles' distances to their goals.
    pub(super) distance: u64,
}

impl PartialSolution {
    pub(super) fn new(geometry: &Geometry, permutation: TilePermutation) -> Self {
        let distance = permutation.distance(geometry);
        Self { permutation, walk: Walk::new(), distance }
    }

    /// Returns the heap memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.permutation.tiles.len() as u64 + self.walk.len() as u64 / 4
    }

    pub(super) fn go(&mut self, geometry: &Geometry, direction: Direction) {
        let before = self.permutation.blank;
        self.permutation.go(geometry, direction);
        self.walk.push(direction);
        let tile = self.permutation.tiles[before as usize];
        let [far, near] =
            [self.permutation.blank, before].map(|cell| u64::from(geometry.distance(cell, tile)));
        self.distance = self.distance + near - far;
    }

    /// Moves the blank straight into a window.
    pub(super) fn enter(&mut self, geometry: &Geometry, window: BoardWindow) {
        loop {
            let blank = self.permutation.blank;
            let (row, column) = (geometry.row(blank), geometry.column(blank));
            let direction = if row < window.row {
                Direction::Down
            } else if row >= window.row + window.rows {
                Direction::Up
            } else if column < window.column {
                Direction::Right
            } else if column >= window.column + window.columns {
                Direction::Left
            } else {
                return;
            };
            self.go(geometry, direction);
        }
    }

    pub(super) fn follow(&mut self, geometry: &Geometry, moves: impl IntoIterator<Item = Direction>) {
        moves.into_iter().for_each(|direction| self.go(geometry, direction));
    }
}
