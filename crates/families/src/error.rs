//! Errors in a text, with their places, and errors of methods that do not support an instance.

use std::fmt::{self, Display};

use serde::Serialize;

/// An error in a text, with its place if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextError {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl TextError {
    /// Makes an error without a place.
    #[doc(hidden)]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: None, column: None }
    }

    /// Makes an error from one of a library. Messages of readers in all crates begin with the place
    /// as [`TextPosition`](motion_core::error::TextPosition) prints it.
    #[doc(hidden)]
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

    /// Makes the error of a file that is valid text only up to this point.
    pub(crate) fn not_utf8(valid: &[u8]) -> Self {
        Self::new("this is not UTF-8 text").after(&String::from_utf8_lossy(valid))
    }

    /// Sets the place to the end of the text before it.
    pub(crate) fn after(self, text: &str) -> Self {
        let column = text.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        self.at(text.matches('\n').count() + 1, column)
    }

    /// Returns the instance with this number, from 1, of those in a text.
    ///
    /// # Errors
    /// If there are fewer instances, or the number is 0.
    #[doc(hidden)]
    pub fn nth<T>(instances: Vec<T>, number: usize, word: &str) -> Result<T, Self> {
        let count = instances.len();
        let instance = number.checked_sub(1).and_then(|index| instances.into_iter().nth(index));
        instance.ok_or_else(|| Self::new(format!("there is no {word} {number}: the text has {count}")))
    }

    /// Sets the place.
    #[doc(hidden)]
    pub fn at(self, line: usize, column: usize) -> Self {
        Self { line: Some(line), column: Some(column), ..self }
    }

    /// Moves the place of an error in a part of a text down by the number of lines above the part.
    #[doc(hidden)]
    pub fn below(self, lines: usize) -> Self {
        Self { line: self.line.map(|line| line + lines), ..self }
    }

    /// The message.
    #[doc(hidden)]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// The reason why a method cannot solve an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsuitableError {
    /// The name of the method.
    pub algorithm: &'static str,
    /// The property that the instance lacks.
    pub why: String,
}

impl Display for UnsuitableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not support this instance: {}", self.algorithm, self.why)
    }
}

impl std::error::Error for UnsuitableError {}

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
