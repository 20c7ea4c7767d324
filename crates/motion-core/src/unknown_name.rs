//! Names that nothing has.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// A name that nothing has, and the names that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNameError {
    kind: &'static str,
    name: String,
    choices: Vec<&'static str>,
}

impl UnknownNameError {
    /// Of things of this kind, in the singular, which have these names. Of the unknown name, 40
    /// characters are kept, without control characters.
    #[doc(hidden)]
    pub fn new(kind: &'static str, name: &str, choices: impl IntoIterator<Item = &'static str>) -> Self {
        let name = name.escape_debug().take(40).collect();
        Self { kind, name, choices: choices.into_iter().collect() }
    }
}

impl fmt::Display for UnknownNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, choices } = self;
        write!(f, "there is no {kind} \"{name}\"; the {kind}s are {}", choices.join(", "))
    }
}

impl Error for UnknownNameError {}
