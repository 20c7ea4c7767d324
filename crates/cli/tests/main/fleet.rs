//! Tests of `fleet` as its users call it: reports, files in the format of the League of Robot
//! Runners, and pictures.

use std::collections::BTreeSet;

use motion_core::CancelFlag;
use motion_testing_program::Answer;
use serde_json::Value;

use crate::call;
use crate::cpf::Folder;

/// Two cycles of cells.
pub(crate) const MAP: &str = "type octile\nheight 4\nwidth 5\nmap\n.....\n.@.@.\nE.S..\n.....\n";
pub(crate) const AGENTS: &str = "# version for LoRR 2024\n3\n0\n4\n19\n";
pub(crate) const TASKS: &str = "4\n19,0\n2\n10,14,2\n0\n";
pub(crate) const PROBLEM: &str = "{\n  \"mapFile\": \"maps/a.map\",\n  \"agentFile\": \"a.agents\",\n  \
    \"taskFile\": \"a.tasks\",\n  \"teamSize\": 3,\n  \"numTasksReveal\": 1.4,\n  \"version\": \"2026 LoRR\"\n}\n";

pub(crate) fn run(arguments: &[&str]) -> Answer {
    call("fleet", arguments, b"")
}

pub(crate) fn folder() -> Folder {
    let folder =
        Folder::with(&[("a.map", MAP), ("a.agents", AGENTS), ("a.tasks", TASKS), ("a.json", PROBLEM)]);
    std::fs::create_dir(folder.path("maps")).expect("a writable folder");
    std::fs::write(folder.path("maps/a.map"), MAP).expect("a writable folder");
    folder
}

/// Runs the fleet of the three files.
fn on_map(folder: &Folder, more: &[&str]) -> Answer {
    let [map, agents, tasks] = ["a.map", "a.agents", "a.tasks"].map(|name| folder.path(name));
    run(&[&["--map", &map, "--agents", &agents, "--tasks", &tasks, "--node-limit", "500"], more].concat())
}

#[test]
fn a_run_is_reported_in_text() {
    let folder = folder();
    let answer = on_map(&folder, &["--steps", "40", "--reveal", "1"]);
    assert_eq!((answer.status(), answer.messages.as_str()), (0, ""));
    let lines: Vec<_> = answer.output.lines().collect();
    let agents = folder.path("a.agents");
    assert_eq!(lines[0], format!("{agents}: 3 robots on 18 vertices, 40 steps, model standard"));
    assert!(lines[1].contains(" tasks finished, 0.") && lines[1].ends_with(" a step"), "{}", lines[1]);
    assert!(lines[2].contains(" moves, 0.") && lines[2].ends_with(" waits a robot and step"));
    assert_eq!(lines[3], "0 late steps, 0 steps in which a stuck robot was carried");
    assert!(lines[4].starts_with("planning a step took ") && lines[4].ends_with(" ms (greatest)"));
    assert_eq!(lines[5..7], ["", "      steps  tasks a step"]);
    assert_eq!(lines.len(), 17);
    assert!(lines[7].starts_with("        1–4  ") && lines[16].starts_with("      37–40  "));
}

#[test]
fn a_run_is_a_json_object() {
    let folder = folder();
    let answer = on_map(&folder, &["--steps", "25", "--json", "--robots", "2", "--model", "pebble"]);
    assert_eq!(answer.status(), 0);
    let [line] = &answer.json()[..] else { panic!("one object") };
    assert_eq!(line["instance"], folder.path("a.agents"));
    assert_eq!((&line["outcome"], &line["why"]), (&"complete".into(), &Value::Null));
    for (key, value) in [("robots", 2), ("vertices", 18), ("steps", 25), ("late_steps", 0), ("seed", 1)] {
        assert_eq!(line[key], value, "{key}");
    }
    assert_eq!(line["model"], "pebble");
    let finished = line["tasks_finished"].as_f64().expect("a number");
    assert_eq!(line["throughput"], finished / 25.0);
    let parts = line["throughput_over_time"].as_array().expect("parts");
    // The parts have two and three steps in turn.
    let tasks: f64 = parts
        .iter()
        .zip([2.0, 3.0].into_iter().cycle())
        .map(|(part, steps)| part.as_f64().expect("a number") * steps)
        .sum();
    assert!(parts.len() == 10 && (tasks - finished).abs() < 1e-9, "{line}");
    for key in ["moves", "waits", "last_resorts", "seconds"] {
        assert!(line[key].is_number(), "{key}");
    }
    let times = ["median", "p99", "greatest"].map(|key| line["step_ms"][key].as_f64().expect("a number"));
    assert!(times.is_sorted() && line.get("peak_mib").is_some());
    let few = on_map(&folder, &["--steps", "3", "--json", "--step-time", "0"]).json().remove(0);
    assert_eq!(few["throughput_over_time"].as_array().map(Vec::len), Some(3));
}

/// Replays an output file: every robot moves along open cells, no two share or exchange cells, and
/// robots are where their tasks say.
fn check_output(output: &Value, steps: usize) {
    let robots = output["teamSize"].as_u64().expect("a number") as usize;
    assert_eq!((&output["actionModel"], &output["version"]), (&"MAPF".into(), &"2024 LoRR".into()));
    assert_eq!((&output["makespan"], &output["sumOfCost"]), (&steps.into(), &(steps * robots).into()));
    assert_eq!(output["actualPaths"], output["plannerPaths"]);
    assert_eq!(output["plannerTimes"].as_array().map(Vec::len), Some(steps));
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let list = |key: &str| output[key].as_array().expect("a list").clone();
    assert!(list("errors").is_empty() && list("scheduleErrors").is_empty());
    let start = |place: &Value| {
        assert_eq!(place[2], "E");
        (number(&place[0]), number(&place[1]))
    };
    let mut places = vec![list("start").iter().map(start).collect::<Vec<_>>()];
    let paths: Vec<Vec<_>> = list("actualPaths")
        .iter()
        .map(|path| path.as_str().expect("letters").split(',').map(str::to_owned).collect())
        .collect();
    assert!(paths.len() == robots && paths.iter().all(|path| path.len() == steps));
    let rows: Vec<&[u8]> = MAP.lines().skip(4).map(str::as_bytes).collect();
    for step in 0..steps {
        let moved = |(&(row, column), path): (&(usize, usize), &Vec<String>)| match path[step].as_str() {
            "U" => (row - 1, column),
            "D" => (row + 1, column),
            "L" => (row, column - 1),
            "R" => (row, column + 1),
            "W" => (row, column),
            letter => panic!("{letter}"),
        };
        let before = &places[step];
        let after: Vec<_> = before.iter().zip(&paths).map(moved).collect();
        for &(row, column) in &after {
            assert_ne!(rows[row][column], b'@');
        }
        assert_eq!(after.iter().collect::<BTreeSet<_>>().len(), robots, "no robots share a cell");
        for (a, b) in (0..robots).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let is_exchange = after[a] == before[b] && after[b] == before[a] && after[a] != before[a];
            assert!(!is_exchange, "robots {a} and {b} exchange their cells");
        }
        places.push(after);
    }
    let tasks = list("tasks");
    let mut finished = 0;
    let mut last = 0;
    for event in list("events") {
        let [time, robot, task, visited] = [0, 1, 2, 3].map(|index| number(&event[index]));
        assert!(last <= time && time <= steps);
        last = time;
        let [id, revealed, cells] = [0, 1, 2].map(|index| &tasks[task][index]);
        assert!(number(id) == task && number(revealed) <= time);
        let cells: Vec<_> = cells.as_array().expect("cells").iter().map(number).collect();
        if visited > 0 {
            assert_eq!(places[time][robot], (cells[2 * visited - 2], cells[2 * visited - 1]));
        }
        finished += usize::from(2 * visited == cells.len());
    }
    assert_eq!(output["numTaskFinished"], finished);
    let mut begun = BTreeSet::new();
    for schedule in list("actualSchedule") {
        let entry = |text: &str| {
            text.split_once(':').map(|(time, task)| [time, task].map(|n| n.parse::<usize>().ok()))
        };
        let entries: Vec<_> = schedule.as_str().expect("a text").split(',').filter_map(entry).collect();
        assert!(entries.is_sorted_by_key(|entry| entry[0]));
        assert!(entries.iter().all(|[time, task]| time.is_some() && begun.insert(*task)));
    }
    assert!(begun.len() >= finished && finished > 0);
}

#[test]
fn the_output_file_can_be_replayed() {
    let folder = folder();
    let file = folder.path("out.json");
    let answer = on_map(&folder, &["--steps", "60", "--output", &file, "--json"]);
    assert_eq!(answer.status(), 0);
    let output: Value = serde_json::from_str(&folder.text("out.json")).expect("JSON");
    check_output(&output, 60);
    assert_eq!(output["numTaskFinished"], answer.json()[0]["tasks_finished"]);
    assert_eq!(output["start"], serde_json::json!([[0, 0, "E"], [0, 4, "E"], [3, 4, "E"]]));
    let tasks = output["tasks"].as_array().expect("tasks");
    // Five are known at once, and after four they begin again.
    assert!(tasks[..5].iter().all(|task| task[1] == 0) && tasks[5][1] != 0);
    assert_eq!(tasks[0][2], serde_json::json!([3, 4, 0, 0]));
    assert_eq!(tasks[6][2], serde_json::json!([2, 0, 2, 4, 0, 2]));
}

#[test]
fn problem_files_name_their_files() {
    let folder = folder();
    let (problem, file) = (folder.path("a.json"), folder.path("out.json"));
    let answer = run(&[&problem, "--steps", "30", "--output", &file]);
    assert_eq!((answer.status(), answer.messages.as_str()), (0, ""));
    assert!(answer.output.starts_with(&format!("{problem}: 3 robots on 18 vertices, 30 steps, ")));
    let output: Value = serde_json::from_str(&folder.text("out.json")).expect("JSON");
    check_output(&output, 30);
    let known = |output: &Value| {
        output["tasks"].as_array().expect("tasks").iter().filter(|task| task[1] == 0).count()
    };
    assert_eq!(known(&output), 5, "1.4 for each of three robots, rounded up");
    run(&[&problem, "--steps", "30", "--output", &file, "--reveal", "2"]);
    assert_eq!(known(&serde_json::from_str(&folder.text("out.json")).expect("JSON")), 6);

    let delays = PROBLEM.replace("\"teamSize\"", "\"delayConfig\": { \"seed\": 0 },\n  \"teamSize\"");
    std::fs::write(folder.path("delays.json"), delays).expect("a writable folder");
    let delayed = run(&[&folder.path("delays.json"), "--steps", "5"]);
    let note =
        format!("{}: robots have no delays here: delayConfig is ignored\n", folder.path("delays.json"));
    assert_eq!((delayed.status(), delayed.messages), (0, note));
}

#[test]
fn published_problems_are_read() {
    let Some(problem) = motion_testing::published("fleets/random-example_400.json") else { return };
    let problem = problem.to_str().expect("a plain name");
    let line = run(&[problem, "--steps", "3", "--node-limit", "0", "--json"]).json().remove(0);
    assert_eq!((&line["robots"], &line["steps"]), (&400.into(), &3.into()));
}

/// Returns the answer without times and memory.
fn untimed(answer: &Answer) -> Value {
    let mut line = answer.json().remove(0);
    for key in ["step_ms", "seconds", "peak_mib"] {
        line.as_object_mut().expect("an object").remove(key).expect("a key");
    }
    line
}

#[test]
fn random_fleets_are_those_of_the_seed() {
    let fleet = ["--random", "6x7", "--robots", "8", "--steps", "100", "--node-limit", "200", "--json"];
    let run = |more: &[&str]| untimed(&run(&[&fleet, more].concat()));
    let first = run(&["--seed", "5"]);
    assert_eq!(first["instance"], "grid 6x7, 4 closed, seed 5");
    assert_eq!(first, run(&["--seed", "5"]));
    let others = [&["--seed", "6"][..], &["--seed", "5", "--guidance"], &["--seed", "5", "--places", "3"]];
    for other in others {
        assert_ne!(first["moves"], run(other)["moves"], "{other:?}");
    }
    let open = run(&["--closed", "0", "--horizon", "1", "--model", "train"]);
    assert_eq!((&open["vertices"], &open["model"]), (&42.into(), &"train".into()));
    assert!(open["tasks_finished"].as_u64() > Some(0));
}

#[test]
fn an_interrupt_ends_the_run() {
    let flag = CancelFlag::new();
    flag.raise();
    let words = ["motion-puzzles", "fleet", "--random", "5x5", "--robots", "3", "--json"];
    let answer = motion_testing_program::call(motion_puzzles::run, &words, b"", flag);
    assert_eq!(answer.status(), 2);
    assert_eq!(answer.messages, "stopped: the run was cancelled after 0 of 500 steps\n");
    let line = &answer.json()[0];
    assert_eq!((&line["outcome"], &line["why"]), (&"stopped".into(), &"cancelled".into()));
    assert_eq!((&line["steps"], &line["throughput"]), (&0.into(), &0.0.into()));
}

#[test]
fn pictures_show_the_steps_that_fit() {
    let folder = folder();
    let [svg, html] = ["a.svg", "a.html"].map(|name| folder.path(name));
    let short = on_map(&folder, &["--steps", "9", "--svg", &svg, "--html", &html]);
    assert_eq!((short.status(), short.messages.as_str()), (0, ""));
    assert!(folder.text("a.svg").contains("<animate") && folder.text("a.html").contains("<html"));
    let fleet = ["--random", "9x9", "--robots", "60", "--node-limit", "0", "--steps", "600"];
    let long = run(&[&fleet[..], &["--svg", &svg, "--html", &html]].concat());
    let message = long.messages.strip_prefix(&format!("{svg}: shows the first ")).expect("a message");
    let shown = message.strip_suffix(" of 600 steps\n").expect("only about the animation");
    assert!(shown.parse::<usize>().is_ok_and(|shown| (300..600).contains(&shown)), "{shown}");
}
