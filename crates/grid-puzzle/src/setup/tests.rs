//! Texts of boards and puzzles, right and wrong.

use super::*;
use crate::board::SizeError;
use alloc::string::{String, ToString};
use proptest::prelude::*;

fn error(text: &str) -> SetupError {
    text.parse::<Board>().expect_err("a bad board")
}

fn at(line: usize, column: usize) -> TextPosition {
    TextPosition { line, column }
}

#[test]
fn every_mistake_is_named_where_it_stands() {
    assert_eq!(error(""), SetupError::Empty);
    assert_eq!(error("\n# only a comment\n  \n"), SetupError::Empty);
    assert_eq!(error("1 2\n3 x"), SetupError::UnexpectedCharacter { at: at(2, 3), found: 'x' });
    assert_eq!(error("1 2\n3 -1"), SetupError::UnexpectedCharacter { at: at(2, 3), found: '-' });
    assert_eq!(error("1 2\n3 1.5"), SetupError::UnexpectedCharacter { at: at(2, 4), found: '.' });
    assert_eq!(error("1 2\n3 99999999999999999999"), SetupError::HugeNumber { at: at(2, 3) });
    assert_eq!(error("1 2\n3 0 4"), SetupError::Ragged { at: at(2, 5), expected: 2, found: 3 });
    assert_eq!(error("1 2 4\n3 0"), SetupError::Ragged { at: at(2, 3), expected: 3, found: 2 });
    let why = SizeError::TooSmall { rows: 1, columns: 3 };
    assert_eq!(error("1 2 0"), SetupError::Size { at: at(1, 1), why });
    let why = SizeError::TooSmall { rows: 2, columns: 1 };
    assert_eq!(error("\n 1\n 0"), SetupError::Size { at: at(2, 2), why });
    assert_eq!(error("1 2\n3 4"), SetupError::NoBlank { at: at(1, 1) });
    assert_eq!(error("0 0\n0 0"), SetupError::NoTile { at: at(1, 1) });
    let out_of_range =
        |number, largest, blanks| SetupError::OutOfRange { at: at(2, 1), number, largest, blanks };
    assert_eq!(error("1 2\n4 0"), out_of_range(4, 3, 1));
    assert_eq!(error("0 2\n3 0"), out_of_range(3, 2, 2));
    assert_eq!(
        error("0 2\n3 0").to_string(),
        "line 2, column 1: 3 is out of range: the tiles of this board, which has 2 blanks (0), are 1 to 2"
    );
    assert_eq!(
        error("0 1 0\n3 1 0"),
        SetupError::Repeated { at: at(2, 3), number: 1, first: at(1, 3), missing: 2 }
    );
    assert_eq!(
        error("3 2\n2 0"),
        SetupError::Repeated { at: at(2, 1), number: 2, first: at(1, 3), missing: 1 }
    );
    assert_eq!(error("1 2\n3 0\n\n1 2\n3 0"), SetupError::SeveralBoards { at: at(4, 1) });
}

#[test]
fn separators_comments_and_line_ends_are_free() {
    let board: Board = "\u{feff}# goal\r\n1,2,\t3 # the first row\r\n  # the second\r\n  4 5,0\r\n"
        .parse()
        .expect("a board");
    assert_eq!(board, Board::solved(2, 3).expect("a legal size"));
}

#[test]
fn ten_megabytes_of_noise_end_at_the_first_unexpected_character() {
    let mut state = 1u32;
    let noise: String = (0..10 << 20)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b' ' + (state >> 24) as u8 % 95)
        })
        .collect();
    assert!(matches!(
        error(&noise),
        SetupError::UnexpectedCharacter { at: TextPosition { line: 1, .. }, .. }
            | SetupError::HugeNumber { at: TextPosition { line: 1, .. } }
    ));
    let digits = "7".repeat(10 << 20);
    assert_eq!(error(&digits), SetupError::HugeNumber { at: at(1, 1) });
    let numbers = "7 ".repeat(5 << 20);
    assert!(matches!(
        error(&numbers),
        SetupError::TooManyNumbers { at: TextPosition { line: 1, column: 1 } }
    ));
    let lines = "7\n".repeat(5 << 20);
    assert_eq!(error(&lines), SetupError::TooManyNumbers { at: at((1 << 20) + 1, 1) });
}

#[test]
fn instances_are_read_and_printed() {
    let error = |text: &str| text.parse::<Instance>().expect_err("no instance").to_string();
    assert_eq!(error("1 2\n0 0"), "line 1, column 1: one blank is expected, not 2");
    assert_eq!(error("# x\n1 2\n0 3\ngoal\n1 2\n3 4\n5 0").split(':').next(), Some("line 2, column 1"));
    assert_eq!(
        error("1 2\n3 0\n\n1 2\n3 0\n"),
        "line 4, column 1: a second board begins here, but one was expected"
    );
    assert_eq!(
        error("1 2\n3 0\n goal # mirrored\n\n2 1\n0 x"),
        "line 6, column 3: expected a whole number but found 'x'"
    );
    assert_eq!(error("1 2\n3 0\ngoal"), SetupError::Empty.to_string());
    assert_eq!(
        error("1 2\n3 0\ngoal\n2 1\n0 3\ngoal\n"),
        "line 6, column 1: expected a whole number but found 'g'"
    );
    let standard: Instance = "2 1\n3 0".parse().expect("an instance");
    assert_eq!(standard.to_string(), "2 1\n3 0\ngoal\n1 2\n3 0");
    assert_eq!(standard.to_string().parse(), Ok(standard.clone()));
    assert_eq!("2 1\n3 0".parse::<Setup>().and_then(Instance::try_from), Ok(standard));
}

#[test]
fn instances_with_several_blanks_are_read_and_printed() {
    let instance: MultiBlankInstance = "0 0 1\n3 4 2\ngoal\n1 2 0\n3 0 4".parse().expect("an instance");
    assert_eq!(instance.goal().to_string(), "1 2 0\n3 0 4");
    assert_eq!(instance.to_string().parse(), Ok(instance));
    let error = "\n 1 2\n 3 0".parse::<MultiBlankInstance>().expect_err("one blank");
    assert_eq!(error.to_string(), "line 2, column 2: several blanks are expected, not one");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9 ,\n#x]{0,60}|\\PC{0,60}") {
        let _ = text.parse::<Board>();
    }

    /// One character of a legal board is replaced. If a board is read, it prints back.
    #[test]
    fn boards_with_one_changed_character_are_read_or_refused(at in 0usize..23, with in "[0-9 ,\n#x]") {
        let mut text = String::from("1 2 3\n4 5 6\n7 8 9\n10 11 0");
        text.replace_range(at..=at, &with);
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }
    }

    #[test]
    fn boards_round_trip((rows, columns, order, blanks) in (2u32..6, 2u32..6).prop_flat_map(|(rows, columns)| {
        let numbers: Vec<u32> = (0..rows * columns).collect();
        (Just(rows), Just(columns), Just(numbers).prop_shuffle(), 1..rows * columns)
    })) {
        let tiles = order.into_iter().map(|number| Tile((number + 1).saturating_sub(blanks))).collect();
        let board = Board::from_permutation(rows, columns, tiles);
        prop_assert_eq!(board.blank_count(), blanks);
        prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
    }
}
