//! Levels and steps through serde.

use serde_json::{from_str, json, to_value};
use sokoban::{Level, Metrics, Moves};

#[test]
fn levels_and_steps_are_text_and_are_validated() {
    let moves: Moves = "rRlU".parse().expect("steps");
    assert_eq!(to_value(&moves).expect("text"), json!("rRlU"));
    assert_eq!(from_str::<Moves>("\"rRlU\"").expect("steps"), moves);
    assert!(from_str::<Moves>("\"rx\"").is_err());

    let text = "#####\n#@$.#\n#####";
    let level: Level = text.parse().expect("a level");
    assert_eq!(to_value(&level).expect("text"), json!(text));
    assert_eq!(from_str::<Level>(&json!(text).to_string()).expect("a level"), level);
    let error = from_str::<Level>(&json!(text.replace('@', " ")).to_string()).expect_err("no player");
    assert!(error.to_string().contains("line 1, column 1: this level has no player"), "{error}");
}

#[test]
fn metrics_come_back() {
    let mut metrics = Metrics::default();
    (metrics.pushes, metrics.steps) = (1, 2);
    let value = to_value(metrics).expect("can be written");
    assert_eq!(value, json!({ "pushes": 1, "steps": 2 }));
    assert_eq!(serde_json::from_value::<Metrics>(value).expect("can be read"), metrics);
}
