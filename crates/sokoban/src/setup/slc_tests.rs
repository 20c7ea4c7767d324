use alloc::string::{String, ToString};
use alloc::vec::Vec;

use motion_core::error::TextPosition;

use super::*;
use crate::{Collection, Level};

const FILE: &str = r##"<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- two levels -->
<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="SokobanLev.xsd">
  <Title>
    Salt &amp; Pepper
  </Title>
  <Description>##### #@$.#</Description>
  <LevelCollection Copyright="A. Puzzler" MaxWidth="6" MaxHeight="5">
    <Level Id="#1" Width="5" Height="3">
      <L> #####</L>
      <L>&#32;#@$.&#x23;</L>
      <L> <![CDATA[#]]>####</L>
    </Level>
    <Level Id="&lt;b&gt; &quot;é&quot;" Copyright="B">
      <L>###</L><L>#@#</L><L>###</L><L/>
      <L>#*#</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"##;

fn error(text: &str) -> SetupError {
    text.parse::<Collection>().expect_err("no collection")
}

fn at(line: usize, column: usize) -> TextPosition {
    TextPosition { line, column }
}

#[test]
fn collections_have_titles_authors_and_rows() {
    let collection: Collection = FILE.parse().expect("a collection");
    assert_eq!((collection.title(), collection.author()), (Some("Salt & Pepper"), Some("A. Puzzler")));
    let said: Vec<_> = collection.entries().iter().map(|entry| (entry.title(), entry.author())).collect();
    assert_eq!(said, [(Some("#1"), None), (Some("<b> \"é\""), Some("B"))]);
    let levels: Vec<String> = collection.entries().iter().map(|entry| entry.level().to_string()).collect();
    assert_eq!(levels, ["#####\n#@$.#\n#####", "###\n#@#\n###\n-\n#*#"]);
    assert_eq!(collection.to_string().parse(), Ok(collection));
}

#[test]
fn files_of_bytes_are_latin_1() {
    let file: Vec<u8> = FILE.chars().map(|letter| u8::try_from(letter).expect("Latin-1")).collect();
    assert_eq!(Setup::text_of(&file), FILE);
}

#[test]
fn bad_levels_have_their_places() {
    let place = |from: &str, to: &str| error(&FILE.replacen(from, to, 1));
    assert_eq!(place("$.&", "$x&"), SetupError::UnexpectedCharacter { at: at(11, 14), found: 'x' });
    assert_eq!(place("&#32;#@$.", "#@$?"), SetupError::UnexpectedCharacter { at: at(11, 13), found: '?' });
    assert_eq!(place("&#32;#@$.", "#.$."), SetupError::NoPlayer { at: at(10, 11) });
    assert_eq!(place("###</L><L>#@#</L><L>###</L><L/>", "</L>"), SetupError::NoPlayer { at: at(16, 10) });
    let empty = "<SokobanLevels>\n <Level Id='1'/></SokobanLevels>";
    assert_eq!(error(empty), SetupError::NoPlayer { at: at(2, 2) });
    assert_eq!(error("<SokobanLevels>\n</SokobanLevels>"), SetupError::Empty);
}

#[test]
fn what_is_no_such_file_is_refused_with_its_place() {
    for (text, message) in [
        (
            "<?xml version='1.0'?>\n <html/>",
            "line 2, column 2: this begins like an .slc file, but its root is <html>, not <SokobanLevels>",
        ),
        (
            "<SokobanLevels>\n<Level>",
            "line 2, column 8: this begins like an .slc file, but the root node was opened but never closed",
        ),
        (
            "<SokobanLevels>\n<Le",
            "line 2, column 4: this begins like an .slc file, but the root node was opened but never closed",
        ),
        (
            "<SokobanLevels>\n<A></B></SokobanLevels>",
            "line 2, column 4: this begins like an .slc file, but expected 'A' tag, not 'B'",
        ),
        (
            "<SokobanLevels>&x;</SokobanLevels>",
            "line 1, column 16: this begins like an .slc file, but unknown entity reference 'x'",
        ),
        (
            "<?xml version='1.0'?>\n<!DOCTYPE a><a/>",
            "line 1, column 1: this begins like an .slc file, but XML with DTD detected",
        ),
    ] {
        assert_eq!(error(text).to_string(), message, "{text}");
    }
    let deep = "<?xml version='1.0'?>".to_string() + &"<a>".repeat(100_000);
    assert!(matches!(error(&deep), SetupError::NotSlc { .. }));
}

#[test]
fn a_level_with_one_is_read_as_such() {
    let one =
        "<SokobanLevels><LevelCollection><Level><L>5#|#@$.#|5#</L></Level></LevelCollection></SokobanLevels>";
    let level: Level = one.parse().expect("a level");
    assert_eq!(level.to_string(), "#####\n#@$.#\n#####");
}
