//! Quarters of standard boards, as text.
//!
//! A set of quadrants consists of lines of words; `#` begins a comment. Each quadrant is drawn as
//! the upper left quarter of the board: 8×8 cells, with x to the right and y downwards from the
//! outer corner.
//!
//! ```text
//! quadrant 1A            a name: the piece, 1 to 4, and its side
//! wall X Y NESW          walls on these sides of a cell; a cell with all four is closed
//! target X Y COLOUR      red or another colour, or any; further words are ignored
//! end
//! mirror 1A X Y / COLOUR a diagonal, / or \, and its colour; the quadrant must come before
//! ```
//!
//! A wall between two cells can be given as a wall of either cell. The outer walls may be omitted.

mod assemble;
mod print;
#[cfg(feature = "rand")]
mod random_game;
mod read;

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::{Cell, Direction};

#[doc(hidden)]
pub use assemble::StandardBoard;
#[cfg(feature = "rand")]
pub use random_game::{RandomGame, RandomGameError};
pub use read::QuadrantError;

use crate::board::Diagonal;
use crate::instance::TargetRobot;

/// The number of rows and of columns of a quadrant.
const QUADRANT_SIDE: u32 = 8;

/// A quarter of a standard board, drawn as the upper left quarter.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quadrant {
    name: String,
    /// Each wall once, in ascending order. Cells are numbered row by row within the quadrant.
    walls: Vec<(Cell, Direction)>,
    /// The closed cells in ascending order.
    closed: Vec<Cell>,
    targets: Vec<(Cell, TargetRobot)>,
    diagonals: Vec<(Cell, Diagonal)>,
}

impl Quadrant {
    /// Its name, for example `1A`: the piece and its side.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The piece: the first character of the name.
    pub fn piece(&self) -> char {
        self.name.chars().next().unwrap_or(' ')
    }

    /// The side of the piece: the name after the first character.
    pub fn side(&self) -> &str {
        self.name.get(self.piece().len_utf8()..).unwrap_or("")
    }
}

/// A set of quadrants from which boards are assembled.
///
/// # Examples
/// ```
/// use ricochet::quadrants::QuadrantSet;
///
/// let set = QuadrantSet::standard();
/// assert_eq!(set.to_string().parse(), Ok(set));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuadrantSet {
    quadrants: Vec<Quadrant>,
}

impl QuadrantSet {
    /// Returns a set of our own design: four pieces, each with the sides A, B and, with diagonals,
    /// D.
    pub fn standard() -> Self {
        include_str!("standard.txt").parse().expect("invariant: a test reads this text")
    }

    /// The quadrants, in the order of reading.
    #[doc(hidden)]
    pub fn quadrants(&self) -> &[Quadrant] {
        &self.quadrants
    }

    /// Adds the quadrants of a text, and adds its diagonals to the quadrants of the set. For sets
    /// spread over several files.
    ///
    /// # Errors
    /// [`QuadrantError`] with the line and column of the first error; the set is then unchanged.
    pub fn add_text(&mut self, text: &str) -> Result<(), QuadrantError> {
        let mut quadrants = self.quadrants.clone();
        read::read(text, &mut quadrants)?;
        self.quadrants = quadrants;
        Ok(())
    }

    /// Assembles the board of four quadrants, clockwise from the upper left one; `None` if a name
    /// is unknown.
    #[doc(hidden)]
    pub fn assemble(&self, names: [&str; 4]) -> Option<StandardBoard> {
        let [a, b, c, d] = names.map(|name| self.quadrants.iter().find(|quadrant| quadrant.name == name));
        Some(StandardBoard::assemble([a?, b?, c?, d?]))
    }
}

impl FromStr for QuadrantSet {
    type Err = QuadrantError;

    fn from_str(text: &str) -> Result<Self, QuadrantError> {
        let mut set = Self::default();
        set.add_text(text)?;
        Ok(set)
    }
}

#[cfg(test)]
mod tests;
