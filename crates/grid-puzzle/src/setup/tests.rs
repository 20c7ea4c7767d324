//! Texts of boards and puzzles, right and wrong.

use super::*;
use crate::Instance;
use crate::board::{SizeError, Tile};
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
fn boards_stand_below_their_size_or_on_one_line() {
    let board: Board = "3 2 6\n1 4 0\n8 7 5".parse().expect("a board");
    let wide: Board = "1 2 3 4\n5 6 7 0".parse().expect("a board");
    let narrow: Board = "1 2\n3 4\n5 0".parse().expect("a board");
    for (text, board) in [
        ("# solvable\n3\n3 2 6\n1 4 0\n8 7 5", &board),
        ("3 3\n3 2 6\n1 4 0\n8 7 5", &board),
        ("3, 3 # size\n3 2 6/1,4,0 / 8 7 5 # board", &board),
        ("3 2 6/1 4 0/8 7 5", &board),
        ("2 4\r\n1 2 3 4\r\n5 6 7 0\r\n", &wide),
        ("2\t4\n# rows\n1 2 3 4/5 6 7 0", &wide),
        ("3 2\n1 2\n3 4\n5 0", &narrow),
        ("3 2 6 1 4 0 8 7 5 # a square", &board),
        ("3\n3 2 6 1 4 0 8 7 5", &board),
        ("2x4\n1 2 3 4 5 6 7 0", &wide),
        ("2 × 4 # a size\n1 2 3 4\n5 6 7 0", &wide),
    ] {
        assert_eq!(text.parse().as_ref(), Ok(board), "{text}");
    }
    let one = "1 2 3\n4 5 6\n7 8 0\n";
    let text = alloc::format!("{one}1 2/3 0\n2\n1 2/3 0\n1 2/0 3\n2\n1 2\n3 0\n\n{one}");
    let sizes: Vec<_> = Setup::all(&text)
        .expect("boards")
        .iter()
        .map(|setup| (setup.start().line, setup.rows.len()))
        .collect();
    assert_eq!(sizes, [(1, 3), (4, 2), (5, 3), (7, 2), (8, 3), (12, 3)]);
}

/// Two numbers above rows of two may be a row.
#[test]
fn a_line_that_may_be_a_row_is_a_row() {
    let board: Board = "3 2\n1 0\n0 0\n0 0".parse().expect("a board");
    assert_eq!((board.rows(), board.columns()), (4, 2));
    assert_eq!(
        error("3 2\n3 1\n4 5\n6 0"),
        SetupError::Repeated { at: at(2, 1), number: 3, first: at(1, 1), missing: 7 }
    );
    assert_eq!(error("1 2\n3 0 4"), SetupError::Ragged { at: at(2, 5), expected: 2, found: 3 });
    assert_eq!(error("5 2\n3 4 1\n0 6 7"), SetupError::Ragged { at: at(2, 5), expected: 2, found: 3 });
}

#[test]
fn wrong_sizes_and_rows_below_them_are_named() {
    let count = |rows, columns, found| SetupError::RowCount { at: at(1, 1), rows, columns, found };
    assert_eq!(error("3\n3 2 6\n1 4 0"), count(3, 3, 2));
    assert_eq!(error("3\n3 2 6 9\n1 4 0 10\n8 7 5 11\n12 13 14 15"), count(3, 3, 4));
    assert_eq!(error("3 4\n1 2 3 4\n5 6 7 0"), count(3, 4, 2));
    assert_eq!(error("3"), count(3, 3, 0));
    assert_eq!(
        error("3 4\n1 2 3 4\n5 6 7 0").to_string(),
        "line 1, column 1: as the board's size, this line says 3 rows of 4 numbers, but it is followed by 2 rows"
    );
    let length = |line, column, expected, found| SetupError::RowLength {
        at: at(line, column),
        size: at(1, 1),
        expected,
        found,
    };
    assert_eq!(error("3\n3 2 6\n1 4 0\n8 7"), length(4, 3, 3, 2));
    assert_eq!(error("3\n3 2 6\n1 4 0 5\n8 7 5"), length(3, 7, 3, 4));
    assert_eq!(error("2 3\n1 2 3/4 5 0 6"), length(2, 13, 3, 4));
    assert_eq!(
        error("3\n3 2 6\n1 4 0\n8 7").to_string(),
        "line 4, column 3: this row has 2 numbers, but the board's size at line 1, column 1 says 3"
    );
    // Only a line with a size has a cross, and numbers on one line are a square or have a size.
    assert_eq!(error("3x\n1 2\n3 0"), SetupError::UnexpectedCharacter { at: at(1, 2), found: 'x' });
    assert_eq!(error("1 2 3 4"), SetupError::NoBlank { at: at(1, 1) });
    // Errors in numbers are those of the board below the size.
    assert_eq!(
        error("3\n3 2 6\n1 4 0\n8 7 7"),
        SetupError::Repeated { at: at(4, 5), number: 7, first: at(4, 3), missing: 5 }
    );
    assert_eq!(error("2\n1 2\n3 4"), SetupError::NoBlank { at: at(2, 1) });
    assert_eq!(error("1\n1 2\n3 0"), SetupError::Ragged { at: at(2, 3), expected: 1, found: 2 });
    for (text, column) in [("/1 2/3 0", 1), ("1 2//3 0", 5), ("1 2/3 0/", 8), ("1 2 / # c", 5)] {
        assert_eq!(error(text), SetupError::EmptyRow { at: at(1, column) }, "{text}");
    }
    assert_eq!(error("1 2/3 0 4"), SetupError::Ragged { at: at(1, 9), expected: 2, found: 3 });
    assert_eq!(error("1 2/3 0\n1 2/3 0"), SetupError::SeveralBoards { at: at(2, 1) });
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
    assert_eq!(error(&lines), SetupError::TooManyNumbers { at: at((1 << 20) + 3, 1) });
}

#[test]
fn instances_are_read_and_printed() {
    let error = |text: &str| text.parse::<Instance>().expect_err("no instance").to_string();
    assert_eq!(
        error("1 2\n0 0\ngoal\n1 2\n3 0"),
        "line 1, column 1: the start and the goal must have equally many blanks, not 2 and 1"
    );
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
    let sizes: Instance = "2\n2 1/3 0\ngoal\n2 2\n1 2\n3 0".parse().expect("an instance");
    assert_eq!(sizes, "2 1\n3 0".parse().expect("an instance"));
    let standard: Instance = "2 1\n3 0".parse().expect("an instance");
    assert_eq!(standard.to_string(), "2 1\n3 0\ngoal\n1 2\n3 0");
    assert_eq!(standard.to_string().parse(), Ok(standard.clone()));
    assert_eq!("2 1\n3 0".parse::<Setup>().and_then(Instance::try_from), Ok(standard));
}

#[test]
fn instances_with_several_blanks_are_read_and_printed() {
    let instance: Instance = "0 0 1\n3 4 2\ngoal\n1 2 0\n3 0 4".parse().expect("an instance");
    assert_eq!(instance.goal().to_string(), "1 2 0\n3 0 4");
    assert_eq!(instance.to_string().parse(), Ok(instance));
}

proptest! {
    #[test]
    fn boards_round_trip((rows, columns, order, blanks) in (2u32..6, 2u32..6).prop_flat_map(|(rows, columns)| {
        let numbers: Vec<u32> = (0..rows * columns).collect();
        (Just(rows), Just(columns), Just(numbers).prop_shuffle(), 1..rows * columns)
    })) {
        let tiles = order.into_iter().map(|number| Tile((number + 1).saturating_sub(blanks))).collect();
        let board = Board::from_permutation(rows, columns, tiles);
        prop_assert_eq!(board.blank_count(), blanks);
        let text = board.to_string();
        let line = text.replace('\n', "/");
        let mut texts = alloc::vec![text.clone(), line.clone()];
        // Above rows of two numbers, the line may be one of them.
        if columns > 2 {
            let size = |text| alloc::format!("{rows} {columns}\n{text}");
            texts.extend([size(&text), size(&line)]);
        }
        if rows == columns {
            texts.push(alloc::format!("{rows}\n{text}"));
        }
        for text in texts {
            prop_assert_eq!(text.parse::<Board>(), Ok(board.clone()), "{}", text);
        }
    }
}
