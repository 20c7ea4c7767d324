//! Tests of `cpf` under limits of nodes, memory and time.

use crate::cpf::run;

#[test]
fn limits_stop_a_run() {
    let limited = |option: &str| run(&["--grid", "30x30", "--blanks", "1", "--json", option, "0"], "");
    for (option, why) in [("--node-limit", "nodes"), ("--memory-limit", "memory"), ("--time-limit", "time")] {
        let answer = limited(option);
        assert_eq!(answer.status(), 2);
        let line = &answer.json()[0];
        assert_eq!((&line["outcome"], &line["why"]), (&"stopped".into(), &why.into()));
        assert!(line.get("solution").or(line.get("makespan")).is_none());
        // Without time not even the instance is made.
        assert_eq!(line["lower_bound"].as_u64().is_some_and(|bound| bound > 0), why != "time");
        assert_eq!(line.get("reason").is_some(), why == "time");
    }
    // Limits also hold during the work.
    for (option, limit) in [("--node-limit", "5000"), ("--memory-limit", "7")] {
        let limits =
            ["--grid", "60x60", "--blanks", "1", "--algorithm", "ears-beam", "--json", option, limit];
        let answer = run(&limits, "");
        assert_eq!(answer.status(), 2, "{option}");
        let line = &answer.json()[0];
        assert!(line["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{line}");
        assert!(line["solver_mib"].as_f64().is_some_and(|peak| peak <= 1.0), "{line}");
        let held = line["peak_mib"].as_f64();
        assert!(held.is_none_or(|held| held > 1.0), "{line}");
    }
    let mixed = run(&["--biconnected", "4,1,4", "--blanks", "1", "--node-limit", "0", "--count", "9"], "");
    assert_eq!(mixed.status(), 2);
}

#[test]
fn instances_are_made_within_limits() {
    let text = run(&["--grid", "9x9", "--blanks", "1", "--count", "2", "--time-limit", "0"], "");
    assert_eq!((text.status(), text.output.matches(", seed 1, instance ").count()), (2, 2));
    assert!(
        text.output.contains("the time limit is used up, before the instance was made"),
        "{}",
        text.output
    );
    let read = run(&["--graph", "-", "--time-limit", "0", "--json"], "p edge 2 1\ne 1 2\nr 1 2\n");
    assert_eq!((read.status(), &read.json()[0]["instance"]), (2, &"standard input".into()));
    // Errors in a text are found if there is time for it.
    let wrong = ["--graph", "-", "--time-limit", "60"];
    assert_eq!(run(&wrong, "p edge 2 1\ne 1 3\n").status(), 3);
    assert_eq!(run(&["--grid", "0x9", "--blanks", "1", "--time-limit", "60"], "").status(), 3);
    // The instances are the same as without limits.
    let starts = |limits: &[&str]| -> Vec<_> {
        let grid = ["--grid", "5x5", "--blanks", "2", "--count", "3", "--json"];
        run(&[&grid[..], limits].concat(), "").json().iter().map(|line| line["start"].clone()).collect()
    };
    assert_eq!(starts(&["--node-limit", "9999"]), starts(&["--node-limit", "9999", "--time-limit", "600"]));
}

#[test]
fn deciding_feasibility_obeys_limits() {
    let decide = |more: &[&str]| {
        let grid = ["--grid", "30x30", "--blanks", "1", "--feasibility-only"];
        run(&[&grid[..], more].concat(), "")
    };
    // One node for each of 900 vertices and 1740 edges.
    let enough = decide(&["--json", "--node-limit", "2640"]);
    let line = &enough.json()[0];
    assert_eq!((enough.status(), &line["outcome"], &line["nodes"]), (0, &"solvable".into(), &2640.into()));
    for (option, limit, why) in [("--node-limit", "2639", "nodes"), ("--time-limit", "0", "time")] {
        let stopped = decide(&["--json", option, limit]);
        let line = &stopped.json()[0];
        assert_eq!((stopped.status(), &line["outcome"], &line["why"]), (2, &"stopped".into(), &why.into()));
        assert_eq!(line["algorithm"], "feasibility");
    }
    let text = decide(&["--node-limit", "9"]);
    assert_eq!(text.status(), 2);
    assert!(text.output.contains("stopped after 0 nodes and"), "{}", text.output);
    assert!(text.output.contains("the node limit is used up"), "{}", text.output);
    assert_eq!(decide(&["--time-limit", "never"]).status(), 3);
}

#[test]
fn auto_improves_plans_until_the_limit() {
    let moves = |more: &[&str]| {
        let grid = ["--grid", "7x7", "--blanks", "3", "--json", "--no-solution"];
        let answer = run(&[&grid[..], more].concat(), "");
        assert_eq!(answer.status(), 0, "{more:?}");
        answer.json()[0]["moves"].as_u64().expect("a number")
    };
    let quick = moves(&[]);
    let longer = ["100000", "1000000"].map(|nodes| moves(&["--node-limit", nodes]));
    assert!(longer[1] < longer[0] && longer[0] <= quick, "{quick} {longer:?}");
    for algorithm in ["ears", "elimination"] {
        assert!(quick <= moves(&["--algorithm", algorithm, "--improve", "redundancy"]));
    }
}
