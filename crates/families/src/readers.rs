//! The readers of a family's formats, as the fuzzers call them: the first byte of an input chooses
//! the reader, the rest is the text or the file.
//!
//! A reader must not panic. What it accepts is printed, and read again as the same; what it refuses
//! has a message.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::Family;

/// A reader of one format, given a text or a file; whether it accepts it.
pub type Reader = fn(&[u8]) -> bool;

impl dyn Family {
    /// Gives an input to the reader that its first byte chooses; returns the number of the reader
    /// if it accepts the rest.
    ///
    /// # Panics
    /// If a reader does, or does not read what was printed.
    pub fn read_input(&self, input: &[u8]) -> Option<usize> {
        let (&first, rest) = input.split_first()?;
        let readers = self.readers();
        let number = usize::from(first) % readers.len();
        readers[number](rest).then_some(number)
    }
}

/// The text of an input, or none where reading it would take much time by design: numbers of more
/// than four digits are vertices to allocate or steps to wait.
pub(crate) fn text_of(input: &[u8]) -> Option<Cow<'_, str>> {
    let is_large = input.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()).any(|run| run.len() > 4);
    (!is_large).then(|| String::from_utf8_lossy(input))
}

/// Reads a text; returns what it says, and shows the error if it is refused.
pub(crate) fn read<T: FromStr<Err: Display>>(text: &str) -> Option<T> {
    text.parse().inspect_err(|why: &T::Err| drop(why.to_string())).ok()
}

/// A reader whose values print, and are read again as the same.
pub(crate) fn reads<T: FromStr<Err: Display> + Display + PartialEq + Debug>(input: &[u8]) -> bool {
    let Some(value) = text_of(input).and_then(|text| read::<T>(&text)) else { return false };
    assert_eq!(read(&value.to_string()), Some(value));
    true
}

/// A reader whose values do not print, or print in other words.
pub(crate) fn accepts<T: FromStr<Err: Display>>(input: &[u8]) -> bool {
    text_of(input).is_some_and(|text| read::<T>(&text).is_some())
}
