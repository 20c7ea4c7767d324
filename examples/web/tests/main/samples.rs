//! Samples and random instances: read, solved, shown, drawn.

use serde_json::{Value, json};

use crate::engine::{FIELDS, description, picture, random, read, samples, show, solve, text};

/// Solves a text if the limits suffice, and draws the solution.
fn solve_and_show(field: &str, name: &str, instance: &str) -> Value {
    let (answer, reports) = solve(field, instance, None, &json!({}));
    for report in &reports {
        assert!(report["progress"].is_object() || report["improved"].is_object(), "{name}: {report}");
    }
    if answer["outcome"] == "solved" {
        let solution = text(&answer["solution"]);
        let shown = show(field, instance, &solution);
        assert!(text(&shown["html"]).starts_with("<!DOCTYPE html>"), "{name}: {}", shown["error"]);
        let steps = shown["steps"].as_array().expect("steps").len();
        let moves = shown["metrics"]["moves"].as_u64().expect("moves");
        let of_several = field == "robots" || field == "ricochet";
        assert!(steps as u64 == moves || of_several, "{name}: {steps} steps, {moves} moves");
        let drawn = picture(field, instance, &solution, "animated");
        assert!(text(&drawn["svg"]).starts_with("<svg"), "{name}: {drawn}");
    }
    answer
}

#[test]
fn samples_are_canonical_drawn_and_solved() {
    for field in FIELDS {
        let samples = samples(field);
        assert!(samples.len() >= 4, "{field}");
        for (number, (name, sample)) in samples.iter().enumerate() {
            let view = read(field, sample);
            assert_eq!(view["error"], Value::Null, "{field}, {name}");
            assert!(text(&view["svg"]).starts_with("<svg"), "{name}");
            assert!(!view["points"].as_array().expect("points").is_empty(), "{name}");
            let canonical = text(&view["text"]);
            assert_eq!(read(field, &canonical)["text"], view["text"], "{field}, {name}");
            assert_eq!(picture(field, sample, "", "still")["svg"], view["svg"], "{name}");

            let answer = solve_and_show(field, name, sample);
            let outcome = text(&answer["outcome"]);
            match view["status"].as_str().expect("a status") {
                "unsolvable" | "lost" => {
                    assert!(view["reason"].is_string(), "{name}");
                    assert_ne!(outcome, "solved", "{name}");
                }
                status => assert_eq!(status, "open", "{name}"),
            }
            assert_ne!(outcome, "error", "{field}, {name}: {answer}");
            if number == 0 {
                assert_eq!(outcome, "solved", "{field}, {name}: {answer}");
            }
        }
    }
}

#[test]
fn random_instances_are_reproducible_and_can_be_solved() {
    for field in FIELDS {
        let defaults = random(field, &json!({}));
        let again = random(field, &json!({ "seed": 1 }));
        assert_eq!(defaults, again, "{field}");
        assert_ne!(defaults, random(field, &json!({ "seed": 2 })), "{field}");
        let instance = text(&defaults["text"]);
        let view = read(field, &instance);
        assert_eq!((&view["error"], &view["status"]), (&Value::Null, &json!("open")), "{field}");
        assert_eq!(view["text"], defaults["text"], "{field}");
        solve_and_show(field, "random", &instance);
    }
    let graph = random("robots", &json!({ "graph": "biconnected", "vertices": 30, "blanks": 2 }));
    let view = read("robots", &text(&graph["text"]));
    assert_eq!((&view["error"], &view["status"]), (&Value::Null, &json!("open")));
    let several = random("sliding", &json!({ "rows": "3", "columns": 5.0, "blanks": 4 }));
    assert_eq!(text(&several["text"]).split_whitespace().filter(|&word| word == "0").count(), 4);
}

#[test]
fn values_that_cannot_be_chosen_are_refused() {
    let refused = |field, choices| {
        let answer = random(field, &choices);
        text(&answer["error"]["message"])
    };
    assert_eq!(refused("sliding", json!({ "rows": 1 })), "rows is a whole number from 2 to 60");
    assert_eq!(refused("sliding", json!({ "rows": 2.5 })), "rows is a whole number from 2 to 60");
    assert_eq!(refused("sokoban", json!({ "goals": "none" })), "goals has no choice \"none\"");
    assert!(refused("sliding", json!({ "rows": 2, "columns": 2, "blanks": 4 })).contains("blank"));
    assert!(refused("chess", json!({})).contains("no field"));
    assert!(random("sliding", &json!([]))["error"]["message"].is_string());
}

#[test]
fn descriptions_are_complete() {
    for field in FIELDS {
        let description = description(field);
        for key in ["title", "formats", "keys"] {
            assert!(!text(&description[key]).is_empty(), "{field}: {key}");
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
            assert_eq!(all.len(), count, "{field}: {key} twice");
        }
        for input in description["options"].as_array().expect("options") {
            for solver in input["solvers"].as_array().into_iter().flatten() {
                assert!(solvers.contains(&text(solver)), "{field}: {solver}");
            }
        }
    }
}
