//! The error for unknown names.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// An unknown name, with the known names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNameError {
    kind: &'static str,
    name: String,
    choices: Vec<&'static str>,
}

impl UnknownNameError {
    /// Creates the error for a kind of things, in the singular, and the names of that kind. Keeps
    /// 40 characters of the unknown name, with control characters escaped.
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
