//! Tests of `soak` as its users call it, with good and with bad input.

use crate::call;
use families::{ALL, Family};
use motion_benches::soak;
use motion_benches::soak::log::Log;
use motion_puzzles::BAD_INPUT;
use motion_testing_program::Answer;
use serde_json::Value;
use std::fs;
use std::path::Path;

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
        assert!(sum(&lines, family, "plans") > 0, "{family}");
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
    assert_eq!(sum(&lines, "explore", "plans"), 0, "states are no plans");
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
        &["--log"],
        &["--log", "soak.csv", "--seed", "7"],
    ] {
        assert_eq!(run(arguments).status(), BAD_INPUT, "{arguments:?}");
    }
    assert!(run(&["--family", "chess"]).message().contains("sokoban"));
}

/// Returns the lines of a log without its header, each without its day and commit.
fn portions(log: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(log).expect("a log");
    let lines = text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).take(6).collect());
    lines.collect()
}

#[test]
fn portions_of_a_log_continue_its_seeds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("soak.csv");
    let log = path.to_str().expect("a name in UTF-8");
    let soak = |arguments: &[&str]| {
        let answer = run(&[&["--log", log, "--json", "--family"], arguments].concat());
        assert_eq!((answer.status(), answer.messages.as_str()), (0, ""), "{}", answer.output);
        answer.json()
    };
    soak(&["ricochet", "--count", "3"]);
    soak(&["robots", "ricochet", "--count", "2", "--jobs", "2"]);
    let third = soak(&["ricochet", "--seconds", "1", "--jobs", "2"]);
    let portions = portions(&path);
    let seeds: Vec<_> = portions.iter().map(|cells| cells[..3].join(" ")).collect();
    assert_eq!(seeds[..3], ["ricochet 1 3", "robots 1 2", "ricochet 4 2"]);
    let [instances, runs, plans] = [2, 3, 4].map(|cell: usize| &portions[3][cell]);
    assert_eq!((portions[3][1].as_str(), portions[3][5].as_str()), ("6", "0"));
    // The same seeds give the same counts, so that the run by time has left out no seed.
    let again = counts(&["--family", "ricochet", "--seed", "6", "--count", instances, "--json"]);
    for (lines, origin) in [(&third, "the run"), (&again, "its repetition")] {
        assert_eq!(&sum(lines, "ricochet", "instances").to_string(), runs, "{origin}");
        assert_eq!(&sum(lines, "ricochet", "plans").to_string(), plans, "{origin}");
    }
    let page = fs::read_to_string(path.with_extension("md")).expect("a page");
    assert_eq!(page, Log::read(&path).expect("a log").page());
    let folder_of_a_file = format!("{log}/soak.csv");
    assert_eq!(
        run(&["--log", &folder_of_a_file, "--count", "1", "--family", "ricochet"]).status(),
        BAD_INPUT
    );
}

#[test]
fn damaged_logs_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("soak.csv");
    let log = path.to_str().expect("a name in UTF-8");
    let header = "family,first seed,instances,runs,plans,failures,day,commit\n";
    let portion = "robots,5,5,70,60,0,2026-11-30,abc\n";
    for (text, message) in [
        (String::new(), "line 1: this is not `family,first seed,"),
        (portion.to_owned(), "line 1: this is not `family,first seed,"),
        (format!("{header}{portion}{portion}"), "line 3: some of these seeds are already in line 2"),
        (format!("{header}robots,5,few,70,60,0,2026-11-30,abc"), "line 2: instances: `few` is not a number"),
        (format!("{header}{portion}robots,20,5"), "line 3: there are not 8 cells"),
    ] {
        fs::write(&path, &text).expect("written");
        let answer = run(&["--log", log, "--count", "1", "--family", "ricochet"]);
        assert_eq!(answer.status(), BAD_INPUT);
        assert!(answer.message().contains(message), "{}", answer.message());
        assert_eq!(fs::read_to_string(&path).expect("the log"), text, "it is not changed");
    }
}

/// The page of the book has the sums of its log, in which nothing has failed.
#[test]
fn the_page_of_random_instances_fits_its_log() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/results/soak.csv");
    let log = Log::read(&path).expect("a log without overlaps");
    let page = fs::read_to_string(path.with_extension("md")).expect("a page");
    assert_eq!(page, log.page(), "`soak --log docs/results/soak.csv` writes it");
    assert_eq!(log.failures(), 0);
}
