//! The text that a reader expected at some position.

use core::fmt;

use super::edge_kind::EdgeKind;

/// The text that a reader expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// A whole number.
    Number,
    /// A decimal number that is finite and not negative.
    Decimal,
    /// A word without spaces, such as a file's name.
    Word,
    /// This word.
    Keyword(&'static str),
    /// The name of one of these.
    Edges(&'static [EdgeKind]),
    /// This character.
    Character(char),
    /// The end of the line.
    EndOfLine,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("a whole number"),
            Self::Decimal => f.write_str("a decimal number"),
            Self::Word => f.write_str("a word"),
            Self::Keyword(word) => write!(f, "{word:?}"),
            Self::Edges(kinds) => kinds.iter().enumerate().try_for_each(|(index, kind)| {
                write!(f, "{}\"{kind}\"", if index == 0 { "" } else { " or " })
            }),
            Self::Character(character) => write!(f, "{character:?}"),
            Self::EndOfLine => f.write_str("the end of the line"),
        }
    }
}
