//! Levels as text, before they are validated.
//!
//! Rows of characters (XSB, see [`Tile`]). A digit, `|` or a parenthesis in a row makes it
//! run-length encoded (RLE). A number repeats the character after it or the group in parentheses,
//! and `|` ends a row. The rows may be surrounded by everything that collections (SOK) contain:
//! titles, comments, keys, solutions. Collections in XML (SLC) are read with the feature `slc`.

mod document;
mod error;
mod frame;
mod line;
mod read;
mod rows;
#[cfg(feature = "slc")]
mod slc;
mod tile;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::error::TextPosition;

pub use error::SetupError;
pub use tile::Tile;

pub(crate) use frame::SetupFrame;
pub(crate) use read::document as read_document;

/// A level as read, with the positions of its tiles in the text.
///
/// # Examples
/// ```
/// use sokoban::{Level, Setup};
///
/// let setup: Setup = "#####\n#@$ #\n#####".parse()?;
/// let error = Level::try_from(setup).unwrap_err();
/// let message = "line 1, column 1: there are more boxes, 1, than goals, 0";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    title: Option<String>,
    author: Option<String>,
    rows: Vec<SetupRow>,
}

/// A row of a level in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SetupRow {
    line: usize,
    /// The tiles, each with its column in the text.
    tiles: Vec<(Tile, usize)>,
}

impl Setup {
    /// The largest number of rows, and of columns, of a level.
    pub const MAX_SIDE: usize = 255;

    /// Decodes a file as UTF-8, or as Latin-1 if it is not valid UTF-8, as in older collections.
    /// The encoding that the file itself declares is ignored. The two differ only in titles and
    /// comments.
    ///
    /// # Examples
    /// ```
    /// use sokoban::Setup;
    ///
    /// let text = Setup::text_of(b"Caf\xe9\n\n5#|#@$.#|5#");
    /// assert_eq!(Setup::all(&text)?[0].title(), Some("Café"));
    /// # Ok::<(), sokoban::error::SetupError>(())
    /// ```
    pub fn text_of(file: &[u8]) -> Cow<'_, str> {
        match core::str::from_utf8(file) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => file.iter().map(|&byte| char::from(byte)).collect(),
        }
    }

    /// Reads every level of a text.
    ///
    /// Rows are a level if they contain a wall and a player, or a wall, boxes and goals; errors in
    /// them are then errors of the level. Otherwise they are text. A line above or below them is
    /// also text if most of its characters cannot be in a row, or if it has only walls and ends in
    /// a number, such as `# 12`.
    ///
    /// # Errors
    /// [`SetupError`] names the first error; [`SetupError::Empty`] if there is no level.
    ///
    /// # Complexity
    /// Linear in the text and the rows that it encodes.
    pub fn all(text: &str) -> Result<Vec<Self>, SetupError> {
        Self::each(text)?.into_iter().collect()
    }

    /// Reads every level of a text; a level that cannot be read is replaced by its first error.
    ///
    /// # Errors
    /// [`SetupError::Empty`] if there is no level; [`SetupError::NotSlc`] if the text begins like
    /// an `.slc` file but is not a valid one.
    ///
    /// # Complexity
    /// Linear in the text and the rows that it encodes.
    ///
    /// # Examples
    /// ```
    /// use sokoban::Setup;
    ///
    /// let levels = Setup::each("#####\n#@?.#\n#####\n\n#####\n#@$.#\n#####")?;
    /// assert_eq!([levels[0].is_ok(), levels[1].is_ok()], [false, true]);
    /// # Ok::<(), sokoban::error::SetupError>(())
    /// ```
    pub fn each(text: &str) -> Result<Vec<Result<Self, SetupError>>, SetupError> {
        Ok(read::document(text)?.setups)
    }

    /// The title that the text gives to the level.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The author that the text gives to the level.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The position of the level's first character that is not floor.
    pub(crate) fn start(&self) -> TextPosition {
        let solid = self.rows.iter().find_map(|row| {
            let &(_, column) = row.tiles.iter().find(|(tile, _)| *tile != Tile::Floor)?;
            Some(TextPosition { line: row.line, column })
        });
        solid.unwrap_or(TextPosition { line: 1, column: 1 })
    }

    /// Returns the smallest rectangle around everything that is not floor.
    pub(crate) fn frame(&self) -> SetupFrame<'_> {
        let solid = |row: &SetupRow| row.tiles.iter().any(|(tile, _)| *tile != Tile::Floor);
        let first = self.rows.iter().position(solid).unwrap_or(0);
        let end = self.rows.iter().rposition(solid).map_or(first, |last| last + 1);
        let rows = &self.rows[first..end];
        let margin = |row: &SetupRow| row.tiles.iter().position(|(tile, _)| *tile != Tile::Floor);
        let width = |row: &SetupRow| row.tiles.iter().rposition(|(tile, _)| *tile != Tile::Floor);
        let left = rows.iter().filter_map(margin).min().unwrap_or(0);
        let right = rows.iter().filter_map(width).max().map_or(left, |last| last + 1);
        SetupFrame { rows, left, right }
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads the one level of a text.
    ///
    /// # Errors
    /// Those of [`Setup::all`], and [`SetupError::SeveralLevels`].
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut setups = Self::all(text)?.into_iter();
        match (setups.next(), setups.next()) {
            (Some(setup), None) => Ok(setup),
            (_, Some(second)) => Err(SetupError::SeveralLevels { at: second.start() }),
            (None, None) => Err(SetupError::Empty),
        }
    }
}

#[cfg(all(test, feature = "slc"))]
mod slc_tests;
#[cfg(test)]
mod tests;
