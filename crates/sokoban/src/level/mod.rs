//! A level: walls, goals, boxes, and the player.

mod validate;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use motion_core::{Cell, Configuration, Grid, Vertex};

use crate::setup::{Setup, SetupError, Tile};

/// A legal level.
///
/// It parses from rows of characters, run-length encoded or not, with or without titles and
/// comments around them (see [`Setup`]). It prints as rows in which floor is a space. A row of only
/// floor is printed as `-`, because an empty line ends a level.
///
/// # Guarantees
/// There is one player, enclosed by walls. There are at least as many goals as boxes, and at least
/// one box if there is a goal. Cells that the player could not reach even if there were no boxes
/// are decoration: every box there is on a goal, and every goal has a box. The grid is the smallest
/// possible.
///
/// # Examples
/// ```
/// use sokoban::Level;
///
/// let level: Level = "6#|#@$-.#|6#".parse()?;
/// assert_eq!(level.boxes().count(), 1);
/// assert_eq!(level.verify(&"rr".parse()?)?.pushes, 2);
/// assert_eq!(level.to_string(), "######\n#@$ .#\n######");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    grid: Grid,
    inside: Vec<bool>,
    goals: Vec<Cell>,
    boxes: Vec<Cell>,
    player: Cell,
}

impl Level {
    /// The grid; walls are closed cells.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether the player could reach the cell if there were no boxes. All other cells are walls,
    /// outside or decoration.
    ///
    /// # Panics
    /// If the cell does not exist.
    pub fn is_inside(&self, cell: Cell) -> bool {
        self.inside[cell.index()]
    }

    /// The goals inside, ascending.
    pub fn goals(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        self.goals.iter().copied().filter(|&cell| self.is_inside(cell))
    }

    /// The boxes inside, ascending.
    pub fn boxes(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        self.boxes.iter().copied().filter(|&cell| self.is_inside(cell))
    }

    /// All boxes, decoration included, ascending: the tokens of the configuration.
    #[cfg(feature = "draw")]
    pub(crate) fn all_boxes(&self) -> impl Iterator<Item = Cell> {
        self.boxes.iter().copied()
    }

    /// The player's cell.
    pub const fn player(&self) -> Cell {
        self.player
    }

    /// Whether every box stands on a goal.
    pub fn is_solved(&self) -> bool {
        self.boxes.iter().all(|cell| self.goals.binary_search(cell).is_ok())
    }

    /// The contents of a cell, decoration included.
    pub fn tile(&self, cell: Cell) -> Tile {
        let goal = self.goals.binary_search(&cell).is_ok();
        let filled = self.boxes.binary_search(&cell).is_ok();
        match (goal, filled, cell == self.player) {
            (true, true, _) => Tile::BoxOnGoal,
            (true, _, true) => Tile::PlayerOnGoal,
            (true, ..) => Tile::Goal,
            (_, true, _) => Tile::Box,
            (_, _, true) => Tile::Player,
            _ if self.grid.is_closed(cell) => Tile::Wall,
            _ => Tile::Floor,
        }
    }

    /// The boxes in reading order as tokens, decoration included, and the player as the last token;
    /// cell *c* is vertex *c*, wall or not.
    ///
    /// [`schedule`](Level::schedule) starts from it.
    pub fn configuration(&self) -> Configuration {
        let places: Vec<_> = self.boxes.iter().chain([&self.player]).map(|cell| Vertex(cell.0)).collect();
        Configuration::new(self.grid.cell_count(), &places)
            .expect("invariant: boxes and the player stand on different cells")
    }

    /// Returns this level with other boxes and another player inside; decoration stays. Boxes may
    /// be in any order. Returns `None` if the level would not be legal: it needs as many boxes as
    /// before, on different cells inside, and the player on another cell inside.
    pub fn with_position(&self, boxes: impl IntoIterator<Item = Cell>, player: Cell) -> Option<Self> {
        let is_inside = |cell: Cell| cell.index() < self.grid.cell_count() && self.is_inside(cell);
        let mut boxes: Vec<_> = boxes.into_iter().collect();
        if !boxes.iter().chain([&player]).all(|&cell| is_inside(cell)) {
            return None;
        }
        boxes.extend(self.boxes.iter().copied().filter(|&cell| !self.is_inside(cell)));
        boxes.sort_unstable();
        let is_legal = boxes.len() == self.boxes.len()
            && boxes.is_sorted_by(|one, next| one < next)
            && boxes.binary_search(&player).is_err();
        is_legal.then(|| Self { boxes, player, ..self.clone() })
    }

    /// The level in one line, run-length encoded: `6#|#@$-.#|6#`.
    pub fn to_rle(&self) -> String {
        let mut line = String::new();
        for row in 0..self.grid.rows() {
            if row > 0 {
                line.push('|');
            }
            let tiles: Vec<_> = self.row(row).collect();
            for run in tiles.chunk_by(|a, b| a == b) {
                if run.len() > 1 {
                    write!(line, "{}", run.len()).expect("invariant: strings can be written to");
                }
                line.push(if run[0] == Tile::Floor { '-' } else { run[0].letter() });
            }
        }
        line
    }

    /// The tiles of a row up to the last that is not floor.
    fn row(&self, row: u32) -> impl Iterator<Item = Tile> {
        let columns = self.grid.columns();
        let cells = row * columns..(row + 1) * columns;
        let width = cells.clone().rev().skip_while(|&cell| self.tile(Cell(cell)) == Tile::Floor).count();
        cells.take(width).map(|cell| self.tile(Cell(cell)))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.grid.rows() {
            if row > 0 {
                f.write_char('\n')?;
            }
            let mut tiles = self.row(row).peekable();
            if tiles.peek().is_none() {
                f.write_char('-')?;
            }
            tiles.try_for_each(|tile| f.write_char(tile.letter()))?;
        }
        Ok(())
    }
}

impl FromStr for Level {
    type Err = SetupError;

    /// Reads exactly one level; see [`Collection`](crate::Collection) for files of many.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        text.parse::<Setup>()?.try_into()
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Level);
