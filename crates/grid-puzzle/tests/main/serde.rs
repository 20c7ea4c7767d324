//! Boards and walks through serde.

use grid_puzzle::{Board, Tile, TileMoves};
use motion_core::{Cell, Direction, Move, Outcome, Plan, Quality, Token, Vertex, Walk};
use serde_json::{from_str, json, to_value};

#[test]
fn boards_and_walks_are_text_and_are_validated() {
    let board: Board = "1 2\n0 3".parse().expect("a board");
    assert_eq!(to_value(&board).expect("text"), json!("1 2\n0 3"));
    assert_eq!(from_str::<Board>("\"1 2\\n0 3\"").expect("a board"), board);
    let error = from_str::<Board>("\"1 2\\n2 0\"").expect_err("a number twice");
    assert!(error.to_string().contains("line 2, column 1: 2 was already at line 1, column 3"), "{error}");

    let walk: Walk = "URDL".parse().expect("letters");
    assert_eq!(to_value(&walk).expect("text"), json!("URDL"));
    assert_eq!(from_str::<Walk>("\"URDL\"").expect("a walk"), walk);
    assert!(from_str::<Walk>("\"URX\"").is_err());
}

#[test]
fn several_blanks_and_their_moves_are_text_too() {
    let board: Board = "1 0\n0 2".parse().expect("a board");
    assert_eq!(to_value(&board).expect("text"), json!("1 0\n0 2"));
    assert_eq!(from_str::<Board>("\"1 0\\n0 2\"").expect("a board"), board);
    let moves: TileMoves = "1R 2U".parse().expect("moves");
    assert_eq!(to_value(&moves).expect("text"), json!("1R 2U"));
    assert_eq!(from_str::<TileMoves>("\"1R 2U\"").expect("moves"), moves);
    let error = from_str::<TileMoves>("\"1R U\"").expect_err("no tile");
    assert!(error.to_string().contains("line 1, column 4: expected a tile's number"), "{error}");
}

#[test]
fn the_vocabulary_is_numbers_and_names() {
    assert_eq!(to_value((Cell(1), Vertex(2), Token(3), Tile(4))).expect("numbers"), json!([1, 2, 3, 4]));
    let plan = Plan::from(vec![Move { token: Token(0), from: Vertex(1), to: Vertex(2) }]);
    assert_eq!(to_value(&plan).expect("a list"), json!([{ "token": 0, "from": 1, "to": 2 }]));
    let outcome = Outcome::Solved { plan: Direction::Up, quality: Quality::Bounded { lower_bound: 3 } };
    let value = to_value(&outcome).expect("names");
    assert_eq!(value, json!({ "Solved": { "plan": "Up", "quality": { "Bounded": { "lower_bound": 3 } } } }));
    assert_eq!(serde_json::from_value::<Outcome<Direction>>(value).expect("the same"), outcome);
}
