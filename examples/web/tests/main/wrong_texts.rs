//! Texts that are not instances: noise, damage, sizes beyond all bounds.

use std::thread;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::engine::{all_names, edit, play, read, samples, show, solve, text};

#[test]
fn errors_name_line_and_column() {
    let place = |family, text: &str| {
        let view = read(family, text);
        assert_eq!((&view["status"], &view["text"]), (&json!("invalid"), &json!(text)));
        let error = &view["error"];
        (error["line"].as_u64(), error["column"].as_u64(), error["message"].as_str().map(str::to_owned))
    };
    let (line, column, message) = place("sliding", "1 2\n2 0");
    assert_eq!((line, column), (Some(2), Some(1)));
    assert_eq!(
        message.as_deref(),
        Some("2 was already at line 1, column 3, but no two tiles may be equal; 3 is missing")
    );
    let (line, column, _) = place("robots", "p edge 3 2\ne 1 2\ne 2 9\n");
    assert_eq!((line, column), (Some(3), Some(5)));
    let (line, column, _) = place("ricochet", "+---+\n|?  |\n+---+");
    assert_eq!((line, column), (Some(2), Some(2)));
    let (line, column, _) = place("sokoban", "#####\n#@$?#\n#####");
    assert_eq!((line, column), (Some(2), Some(4)));
    // The lines below a map, and below the number of a level, are counted in the whole text.
    let scenario = "type octile\nheight 1\nwidth 2\nmap\n..\nversion 1\n0 a.map 2 1 0 0 7 0 1\n";
    assert_eq!(place("robots", scenario).0, Some(7));
    assert_eq!(place("sokoban", "level 1\n#####\n#@$?#\n#####").0, Some(3));
    assert_eq!(
        place("sokoban", "level 2\n#####\n#@$.#\n#####").2.as_deref(),
        Some("there is no level 2: the text has 1")
    );
}

#[test]
fn limits_and_expected_words_are_named() {
    let error = |family, text: &str| {
        let error = read(family, text)["error"].clone();
        (error["line"].as_u64(), error["message"].as_str().expect("a message").to_owned())
    };
    let room = |rows: usize, columns: usize| {
        let line = format!("#{}#\n", "-".repeat(columns - 2));
        let player = line.replacen("---", "@$.", 1);
        format!("{0}\n{player}{1}{0}\n", "#".repeat(columns), line.repeat(rows - 3))
    };
    for (rows, columns) in [(256, 20), (20, 256), (2000, 20), (20, 2000)] {
        let (line, message) = error("sokoban", &format!("Title\n{}", room(rows, columns)));
        assert!(line.is_some_and(|line| line > 1), "{rows} x {columns}: {message}");
        assert_eq!(message, "this level has more than 255 rows or columns");
    }
    assert_eq!(read("sokoban", &room(255, 255))["error"], Value::Null);
    let message = "a board has 3 to 64 rows and columns, not 65x65";
    let line = format!("+{}\n", "---+".repeat(65));
    let game = format!("{line}{}", format!("|\n{line}").repeat(65));
    assert_eq!(error("ricochet", &format!("\n{game}")), (Some(2), message.to_owned()));
    for (family, text, expected) in [
        ("sliding", "hello", "expected a whole number but found 'h'"),
        ("sliding", "", "the text has no line with numbers"),
        ("robots", "\n hello", "expected a graph that begins with \"p edge\", rows of a map"),
        ("robots", "", "expected a graph that begins with \"p edge\", rows of a map"),
        ("robots", "..\n.?", "unexpected character '?'"),
        ("robots", "e 1 2", "expected \"p\" but found \"e\""),
        ("ricochet", "hello", "expected a corner + but found 'h'"),
        ("ricochet", "", "the text has no line that begins with +"),
        ("sokoban", "hello", "no rows have a wall and a player"),
        ("sokoban", "", "no rows have a wall and a player"),
    ] {
        let (_, message) = error(family, text);
        assert!(message.contains(expected), "{family}, {text}: {message}");
    }
    assert_eq!(error("robots", "\n hello").0, Some(2));
}

#[test]
fn texts_that_people_paste_are_read() {
    let board = read("sliding", "8 6 7 2 5 4 3 0 1\n");
    assert_eq!(board["text"], "8 6 7\n2 5 4\n3 0 1");
    assert_eq!(read("sliding", "2x4\n1 2 3 4 5 6 7 0")["text"], "1 2 3 4\n5 6 7 0");
    let map = "type octile\nheight 3\nwidth 4\nmap\n@@@@\n@..@\n....\nversion 1\n";
    for rows in ["####\n#..#\n....\n", "\n@@TW\n@..@\n....", "\u{feff}@@@@\r\n@..@\r\nGSE.\r\n"] {
        let view = read("robots", rows);
        assert_eq!((&view["text"], &view["status"]), (&json!(map), &json!("solved")), "{rows}");
        assert!(view["facts"].as_array().expect("facts").contains(&json!(["robots", "0"])));
        assert_eq!(read("robots", map)["text"], map);
    }
    let scenario = "..\n..\nversion 1\n0\ta.map\t2\t2\t0\t0\t1\t1\t2\n";
    assert_eq!(read("robots", scenario)["status"], "open");
    assert_eq!(read("robots", &scenario.replacen("1\t1\t2", "7\t1\t2", 1))["error"]["line"], 4);
}

#[test]
fn unfinished_instances_are_drawn() {
    let unfinished = [
        ("sliding", "1 2\n3 0\ngoal\n1 2 3\n4 5 0"),
        ("robots", "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\nr 1 2\n"),
        (
            "ricochet",
            "+---+---+---+\n| r         |\n+   +   +   +\n|           |\n+   +   +   +\n|           |\n+---+---+---+",
        ),
        (
            "ricochet",
            "+---+---+---+\n|           |\n+   +   +   +\n|           |\n+   +   +   +\n|         R |\n+---+---+---+",
        ),
        ("sokoban", "#####\n#  .#\n#####"),
        ("sokoban", "#####\n#@$ @\n#####"),
    ];
    for (family, instance) in unfinished {
        let view = read(family, instance);
        assert_eq!(view["status"], "invalid", "{family}");
        assert!(view["error"]["message"].is_string(), "{family}");
        assert!(view["svg"].is_string(), "{family}: {instance}");
    }
}

/// Calls all functions that take a text.
fn call_all(family: &str, instance: &str) {
    let view = read(family, instance);
    assert_eq!(view["status"] == "invalid", view["error"].is_object());
    edit(family, instance, &json!({ "tool": "wall", "x": 50, "y": 50 }));
    play(family, instance, &json!({ "key": "ArrowUp" }));
    show(family, instance, instance);
    if view["error"].is_object() {
        let (answer, _) = solve(family, instance, None, &json!({}));
        assert_eq!(answer["outcome"], "error");
    }
}

#[test]
fn large_and_empty_texts_are_answered() {
    // Ten megabytes of text that looks like all formats at once.
    let noise: String =
        "#@$. p edge 1 2\n+---+ 0 1 |r G|\u{fffd}\t".chars().cycle().take(10_000_000).collect();
    let digits = "1 2 3 4 5 6 7 8 9 10\n".repeat(500_000);
    let one_line = "#".repeat(10_000_000);
    let stated = "p edge 16777216 0\n";
    let walls = format!("{0}\n{1}{0}\n", "#".repeat(255), format!("#{}#\n", " ".repeat(253)).repeat(253));
    let level = walls.replacen("#   ", "#@$.", 1);
    let texts = ["", "\n", "\u{feff}", "0", &noise, &digits, &one_line, stated, &level];
    thread::scope(|scope| {
        for family in all_names() {
            scope.spawn(move || texts.iter().for_each(|text| call_all(family, text)));
        }
    });
    assert_eq!(read("sokoban", &level)["status"], "open");
    let too_long = " ".repeat((16 << 20) + 1);
    for family in all_names() {
        let view = read(family, &too_long);
        assert_eq!(text(&view["error"]["message"]), "the text is too long: at most 16 MiB are read");
        assert_eq!(view["error"]["line"], Value::Null);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn damaged_samples_are_answered(
        family in prop::sample::select(all_names()),
        sample in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        with in "[#@$.*+ 0-9a-z|\n-]{0,3}",
        removed in 0..4_usize,
    ) {
        let samples = samples(family);
        let mut letters: Vec<char> = samples[sample.index(samples.len())].1.chars().collect();
        let at = at.index(letters.len());
        let end = (at + removed).min(letters.len());
        letters.splice(at..end, with.chars());
        call_all(family, &letters.into_iter().collect::<String>());
    }

    #[test]
    fn noise_is_answered(family in prop::sample::select(all_names()), noise in "[#@$.*+ 0-9a-z|\n-]{0,60}") {
        call_all(family, &noise);
    }
}
