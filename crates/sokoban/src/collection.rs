//! Files of many levels, with titles.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::level::Level;
use crate::setup::{Setup, SetupError, read_document};

/// The levels of a file in order, with their titles and authors.
///
/// A level is a block of rows; [`Setup::all`] defines which lines are rows. Its title is the line
/// of text before it or the value of a key `Title:` after it, and its author the value of
/// `Author:`. Keys before the first level, and `Collection:` anywhere, belong to the whole file.
/// `Game:` belongs to the whole file or to the level before it. All else is skipped: other keys,
/// lines that begin with `::`, blocks from `Comment:` to `Comment-End:`, and sections that begin
/// with `Solution`, `Saved game` or `Snapshot` and last until an empty line.
///
/// With the feature `slc`, collections in XML are read as well: the identifier of a level is its
/// title, the copyright its author.
///
/// # Examples
/// ```
/// use sokoban::Collection;
///
/// let collection: Collection = "
/// Collection: Two corridors
/// :: a comment
///
/// Short
/// 5#|#@$.#|5#
///
/// 7#|#.-$-@#|7#
/// Title: Long
/// Solution
/// lLL
/// ".parse()?;
/// assert_eq!((collection.title(), collection.entries().len()), (Some("Two corridors"), 2));
/// assert_eq!(collection.get(2)?.title(), Some("Long"));
/// let error = collection.get(3).unwrap_err();
/// assert_eq!(error.to_string(), "there is no level 3: the collection has 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    title: Option<String>,
    author: Option<String>,
    entries: Vec<CollectionEntry>,
}

/// A level of a [`Collection`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionEntry {
    title: Option<String>,
    author: Option<String>,
    level: Level,
}

/// The error of a number that no level of a collection has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchLevelError {
    /// The number asked for, from 1.
    pub number: usize,
    /// The number of levels.
    pub levels: usize,
}

impl fmt::Display for NoSuchLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, levels } = self;
        write!(f, "there is no level {number}: the collection has {levels}")
    }
}

impl Error for NoSuchLevelError {}

impl Collection {
    /// The title of the whole file.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The author of the whole file.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The levels in order.
    pub fn entries(&self) -> &[CollectionEntry] {
        &self.entries
    }

    /// Returns the level of this number, counted from 1.
    ///
    /// # Errors
    /// [`NoSuchLevelError`] if the number is 0 or exceeds the number of levels.
    pub fn get(&self, number: usize) -> Result<&CollectionEntry, NoSuchLevelError> {
        let index = number.checked_sub(1);
        let entry = index.and_then(|index| self.entries.get(index));
        entry.ok_or(NoSuchLevelError { number, levels: self.entries.len() })
    }
}

impl CollectionEntry {
    /// The title of the level.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The author of the level, if one is given for this level alone.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The level.
    pub const fn level(&self) -> &Level {
        &self.level
    }
}

impl FromStr for Collection {
    type Err = SetupError;

    /// Reads every level of a text; there must be at least one.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let document = read_document(text)?;
        let entry = |setup: &Setup| {
            let (title, author) = (setup.title().map(Into::into), setup.author().map(Into::into));
            Ok(CollectionEntry { title, author, level: setup.try_into()? })
        };
        let setups: Vec<Setup> = document.setups.into_iter().collect::<Result<_, _>>()?;
        let entries = setups.iter().map(entry).collect::<Result<_, _>>()?;
        Ok(Self { title: document.title, author: document.author, entries })
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = |f: &mut fmt::Formatter<'_>, name, value: &Option<String>| match value {
            Some(value) => writeln!(f, "{name}: {value}"),
            None => Ok(()),
        };
        key(f, "Collection", &self.title)?;
        key(f, "Author", &self.author)?;
        for entry in &self.entries {
            writeln!(f, "\n{}", entry.level)?;
            key(f, "Title", &entry.title)?;
            key(f, "Author", &entry.author)?;
        }
        Ok(())
    }
}
