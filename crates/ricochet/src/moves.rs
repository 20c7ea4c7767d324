//! Solutions: sequences of slides.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write};
use core::str::FromStr;

use motion_core::Direction;
use motion_core::error::TextPosition;

use crate::colour::Colour;

/// A move: a robot slides in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide {
    /// The robot.
    pub robot: Colour,
    /// The initial direction.
    pub direction: Direction,
}

/// A sequence of moves, written `rU bL`: each move is the robot's letter and the direction's.
///
/// White space between moves is optional, and directions may have either case.
///
/// # Examples
/// ```
/// use ricochet::Moves;
///
/// let moves: Moves = "rU bL\nrd".parse()?;
/// assert_eq!((moves.len(), moves.robots()), (3, 2));
/// assert_eq!(moves.to_string(), "rU bL rD");
/// # Ok::<(), ricochet::error::ParseMovesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves {
    slides: Vec<Slide>,
}

/// The error that a text is not a sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMovesError {
    /// The position of the first unexpected character.
    pub at: TextPosition,
    /// The character, or `None` at the end of the text.
    pub found: Option<char>,
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, found } = self;
        write!(f, "{at}: expected a robot and a direction, for example rU, but found {found:?}")
    }
}

impl Error for ParseMovesError {}

impl Moves {
    /// Creates an empty sequence.
    pub const fn new() -> Self {
        Self { slides: Vec::new() }
    }

    /// Appends a move.
    pub fn push(&mut self, slide: Slide) {
        self.slides.push(slide);
    }

    /// The number of moves.
    pub const fn len(&self) -> usize {
        self.slides.len()
    }

    /// Whether there are no moves.
    pub const fn is_empty(&self) -> bool {
        self.slides.is_empty()
    }

    /// The moves in order, by value.
    pub fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, Slide>> {
        self.slides.iter().copied()
    }

    /// The number of robots that move.
    pub fn robots(&self) -> u32 {
        self.slides.iter().fold(0u16, |moved, slide| moved | 1 << slide.robot as u8).count_ones()
    }
}

impl From<Vec<Slide>> for Moves {
    fn from(slides: Vec<Slide>) -> Self {
        Self { slides }
    }
}

impl FromIterator<Slide> for Moves {
    fn from_iter<I: IntoIterator<Item = Slide>>(slides: I) -> Self {
        Self { slides: slides.into_iter().collect() }
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = Slide;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Slide>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.robot, self.direction)
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, slide) in self.iter().enumerate() {
            if number > 0 {
                f.write_char(' ')?;
            }
            write!(f, "{slide}")?;
        }
        Ok(())
    }
}

impl FromStr for Moves {
    type Err = ParseMovesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut slides = Vec::new();
        let mut robot = None;
        let mut at = TextPosition { line: 1, column: 0 };
        for letter in text.chars() {
            at.column += 1;
            let error = ParseMovesError { at, found: Some(letter) };
            if letter == '\n' {
                at = TextPosition { line: at.line + 1, column: 0 };
            }
            robot = match robot {
                None if letter.is_whitespace() => None,
                None => Some(Colour::from_letter(letter).ok_or(error)?),
                Some(robot) => {
                    let direction = Direction::from_letter(letter).ok_or(error)?;
                    slides.push(Slide { robot, direction });
                    None
                }
            };
        }
        if robot.is_some() {
            at.column += 1;
            return Err(ParseMovesError { at, found: None });
        }
        Ok(Self { slides })
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Moves);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn unexpected_characters_are_located() {
        let error = |text: &str| {
            let ParseMovesError { at, found } = text.parse::<Moves>().expect_err("not moves");
            (at.line, at.column, found)
        };
        assert_eq!(error("rU xL"), (1, 4, Some('x')));
        assert_eq!(error("rU\n rX"), (2, 3, Some('X')));
        assert_eq!(error("rU r"), (1, 5, None));
        assert_eq!(error("r U"), (1, 2, Some(' ')));
        assert_eq!(error("r\nU"), (1, 2, Some('\n')));
        assert_eq!("".parse(), Ok(Moves::new()));
    }

    proptest! {
        #[test]
        fn moves_round_trip(moves in proptest::collection::vec((0..Colour::ALL.len(), 0u8..4), 0..30)) {
            let slide = |(robot, direction): (usize, u8)| {
                Slide { robot: Colour::ALL[robot], direction: Direction::from_index(direction) }
            };
            let moves: Moves = moves.into_iter().map(slide).collect();
            let is_moved = |robot: &Colour| moves.iter().any(|slide| slide.robot == *robot);
            let robots = Colour::ALL.into_iter().filter(is_moved);
            prop_assert_eq!(moves.robots() as usize, robots.count());
            prop_assert_eq!(moves.to_string().parse(), Ok(moves));
        }
    }
}
