//! Reads collections in XML in the format of Sokoban for Windows: `.slc` files.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use motion_core::error::TextPosition;
use roxmltree::{Document as Xml, Error, Node};

use super::document::Document;
use super::line::Line;
use super::rows::RowReader;
use super::{Setup, SetupError, Tile};

/// Reads a file: title and copyright of the collection, and the rows of each level, with its
/// identifier as title and its copyright as author.
pub(super) fn document(text: &str) -> Result<Document, SetupError> {
    let xml = Xml::parse(text).map_err(|error| not_slc(text, &error))?;
    let mut places = Places { text, offset: 0, at: TextPosition { line: 1, column: 1 } };
    let root = xml.root_element();
    if !is(&root, "SokobanLevels") {
        let why = format!("its root is <{}>, not <SokobanLevels>", short(root.tag_name().name()));
        return Err(SetupError::NotSlc { at: places.of(&root), why });
    }
    let title = root.children().find(|node| is(node, "Title"));
    let author = root.descendants().find(|node| is(node, "LevelCollection"));
    let mut rows = RowReader::new(text.len());
    let levels = root.descendants().filter(|node| is(node, "Level"));
    Ok(Document {
        title: title.and_then(|title| phrase(&content(&title))),
        author: author.and_then(|collection| attribute(&collection, "Copyright")),
        setups: levels.map(|level| setup(&level, &mut places, &mut rows)).collect(),
    })
}

fn setup(level: &Node<'_, '_>, places: &mut Places<'_>, reader: &mut RowReader) -> Result<Setup, SetupError> {
    let begin = places.of(level);
    let mut rows = Vec::new();
    for row in level.children().filter(|node| is(node, "L")) {
        let begin = places.of(&row.first_child().unwrap_or(row));
        reader.append(&Line::new(begin, &content(&row)), &mut rows)?;
    }
    if rows.iter().flat_map(|row| &row.tiles).all(|(tile, _)| *tile == Tile::Floor) {
        return Err(SetupError::NoPlayer { at: begin });
    }
    Ok(Setup { title: attribute(level, "Id"), author: attribute(level, "Copyright"), rows })
}

fn is(node: &Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

fn content(node: &Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect()
}

fn attribute(node: &Node<'_, '_>, name: &str) -> Option<String> {
    node.attribute(name).and_then(phrase)
}

/// Returns a text in one line, or `None` if it is blank.
fn phrase(text: &str) -> Option<String> {
    let words: Vec<_> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Makes a part of a message printable and shortens it to one line.
fn short(text: &str) -> String {
    text.chars().take(100).map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

/// Returns the error of a text that is not XML.
fn not_slc(text: &str, error: &Error) -> SetupError {
    let place = error.pos();
    let why = format!("{error}").replace(&format!(" at {place}"), "");
    let why = short(&why);
    let at = match error {
        Error::UnexpectedEndOfStream | Error::UnclosedRootNode => {
            let mut places = Places { text, offset: 0, at: TextPosition { line: 1, column: 1 } };
            places.at_offset(text.len())
        }
        _ => TextPosition { line: place.row as usize, column: place.col as usize },
    };
    SetupError::NotSlc { at, why }
}

/// Finds the positions of nodes, in the order of the text.
struct Places<'t> {
    text: &'t str,
    offset: usize,
    at: TextPosition,
}

impl Places<'_> {
    fn of(&mut self, node: &Node<'_, '_>) -> TextPosition {
        self.at_offset(node.range().start)
    }

    fn at_offset(&mut self, offset: usize) -> TextPosition {
        for letter in self.text[self.offset..offset].chars() {
            self.at.column += 1;
            if letter == '\n' {
                self.at = TextPosition { line: self.at.line + 1, column: 1 };
            }
        }
        self.offset = offset;
        self.at
    }
}
