//! All solvers and options of each family.

use serde_json::{Value, json};

use crate::engine::{all_names, description, sample, samples, show, solve, text};

#[test]
fn every_solver_solves_a_small_sample() {
    for family in all_names() {
        let mut samples = samples(family);
        samples.sort_by_key(|(_, sample)| sample.len());
        for solver in description(family)["solvers"].as_array().expect("solvers") {
            let name = text(&solver["name"]);
            for options in [json!({}), json!({ "objective": "makespan", "model": "train" })] {
                let answers = samples
                    .iter()
                    .map(|(_, sample)| (sample, solve(family, sample, Some(&name), &options).0));
                let solved = answers.clone().find(|(_, answer)| answer["outcome"] == "solved");
                let Some((sample, answer)) = solved else {
                    panic!("{family}, {name}: {:?}", answers.map(|(_, answer)| answer).collect::<Vec<_>>());
                };
                let shown = show(family, sample, &text(&answer["solution"]));
                let metrics = &shown["metrics"];
                let moves = metrics.get("pushes").unwrap_or(&metrics["moves"]);
                assert_eq!(moves, &answer["moves"], "{family}, {name}");
                let unit = text(&answer["unit"]);
                let cost = metrics.get(unit.replace(' ', "_")).unwrap_or_else(|| panic!("{unit}: {shown}"));
                assert!(cost.as_u64() >= answer["lower_bound"].as_u64(), "{family}, {name}: {answer}");
                if answer["quality"] == "optimal" && answer["lower_bound"].is_number() {
                    assert_eq!(cost, &answer["lower_bound"], "{family}, {name}: {answer}");
                }
            }
        }
    }
}

/// Without a chosen objective, each solver minimises its own.
#[test]
fn solvers_have_their_own_objectives() {
    let bay = &sample("robots", "2 robots and a bay");
    for (solver, unit, model) in
        [("auto", "moves", "pebble"), ("joint", "sum of costs", "train"), ("sat", "sum of costs", "train")]
    {
        let (answer, _) = solve("robots", bay, Some(solver), &json!({}));
        assert_eq!((&answer["outcome"], &answer["unit"]), (&json!("solved"), &json!(unit)), "{answer}");
        assert_eq!(show("robots", bay, &text(&answer["solution"]))["metrics"]["model"], model, "{solver}");
    }
    let (answer, _) = solve("robots", bay, Some("joint"), &json!({ "objective": "moves" }));
    assert_eq!(answer["unit"], "moves");
}

#[test]
fn every_choice_of_every_option_is_accepted() {
    for family in all_names() {
        let description = description(family);
        let (_, sample) = samples(family).swap_remove(1);
        for option in description["options"].as_array().expect("options") {
            let key = text(&option["key"]);
            let solver = option["solvers"][0].as_str();
            for choice in option["choices"].as_array().into_iter().flatten() {
                let value =
                    if option["kind"] == "set" { json!([choice["name"]]) } else { choice["name"].clone() };
                let (answer, _) = solve(family, &sample, solver, &json!({ key.clone(): value }));
                if answer["outcome"] == "error" || answer["why"] == "unsupported" {
                    let expected = ["with `", "grid", "counts steps", "one blank", "go together"];
                    let message = text(&answer["reason"]);
                    assert!(expected.iter().any(|word| message.contains(word)), "{family}, {key}: {message}");
                } else if let Some(solution) = answer["solution"].as_str() {
                    let shown = show(family, &sample, solution);
                    assert!(shown["story"].is_object(), "{family}, {key}: {}", shown["error"]);
                }
            }
        }
    }
}

#[test]
fn improvements_are_reported_with_solutions() {
    let sample = &sample("sliding", "6×6, in reverse order");
    let (answer, reports) = solve("sliding", sample, Some("short"), &json!({ "notation": "blank" }));
    let improved: Vec<&Value> =
        reports.iter().map(|report| &report["improved"]).filter(|report| report.is_object()).collect();
    assert!(!improved.is_empty());
    for report in improved {
        let shown = show("sliding", sample, &text(&report["solution"]));
        assert_eq!(shown["metrics"]["moves"], report["cost"]);
        assert!(report["cost"].as_u64() >= answer["moves"].as_u64());
    }
}

#[test]
fn unsupported_instances_and_unknown_solvers_are_errors() {
    let error = |family, sample: &str, solver, options: Value| {
        let (answer, _) = solve(family, sample, Some(solver), &options);
        assert!(answer["outcome"] == "error" || answer["why"] == "unsupported", "{answer}");
        text(&answer["reason"])
    };
    let bay = &sample("robots", "2 robots and a bay");
    let message = error("robots", bay, "bibox", json!({}));
    assert_eq!(message, "bibox does not support this instance: without vertex 2 the graph falls into pieces");
    assert!(error("robots", bay, "sat", json!({ "objective": "moves" })).contains("not the moves"));
    assert_eq!(
        error("robots", bay, "path-shifts", json!({ "model": "pebble" })),
        "the method does not treat this case"
    );
    assert!(error("robots", bay, "nothing", json!({})).contains("no solver"));
    assert!(
        error("sokoban", &samples("sokoban")[0].1, "BFS+PP", json!({}))
            .contains("no solver BFS+PP; BFS has ")
    );
    let many_goals = "9#|#-------#|#-$-$-$-#|#.......#|#.......#|#-$-$-$-#|#@------#|9#";
    let message = error("sokoban", many_goals, "RBFS", json!({}));
    assert!(
        message.starts_with("RBFS does not support this level: a search from the goals supports "),
        "{message}"
    );
    assert!(error("sliding", "1 2\n0 0", "optimal", json!({ "metric": "multi" })).contains("one blank"));
}

#[test]
fn proofs_have_reasons() {
    let (answer, _) = solve("robots", &sample("robots", "A path: unsolvable"), None, &json!({}));
    assert_eq!(answer["outcome"], "unsolvable");
    assert_eq!(answer["reason"], "robots 1 and 2 would have to pass each other on a path");
    // Three robots on a triangle can rotate together, but not move one by one.
    let turning = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\nr 3 1\n";
    let (answer, _) = solve("robots", turning, None, &json!({}));
    assert_eq!(answer["outcome"], "unsolvable", "{answer}");
    let (answer, _) = solve("robots", turning, None, &json!({ "model": "standard" }));
    assert_eq!((&answer["outcome"], &answer["makespan"]), (&json!("solved"), &json!(1)), "{answer}");
}

#[test]
fn solutions_parse_in_all_notations() {
    let puzzle = "1 2 3\n4 5 6\n7 0 8";
    for solution in ["L", "l", "R", "8L", "8l"] {
        assert_eq!(show("sliding", puzzle, solution)["steps"], json!(["8 L"]), "{solution}");
    }
    assert!(show("sliding", puzzle, "U")["error"]["message"].is_string());
    assert_eq!(show("sliding", puzzle, "L\nx")["error"]["line"], 2);

    let level = "#######\n#@ $ .#\n#######";
    for solution in ["rRR", "3r", "Da-Db-Dc-"] {
        let shown = show("sokoban", level, solution);
        if solution.contains('-') {
            assert!(shown["error"]["message"].is_string(), "{shown}");
        } else {
            assert_eq!(shown["steps"], json!(["r", "R", "R"]));
        }
    }
    assert_eq!(show("sokoban", level, "Db-Eb-Fb")["metrics"], json!({ "pushes": 2, "steps": 3 }));

    let triangle = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\n";
    let shown = show("robots", triangle, "1 1 1 2\n1 2 2 3\n");
    assert_eq!(shown["steps"], json!(["1: 1→2, 2: 2→3"]));
    assert_eq!(shown["metrics"]["model"], "train");
}
