//! Colours, which name robots, targets and diagonals.

use core::fmt;

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
    /// `s`
    Silver,
}

/// The letter, the name and the angle on the colour wheel of each colour.
const DESCRIPTIONS: [(char, &str, u16); Colour::ALL.len()] = [
    ('r', "red", 20),
    ('g', "green", 150),
    ('b', "blue", 245),
    ('y', "yellow", 95),
    ('w', "white", 195),
    ('o', "orange", 55),
    ('p', "purple", 300),
    ('k', "black", 345),
    ('s', "silver", 122),
];

/// Prints all letters, for messages.
pub(crate) struct ColourLetters;

impl fmt::Display for ColourLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, colour) in Colour::ALL.into_iter().enumerate() {
            write!(f, "{}{colour}", if number == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Colour {
    /// All colours, in the order of robots.
    pub const ALL: [Self; 9] = [
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Yellow,
        Self::White,
        Self::Orange,
        Self::Purple,
        Self::Black,
        Self::Silver,
    ];

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        DESCRIPTIONS[self as usize].0
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        DESCRIPTIONS[self as usize].1
    }

    /// Returns the colour with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }

    /// The hue in pictures. White, black and silver appear as cyan, pink and light green.
    #[cfg(feature = "draw")]
    pub(crate) const fn hue(self) -> motion_core::draw::Hue {
        motion_core::draw::Hue::degrees(DESCRIPTIONS[self as usize].2)
    }

    /// Returns the colour with this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn letters_and_names_round_trip() {
        for colour in Colour::ALL {
            assert_eq!(Colour::from_letter(colour.letter()), Some(colour));
            assert_eq!(Colour::from_name(colour.name()), Some(colour));
        }
        assert_eq!(ColourLetters.to_string(), "r, g, b, y, w, o, p, k, s");
        assert_eq!(['x', 'R'].map(Colour::from_letter), [None, None]);
    }
}
