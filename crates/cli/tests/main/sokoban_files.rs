//! Tests of files of levels in all formats, as `sokoban` and `explore` read them.

use motion_puzzles::BAD_INPUT;

use crate::call;

const LEVEL: &str = "#####\n#@$.#\n#####\n";

const XML: &str = "<?xml version='1.0' encoding='ISO-8859-1'?>\n<SokobanLevels><LevelCollection>\n\
    <Level Id='Caf\u{e9}'><L>#####</L><L>#@$.#</L><L>#####</L></Level>\n\
    <Level Id='2'><L>####</L><L>#@$#</L><L>####</L></Level>\n</LevelCollection></SokobanLevels>\n";

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(letter).expect("Latin-1")).collect()
}

#[test]
fn text_between_levels_does_not_shift_their_numbers() {
    let file =
        ["# 1\n\n", LEVEL, "\n##########\n\n# Bad #\n", &LEVEL.replace('.', "?"), "\n# 3\n", LEVEL].concat();
    let lines = call("sokoban", &["-", "--json"], file.as_bytes()).json();
    let said: Vec<_> = lines.iter().map(|line| [&line["instance"], &line["outcome"]]).collect();
    assert_eq!(
        said,
        [
            ["standard input, level 1", "solved"],
            ["standard input, level 2", "bad-input"],
            ["standard input, level 3", "solved"]
        ]
    );
    let third = call("sokoban", &["-", "--json", "--level", "3"], file.as_bytes());
    assert_eq!((third.status(), &third.json()[0]["pushes"]), (0, &1.into()));
    let second = call("sokoban", &["-", "--level", "2"], file.as_bytes());
    let message = "standard input: line 11, column 4: expected one of # @ + $ * . - _ or a space, or of W p P b B, but found '?'";
    assert_eq!((second.status(), second.message()), (BAD_INPUT, message.to_owned()));
    let fourth = call("sokoban", &["-", "--level", "4"], file.as_bytes());
    assert_eq!(fourth.message(), "standard input: there is no level 4: the collection has 3");
}

#[test]
fn files_in_latin_1_are_read_and_answers_are_utf_8() {
    for file in [["Caf\u{e9}\n\n", LEVEL].concat(), XML.to_owned()] {
        for bytes in [latin(&file), file.into_bytes()] {
            let answer = call("sokoban", &["-", "--json", "--level", "1"], &bytes);
            assert_eq!((answer.status(), &answer.json()[0]["title"]), (0, &"Caf\u{e9}".into()));
            let states = call("explore", &["sokoban", "-", "--directory", "unused", "--level", "7"], &bytes);
            assert!(states.message().contains("there is no level 7: the text has "), "{}", states.message());
        }
    }
    let bad = call("sokoban", &["-"], &latin(&LEVEL.replace('$', "\u{e9}")));
    assert!(bad.message().starts_with("standard input: line 2, column 3: "), "{}", bad.message());
    assert!(bad.message().ends_with("but found '\u{e9}'"), "{}", bad.message());
}

#[test]
fn collections_in_xml_are_solved_and_refused_with_places() {
    let answer = call("sokoban", &["-", "--json"], &latin(XML));
    assert_eq!(answer.status(), BAD_INPUT);
    let lines = answer.json();
    assert_eq!((&lines[0]["outcome"], &lines[0]["pushes"]), (&"solved".into(), &1.into()));
    let reason = "standard input: line 4, column 18: there are more boxes, 1, than goals, 0";
    assert_eq!(lines[1]["reason"], reason);
    let cut = call("sokoban", &["-"], XML.split_at(80).0.as_bytes());
    let message = "standard input: line 3, column 4: this begins like an .slc file, but ";
    assert!(cut.status() == BAD_INPUT && cut.message().starts_with(message), "{}", cut.message());
}

#[test]
fn other_games_are_refused_by_name() {
    let file =
        [LEVEL, "Title: six\nGame: Hexoban\n\n", LEVEL, "Game: Sokoban\nSize Y: 3\n\n", LEVEL].concat();
    let answer = call("sokoban", &["-", "--json"], file.as_bytes());
    assert_eq!(answer.messages, "error: standard input: line 5, column 1: Hexoban is not Sokoban\n");
    let said: Vec<_> = answer.json().iter().map(|line| line["outcome"].clone()).collect();
    assert_eq!(
        (answer.status(), &said[..]),
        (BAD_INPUT, &["bad-input", "solved", "solved"].map(Into::into)[..])
    );
    assert_eq!(answer.json()[2].get("title"), None);
}
