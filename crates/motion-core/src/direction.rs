//! The four directions of a grid, and the turns between them.
//!
//! Rows are numbered downwards and columns to the right, in reading order. [`Direction::delta`] is
//! the only place where this convention becomes arithmetic.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A direction of a step on a grid.
///
/// The discriminants 0 to 3 run clockwise from [`Up`](Direction::Up), so that a turn is an addition
/// modulo 4.
///
/// # Examples
/// ```
/// use motion_core::Direction;
///
/// assert_eq!(Direction::Up.clockwise(), Direction::Right);
/// assert_eq!("R".parse(), Ok(Direction::Right));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Direction {
    /// One row up.
    Up = 0,
    /// One column to the right.
    Right = 1,
    /// One row down.
    Down = 2,
    /// One column to the left.
    Left = 3,
}

/// The turn from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// Straight ahead: the same direction.
    Straight,
    /// A quarter turn clockwise.
    Right,
    /// Back to where the first step came from.
    Back,
    /// A quarter turn counterclockwise.
    Left,
}

/// A letter that is not one of `U`, `R`, `D`, `L` (in either case).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseDirectionError {
    /// The first character that does not fit, or `None` if the text is empty.
    pub found: Option<char>,
}

impl fmt::Display for ParseDirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found } = self;
        write!(f, "expected one of the letters U, R, D, L but found {found:?}")
    }
}

impl Error for ParseDirectionError {}

impl Direction {
    /// All directions, clockwise from [`Up`](Direction::Up).
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Returns the direction with this discriminant, taken modulo 4.
    #[doc(hidden)]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 3) as usize]
    }

    /// The discriminant as an array index, 0 to 3.
    #[doc(hidden)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction that undoes this one.
    pub const fn opposite(self) -> Self {
        Self::from_index(self as u8 + 2)
    }

    /// The direction a quarter turn clockwise.
    pub const fn clockwise(self) -> Self {
        Self::from_index(self as u8 + 1)
    }

    /// The direction a quarter turn counterclockwise.
    pub const fn counterclockwise(self) -> Self {
        Self::from_index(self as u8 + 3)
    }

    /// Returns the turn of a walk that goes in this direction and then in `next`.
    #[doc(hidden)]
    pub const fn turn_to(self, next: Self) -> Turn {
        match (next as u8 + 4 - self as u8) & 3 {
            0 => Turn::Straight,
            1 => Turn::Right,
            2 => Turn::Back,
            _ => Turn::Left,
        }
    }

    /// The change of (row, column) in one step.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }

    /// The capital letter `U`, `R`, `D` or `L`.
    pub const fn letter(self) -> char {
        ['U', 'R', 'D', 'L'][self as usize]
    }

    /// Returns the direction named by this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'U' | 'u' => Some(Self::Up),
            'R' | 'r' => Some(Self::Right),
            'D' | 'd' => Some(Self::Down),
            'L' | 'l' => Some(Self::Left),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        let found = letters.next();
        match (found.and_then(Self::from_letter), letters.next()) {
            (Some(direction), None) => Ok(direction),
            (Some(_), surplus) => Err(ParseDirectionError { found: surplus }),
            (None, _) => Err(ParseDirectionError { found }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn four_clockwise_turns_are_the_identity_and_agree_with_the_deltas() {
        for direction in Direction::ALL {
            let (row, column) = direction.delta();
            assert_eq!(direction.clockwise().delta(), (column, -row));
            assert_eq!(direction.opposite().delta(), (-row, -column));
            assert_eq!(direction.clockwise().counterclockwise(), direction);
            assert_eq!(direction.clockwise().clockwise(), direction.opposite());
        }
    }

    #[test]
    fn turns_are_named_relative_to_the_step_before() {
        for direction in Direction::ALL {
            assert_eq!(direction.turn_to(direction), Turn::Straight);
            assert_eq!(direction.turn_to(direction.clockwise()), Turn::Right);
            assert_eq!(direction.turn_to(direction.opposite()), Turn::Back);
            assert_eq!(direction.turn_to(direction.counterclockwise()), Turn::Left);
        }
    }

    #[test]
    fn letters_round_trip_and_strangers_are_named() {
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
            assert_eq!(direction.to_string().to_lowercase().parse(), Ok(direction));
        }
        let error = |text: &str| text.parse::<Direction>().expect_err("not a direction").found;
        assert_eq!(error(""), None);
        assert_eq!(error("x"), Some('x'));
        assert_eq!(error("UD"), Some('D'));
    }
}
