//! Tests of `soak` as its users call it, with good and with bad input.

use crate::call;
use families::{ALL, Family};
use motion_benches::soak;
use motion_puzzles::BAD_INPUT;
use motion_testing_program::Answer;
use serde_json::Value;

fn run(arguments: &[&str]) -> Answer {
    call(soak::run, "soak", arguments)
}

/// Returns the lines of a run without times.
fn counts(arguments: &[&str]) -> Vec<Value> {
    let answer = run(arguments);
    assert_eq!((answer.status(), answer.messages.as_str()), (0, ""), "{}", answer.output);
    let mut lines = answer.json();
    for line in &mut lines {
        line.as_object_mut().expect("an object").remove("seconds");
    }
    lines
}

fn sum(lines: &[Value], family: &str, key: &str) -> u64 {
    let of_family = lines.iter().filter(|line| line["family"] == family);
    of_family.map(|line| line[key].as_u64().expect("a number")).sum()
}

#[test]
fn the_same_seed_gives_the_same_counts_whatever_the_threads() {
    let families = ALL.map(Family::name);
    let soak = |seed, jobs| {
        let mut arguments = vec!["--count", "2", "--seed", seed, "--jobs", jobs, "--json", "--family"];
        arguments.extend(families);
        counts(&arguments)
    };
    let lines = soak("5", "1");
    assert_eq!(lines, soak("5", "3"));
    assert_ne!(lines, soak("7", "1"));
    for family in families {
        let [runs, solved, unsolvable, stopped] =
            ["instances", "solved", "unsolvable", "stopped"].map(|key| sum(&lines, family, key));
        assert!(runs >= 10 && runs == solved + unsolvable + stopped, "{family}");
        assert!(sum(&lines, family, "plans") >= solved, "{family}");
    }
    for solver in ["parberry", "breadth-first", "auto", "FESS", "graph"] {
        assert!(lines.iter().any(|line| line["solver"] == solver), "{solver}");
    }
}

#[test]
fn an_instance_is_repeated_by_its_seed() {
    let soak = |seed, count| counts(&["--count", count, "--seed", seed, "--family", "ricochet", "--json"]);
    let [both, first, second] = [soak("8", "2"), soak("8", "1"), soak("9", "1")];
    for key in ["instances", "solved", "moves"] {
        let [both, first, second] = [&both, &first, &second].map(|lines| sum(lines, "ricochet", key));
        assert_eq!(both, first + second, "{key}");
    }
}

#[test]
fn states_are_counted_on_disk_as_in_memory() {
    let lines = counts(&["--count", "8", "--family", "explore", "--json"]);
    let [both, solved] = ["instances", "solved"].map(|key| sum(&lines, "explore", key));
    assert_eq!((lines.len(), both, solved), (2, 2 * 8, 2 * 8), "in memory and on disk");
    assert_eq!(lines[0]["moves"], lines[1]["moves"]);
}

#[test]
fn faults_stop_solvers_and_lateness_is_reported() {
    let lines = counts(&["--count", "6", "--family", "faults", "--json"]);
    assert_eq!(sum(&lines, "faults", "instances"), 24);
    assert!(lines.iter().all(|line| {
        let late = line["late"].as_u64().expect("a number");
        line["late_worst_ms"].is_number() == (late > 0) && line["late_median_ms"].is_number() == (late > 0)
    }));
}

#[test]
fn tables_end_with_totals() {
    let answer = run(&["--count", "1", "--family", "sliding", "ricochet", "ricochet"]);
    assert_eq!(answer.status(), 0);
    assert!(answer.output.starts_with("sliding, 1 instance\n"), "{}", answer.output);
    assert!(answer.output.contains("ricochet, 1 instance\n"));
    let last = answer.output.lines().last().expect("totals");
    assert!(last.starts_with("2 instances, ") && last.ends_with(" verified, 0 failures"), "{last}");
    let answer = run(&["--count", "1", "--family", "cooperative"]);
    assert!(answer.output.starts_with("robots, 1 instance\n"), "an alias");
    let answer = run(&["--seconds", "0"]);
    assert_eq!((answer.status(), answer.output.lines().count()), (0, 1));
}

#[test]
fn bad_usage_is_refused() {
    for arguments in [
        &["--count", "0"][..],
        &["--count", "some"],
        &["--count", "2", "--seconds", "2"],
        &["--seconds", "-1"],
        &["--family", "chess"],
        &["--family"],
        &["--jobs", "many"],
        &["levels.xsb"],
    ] {
        assert_eq!(run(arguments).status(), BAD_INPUT, "{arguments:?}");
    }
    assert!(run(&["--family", "chess"]).message().contains("sokoban"));
}
