//! Where in a text something is: what every reader's errors name.

use core::fmt;

/// A place in a text.
///
/// # Examples
/// ```
/// use motion_core::{TextPosition, Walk};
///
/// let error = "UUR\nDX".parse::<Walk>().unwrap_err();
/// assert_eq!(error.at, TextPosition { line: 2, column: 2 });
/// assert_eq!(error.at.to_string(), "line 2, column 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The column within the line, from 1, counted in characters.
    pub column: usize,
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
