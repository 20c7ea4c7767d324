//! What is wrong with a text, and where.

use std::fmt::Display;

use serde::Serialize;

/// An error, with its place in the text if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextError {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl TextError {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: None, column: None }
    }

    /// An error of a library. The readers of all crates begin their messages with the place, as
    /// [`TextPosition`](motion_core::TextPosition) prints it.
    pub fn of(error: impl Display) -> Self {
        let message = error.to_string();
        let place = || {
            let (place, rest) = message.split_once(": ")?;
            let (line, column) = place.strip_prefix("line ")?.split_once(", column ")?;
            Some((line.parse().ok()?, column.parse().ok()?, rest.to_owned()))
        };
        match place() {
            Some((line, column, message)) => Self { message, line: Some(line), column: Some(column) },
            None => Self::new(message),
        }
    }

    /// Sets the place.
    pub fn at(self, line: usize, column: usize) -> Self {
        Self { line: Some(line), column: Some(column), ..self }
    }

    /// The error in a text that stands below this number of lines.
    pub fn below(self, lines: usize) -> Self {
        Self { line: self.line.map(|line| line + lines), ..self }
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_taken_from_the_message() {
        let error = TextError::of("line 3, column 14: expected a number: not x");
        assert_eq!((error.line, error.column), (Some(3), Some(14)));
        assert_eq!(error.message(), "expected a number: not x");
        for message in ["line 3: too long", "there is no board", "line x, column 2: odd"] {
            assert_eq!(TextError::of(message), TextError::new(message));
        }
    }
}
