//! Values with a name and a meaning, for options and forms.

use crate::Named;

/// A value of a short list, which options and forms offer by name.
pub trait NamedValue: Copy + PartialEq + 'static {
    /// All values, the default first.
    const ROWS: &'static [NamedRow<Self>];

    /// Returns the row of the value.
    ///
    /// # Panics
    /// If it has no row.
    fn row(self) -> &'static NamedRow<Self> {
        Self::ROWS.iter().find(|row| row.value == self).expect("invariant: every value has a row")
    }

    /// Returns the value with this name or alias.
    fn find(name: &str) -> Option<Self> {
        Self::ROWS.iter().find(|row| row.name == name || row.alias == Some(name)).map(|row| row.value)
    }

    /// Returns the names and meanings.
    fn named() -> Vec<Named> {
        Self::ROWS.iter().map(|row| Named::new(row.name, row.help)).collect()
    }
}

/// A value with its name and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct NamedRow<T> {
    /// The value.
    pub value: T,
    /// The name.
    pub name: &'static str,
    /// Another name that is accepted but not listed.
    pub alias: Option<&'static str>,
    /// The meaning, in a line without a full stop.
    pub help: &'static str,
}

impl<T> NamedRow<T> {
    /// Makes a row without an alias.
    pub const fn new(value: T, name: &'static str, help: &'static str) -> Self {
        Self { value, name, alias: None, help }
    }
}
