//! Reads a line from left to right, so that every error has its column.

use alloc::string::String;

use motion_core::error::TextPosition;

use super::error::{FormatError, FormatErrorKind};
use super::expected::Expected;

/// The number of characters of an unexpected word that an error repeats.
const EXCERPT: usize = 24;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The unread rest of a line, and its position.
#[derive(Clone, Debug)]
pub(super) struct LineReader<'a> {
    rest: &'a str,
    at: TextPosition,
}

/// All lines, including blank ones, without a byte order mark.
pub(super) fn lines(text: &str) -> impl Iterator<Item = LineReader<'_>> + Clone {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    (1..).zip(text.lines()).map(|(line, rest)| LineReader { rest, at: TextPosition { line, column: 1 } })
}

/// All lines except blank ones and the comments of map files, which begin with `#`.
pub(super) fn lines_without_comments(text: &str) -> impl Iterator<Item = LineReader<'_>> {
    lines(text).filter(|line| !line.is_blank() && !line.rest.trim_start().starts_with('#'))
}

/// The position at which the text ends.
pub(super) fn end_of(text: &str) -> TextPosition {
    let last = text.rsplit('\n').next().unwrap_or(text);
    TextPosition { line: text.matches('\n').count() + 1, column: last.chars().count() + 1 }
}

impl<'a> LineReader<'a> {
    /// The position of the rest.
    pub(super) const fn at(&self) -> TextPosition {
        self.at
    }

    /// The unread rest.
    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn is_blank(&self) -> bool {
        self.rest.trim_start().is_empty()
    }

    /// Reads the next word and its position, unless the line ends.
    pub(super) fn word(&mut self) -> Option<(TextPosition, &'a str)> {
        self.skip_blanks();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let at = self.at;
        (end > 0).then(|| (at, self.take(end)))
    }

    /// Reads the next word; a line that ends is an error.
    pub(super) fn any_word(&mut self) -> Result<(TextPosition, &'a str), FormatError> {
        self.word().ok_or_else(|| FormatErrorKind::LineEnds { expected: Expected::Word }.at(self.at))
    }

    /// Reads the next word, which must be this one.
    pub(super) fn keyword(&mut self, keyword: &'static str) -> Result<TextPosition, FormatError> {
        let expected = Expected::Keyword(keyword);
        match self.word() {
            Some((at, word)) if word == keyword => Ok(at),
            Some((at, word)) => Err(FormatErrorKind::Expected { expected, found: excerpt(word) }.at(at)),
            None => Err(FormatErrorKind::LineEnds { expected }.at(self.at)),
        }
    }

    /// Reads a word that is a whole number.
    pub(super) fn number(&mut self, largest: u32) -> Result<(TextPosition, u32), FormatError> {
        let expected = Expected::Number;
        let (at, word) = self.word().ok_or_else(|| FormatErrorKind::LineEnds { expected }.at(self.at))?;
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok((at, in_range(word, largest).map_err(|what| what.at(at))?))
        } else {
            Err(FormatErrorKind::Expected { expected, found: excerpt(word) }.at(at))
        }
    }

    /// Reads a word that is a finite, non-negative number.
    pub(super) fn decimal(&mut self) -> Result<f64, FormatError> {
        let expected = Expected::Decimal;
        let (at, word) = self.word().ok_or_else(|| FormatErrorKind::LineEnds { expected }.at(self.at))?;
        let number = word.parse().ok().filter(|&number: &f64| number.is_finite() && number >= 0.0);
        number.ok_or_else(|| FormatErrorKind::Expected { expected, found: excerpt(word) }.at(at))
    }

    /// Reads a whole number, which any non-digit ends.
    pub(super) fn digits(&mut self, largest: u32) -> Result<(TextPosition, u32), FormatError> {
        self.skip_blanks();
        let end = self.rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.unexpected(Expected::Number));
        }
        let at = self.at;
        Ok((at, in_range(self.take(end), largest).map_err(|what| what.at(at))?))
    }

    /// Skips this character if it comes next; returns whether it did.
    pub(super) fn passes(&mut self, character: char) -> bool {
        self.skip_blanks();
        let found = self.rest.starts_with(character);
        if found {
            self.take(character.len_utf8());
        }
        found
    }

    /// Reads this character.
    pub(super) fn character(&mut self, character: char) -> Result<(), FormatError> {
        if self.passes(character) { Ok(()) } else { Err(self.unexpected(Expected::Character(character))) }
    }

    /// Checks that the line ends here.
    pub(super) fn end(&mut self) -> Result<(), FormatError> {
        self.skip_blanks();
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected(Expected::EndOfLine)) }
    }

    /// Returns the error for something unexpected here.
    pub(super) fn unexpected(&self, expected: Expected) -> FormatError {
        let what = match self.rest.split_whitespace().next() {
            Some(word) => FormatErrorKind::Expected { expected, found: excerpt(word) },
            None => FormatErrorKind::LineEnds { expected },
        };
        what.at(self.at)
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.at.column += taken.chars().count();
        taken
    }
}

/// The beginning of a word, for errors.
pub(super) fn excerpt(word: &str) -> String {
    let mut characters = word.chars();
    let mut excerpt: String = characters.by_ref().take(EXCERPT).collect();
    if characters.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

fn in_range(digits: &str, largest: u32) -> Result<u32, FormatErrorKind> {
    let number = digits.parse().ok().filter(|&number: &u32| number <= largest);
    number.ok_or(FormatErrorKind::NumberTooLarge { largest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_beginning_only() {
        let text = "\u{feff}version\n\u{feff}1";
        let words: Vec<_> = lines(text).filter_map(|mut line| line.word()).collect();
        let place = |line| TextPosition { line, column: 1 };
        assert_eq!(words, [(place(1), "version"), (place(2), "\u{feff}1")]);
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let mut line = lines("\nüß  12x 3").nth(1).expect("a second line");
        assert_eq!(line.word(), Some((TextPosition { line: 2, column: 1 }, "üß")));
        assert_eq!(line.digits(99), Ok((TextPosition { line: 2, column: 5 }, 12)));
        assert_eq!(line.at(), TextPosition { line: 2, column: 7 });
        let error = line.clone().number(9).expect_err("no number");
        assert_eq!(error.what, FormatErrorKind::Expected { expected: Expected::Number, found: "x".into() });
        assert!(line.passes('x') && !line.passes('x'));
        assert_eq!(
            line.number(2),
            Err(FormatErrorKind::NumberTooLarge { largest: 2 }.at(TextPosition { line: 2, column: 9 }))
        );
        assert_eq!(
            line.number(2),
            Err(FormatErrorKind::LineEnds { expected: Expected::Number }.at(end_of("\nüß  12x 3")))
        );
        assert_eq!(end_of("a\n"), TextPosition { line: 2, column: 1 });
        assert_eq!(excerpt(&"ä".repeat(30)).chars().count(), EXCERPT + 1);
    }
}
