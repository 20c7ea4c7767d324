//! Levels as text, before they are validated.
//!
//! Rows of characters (XSB): `#` wall, ` `, `-` or `_` floor, `.` goal, `$` box, `*` box on a goal,
//! `@` player, `+` player on a goal. A digit or `|` in a row makes it run-length encoded (RLE): a
//! number repeats the character after it, `|` ends a row. There may be anything around the rows
//! that collections (SOK) hold: titles, comments, keys, solutions.

mod error;
mod read;
mod tile;

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::{Cell, Direction, Grid, TextPosition};

pub use error::SetupError;
pub use tile::Tile;

pub(crate) use read::document as read_document;

use crate::level::Level;

/// The largest number of rows, and of columns, of a level.
pub const MAX_SIDE: usize = 255;

/// A level as it was read, with the positions of its tiles in the text.
///
/// # Examples
/// ```
/// use sokoban::Setup;
///
/// let setup = Setup::single("#####\n#@$ #\n#####")?;
/// let error = setup.level().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: the number of boxes, 1, is not that of goals, 0");
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    title: Option<String>,
    author: Option<String>,
    rows: Vec<SetupRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SetupRow {
    line: usize,
    /// Each tile with its column in the text.
    tiles: Vec<(Tile, usize)>,
}

impl Setup {
    /// Reads every level of a text.
    ///
    /// # Errors
    /// [`SetupError`] names the first error; [`SetupError::Empty`] if there is no level.
    ///
    /// # Complexity
    /// Linear in the text and the rows it stands for.
    pub fn all(text: &str) -> Result<Vec<Self>, SetupError> {
        Ok(read::document(text)?.setups)
    }

    /// Reads the one level of a text.
    ///
    /// # Errors
    /// Those of [`Setup::all`], and [`SetupError::SeveralLevels`].
    pub fn single(text: &str) -> Result<Self, SetupError> {
        let mut setups = Self::all(text)?.into_iter();
        match (setups.next(), setups.next()) {
            (Some(setup), None) => Ok(setup),
            (_, Some(second)) => Err(SetupError::SeveralLevels { at: second.start() }),
            (None, None) => Err(SetupError::Empty),
        }
    }

    /// The title that the text gives to the level.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The author that the text gives to the level.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Where the level begins: its first character that is not floor.
    pub fn start(&self) -> TextPosition {
        let solid = self.rows.iter().find_map(|row| {
            let &(_, column) = row.tiles.iter().find(|(tile, _)| *tile != Tile::Floor)?;
            Some(TextPosition { line: row.line, column })
        });
        solid.unwrap_or(TextPosition { line: 1, column: 1 })
    }

    /// The level, if what was read makes one.
    ///
    /// # Errors
    /// [`SetupError`] names the first thing that is wrong: the number of players, an open border,
    /// boxes or goals out of reach, the numbers of boxes and goals.
    ///
    /// # Complexity
    /// Linear in the cells of the smallest rectangle around the level.
    pub fn level(&self) -> Result<Level, SetupError> {
        let frame = self.frame();
        let mut grid = frame.grid(self.start())?;
        let (mut goals, mut boxes, mut players) = (Vec::new(), Vec::new(), Vec::new());
        for (cell, tile, at) in frame.tiles(&grid) {
            if tile == Tile::Wall {
                grid.close(cell);
            }
            if tile.is_goal() {
                goals.push((cell, at));
            }
            if tile.is_box() {
                boxes.push((cell, at));
            }
            if tile.is_player() {
                players.push((cell, at));
            }
        }
        let player = match players[..] {
            [] => return Err(SetupError::NoPlayer { at: self.start() }),
            [(player, _)] => player,
            [(_, first), (_, at), ..] => return Err(SetupError::SeveralPlayers { at, first }),
        };
        let inside = inside(&grid, player)
            .map_err(|hole| SetupError::Open { at: frame.position(grid.row(hole), grid.column(hole)) })?;
        let alone = |these: &[(Cell, TextPosition)], others: &[(Cell, TextPosition)]| {
            let unmatched = |cell| others.binary_search_by_key(&cell, |&(other, _)| other).is_err();
            these.iter().find(|&&(cell, _)| !inside[cell.index()] && unmatched(cell)).map(|&(_, at)| at)
        };
        if let Some(at) = alone(&boxes, &goals) {
            return Err(SetupError::BoxOutOfReach { at });
        }
        if let Some(at) = alone(&goals, &boxes) {
            return Err(SetupError::GoalOutOfReach { at });
        }
        if boxes.len() != goals.len() {
            let (boxes, goals) = (boxes.len(), goals.len());
            return Err(SetupError::Unbalanced { at: self.start(), boxes, goals });
        }
        let cells = |places: Vec<(Cell, TextPosition)>| places.into_iter().map(|(cell, _)| cell).collect();
        Ok(Level::from_parts(grid, inside, cells(goals), cells(boxes), player))
    }

    /// The smallest rectangle around everything that is not floor.
    fn frame(&self) -> SetupFrame<'_> {
        let solid = |row: &SetupRow| row.tiles.iter().any(|(tile, _)| *tile != Tile::Floor);
        let first = self.rows.iter().position(solid).unwrap_or(0);
        let end = self.rows.iter().rposition(solid).map_or(first, |last| last + 1);
        let rows = &self.rows[first..end];
        let margin = |row: &SetupRow| row.tiles.iter().position(|(tile, _)| *tile != Tile::Floor);
        let width = |row: &SetupRow| row.tiles.iter().rposition(|(tile, _)| *tile != Tile::Floor);
        let left = rows.iter().filter_map(margin).min().unwrap_or(0);
        let right = rows.iter().filter_map(width).max().map_or(left, |last| last + 1);
        SetupFrame { rows, left, right }
    }
}

struct SetupFrame<'s> {
    rows: &'s [SetupRow],
    left: usize,
    right: usize,
}

impl SetupFrame<'_> {
    fn grid(&self, at: TextPosition) -> Result<Grid, SetupError> {
        let (rows, columns) = (self.rows.len(), self.right - self.left);
        if rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(SetupError::TooLarge { at });
        }
        // A setup begins with a row that holds a wall, so neither is zero.
        Grid::new(rows as u32, columns as u32).map_err(|_| SetupError::TooLarge { at })
    }

    /// Every cell with its tile and position, row by row.
    fn tiles(&self, grid: &Grid) -> impl Iterator<Item = (Cell, Tile, TextPosition)> + use<'_> {
        let columns = grid.columns();
        (0..).zip(self.rows).flat_map(move |(index, row)| {
            let tiles = row.tiles.iter().take(self.right).skip(self.left);
            (0..).zip(tiles).map(move |(offset, &(tile, column))| {
                (Cell(index * columns + offset), tile, TextPosition { line: row.line, column })
            })
        })
    }

    /// The position of a cell in the text, or the end of its row if that is shorter.
    fn position(&self, row: u32, column: u32) -> TextPosition {
        let row = &self.rows[row as usize];
        let column = match (row.tiles.get(column as usize + self.left), row.tiles.last()) {
            (Some(&(_, column)), _) => column,
            (None, last) => last.map_or(1, |&(_, column)| column + 1),
        };
        TextPosition { line: row.line, column }
    }
}

/// The cells that the player could reach if there were no boxes, or the nearest cell where it could
/// leave the level.
fn inside(grid: &Grid, player: Cell) -> Result<Vec<bool>, Cell> {
    let mut inside = alloc::vec![false; grid.cell_count()];
    inside[player.index()] = true;
    let mut queue = alloc::vec![player];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        if Direction::ALL.into_iter().any(|side| grid.has_wall(cell, side)) {
            return Err(cell); // the rim is all the walls there are on edges
        }
        for (_, neighbour) in grid.neighbours(cell) {
            if !inside[neighbour.index()] {
                inside[neighbour.index()] = true;
                queue.push(neighbour);
            }
        }
    }
    Ok(inside)
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        Self::single(text)
    }
}

#[cfg(test)]
mod tests;
