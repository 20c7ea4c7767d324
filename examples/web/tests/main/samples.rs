//! Samples and random instances: read, solved, shown, drawn.

use serde_json::{Value, json};

use crate::engine::{all_names, description, picture, random, read, samples, show, solve, text};

/// Solves a text if the limits suffice, and draws the solution.
fn solve_and_show(family: &str, name: &str, instance: &str) -> Value {
    let (answer, reports) = solve(family, instance, None, &json!({}));
    for report in &reports {
        assert!(report["progress"].is_object() || report["improved"].is_object(), "{name}: {report}");
    }
    if answer["outcome"] == "solved" {
        let solution = text(&answer["solution"]);
        let shown = show(family, instance, &solution);
        assert_eq!(starts(&shown["story"]), places(&text(&read(family, instance)["svg"])), "{name}: {shown}");
        let page = picture(family, instance, &solution, "player");
        assert!(text(&page["text"]).starts_with("<!DOCTYPE html>"), "{name}: {page}");
        let steps = shown["steps"].as_array().expect("steps").len();
        assert!(steps > 0, "{name}: no steps");
        let drawn = picture(family, instance, &solution, "animated");
        assert!(text(&drawn["text"]).starts_with("<svg"), "{name}: {drawn}");
    }
    answer
}

/// Returns the places of the tokens before the first move of a story.
fn starts(story: &Value) -> Vec<(i64, i64)> {
    let numbers = |key: &str| -> Vec<i64> {
        story[key].as_array().expect("numbers").iter().filter_map(Value::as_i64).collect()
    };
    let (x, y) = (numbers("x"), numbers("y"));
    let vertices = numbers("at").into_iter().map(|vertex| usize::try_from(vertex).expect("a vertex"));
    vertices.map(|vertex| (x[vertex], y[vertex])).collect()
}

/// Returns the places of the tokens of a picture, in their order there.
fn places(svg: &str) -> Vec<(i64, i64)> {
    let tokens = svg.split("class=\"m-token\" transform=\"translate(").skip(1);
    let place = |token: &str| {
        let (x, y) = token.split_once(')')?.0.split_once(' ')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    tokens.map(|token| place(token).expect("a place")).collect()
}

#[test]
fn samples_are_canonical_drawn_and_solved() {
    for family in all_names() {
        let samples = samples(family);
        assert!(samples.len() >= 2, "{family}");
        for (number, (name, sample)) in samples.iter().enumerate() {
            let view = read(family, sample);
            assert_eq!(view["error"], Value::Null, "{family}, {name}");
            assert!(text(&view["svg"]).starts_with("<svg"), "{name}");
            assert!(!view["points"].as_array().expect("points").is_empty(), "{name}");
            let canonical = text(&view["text"]);
            assert_eq!(read(family, &canonical)["text"], view["text"], "{family}, {name}");
            assert_eq!(picture(family, sample, "", "still")["text"], view["svg"], "{name}");

            let answer = solve_and_show(family, name, sample);
            let outcome = text(&answer["outcome"]);
            match view["status"].as_str().expect("a status") {
                "unsolvable" | "lost" => {
                    assert!(view["reason"].is_string(), "{name}");
                    assert_ne!(outcome, "solved", "{name}");
                }
                status => assert_eq!(status, "open", "{name}"),
            }
            assert_ne!(outcome, "error", "{family}, {name}: {answer}");
            if number == 0 {
                assert_eq!(outcome, "solved", "{family}, {name}: {answer}");
            }
        }
    }
}

#[test]
fn random_instances_are_reproducible_and_can_be_solved() {
    for family in all_names() {
        let defaults = random(family, &json!({}));
        let again = random(family, &json!({ "seed": 1 }));
        assert_eq!(defaults, again, "{family}");
        assert_ne!(defaults, random(family, &json!({ "seed": 2 })), "{family}");
        let instance = text(&defaults["text"]);
        let view = read(family, &instance);
        assert_eq!((&view["error"], &view["status"]), (&Value::Null, &json!("open")), "{family}");
        assert_eq!(view["text"], defaults["text"], "{family}");
        solve_and_show(family, "random", &instance);
    }
    let graph = random("robots", &json!({ "graph": "biconnected", "vertices": 30, "blanks": 2 }));
    let view = read("robots", &text(&graph["text"]));
    assert_eq!((&view["error"], &view["status"]), (&Value::Null, &json!("open")));
    let several = random("sliding", &json!({ "rows": "3", "columns": 5.0, "blanks": 4 }));
    assert_eq!(text(&several["text"]).split_whitespace().filter(|&word| word == "0").count(), 4);
}

#[test]
fn values_that_cannot_be_chosen_are_refused() {
    let refused = |family, choices| {
        let answer = random(family, &choices);
        text(&answer["error"]["message"])
    };
    assert_eq!(refused("sliding", json!({ "rows": 1 })), "rows is a whole number from 2 to 60");
    assert_eq!(refused("sliding", json!({ "rows": 2.5 })), "rows is a whole number from 2 to 60");
    assert_eq!(refused("sokoban", json!({ "goals": "none" })), "goals has no choice \"none\"");
    assert!(refused("sliding", json!({ "rows": 2, "columns": 2, "blanks": 4 })).contains("blank"));
    assert!(refused("chess", json!({})).contains("no family"));
    assert!(random("sliding", &json!([]))["error"]["message"].is_string());
    let unknown = &picture("sliding", &samples("sliding")[0].1, "", "photograph")["error"]["message"];
    assert_eq!(unknown, "a picture is still, animated or player");
}

#[test]
fn descriptions_are_complete() {
    for family in all_names() {
        let description = description(family);
        for key in ["title", "formats", "legend", "keys", "file_name"] {
            assert!(!text(&description[key]).is_empty(), "{family}: {key}");
        }
        let names = |key: &str, name: &str| -> Vec<String> {
            description[key].as_array().expect("an array").iter().map(|entry| text(&entry[name])).collect()
        };
        let solvers = names("solvers", "name");
        for (key, name) in [("solvers", "name"), ("tools", "tool"), ("options", "key"), ("random", "key")] {
            let mut all = names(key, name);
            let count = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{family}: {key} twice");
        }
        for input in description["options"].as_array().expect("options") {
            for solver in input["solvers"].as_array().into_iter().flatten() {
                assert!(solvers.contains(&text(solver)), "{family}: {solver}");
            }
        }
    }
}
