//! A few cells of a board, with the tiles in them, as a puzzle of its own.

use alloc::vec::Vec;

use motion_core::Direction;

use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::window::BoardWindow;

/// Stands for the blank in a list of tiles, and for no cell.
pub(super) const NONE: u16 = u16::MAX;

/// The greatest number of rows, and of columns.
pub(super) const MAX_LINES: usize = 64;

/// Cells, numbered row by row, and the tiles in them. The cells need not form a rectangle.
pub(super) struct SmallBoard {
    /// Row and column of every cell, counted from the first of them.
    pub(super) places: Vec<[u8; 2]>,
    /// The neighbours of every cell, by direction.
    pub(super) neighbours: Vec<[u16; 4]>,
    /// For every cell, the goal of the tile in it.
    pub(super) goals: Vec<u16>,
    /// The blank's cell.
    pub(super) blank: u16,
}

impl SmallBoard {
    /// Takes a rectangle of the board. All of its tiles have their goals in it.
    pub(super) fn of_window(geometry: &Geometry, permutation: &TilePermutation, window: BoardWindow) -> Self {
        let cells = window.cells(geometry);
        let number = |cell: u32| window.local(geometry, cell) as u16;
        let goal = |&cell: &u32| match permutation.tiles[cell as usize] {
            tile if tile == geometry.goal_blank => NONE,
            tile => number(tile),
        };
        let goals = cells.iter().map(goal).collect();
        Self::new(geometry, &cells, goals, number(permutation.blank), |cell| {
            if window.contains(geometry, cell) { number(cell) } else { NONE }
        })
    }

    /// Takes the cells of this list, in ascending order. A walk of the blank from this cell must
    /// stay in them, and the goal is the board after the walk. `numbers` holds, for every cell of
    /// the board, its number in the list, or [`NONE`].
    pub(super) fn of_walk(
        geometry: &Geometry,
        cells: &[u32],
        numbers: &[u16],
        blank: u32,
        walk: &[Direction],
    ) -> Self {
        let mut tiles: Vec<u16> = (0..cells.len() as u16).collect();
        let number = |cell: u32| numbers[cell as usize];
        let mut at = blank;
        for direction in walk {
            let next = geometry.step(at, *direction);
            tiles.swap(number(at).into(), number(next).into());
            at = next;
        }
        // Every tile is named by its cell before the walk.
        let mut goals = alloc::vec![NONE; cells.len()];
        for (cell, &tile) in (0..).zip(&tiles) {
            goals[usize::from(tile)] = cell;
        }
        let blank = number(blank);
        goals[usize::from(blank)] = NONE;
        Self::new(geometry, cells, goals, blank, number)
    }

    fn new(
        geometry: &Geometry,
        cells: &[u32],
        goals: Vec<u16>,
        blank: u16,
        number: impl Fn(u32) -> u16,
    ) -> Self {
        let columns = || cells.iter().map(|&cell| geometry.column(cell));
        let first = [cells.first().map_or(0, |&cell| geometry.row(cell)), columns().min().unwrap_or(0)];
        let place =
            |&cell: &u32| [(geometry.row(cell) - first[0]) as u8, (geometry.column(cell) - first[1]) as u8];
        let neighbours = |&cell: &u32| {
            let mut numbers = [NONE; 4];
            for (direction, neighbour) in geometry.neighbours(cell) {
                numbers[direction as usize] = number(neighbour);
            }
            numbers
        };
        Self {
            places: cells.iter().map(place).collect(),
            neighbours: cells.iter().map(neighbours).collect(),
            goals,
            blank,
        }
    }

    /// Returns the number of rows, or of columns.
    pub(super) fn lines(&self, axis: usize) -> usize {
        self.places.iter().map(|place| usize::from(place[axis]) + 1).max().unwrap_or(0)
    }

    /// Returns the steps between two cells, by rows and by columns.
    pub(super) fn steps(&self, a: u16, b: u16) -> [u32; 2] {
        let [a, b] = [a, b].map(|cell| self.places[usize::from(cell)]);
        [0, 1].map(|axis| u32::from(a[axis].abs_diff(b[axis])))
    }
}
