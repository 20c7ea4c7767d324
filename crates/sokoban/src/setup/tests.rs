use alloc::string::{String, ToString};

use proptest::prelude::*;

use motion_core::error::TextPosition;

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
    assert_eq!(error("A\n\n  ####\n  #  #\n  ####"), SetupError::Empty);
    assert_eq!(error("A\n\n  ####\n  #$.#\n  ####"), SetupError::NoPlayer { at: at(3, 3) });
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
    assert_eq!(error("####\n#@-\n####\n\n#$.#"), SetupError::SeveralLevels { at: at(5, 1) });
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

/// Whether in one line or in many, everything above the first wall is excluded from the level, so
/// that it prints back.
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
    assert_eq!(error("256#@"), SetupError::Count { at: at(1, 1) });
    assert_eq!(error(&("200#".repeat(3) + "@")), SetupError::TooLarge { at: at(1, 12) });
    assert_eq!(error(&("#@|".repeat(300))), SetupError::TooLarge { at: at(1, 1) });
    assert_eq!(error("#@255|255|255|255|255|"), SetupError::TooLarge { at: at(1, 22) });
    assert_eq!(error("#x7@#"), SetupError::UnexpectedCharacter { at: at(1, 2), found: 'x' });
}

#[test]
fn groups_are_repeated_also_in_groups() {
    let plain = level("#######\n#     #\n#     #\n# @$. #\n#######");
    assert_eq!(level("7#|2(#5-#|)#-@$.-#|7#"), plain);
    assert_eq!(level("7#\n2(#2(2-)-#|)(#-(@$).-#)\n7#"), plain);
    assert_eq!(level("14#|#@11-#|14#|2(3(#-)#)").to_string().lines().last(), Some("# # # ## # # #"));
    for (text, column) in [("3#|#@#|2()3#", 10), ("3#|#@#)|3#", 7), ("3#|(#@#|3#", 4), ("((@)#", 1)] {
        assert_eq!(error(text), SetupError::Group { at: at(1, column) }, "{text}");
    }
    assert_eq!(error("3#|#@(-2)#|3#"), SetupError::Count { at: at(1, 8) });
    assert_eq!(error("0(#@#)"), SetupError::Count { at: at(1, 1) });
}

/// A text may encode far less than the limit of its format, but far more than a level holds.
#[test]
fn groups_expand_up_to_a_limit() {
    assert_eq!(error("#@255(255(255(#)))"), SetupError::TooMuch { at: at(1, 18) });
    assert_eq!(error("#@255(255#|)255(255-|)"), SetupError::TooLarge { at: at(1, 1) });
    let levels = "#@255(255#|)\n\n".repeat(100);
    let setups = Setup::each(&levels).expect("levels");
    assert_eq!(setups[99], Err(SetupError::TooMuch { at: at(199, 12) }));
    let deep = "(".repeat(100_000) + "#@" + &")".repeat(100_000);
    assert_eq!(error(&deep), SetupError::Open { at: at(1, 100_002) });
}

#[test]
fn a_bar_may_end_each_line() {
    let plain = level("#####\n#@$.#\n#   #\n#####");
    assert_eq!(level("#####|\n#@$.#\n#   #\n#####"), plain);
    assert_eq!(level("#####|\n#@$.#|\n#---#|\n#####|"), plain);
    assert_eq!(level("5#|\n#@$.#|#3-#|\n5#|"), plain);
    assert_eq!(level("###|\n#@#|\n###|\n-|\n3-|\n#*#|"), level("###\n#@#\n###\n-\n-\n#*#"));
}

#[test]
fn tiles_have_letters_too() {
    let plain = level("######\n#+*$ #\n######");
    assert_eq!(level("WWWWWW\nwPBb-W\nWwWwWw"), plain);
    assert_eq!(level("6W|WPBb_W|6w|"), plain);
    assert_eq!(level("6W\nWPBb_W\n6w"), plain);
    assert_eq!(level("#####\n#pb.#\n#####"), level("#####\n#@$.#\n#####"));
    assert_eq!(error("#####\n#pbx.#\n#####"), SetupError::UnexpectedCharacter { at: at(2, 4), found: 'x' });
}

#[test]
fn quoted_mails_tabs_and_all_ends_of_lines_are_read() {
    let plain = level("#####\n#@$.#\n#   #\n#####");
    assert_eq!(level("> #####\n> #@$.#\n> #   #\n> #####"), plain);
    assert_eq!(level("> On Monday:\n>\n>> #####\n> > #@$.#\n >> #   #\n>> #####\n"), plain);
    assert_eq!(level("#####\r#@$.#\r#   #\r#####\r"), plain);
    assert_eq!(level("#####\r\r\n#@$.#\r\r\n#   #\r\r\n#####"), plain);
    let mixed = "# 1\n\r\r######\r\r\n#@$ ######\r\r\n######\r\r\n.#\r\r\n";
    assert_eq!(mixed.parse::<Level>(), Err(SetupError::GoalOutOfReach { at: at(7, 1) }));
    assert_eq!(level("\t#####\n        #@$.#\n    \t#   #\r\n\t#####\t\r\n"), plain);
    assert_eq!(level("##########\n#@$.#\t #\n##########"), level("##########\n#@$.#    #\n##########"));
    assert_eq!(
        error("> ####\r>> #@x#\r> ####"),
        SetupError::UnexpectedCharacter { at: at(2, 6), found: 'x' }
    );
    assert_eq!(error("\t####\n\t#@x#\n\t####"), SetupError::UnexpectedCharacter { at: at(2, 4), found: 'x' });
}

/// Returns the titles of a text's levels.
fn titles(text: &str) -> Vec<Option<String>> {
    let collection: Collection = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
    collection.entries().iter().map(|entry| entry.title().map(ToString::to_string)).collect()
}

#[test]
fn lines_of_walls_without_a_level_are_text() {
    let plain = "#####\n#@$.#\n#####\n";
    let title = |text: &str| Some(text.to_string());
    assert_eq!(titles(&["# 1\n\n", plain, "\n#2\n\n", plain].concat()), [title("1"), title("2")]);
    assert_eq!(titles(&["# 1\n", plain, "\n# 2 #\n\n", plain].concat()), [title("1"), title("2")]);
    assert_eq!(
        titles(&["One\n", plain, "\n##########\n\nTwo\n", plain].concat()),
        [title("One"), title("Two")]
    );
    assert_eq!(titles(&["One\n==========\n\n", plain, "\n----\n"].concat()), [title("One")]);
    let banner = "\
#############################
#                           #
# Levels v1.0, p. 3         #
# by joe.public@example.com #
#                           #
#############################

";
    assert_eq!(titles(&[banner, "#\n# Bow\n#\n\nB\n", plain, "# of pushes: 12\n"].concat()), [title("B")]);
    assert_eq!(titles(&["W 1\n", plain, "\nPW\n\n", plain].concat()), [title("W 1"), title("PW")]);
    assert_eq!(error("##########\n\n# 1\n\n####\n# .#\n####\n"), SetupError::Empty);
    assert_eq!(
        error("#####\n# Ouch! #\n#@$.#\n#####"),
        SetupError::UnexpectedCharacter { at: at(2, 3), found: 'O' }
    );
}

#[test]
fn keys_of_several_words_are_no_titles() {
    let plain = "#####\n#@$.#\n#####\n";
    let keys = "Title: One\nSize X: 5\nSize Y: 3\nLast Change: today\n\n";
    let title = |text: &str| Some(text.to_string());
    assert_eq!(titles(&[plain, keys, plain].concat()), [title("One"), None]);
    assert_eq!(titles(&["Date Created: 2001\n\n", plain, "Size Y: 3\n\n", plain].concat()), [None, None]);
    assert_eq!(
        titles(&["Level 3: End\n\n", plain, "\nThe end: of it\n", plain].concat()),
        [title("Level 3: End"), title("The end: of it")]
    );
}

#[test]
fn other_games_are_named() {
    let plain = "#####\n#@$.#\n#####\n";
    let other = |line, game: &str| SetupError::OtherGame { at: at(line, 1), game: game.to_string() };
    assert_eq!(error(&["   # #\n  # @ \n", "Title: hex\nGame: Hexoban\n"].concat()), other(4, "Hexoban"));
    assert_eq!(error(&["Game=Trioban\n\n", plain].concat()), other(1, "Trioban"));
    assert_eq!(error(&[plain, "VARIANT: 'octoban' (8)\n"].concat()), other(4, "octoban"));
    assert_eq!(error(&["####\n#@x#\n", "Puzzle Type: Multiban\n"].concat()), other(3, "Multiban"));
    let both = [plain, "Game: Hexoban\n\n", plain, "Game: Sokoban\n"].concat();
    let read: Vec<_> = Setup::each(&both).expect("levels").iter().map(Result::is_ok).collect();
    assert_eq!(read, [false, true]);
    for game in ["Game: Sokoban", "variant = Sokoban", "Game: XSokoban", "Variant: mirrored", "Game:"] {
        assert_eq!(level(&[game, "\n\n", plain, game].concat()), level(plain), "{game}");
    }
    assert_eq!(
        error(&["Game: Hexoban\n\n", plain].concat()).to_string(),
        "line 1, column 1: Hexoban is not Sokoban"
    );
}

#[test]
fn bytes_are_utf_8_or_latin_1() {
    let file = "Title: Pièce\n\n#####\n#@$.#\n#####".as_bytes();
    assert_eq!(Setup::text_of(file).as_bytes(), file);
    let latin: Vec<u8> =
        "Pi\u{e8}ce ½\n\n#####\n#@\u{e8}.#\n#####".chars().map(|letter| letter as u8).collect();
    let text = Setup::text_of(&latin);
    assert!(text.starts_with("Pièce ½\n"));
    assert_eq!(error(&text), SetupError::UnexpectedCharacter { at: at(4, 3), found: 'è' });
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

/// Generates random tiles in a frame of walls, with at least one player.
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

    /// The same level reads equal in letters, with bars, as groups, in a mail, and with carriage
    /// returns or tabs.
    #[test]
    fn levels_read_the_same_in_other_characters(text in anything()) {
        let Ok(level) = text.parse::<Level>() else { return Ok(()) };
        let letters = text.replace('#', "w").replace('@', "p").replace('$', "b").replace('*', "B");
        let same = [
            letters,
            text.replace('\n', "|\n"),
            text.replace('\n', "\r"),
            ["> ", &text.replace('\n', "\n> ")].concat(),
            ["\t", &text.replace('\n', "\n        ")].concat(),
            ["# 12\n", &text, "\n\n#####\n# A b #"].concat(),
            level.to_rle().replace('-', "(1(-))").split('|').map(|row| ["1(", row, "|)"].concat()).collect(),
            #[cfg(feature = "slc")]
            ["<SokobanLevels><Level><L>", &text.replace('\n', "</L>\n<L>"), "</L></Level></SokobanLevels>"].concat(),
        ];
        for other in same {
            prop_assert_eq!(other.parse::<Level>(), Ok(level.clone()), "{}", other);
        }
    }
}
