//! Games and moves through serde.

use ricochet::{Instance, Moves};
use serde_json::{from_str, json, to_value};

#[test]
fn games_and_moves_are_text_and_are_validated() {
    let moves: Moves = "rU bL".parse().expect("moves");
    assert_eq!(to_value(&moves).expect("text"), json!("rU bL"));
    assert_eq!(from_str::<Moves>("\"rU bL\"").expect("moves"), moves);
    assert!(from_str::<Moves>("\"rU xL\"").is_err());

    let text = "+---+---+---+\n| r         |\n+   +   +   +\n|           |\n+   +   +   +\n|          *|\n+---+---+---+";
    let game: Instance = text.parse().expect("a game");
    assert_eq!(to_value(&game).expect("text"), json!(text));
    assert_eq!(from_str::<Instance>(&json!(text).to_string()).expect("a game"), game);
    let error = from_str::<Instance>(&json!(text.replace('*', " ")).to_string()).expect_err("no target");
    assert!(error.to_string().contains("line 1, column 1: there is no target"), "{error}");
}
