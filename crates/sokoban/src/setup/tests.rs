use alloc::string::{String, ToString};

use proptest::prelude::*;

use motion_core::TextPosition;

use super::*;
use crate::samples::framed;
use crate::{Collection, Level};

fn error(text: &str) -> SetupError {
    text.parse::<Level>().expect_err("no level")
}

fn at(line: usize, column: usize) -> TextPosition {
    TextPosition { line, column }
}

fn level(text: &str) -> Level {
    text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

#[test]
fn what_is_no_level_is_refused_with_its_place() {
    assert_eq!(error(""), SetupError::Empty);
    assert_eq!(error("Just a story.\n\n:: about walls"), SetupError::Empty);
    assert_eq!(error("####\n#@x#\n####"), SetupError::UnexpectedCharacter { at: at(2, 3), found: 'x' });
    assert_eq!(error("####\n#@ #x\n####"), SetupError::UnexpectedCharacter { at: at(2, 5), found: 'x' });
    assert_eq!(error("#@x#"), SetupError::UnexpectedCharacter { at: at(1, 3), found: 'x' });
    assert_eq!(error("A\n\n  ####\n  #  #\n  ####"), SetupError::NoPlayer { at: at(3, 3) });
    let two = SetupError::SeveralPlayers { at: at(2, 5), first: at(2, 2) };
    assert_eq!(error("######\n#@  +#\n######"), two);
    assert_eq!(error("#####\n#@$ #\n#####"), SetupError::Unbalanced { at: at(1, 1), boxes: 1, goals: 0 });
    assert_eq!(error("#####\n#+. #\n#####"), SetupError::Unbalanced { at: at(1, 1), boxes: 0, goals: 2 });
    // Decoration does not count.
    let decorated = "#######\n#@.#* #\n#######";
    assert_eq!(error(decorated), SetupError::Unbalanced { at: at(1, 1), boxes: 0, goals: 1 });
    assert_eq!(error("###\n#@#\n###\n\n###\n#@#\n###"), SetupError::SeveralLevels { at: at(5, 1) });
}

#[test]
fn open_borders_are_found_where_the_player_would_leave() {
    assert_eq!(error("####\n#@ \n####"), SetupError::Open { at: at(2, 3) });
    assert_eq!(error("####\n#@#\n# #"), SetupError::Open { at: at(3, 2) });
    assert_eq!(error("#\n@"), SetupError::Open { at: at(2, 1) });
    assert_eq!(error("###\n#@$.#\n#####"), SetupError::Open { at: at(1, 4) });
    assert_eq!(error("####\n#@-\n####\n\n####"), SetupError::SeveralLevels { at: at(5, 1) });
}

#[test]
fn what_is_out_of_reach_has_to_be_solved() {
    let text = "#####  ###\n#@$.#  #T#\n#####  ###";
    assert_eq!(level(&text.replace('T', "*")).boxes().count(), 1);
    assert_eq!(error(&text.replace('T', "$")), SetupError::BoxOutOfReach { at: at(2, 9) });
    assert_eq!(error(&text.replace('T', ".")), SetupError::GoalOutOfReach { at: at(2, 9) });
    assert_eq!(error(&text.replace('T', "@")), SetupError::SeveralPlayers { at: at(2, 9), first: at(2, 2) });
}

#[test]
fn floor_has_three_forms_and_margins_are_cut_off() {
    let plain = level("#####\n#@$.#\n#   #\n#####");
    assert_eq!(level("\u{feff}\n\n   #####  \n---#@$.#\r\n___# _-#\n   #####---\n-------"), plain);
    assert_eq!(plain.to_string(), "#####\n#@$.#\n#   #\n#####");
}

/// In one line or in many, what stands above the first wall is not part of the level, so that it
/// prints back.
#[test]
fn a_level_begins_with_the_first_wall() {
    let plain = level("####\n#@ #\n####");
    assert_eq!(level("*\n####\n#@ #\n####"), plain);
    assert_eq!(level("*|-|4#|#@-#|4#"), plain);
    assert_eq!(error("@|####|# -#|####"), SetupError::NoPlayer { at: at(1, 3) });
}

#[test]
fn rows_without_walls_lie_between_decoration_and_print_as_a_hyphen() {
    let text = "###\n#@#\n###\n-\n###\n#*#\n###";
    assert_eq!(level(text).to_string(), text);
    assert_eq!(level(&level(text).to_rle()).to_string(), text);
    assert_eq!(level(text).to_rle(), "3#|#@#|3#||3#|#*#|3#");
}

#[test]
fn run_length_encoding_repeats_tiles_and_rows() {
    let plain = level("#######\n#.@ $ #\n#######");
    assert_eq!(level("7#|#.@-$-#|7#"), plain);
    assert_eq!(level("7#\n#.@-$-#\n7#|"), plain);
    assert_eq!(level("7#|#.@ $ #|7#||"), plain);
    assert_eq!(level("4-3#|4-#@#|4-3#3|#").to_string().lines().count(), 6);
    assert_eq!(error("7#|#.@-$-#|70"), SetupError::Count { at: at(1, 12) });
    assert_eq!(error("7#|0#.@-$-#|7#"), SetupError::Count { at: at(1, 4) });
    assert_eq!(error("256#"), SetupError::Count { at: at(1, 1) });
    assert_eq!(error(&"200#".repeat(3)), SetupError::TooLarge { at: at(1, 12) });
    assert_eq!(error(&"#|".repeat(300)), SetupError::TooLarge { at: at(1, 1) });
    assert_eq!(error("#255|255|255|255|255|"), SetupError::TooLarge { at: at(1, 21) });
    assert_eq!(error("#x7#"), SetupError::UnexpectedCharacter { at: at(1, 2), found: 'x' });
}

#[test]
fn solved_levels_and_levels_without_boxes_are_levels() {
    assert!(level("#####\n#@ *#\n#####").is_solved());
    assert!(level("###\n#@#\n###").is_solved());
    assert!(!level("####\n#+$#\n####").is_solved());
}

#[test]
fn sizes_are_bounded() {
    let side = |inner: usize| {
        let border = "#".repeat(inner + 2);
        alloc::format!("{border}\n#{}@#\n{border}", " ".repeat(inner - 1))
    };
    assert_eq!(level(&side(253)).grid().columns(), 255);
    assert_eq!(error(&side(254)), SetupError::TooLarge { at: at(1, 1) });
}

#[test]
fn collections_keep_titles_authors_and_order() {
    let text = "\
; A set of three
Author: A. Puzzler
:: not a title

First
####
#@*#
####
Author: Else
Comment:
####
not read
Comment-End:
Solution
rrR

Second
####
#+$#
####
; 3

####
# @#
####
Title: Third
Date: today
";
    let collection: Collection = text.parse().expect("three levels");
    let titles: Vec<_> = collection.entries().iter().map(|entry| entry.title()).collect();
    assert_eq!(titles, [Some("First"), Some("Second"), Some("Third")]);
    assert_eq!((collection.title(), collection.author()), (None, Some("A. Puzzler")));
    assert_eq!(collection.get(1).map(|entry| entry.author()), Ok(Some("Else")));
    assert_eq!(collection.get(0).map(|_| ()).expect_err("from 1").levels, 3);
    assert_eq!(collection.to_string().parse(), Ok(collection));
}

/// Random tiles in a frame of walls, with at least one player.
fn anything() -> impl Strategy<Value = String> {
    let cells = proptest::collection::vec(0usize..12, 1..48);
    (cells, 1usize..8).prop_map(|(cells, width)| {
        let mut tiles: Vec<_> = cells.iter().map(|&tile| b"    ###$.*.$"[tile]).collect();
        tiles[cells[0] % cells.len()] = b'@';
        framed(&tiles, width)
    })
}

proptest! {
    #[test]
    fn levels_round_trip(text in anything()) {
        if let Ok(level) = text.parse::<Level>() {
            prop_assert_eq!(level.to_string(), text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
            prop_assert_eq!(&level.to_string().parse::<Level>(), &Ok(level.clone()));
            prop_assert_eq!(level.to_rle().parse::<Level>(), Ok(level));
        }
    }

    #[test]
    fn no_text_panics_and_what_is_read_prints_back(
        text in "([#@$.*+ \\-_|0-9]{0,9}\n){0,8}|(####\n#[@$.*+ #]{2}#\n){1,3}[# \n]{0,9}|\\PC{0,40}",
    ) {
        if let Ok(collection) = text.parse::<Collection>() {
            prop_assert_eq!(collection.to_string().parse::<Collection>(), Ok(collection));
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(text.parse::<Level>().is_err() || text.contains('@') || text.contains('+'));
    }
}
