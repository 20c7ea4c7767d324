//! Parts of messages: positions in texts, and numbers with nouns.

use core::fmt;

/// A position in a text.
///
/// # Examples
/// ```
/// use motion_core::error::TextPosition;
/// use motion_core::Walk;
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

/// A number and the noun that it counts, printed in the singular or the plural.
///
/// # Examples
/// ```
/// use motion_core::internal::Counted;
///
/// assert_eq!(Counted(1, "robot").to_string(), "1 robot");
/// assert_eq!(Counted(0, "push").to_string(), "0 pushes");
/// assert_eq!(Counted(2_u64, "vertex").to_string(), "2 vertices");
/// assert_eq!(format!("{:.1}", Counted(2.5, "move")), "2.5 moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted<'n, N>(
    /// The number.
    pub N,
    /// The noun, in the singular.
    pub &'n str,
);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Counted<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, one) = self;
        number.fmt(f)?;
        f.write_str(" ")?;
        if *number == N::from(1) {
            f.write_str(one)
        } else if let Some(stem) = one.strip_suffix("ex") {
            write!(f, "{stem}ices")
        } else if one.ends_with(['s', 'x']) || one.ends_with("sh") {
            write!(f, "{one}es")
        } else {
            write!(f, "{one}s")
        }
    }
}
