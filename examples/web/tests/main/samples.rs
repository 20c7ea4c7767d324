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
        assert!(text(&shown["html"]).starts_with("<!DOCTYPE html>"), "{name}: {}", shown["error"]);
        let steps = shown["steps"].as_array().expect("steps").len();
        assert!(steps > 0, "{name}: no steps");
        let drawn = picture(family, instance, &solution, "animated");
        assert!(text(&drawn["svg"]).starts_with("<svg"), "{name}: {drawn}");
    }
    answer
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
            assert_eq!(picture(family, sample, "", "still")["svg"], view["svg"], "{name}");

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
}

#[test]
fn descriptions_are_complete() {
    for family in all_names() {
        let description = description(family);
        for key in ["title", "formats", "keys", "file_name"] {
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
