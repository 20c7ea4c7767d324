//! The keys of answers, compared with the page that describes them.

use std::collections::BTreeSet;
use std::fs;

use families::{Answer, Ending, ricochet, robots, sliding, sokoban};
use motion_core::Stop;
use serde::Serialize;
use serde_json::Value;

/// Returns the keys, in order, of a value whose keys all apply.
fn keys(value: &impl Serialize) -> Vec<String> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object.into_iter().map(|(key, _)| key).collect(),
        other => panic!("an object, not {other:?}"),
    }
}

fn of_answer() -> Vec<String> {
    let (word, text, number, seconds) = (Some("x"), Some("x".to_owned()), Some(1), Some(0.5));
    keys(&Answer {
        instance: text.clone(),
        algorithm: text.clone(),
        outcome: Ending::Solved,
        quality: word,
        unit: word,
        why: Some(Stop::Nodes),
        moves: number,
        reason: text.clone(),
        objective: word,
        makespan: number,
        sum_of_costs: number,
        lower_bound: number,
        gap: seconds,
        nodes: number,
        seconds,
        finish_seconds: seconds,
        replay_seconds: seconds,
        peak_mib: Some(None),
        solver_mib: seconds,
        start: text.clone(),
        solution: text,
        ..Answer::default()
    })
}

/// Returns the keys that each family adds, and the heading of its section.
fn of_families() -> [(&'static str, Vec<String>); 4] {
    let (word, text, number) = (Some("x"), Some("x".to_owned()), Some(1));
    let board = sliding::AnswerKeys { rows: 2, columns: 2, blanks: 1, choice_squares: Some(vec![1]) };
    let instance = robots::AnswerKeys {
        arcs: Some(1),
        model: word,
        improve: word,
        solver_moves: number,
        solver_cost: number,
        ..robots::AnswerKeys::default()
    };
    let game = ricochet::AnswerKeys {
        robots_moved: Some(1),
        solutions: Some(Vec::new()),
        solutions_complete: Some(true),
        ..ricochet::AnswerKeys::default()
    };
    let level = sokoban::AnswerKeys {
        title: text,
        improve: word,
        pushes: Some(1),
        player_moves: Some(1),
        solver_pushes: number,
        solver_player_moves: number,
        ..sokoban::AnswerKeys::default()
    };
    [
        ("## `motion-puzzles sliding`", keys(&board)),
        ("## `motion-puzzles cpf`", keys(&instance)),
        ("## `motion-puzzles sokoban`", keys(&level)),
        ("## `motion-puzzles ricochet`", keys(&game)),
    ]
}

/// Returns the words between back-ticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the keys of the tables of a section, in order.
fn tabulated(section: &str) -> Vec<&str> {
    let mut lines = section.lines();
    let mut keys = Vec::new();
    while lines.any(|line| line == "| key | value |") {
        let rows = lines.by_ref().skip(1).take_while(|line| line.starts_with('|'));
        keys.extend(rows.flat_map(|row| quoted(row.split('|').nth(1).unwrap_or_default())));
    }
    keys
}

#[test]
fn the_page_of_formats_has_the_keys_of_answers_in_their_order() {
    let page = fs::read_to_string("../../docs/formats.md").expect("the page");
    let common = of_answer();
    let mut described = BTreeSet::new();
    for (heading, own) in of_families() {
        let begin = page.find(heading).unwrap_or_else(|| panic!("{heading}"));
        let rest = &page[begin + heading.len()..];
        let section = &rest[..rest.find("\n## ").unwrap_or(rest.len())];
        let words: BTreeSet<_> = quoted(section).collect();
        for key in &own {
            assert!(words.contains(key.as_str()), "{heading} does not describe {key}");
        }
        let table = tabulated(section);
        let all: Vec<_> = common.iter().chain(&own).map(String::as_str).collect();
        let places: Vec<_> = table
            .iter()
            .map(|key| {
                all.iter().position(|known| known == key).unwrap_or_else(|| panic!("there is no {key}"))
            })
            .collect();
        // The sizes of `cpf` are in a separate row.
        assert!(heading.contains("cpf") || places.is_sorted(), "{heading}: {table:?}");
        described.extend(table);
    }
    let missing: Vec<_> = common.iter().filter(|key| !described.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "no table has {missing:?}");
}
