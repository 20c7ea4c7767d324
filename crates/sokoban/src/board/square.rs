//! Squares and pushes.

use core::fmt;

use motion_core::Direction;

/// The number of a square of a [`SearchBoard`](super::SearchBoard), or of its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The number as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A push of a box by one square. Both it and `Option<Push>` take four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The square of the box before the push.
    pub from: Square,
    /// The direction in which the box moves.
    pub direction: Direction,
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from.0, self.direction)
    }
}

const _: () = assert!(size_of::<Option<Push>>() == 4, "a search stores one for every position");
