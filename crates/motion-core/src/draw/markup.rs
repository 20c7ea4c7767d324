//! Parts of SVG and HTML that are independent of puzzles.

use alloc::string::String;
use core::fmt::{self, Write};

/// Text with all characters escaped that have a meaning in XML or HTML, both in content and in
/// attributes.
///
/// Characters that XML 1.0 cannot represent become U+FFFD.
pub(super) struct Escaped<'a>(pub(super) &'a str);

/// Text as a JSON string, in which nothing can end the script element that contains it.
pub(super) struct JsonText<'a>(pub(super) &'a str);

/// Items with a separator between them.
pub(super) struct Listed<'a, I>(pub(super) &'a str, pub(super) I);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' => f.write_char(character)?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' | '\\' | '<' | '\0'..' ' => write!(f, "\\u{:04x}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for Listed<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.1.clone().enumerate() {
            write!(f, "{}{item}", if index > 0 { self.0 } else { "" })?;
        }
        Ok(())
    }
}

/// The number of characters.
pub(super) fn character_count(text: &str) -> i64 {
    i64::from(text.chars().count() as u32)
}

/// Returns the text that `write` writes.
pub(super) fn collect(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("invariant: a string takes whatever is written to it");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn text_stays_text() {
        assert_eq!(
            Escaped("<a b=\"c\">'&'</a>").to_string(),
            "&lt;a b=&quot;c&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"
        );
        assert_eq!(Escaped("ä → 漢 🙂\n\t").to_string(), "ä → 漢 🙂\n\t");
        assert_eq!(Escaped("\0\u{1b}\r\u{fffe}").to_string(), "\u{fffd}".repeat(4));
    }

    #[test]
    fn json_is_text_again_and_ends_no_element() {
        for text in ["", "boxes", "a \"\\\n\u{1f}</script><!-- ä → 🙂"] {
            let json = JsonText(text).to_string();
            assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
            assert!(!json.contains('<'), "{json}");
        }
    }

    #[test]
    fn separators_stand_between() {
        assert_eq!(Listed(";", 0..0).to_string(), "");
        assert_eq!(Listed(";", 1..4).to_string(), "1;2;3");
    }
}
