//! The reader of [`Setup`]s.
//!
//! Lines that may be rows are collected up to the first that cannot be a row. They are a level if,
//! without text at both ends, they contain a player, or boxes and goals; errors in them are then
//! errors of the level. Otherwise they are text, such as separators and framed titles.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use super::document::Document;
use super::line::Line;
use super::rows::RowReader;
#[cfg(feature = "slc")]
use super::slc::document as slc_document;
use super::{Setup, SetupError, Tile};

/// The character that some editors put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The beginnings of sections, which last until the next empty line.
const SECTIONS: [&str; 4] = ["solution", "saved game", "savegame", "snapshot"];

/// Keys of several words. Other such keys are recognised only below a row or another key.
const LONG_KEYS: [&str; 6] =
    ["date created", "date of last change", "date last change", "puzzle type", "size x", "size y"];

/// Keys that name the game.
const GAME_KEYS: [&str; 3] = ["game", "variant", "puzzle type"];

struct LevelReader<'t> {
    document: Document,
    /// Lines that may be the rows of a level.
    run: Vec<Line<'t>>,
    rows: RowReader,
    /// The last line of plain text, a title if a level follows.
    caption: Option<String>,
    /// The error if the head of the text names another game.
    other_game: Option<SetupError>,
    /// Whether the line before is a row or a key, so that this may be another key.
    below_key: bool,
    skip: Skip,
}

/// The kind of lines that are skipped.
#[derive(PartialEq, Eq)]
enum Skip {
    Nothing,
    /// Those up to the next empty line.
    Section,
    /// Those up to `Comment-End:`.
    Comment,
}

/// Reads the levels of a text, with titles and authors.
///
/// # Errors
/// [`SetupError::Empty`] or [`SetupError::NotSlc`]; an error in a level replaces the level.
pub(crate) fn document(text: &str) -> Result<Document, SetupError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let begins = |head| text.trim_start().starts_with(head);
    let is_xml = begins("<?xml") || begins("<SokobanLevels");
    let document = if is_xml { slc_document(text)? } else { sok_document(text) };
    if document.setups.is_empty() { Err(SetupError::Empty) } else { Ok(document) }
}

#[cfg(not(feature = "slc"))]
fn slc_document(_text: &str) -> Result<Document, SetupError> {
    let why = "reading it takes the feature `slc`".to_string();
    Err(SetupError::NotSlc { at: motion_core::error::TextPosition { line: 1, column: 1 }, why })
}

fn sok_document(text: &str) -> Document {
    let mut reader = LevelReader {
        document: Document::default(),
        run: Vec::new(),
        rows: RowReader::new(text.len()),
        caption: None,
        other_game: None,
        below_key: false,
        skip: Skip::Nothing,
    };
    // A line ends with a line feed, a carriage return, or both.
    let lines = text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r'));
    for (number, line) in (1..).zip(lines) {
        reader.line(Line::unquoted(number, line));
    }
    reader.finish_run();
    reader.document
}

impl<'t> LevelReader<'t> {
    fn line(&mut self, line: Line<'t>) {
        if self.skip == Skip::Comment {
            if line.text.trim_start().to_ascii_lowercase().starts_with("comment-end") {
                self.skip = Skip::Nothing;
            }
        } else if line.is_row(!self.run.is_empty()) {
            self.run.push(line);
        } else {
            self.finish_run();
            self.text(&line);
        }
    }

    /// Stores the lines that may be rows, as a level or as text.
    fn finish_run(&mut self) {
        let run = mem::take(&mut self.run);
        let first = run.iter().take_while(|line| self.is_heading(line)).count();
        let (head, rest) = run.split_at(first);
        let last = rest.iter().rposition(|line| !line.is_text()).map_or(0, |last| last + 1);
        let (rows, tail) = rest.split_at(last);
        self.texts(head);
        if is_level(rows) {
            self.level(rows);
        } else {
            self.texts(rows);
        }
        self.texts(tail);
    }

    fn texts(&mut self, lines: &[Line<'_>]) {
        for line in lines {
            self.text(line);
        }
    }

    /// Whether a line is text if no row stands above it. Fewer than three letters for walls are a
    /// word, not the beginning of a level.
    fn is_heading(&mut self, line: &Line<'_>) -> bool {
        let mut rows = Vec::new();
        line.is_text()
            || !line.text.contains('#') && {
                let is_read = self.rows.append(line, &mut rows).is_ok();
                let tiles = rows.iter().flat_map(|row| &row.tiles);
                !is_read || tiles.filter(|(tile, _)| *tile == Tile::Wall).count() < 3
            }
    }

    fn level(&mut self, lines: &[Line<'t>]) {
        let mut rows = Vec::new();
        let read = lines.iter().try_for_each(|line| self.rows.append(line, &mut rows));
        let title = self.caption.take();
        let read = read.and(self.other_game.clone().map_or(Ok(()), Err));
        self.document.setups.push(read.map(|()| Setup { title, author: None, rows }));
        self.skip = Skip::Nothing;
        self.below_key = true;
    }

    /// Reads a line that is not a row of a level.
    fn text(&mut self, line: &Line<'_>) {
        let below_key = mem::take(&mut self.below_key);
        let text = line.text.trim();
        if text.is_empty() {
            if self.skip == Skip::Section {
                self.skip = Skip::Nothing;
            }
            return;
        }
        let lower = text.to_ascii_lowercase();
        if self.skip == Skip::Section || text.starts_with("::") {
            return;
        }
        if SECTIONS.iter().any(|section| lower.starts_with(section)) {
            self.skip = Skip::Section;
        } else if lower == "comment:" {
            self.skip = Skip::Comment;
        } else if let Some((key, value)) = key(text, below_key) {
            self.below_key = true;
            self.key(&key, value, line);
        } else if text.contains(char::is_alphanumeric) {
            let caption = text.trim_start_matches([';', '#']).trim();
            let frame: &[char] = if text.starts_with('#') { &['#'] } else { &[] };
            self.caption = Some(caption.trim_end_matches(frame).trim_end().to_string());
        }
    }

    fn key(&mut self, key: &str, value: &str, line: &Line<'_>) {
        let document = &mut self.document;
        if GAME_KEYS.contains(&key) {
            let error = other_game(value)
                .map(|game| SetupError::OtherGame { at: line.start(), game: game.to_string() });
            match (error, document.setups.last_mut()) {
                (Some(error), Some(setup)) => *setup = Err(error),
                (error, None) => self.other_game = error,
                (None, Some(_)) => {}
            }
            return;
        }
        if value.is_empty() {
            return;
        }
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

/// Whether lines that may be rows contain the minimum of a level: a player, or boxes and goals.
fn is_level(lines: &[Line<'_>]) -> bool {
    let tiles = || lines.iter().filter(|line| !line.is_text()).flat_map(Line::tiles);
    tiles().any(Tile::is_player) || tiles().any(Tile::is_box) && tiles().any(Tile::is_goal)
}

/// Splits a line into the key, in small letters, and the value. A key is a word, or several joined
/// by hyphens. Several words without digits are also a key if they are known or stand below a row
/// or a key; `Level 3: End` is a title.
fn key(text: &str, below_key: bool) -> Option<(String, &str)> {
    let (key, value) = text.split_once([':', '='])?;
    let lower = key.trim().to_lowercase();
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || letter == '-');
    let is_key = is_word(&lower)
        || LONG_KEYS.contains(&&*lower)
        || below_key && lower.split(' ').all(is_word) && !lower.contains(|letter: char| letter.is_numeric());
    let is_assigned = text[key.len()..].starts_with('=');
    (is_key && (!is_assigned || GAME_KEYS.contains(&&*lower))).then(|| (lower, value.trim()))
}

/// Returns the game that a value names, if it is not Sokoban: the names of all related games end in
/// `ban`.
fn other_game(value: &str) -> Option<&str> {
    let name = value.split(|letter: char| !letter.is_alphanumeric()).find(|word| !word.is_empty())?;
    let lower = name.to_ascii_lowercase();
    (lower.len() < 40 && lower.ends_with("ban") && !lower.ends_with("sokoban")).then_some(name)
}
