//! Files of many levels, with titles.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::level::Level;
use crate::setup::{Setup, SetupError, read_document};

/// Levels in the order of their file, with what the file says about them.
///
/// A level is a block of rows ([`Setup::all`] tells which rows are text). The line of text before
/// it, or a key `Title:` after it, is its title; `Author:` is read, too. Keys before the first
/// level, and `Collection:` anywhere, belong to the whole file, and `Game:` to the whole file or to
/// the level before it. Other keys, lines that begin with `::`, blocks from `Comment:` to
/// `Comment-End:`, and sections that begin with `Solution`, `Saved game` or `Snapshot` and last
/// until an empty line, are skipped.
///
/// With the feature `slc` collections in XML are read as well: an identifier is the title of a
/// level, a copyright the author.
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

/// A collection has no level of this number.
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

    /// The level of this number, from 1.
    ///
    /// # Errors
    /// [`NoSuchLevelError`] if there are fewer levels, and for 0.
    pub fn get(&self, number: usize) -> Result<&CollectionEntry, NoSuchLevelError> {
        let index = number.checked_sub(1);
        let entry = index.and_then(|index| self.entries.get(index));
        entry.ok_or(NoSuchLevelError { number, levels: self.entries.len() })
    }
}

impl CollectionEntry {
    /// The level's title.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The level's author, if one is given for this level alone.
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
