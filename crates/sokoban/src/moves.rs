//! Solutions: the player's steps.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write};
use core::str::FromStr;

use motion_core::Direction;
use motion_core::error::TextPosition;

/// The largest number of steps that a text may encode.
const MAX_STEPS: usize = 1 << 24;

/// A step of the player, with or without a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerStep {
    /// The direction of the step.
    pub direction: Direction,
    /// Whether a box is pushed.
    pub pushes: bool,
}

/// The player's steps, written as letters (LURD): `u`, `r`, `d`, `l` for a step, a capital letter
/// for a push.
///
/// White space is ignored on reading, and a number before a letter repeats it (`3rU` is `rrrU`).
/// The case is not verified: [`Level::replay`](crate::Level::replay) determines which steps push.
///
/// # Examples
/// ```
/// use sokoban::Moves;
///
/// let moves: Moves = "uL 2r2D".parse()?;
/// assert_eq!((moves.len(), moves.pushes()), (6, 3));
/// assert_eq!(moves.to_string(), "uLrrDD");
/// # Ok::<(), sokoban::error::ParseMovesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves {
    steps: Vec<PlayerStep>,
}

/// The error of a text that is not a sequence of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMovesError {
    /// A character that is neither a direction nor part of a number.
    UnexpectedCharacter {
        /// Its position in the text.
        at: TextPosition,
        /// The character.
        found: char,
    },
    /// A number without a letter after it.
    Count {
        /// The position of the number.
        at: TextPosition,
    },
    /// The text encodes more than 2²⁴ steps.
    TooMany {
        /// The position of the number or letter that exceeds the limit.
        at: TextPosition,
    },
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedCharacter { at, found } => write!(
                f,
                "{at}: expected one of the letters u, r, d, l in either case, or a number, but found \
                 {found:?}"
            ),
            Self::Count { at } => write!(f, "{at}: expected a letter behind this number"),
            Self::TooMany { at } => write!(f, "{at}: there are more than {MAX_STEPS} steps up to here"),
        }
    }
}

impl Error for ParseMovesError {}

impl PlayerStep {
    /// The letter of the direction, a capital for a push.
    pub const fn letter(self) -> char {
        let letter = self.direction.letter();
        if self.pushes { letter } else { letter.to_ascii_lowercase() }
    }
}

impl Moves {
    /// Creates an empty sequence.
    pub const fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// Appends a step.
    pub fn push(&mut self, step: PlayerStep) {
        self.steps.push(step);
    }

    /// The number of steps, pushes included.
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps.
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The number of steps written as capital letters.
    pub fn pushes(&self) -> usize {
        self.steps.iter().filter(|step| step.pushes).count()
    }

    /// The steps in order.
    pub fn steps(&self) -> &[PlayerStep] {
        &self.steps
    }

    /// Iterates over the steps in order, by value.
    pub fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, PlayerStep>> {
        self.steps.iter().copied()
    }
}

impl From<Vec<PlayerStep>> for Moves {
    fn from(steps: Vec<PlayerStep>) -> Self {
        Self { steps }
    }
}

impl FromIterator<PlayerStep> for Moves {
    fn from_iter<I: IntoIterator<Item = PlayerStep>>(steps: I) -> Self {
        Self { steps: steps.into_iter().collect() }
    }
}

impl Extend<PlayerStep> for Moves {
    fn extend<I: IntoIterator<Item = PlayerStep>>(&mut self, steps: I) {
        self.steps.extend(steps);
    }
}

impl IntoIterator for Moves {
    type Item = PlayerStep;
    type IntoIter = alloc::vec::IntoIter<PlayerStep>;

    fn into_iter(self) -> Self::IntoIter {
        self.steps.into_iter()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = PlayerStep;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, PlayerStep>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|step| f.write_char(step.letter()))
    }
}

impl FromStr for Moves {
    type Err = ParseMovesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut steps = Vec::new();
        let mut count: Option<(usize, TextPosition)> = None;
        let mut at = TextPosition { line: 1, column: 0 };
        for letter in text.chars() {
            at.column += 1;
            if let Some(digit) = letter.to_digit(10) {
                let (before, start) = count.unwrap_or((0, at));
                let number = 10 * before + digit as usize;
                if number > MAX_STEPS {
                    return Err(ParseMovesError::TooMany { at: start });
                }
                count = Some((number, start));
            } else if let Some(direction) = Direction::from_letter(letter) {
                let (times, start) = count.take().unwrap_or((1, at));
                if steps.len() + times > MAX_STEPS {
                    return Err(ParseMovesError::TooMany { at: start });
                }
                let step = PlayerStep { direction, pushes: letter.is_ascii_uppercase() };
                steps.extend((0..times).map(|_| step));
            } else if let Some((_, at)) = count {
                return Err(ParseMovesError::Count { at });
            } else if !letter.is_whitespace() {
                return Err(ParseMovesError::UnexpectedCharacter { at, found: letter });
            }
            if letter == '\n' {
                at = TextPosition { line: at.line + 1, column: 0 };
            }
        }
        match count {
            None => Ok(Self { steps }),
            Some((_, at)) => Err(ParseMovesError::Count { at }),
        }
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Moves);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use proptest::prelude::*;

    #[test]
    fn strangers_are_named_where_they_stand() {
        let error = |text: &str| text.parse::<Moves>().expect_err("no moves");
        let at = |line, column| TextPosition { line, column };
        assert_eq!(error("ru xL"), ParseMovesError::UnexpectedCharacter { at: at(1, 4), found: 'x' });
        assert_eq!(error("ru\n 12"), ParseMovesError::Count { at: at(2, 2) });
        assert_eq!(error("ru\n 12\nu"), ParseMovesError::Count { at: at(2, 2) });
        assert_eq!(error("12x"), ParseMovesError::Count { at: at(1, 1) });
        assert_eq!(error("u99999999999999999999d"), ParseMovesError::TooMany { at: at(1, 2) });
        assert_eq!(error("16777216u 2d"), ParseMovesError::TooMany { at: at(1, 11) });
        assert_eq!("0u".parse(), Ok(Moves::new()));
    }

    proptest! {
        #[test]
        fn moves_round_trip(steps in proptest::collection::vec((0u8..4, any::<bool>(), 1usize..4), 0..30)) {
            let step = |direction, pushes| PlayerStep { direction: Direction::from_index(direction), pushes };
            let moves: Moves = steps.iter().flat_map(|&(direction, pushes, times)| {
                core::iter::repeat_n(step(direction, pushes), times)
            }).collect();
            prop_assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
            let mut counted = String::new();
            for &(direction, pushes, times) in &steps {
                write!(counted, "{times}{}", step(direction, pushes).letter()).expect("a string");
            }
            prop_assert_eq!(counted.parse(), Ok(moves));
        }

        #[test]
        fn no_text_panics(text in "[urdlURDL0-9 \\n]{0,12}|.{0,12}") {
            if let Ok(moves) = text.parse::<Moves>() {
                prop_assert_eq!(moves.to_string().parse(), Ok(moves));
            }
        }
    }
}
