//! The readers of a family's formats for the fuzzers. The first byte of an input chooses the
//! reader; the rest is the text or the file.
//!
//! A reader must not panic. An accepted value must print as a text that is read as the same value,
//! and an error must have a message.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::Family;

/// A reader of one format, which returns whether it accepts a text or a file.
pub type Reader = fn(&[u8]) -> bool;

impl dyn Family {
    /// Passes an input to the reader that its first byte chooses. Returns the number of the reader
    /// if it accepts the rest.
    ///
    /// # Panics
    /// If a reader panics, or does not read the same value from its printed text.
    pub fn read_input(&self, input: &[u8]) -> Option<usize> {
        let (&first, rest) = input.split_first()?;
        let readers = self.readers();
        let number = usize::from(first) % readers.len();
        readers[number](rest).then_some(number)
    }
}

/// Returns the text of an input; `None` if reading it would take long by design. Numbers of more
/// than four digits are vertices to allocate or steps to wait.
pub(crate) fn text_of(input: &[u8]) -> Option<Cow<'_, str>> {
    let is_large = input.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()).any(|run| run.len() > 4);
    (!is_large).then(|| String::from_utf8_lossy(input))
}

/// Reads a text and returns its value. Formats the error if it is refused.
pub(crate) fn read<T: FromStr<Err: Display>>(text: &str) -> Option<T> {
    text.parse().inspect_err(|why: &T::Err| drop(why.to_string())).ok()
}

/// Reads a value that must print as a text that is read as the same value.
pub(crate) fn reads<T: FromStr<Err: Display> + Display + PartialEq + Debug>(input: &[u8]) -> bool {
    let Some(value) = text_of(input).and_then(|text| read::<T>(&text)) else { return false };
    assert_eq!(read(&value.to_string()), Some(value));
    true
}

/// Reads a value that does not print, or prints differently.
pub(crate) fn accepts<T: FromStr<Err: Display>>(input: &[u8]) -> bool {
    text_of(input).is_some_and(|text| read::<T>(&text).is_some())
}
