//! Solutions as text, with one letter per move.

mod blocks;

use core::fmt::{self, Write};

use motion_core::error::ParseWalkError;
use motion_core::{Direction, Walk};

pub use blocks::ParseBlocksError;

/// The meaning of the letters `U`, `R`, `D`, `L` of a solution. The two notations are opposites.
///
/// A [`Walk`] itself prints the directions of the blank. The usual notation names those of the
/// tiles.
///
/// # Examples
/// ```
/// use grid_puzzle::Notation;
///
/// let walk = Notation::Blank.parse("RD")?;
/// assert_eq!(walk.to_string(), "RD");
/// assert_eq!(Notation::Tile.display(&walk).to_string(), "LU");
/// # Ok::<(), motion_core::error::ParseWalkError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The direction in which the tile moves.
    #[default]
    Tile,
    /// The direction in which the blank moves.
    Blank,
}

impl Notation {
    /// Returns the letter for a move of the blank.
    const fn letter(self, blank: Direction) -> char {
        match self {
            Self::Tile => blank.opposite().letter(),
            Self::Blank => blank.letter(),
        }
    }

    /// Returns the blank's direction for a letter's.
    const fn blank(self, letter: Direction) -> Direction {
        match self {
            Self::Tile => letter.opposite(),
            Self::Blank => letter,
        }
    }

    /// Prints the letters of a solution.
    pub fn display(self, walk: &Walk) -> impl fmt::Display {
        NotationDisplay { notation: self, walk }
    }

    /// Reads letters, in either case and with white space between them, and returns the walk of the
    /// blank.
    ///
    /// # Errors
    /// [`ParseWalkError`] names the first other character.
    pub fn parse(self, text: &str) -> Result<Walk, ParseWalkError> {
        let walk: Walk = text.parse()?;
        Ok(match self {
            Self::Tile => walk.iter().map(Direction::opposite).collect(),
            Self::Blank => walk,
        })
    }
}

struct NotationDisplay<'w> {
    notation: Notation,
    walk: &'w Walk,
}

impl fmt::Display for NotationDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.walk.iter().try_for_each(|step| f.write_char(self.notation.letter(step)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn both_notations_round_trip_and_are_opposites() {
        for notation in [Notation::Tile, Notation::Blank] {
            let walk = notation.parse("uU rr\nDL").expect("letters");
            assert_eq!(notation.display(&walk).to_string(), "UURRDL");
        }
        let walk = Notation::Blank.parse("URDL").expect("letters");
        assert_eq!(Notation::Tile.display(&walk).to_string(), "DLUR");
        assert!(Notation::Tile.parse("U0").is_err());
    }
}
