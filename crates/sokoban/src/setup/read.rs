//! The reader of [`Setup`]s.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use motion_core::TextPosition;

use super::{Setup, SetupError, SetupRow, Tile};

/// Some editors put it before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The beginnings of sections, which last until the next empty line.
const SECTIONS: [&str; 4] = ["solution", "saved game", "savegame", "snapshot"];

/// Everything that a text holds.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) setups: Vec<Result<Setup, SetupError>>,
}

#[derive(Default)]
struct LevelReader {
    document: Document,
    /// The rows of the level that is being read.
    rows: Vec<SetupRow>,
    /// What is wrong with that level; the rest of it is not kept.
    error: Option<SetupError>,
    /// The last line of plain text, a title if a level follows.
    caption: Option<String>,
    skip: Skip,
}

/// Which lines are skipped.
#[derive(Default, PartialEq, Eq)]
enum Skip {
    #[default]
    Nothing,
    /// Up to the next empty line.
    Section,
    /// Up to `Comment-End:`.
    Comment,
}

/// Reads the levels of a text, with titles and authors.
///
/// # Errors
/// [`SetupError::Empty`]; what is wrong with a level stands in its place.
pub(crate) fn document(text: &str) -> Result<Document, SetupError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut reader = LevelReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line.trim_end());
    }
    reader.finish_level();
    if reader.document.setups.is_empty() { Err(SetupError::Empty) } else { Ok(reader.document) }
}

impl LevelReader {
    fn line(&mut self, number: usize, line: &str) {
        if self.skip == Skip::Comment {
            if line.to_ascii_lowercase().starts_with("comment-end") {
                self.skip = Skip::Nothing;
            }
        } else if is_row(line, self.error.is_some() || !self.rows.is_empty()) {
            self.skip = Skip::Nothing;
            if self.error.is_none() {
                let encoded = line.contains(|letter: char| letter.is_ascii_digit() || letter == '|');
                let read = if encoded { self.encoded_rows(number, line) } else { self.row(number, line) };
                self.error = read.err();
            }
        } else {
            self.finish_level();
            self.text(line.trim());
        }
    }

    fn row(&mut self, line: usize, text: &str) -> Result<(), SetupError> {
        let tile = |(column, found)| match Tile::from_letter(found) {
            Some(tile) => Ok((tile, column)),
            None => Err(SetupError::UnexpectedCharacter { at: TextPosition { line, column }, found }),
        };
        let tiles = (1..).zip(text.chars()).map(tile).collect::<Result<_, _>>()?;
        self.rows.push(SetupRow { line, tiles });
        Ok(())
    }

    fn encoded_rows(&mut self, line: usize, text: &str) -> Result<(), SetupError> {
        let mut tiles = Vec::new();
        // The number before the next tile, and where it begins.
        let mut count: Option<(usize, TextPosition)> = None;
        for (column, letter) in (1..).zip(text.chars()) {
            let at = TextPosition { line, column };
            if let Some(digit) = letter.to_digit(10) {
                let (before, at) = count.unwrap_or((0, at));
                let number = 10 * before + digit as usize;
                if number > Setup::MAX_SIDE {
                    return Err(SetupError::Count { at });
                }
                count = Some((number, at));
                continue;
            }
            let times = match count.take() {
                None => 1,
                Some((0, at)) => return Err(SetupError::Count { at }),
                Some((times, _)) => times,
            };
            if letter == '|' {
                for _ in 0..times {
                    self.push_row(line, mem::take(&mut tiles));
                }
            } else if let Some(tile) = Tile::from_letter(letter) {
                tiles.extend((0..times).map(|_| (tile, column)));
            } else {
                return Err(SetupError::UnexpectedCharacter { at, found: letter });
            }
            // The exact size is checked later; this bounds the memory that a short text can ask
            // for.
            if tiles.len() > 2 * Setup::MAX_SIDE || self.rows.len() > 4 * Setup::MAX_SIDE {
                return Err(SetupError::TooLarge { at });
            }
        }
        if let Some((_, at)) = count {
            return Err(SetupError::Count { at });
        }
        self.push_row(line, tiles);
        Ok(())
    }

    /// Appends a row. A level begins with the first row that holds a wall, as it does when each row
    /// has its own line.
    fn push_row(&mut self, line: usize, tiles: Vec<(Tile, usize)>) {
        if !self.rows.is_empty() || tiles.iter().any(|(tile, _)| *tile == Tile::Wall) {
            self.rows.push(SetupRow { line, tiles });
        }
    }

    fn finish_level(&mut self) {
        let (rows, error) = (mem::take(&mut self.rows), self.error.take());
        if error.is_some() || !rows.is_empty() {
            let setup = Setup { title: self.caption.take(), author: None, rows };
            self.document.setups.push(error.map_or(Ok(setup), Err));
        }
    }

    /// Reads a line that is not a row of a level, without white space around it.
    fn text(&mut self, line: &str) {
        if line.is_empty() {
            if self.skip == Skip::Section {
                self.skip = Skip::Nothing;
            }
            return;
        }
        let lower = line.to_ascii_lowercase();
        if self.skip == Skip::Section || line.starts_with("::") {
            return;
        }
        if SECTIONS.iter().any(|section| lower.starts_with(section)) {
            self.skip = Skip::Section;
        } else if lower == "comment:" {
            self.skip = Skip::Comment;
        } else if let Some((key, value)) = line.split_once(':').filter(|(key, _)| is_key(key)) {
            self.key(&key.trim().to_ascii_lowercase(), value.trim());
        } else {
            let caption = line.trim_start_matches(';').trim();
            self.caption = Some(caption.to_string()).filter(|caption| !caption.is_empty());
        }
    }

    fn key(&mut self, key: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        let document = &mut self.document;
        let place = match (key, document.setups.last_mut()) {
            ("title", Some(Ok(setup))) => &mut setup.title,
            ("author", Some(Ok(setup))) => &mut setup.author,
            ("title", None) | ("collection", _) => &mut document.title,
            ("author", None) => &mut document.author,
            _ => return,
        };
        *place = Some(value.to_string());
    }
}

/// Whether a line belongs to a level. Once a level has begun, unexpected characters between tiles
/// are errors and not text.
fn is_row(line: &str, begun: bool) -> bool {
    let known = |letter: char| Tile::from_letter(letter).is_some();
    let encoded = |letter: char| known(letter) || letter.is_ascii_digit() || letter == '|';
    let content = line.trim_start();
    let (Some(first), has_wall) = (content.chars().next(), content.contains('#')) else { return false };
    if has_wall {
        let framed = content.len() > 1 && first == '#' && content.ends_with('#');
        content.chars().all(encoded) || framed || begun && encoded(first)
    } else {
        begun && content.chars().all(known)
    }
}

/// A key is a single word, or several joined by hyphens.
fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
}
