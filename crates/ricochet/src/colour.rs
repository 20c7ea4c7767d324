//! Colours, which name robots, targets and diagonals.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A colour. It identifies a robot, since a game has at most one robot of each colour.
///
/// # Examples
/// ```
/// use ricochet::Colour;
///
/// assert_eq!(Colour::from_letter('g'), Some(Colour::Green));
/// assert_eq!(Colour::Green.to_string(), "g");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// `r`
    Red,
    /// `g`
    Green,
    /// `b`
    Blue,
    /// `y`
    Yellow,
    /// `w`
    White,
    /// `o`
    Orange,
    /// `p`
    Purple,
    /// `k`
    Black,
}

/// The text is not the letter of a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColourError;

impl fmt::Display for ParseColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of the letters r, g, b, y, w, o, p, k")
    }
}

impl Error for ParseColourError {}

impl Colour {
    /// All colours, in the order in which robots are numbered.
    pub const ALL: [Self; 8] = [
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Yellow,
        Self::White,
        Self::Orange,
        Self::Purple,
        Self::Black,
    ];

    /// The small letter.
    pub const fn letter(self) -> char {
        ['r', 'g', 'b', 'y', 'w', 'o', 'p', 'k'][self as usize]
    }

    /// The colour with this small letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for Colour {
    type Err = ParseColourError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(colour), None) => Ok(colour),
            _ => Err(ParseColourError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn letters_round_trip() {
        for colour in Colour::ALL {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        for text in ["", "x", "R", "rr"] {
            assert_eq!(text.parse::<Colour>(), Err(ParseColourError), "{text}");
        }
    }
}
