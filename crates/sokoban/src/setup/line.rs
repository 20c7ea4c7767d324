//! Decides for each line of a file of levels whether it is a row or text.

use motion_core::error::TextPosition;

use super::Tile;

/// A tab fills up with floor to the next multiple of this.
const TAB: usize = 8;

/// A line without the marks of a quoted mail.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    /// The position of its text.
    begin: TextPosition,
    pub(super) text: &'t str,
}

impl<'t> Line<'t> {
    pub(super) const fn new(begin: TextPosition, text: &'t str) -> Self {
        Self { begin, text }
    }

    /// Creates the line of this number, without `>` at its beginning.
    pub(super) fn unquoted(number: usize, line: &'t str) -> Self {
        let mut text = line;
        while let Some(rest) = text.trim_start_matches([' ', '\t']).strip_prefix('>') {
            text = rest;
        }
        let column = line[..line.len() - text.len()].chars().count() + 1;
        Self::new(TextPosition { line: number, column }, text.trim_end())
    }

    /// The position of its first character that is not blank.
    pub(super) fn start(&self) -> TextPosition {
        let margin = self.text.chars().take_while(|letter| letter.is_whitespace()).count();
        TextPosition { column: self.begin.column + margin, ..self.begin }
    }

    /// Iterates over its characters with their positions; a tab is expanded to spaces.
    pub(super) fn characters(&self) -> impl Iterator<Item = (TextPosition, char)> {
        let place = |column| TextPosition { column, ..self.begin };
        let mut width = 0;
        (self.begin.column..).zip(self.text.chars()).flat_map(move |(column, letter)| {
            let (letter, times) = if letter == '\t' { (' ', TAB - width % TAB) } else { (letter, 1) };
            width += times;
            core::iter::repeat_n((place(column), letter), times)
        })
    }

    /// Whether this may be a row. After the first row, lines without walls may also be rows, and
    /// unexpected characters between tiles need no frame.
    pub(super) fn is_row(&self, begun: bool) -> bool {
        let content = self.text.trim();
        let Some(first) = content.chars().next() else { return false };
        if content.chars().all(belongs) {
            let plain = content.chars().all(|letter| Tile::from_letter(letter).is_some());
            content.contains(is_wall) || begun && (plain || content.contains('|'))
        } else {
            let framed = content.len() > 1 && first == '#' && content.ends_with('#');
            framed || begun && content.contains('#') && belongs(first)
        }
    }

    /// Whether this is text although it looks like a row: most of its characters cannot be in a
    /// row, or it is a number behind walls such as `# 12`.
    pub(super) fn is_text(&self) -> bool {
        let known = self.marks().count();
        let all = self.text.chars().filter(|letter| !letter.is_whitespace()).count();
        let numbered = self.text.trim_end().ends_with(|letter: char| letter.is_ascii_digit());
        known < all - known
            || numbered && !self.tiles().any(|tile| tile.is_goal() || tile.is_box() || tile.is_player())
    }

    /// Iterates over the tiles in the line, each once even if it is repeated, without blank floor.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.marks().filter_map(Tile::from_letter)
    }

    /// Iterates over the characters that may be in a row. In a line with spaces and foreign
    /// characters, letters are parts of words.
    fn marks(&self) -> impl Iterator<Item = char> + use<'t> {
        let content = self.text.trim();
        let wordless = content.chars().all(belongs) || !content.contains(' ');
        let is_mark = move |letter: &char| belongs(*letter) && (wordless || !letter.is_alphabetic());
        content.chars().filter(|letter| !letter.is_whitespace()).filter(is_mark)
    }
}

fn is_wall(letter: char) -> bool {
    Tile::from_letter(letter) == Some(Tile::Wall)
}

/// Whether a row may hold this character, run-length encoded or not.
fn belongs(letter: char) -> bool {
    Tile::from_letter(letter).is_some() || letter.is_ascii_digit() || matches!(letter, '|' | '(' | ')')
}
