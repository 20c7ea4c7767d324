//! Solutions as text: a letter a move.

use alloc::string::String;

use motion_core::walk::ParseWalkError;
use motion_core::{Direction, Walk};

/// What the letters `U`, `R`, `D`, `L` of a solution name. The two are opposites.
///
/// # Examples
/// ```
/// use grid_puzzle::Notation;
///
/// let walk = Notation::Blank.parse("RD")?;
/// assert_eq!(Notation::Tile.format(&walk), "LU");
/// # Ok::<(), motion_core::walk::ParseWalkError>(())
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
    /// The letter for a move of the blank.
    pub const fn letter(self, blank: Direction) -> char {
        match self {
            Self::Tile => blank.opposite().letter(),
            Self::Blank => blank.letter(),
        }
    }

    /// The letters of a solution.
    pub fn format(self, walk: &Walk) -> String {
        walk.iter().map(|step| self.letter(step)).collect()
    }

    /// Reads letters, in either case and with white space between them, into the walk of the blank.
    ///
    /// # Errors
    /// [`ParseWalkError`] names the first character that is neither.
    pub fn parse(self, text: &str) -> Result<Walk, ParseWalkError> {
        let walk: Walk = text.parse()?;
        Ok(match self {
            Self::Tile => walk.iter().map(Direction::opposite).collect(),
            Self::Blank => walk,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_round_trip_and_are_opposites() {
        for notation in [Notation::Tile, Notation::Blank] {
            let walk = notation.parse("uU rr\nDL").expect("letters");
            assert_eq!(notation.format(&walk), "UURRDL");
        }
        assert_eq!(Notation::Tile.format(&Notation::Blank.parse("URDL").expect("letters")), "DLUR");
        assert!(Notation::Tile.parse("U0").is_err());
    }
}
