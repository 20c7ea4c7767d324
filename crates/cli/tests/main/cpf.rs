//! `cpf` as its users call it, with good and with bad input.

use std::fs;
use std::path::Path;

use crate::call;
use crate::program::Answer;
use cpf::{CpfText, Instance, MotionModel, PlanText, Schedule, StepsText};
use motion_puzzles::BAD_INPUT;

/// Two robots on a cycle of four with a chord exchange their positions.
pub(crate) const CHORD: &str = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";

/// Two robots on a path cannot.
pub(crate) const PATH: &str = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\nr 3 1\n";

pub(crate) const MAP: &str = "type octile\nheight 3\nwidth 3\nmap\n...\n...\n@@@\n";

/// Two robots on that map, from corner to corner.
const SCENARIO: &str = "version 1\n0\ta.map\t3\t3\t0\t0\t2\t1\t3.0\n0\ta.map\t3\t3\t2\t1\t0\t0\t3.0\n";

pub(crate) fn run(arguments: &[&str], input: &str) -> Answer {
    call("cpf", arguments, input.as_bytes())
}

/// A folder with files in it.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        for (name, text) in files {
            fs::write(folder.path(name), text).expect("a writable folder");
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain name").to_owned()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }
}

#[test]
fn graphs_are_read_by_name_and_by_content() {
    let instance = CHORD.parse::<Instance>().expect("an instance");
    let theirs = CpfText(&instance).to_string();
    let folder =
        Folder::with(&[("a.graph", CHORD), ("a.cpf", &theirs), ("odd", &theirs), ("b.CPF", &theirs)]);
    for name in ["a.graph", "a.cpf", "odd", "b.CPF"] {
        let answer = run(&["--graph", &folder.path(name), "--json"], "");
        assert_eq!(answer.status(), 0, "{name}");
        let line = &answer.json()[0];
        assert_eq!(line["instance"], folder.path(name));
        assert_eq!((&line["outcome"], line.get("start")), (&"solved".into(), None));
        let PlanText::<Schedule>(schedule) =
            line["solution"].as_str().expect("a plan").parse().expect("a plan");
        let metrics = instance.verify_schedule(&schedule, MotionModel::Pebble).expect("a solution");
        assert_eq!(line["moves"], metrics.moves);
        assert_eq!(line["makespan"], metrics.makespan);
        assert_eq!(line["sum_of_costs"], metrics.sum_of_costs);
        // The plan is optimal, so that the bound is more than the distances.
        assert_eq!((&line["lower_bound"], &line["gap"]), (&metrics.moves.into(), &0.0.into()));
        assert_eq!((&line["objective"], &line["model"]), (&"moves".into(), &"pebble".into()));
        for (key, count) in [("vertices", 4), ("edges", 5), ("robots", 2), ("vacant", 2)] {
            assert_eq!(line[key], count);
        }
        for key in ["seconds", "finish_seconds", "replay_seconds", "peak_mib"] {
            assert!(line[key].as_f64().is_some_and(|figure| figure >= 0.0), "{key} in {line}");
        }
    }
    assert_eq!(run(&["--graph", "-"], CHORD).status(), 0);
    assert_eq!(run(&["--graph", "-"], &format!("\n {theirs}")).status(), 0);
}

#[test]
fn maps_need_scenarios_and_use_the_first_robots() {
    let folder = Folder::with(&[("a.map", MAP), ("a.scen", SCENARIO)]);
    let [map, scenario] = ["a.map", "a.scen"].map(|name| folder.path(name));
    let on_map = |more: &[&str]| run(&[&["--map", &map, "--scen", &scenario, "--json"], more].concat(), "");
    let one = on_map(&["--robots", "1", "--plan-format", "steps"]);
    assert_eq!(one.status(), 0);
    let line = &one.json()[0];
    assert_eq!(line["instance"], format!("{scenario}, 1 robots"));
    assert_eq!((&line["moves"], &line["robots"], &line["vertices"]), (&3.into(), &1.into(), &6.into()));
    assert!(line["solution"].as_str().is_some_and(|plan| plan.starts_with("0:(0,0),\n1:(")));
    assert_eq!(on_map(&[]).json()[0]["robots"], 2);
    assert_eq!(
        on_map(&["--robots", "3"]).message(),
        format!("{scenario}: line 4, column 1: 3 robots are wanted, but there are 2")
    );
    assert_eq!(run(&["--map", &map, "--scen", "-", "--robots", "1"], SCENARIO).status(), 0);
    assert_eq!(run(&["--map", "-", "--scen", &scenario, "--robots", "1"], MAP).status(), 0);
}

#[test]
fn random_instances_are_as_configured_and_reproducible() {
    for (kind, size, blanks, vertices) in [
        ("--grid", "3x4", "1", 12),
        ("--grid", "2x3", "2", 6),
        ("--biconnected", "4,1,6", "3", 6),
        ("--biconnected", "3,1,5", "2", 5),
    ] {
        let arguments = [kind, size, "--blanks", blanks, "--count", "3", "--seed", "7", "--json"];
        let answer = run(&arguments, "");
        assert_eq!(answer.status(), 0, "{kind} {size}");
        let lines = answer.json();
        assert_eq!(lines.len(), 3);
        for line in &lines {
            let text = |key: &str| line[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"));
            let instance: Instance = text("start").parse().expect("an instance");
            assert_eq!((instance.graph().vertex_count(), &line["vertices"]), (vertices, &vertices.into()));
            assert_eq!(instance.vacant_count().to_string(), blanks);
            let PlanText::<Schedule>(schedule) = text("solution").parse().expect("a plan");
            let metrics = instance.verify_schedule(&schedule, MotionModel::Pebble).expect("a solution");
            assert_eq!(line["moves"], metrics.moves);
            assert!(line["lower_bound"].as_u64().is_some_and(|bound| bound <= metrics.moves));
        }
        assert_ne!(lines[0]["start"], lines[1]["start"]);
        let again = run(&arguments, "").json();
        assert!(lines.iter().zip(&again).all(|(a, b)| a["solution"] == b["solution"]));
        let bare = run(&[&arguments[..], &["--no-solution"]].concat(), "");
        assert!(bare.json().iter().all(|line| line.get("solution").or(line.get("start")).is_none()));
    }
}

#[test]
fn every_model_and_level_of_improvement_gives_a_legal_plan() {
    let instance = CHORD.parse::<Instance>().expect("an instance");
    for (name, model) in MotionModel::ALL.map(|model| (model.name(), model)) {
        for level in ["none", "redundancy", "full"] {
            let arguments = ["--graph", "-", "--json", "--model", name, "--improve", level];
            let line = &run(&arguments, CHORD).json()[0];
            assert_eq!((&line["model"], &line["improve"]), (&name.into(), &level.into()));
            let PlanText::<Schedule>(schedule) =
                line["solution"].as_str().expect("a plan").parse().expect("a plan");
            let metrics = instance.verify_schedule(&schedule, model).expect("a solution");
            assert_eq!(
                (&line["moves"], &line["makespan"]),
                (&metrics.moves.into(), &metrics.makespan.into())
            );
            let before = line.get("solver_moves").map(|moves| moves.as_u64().expect("a number"));
            assert_eq!(before.is_some(), level != "none");
            assert!(before.is_none_or(|before| before >= metrics.moves));
        }
    }
}

#[test]
fn unsolvable_instances_have_a_reason() {
    let reason = "robots 1 and 2 would have to pass each other on a path";
    for more in [&[][..], &["--feasibility-only"]] {
        let answer = run(&[&["--graph", "-"], more].concat(), PATH);
        assert_eq!(answer.status(), 1);
        assert!(answer.output.contains(&format!("unsolvable: {reason} (proved in ")), "{}", answer.output);
        let answer = run(&[&["--graph", "-", "--json"], more].concat(), PATH);
        assert_eq!(answer.status(), 1);
        let line = &answer.json()[0];
        assert_eq!((&line["outcome"], &line["reason"]), (&"unsolvable".into(), &reason.into()));
        assert!(line.get("moves").or(line.get("lower_bound")).or(line.get("solution")).is_none());
        assert_eq!(line["robots"], 2);
    }
}

#[test]
fn feasibility_alone_is_decided_on_large_grids() {
    let arguments = ["--grid", "300x300", "--blanks", "1", "--feasibility-only", "--count", "2"];
    let answer = run(&arguments, "");
    assert_eq!(answer.status(), 0);
    assert_eq!(answer.output.matches(": solvable (decided in ").count(), 2);
    assert!(answer.output.starts_with("grid 300x300, 1 blanks, seed 1, instance 1: "));
    let line = &run(&[&arguments[..], &["--json", "--no-solution"]].concat(), "").json()[1];
    assert_eq!((&line["outcome"], &line["algorithm"]), (&"solvable".into(), &"feasibility".into()));
    assert_eq!((&line["robots"], line.get("start")), (&89_999.into(), None));
}

/// Verified move by move, and never in memory.
#[test]
fn plans_can_be_counted_only() {
    let run = |more: &[&str]| {
        let arguments = ["--grid", "12x12", "--blanks", "2", "--algorithm", "single-steps"];
        run(&[&arguments[..], more].concat(), "")
    };
    let [counted, collected] = [&["--count-only", "--json"][..], &["--json"]].map(|more| run(more).json());
    let (counted, collected) = (&counted[0], &collected[0]);
    assert_eq!(counted["moves"], collected["moves"]);
    for key in ["makespan", "sum_of_costs", "replay_seconds", "finish_seconds", "model", "improve"] {
        assert!(collected.get(key).is_some() && counted.get(key).is_none(), "{key}");
    }
    let small = ["--count-only", "--memory-limit", "7"];
    assert_eq!(run(&small).status(), 0);
    assert!(run(&small).output.contains("solved and verified in"));
    assert!(run(&[&small[..], &["--count", "3"]].concat()).output.contains("3 of 3 solved"));
}

#[test]
fn limits_stop_a_run() {
    let limited = |option: &str| run(&["--grid", "30x30", "--blanks", "1", "--json", option, "0"], "");
    for (option, why) in [("--node-limit", "nodes"), ("--memory-limit", "memory"), ("--time-limit", "time")] {
        let answer = limited(option);
        assert_eq!(answer.status(), 2);
        let line = &answer.json()[0];
        assert_eq!((&line["outcome"], &line["why"]), (&"stopped".into(), &why.into()));
        assert!(line.get("solution").or(line.get("makespan")).is_none());
        // Without time there is not even an instance.
        assert_eq!(line["lower_bound"].as_u64().is_some_and(|bound| bound > 0), why != "time");
        assert_eq!(line.get("reason").is_some(), why == "time");
    }
    // During the work, too.
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
    // What is wrong with a text is found where there is time for it.
    let wrong = ["--graph", "-", "--time-limit", "60"];
    assert_eq!(run(&wrong, "p edge 2 1\ne 1 3\n").status(), 3);
    assert_eq!(run(&["--grid", "0x9", "--blanks", "1", "--time-limit", "60"], "").status(), 3);
    // The same instances as without limits.
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
    // A node for each of 900 vertices and 1740 edges.
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
fn instances_plans_and_pictures_are_written() {
    let folder = Folder::with(&[]);
    let [graph, theirs, plan, steps, svg, html] =
        ["i.graph", "i.cpf", "plan", "steps", "p.svg", "p.html"].map(|name| folder.path(name));
    let grid = |more: &[&str]| {
        let answer = run(&[&["--grid", "2x3", "--blanks", "2"], more].concat(), "");
        assert_eq!(answer.status(), 0, "{more:?}");
        assert_eq!(answer.output.lines().count(), 1);
    };
    grid(&["--write-instance", &graph, "--plan", &plan, "--svg", &svg, "--html", &html]);
    grid(&["--write-instance", &theirs, "--feasibility-only"]);
    grid(&["--plan", &steps, "--plan-format", "steps"]);

    let instance = folder.text("i.graph").parse::<Instance>().expect("an instance");
    assert_eq!(folder.text("i.cpf").parse(), Ok(CpfText(instance.clone())));
    let PlanText::<Schedule>(schedule) = folder.text("plan").parse().expect("a plan");
    assert!(instance.verify_schedule(&schedule, MotionModel::Pebble).is_ok());
    let robots = instance.start().places().iter().copied().zip(instance.goal().places().iter().copied());
    let on_grid = motion_core::Grid::new(2, 3).expect("a grid");
    let on_grid = cpf::Setup::on_grid(on_grid, robots.collect()).instance().expect("the same graph");
    assert_eq!(StepsText::read(&folder.text("steps"), &on_grid), Ok(schedule));
    assert!(folder.text("p.svg").starts_with("<svg"));
    assert!(folder.text("p.html").contains("<h1>4 robots on 6 vertices</h1>"));

    // Written files can be read again; graphs without a grid can be drawn.
    assert_eq!(run(&["--graph", &graph, "--html", &html], "").status(), 0);
    assert_eq!(run(&["--graph", &theirs, "--svg", &svg], "").status(), 0);
    // Without a plan nothing is written.
    let nothing = ["none", "nothing"].map(|name| folder.path(name));
    let answer = run(&["--graph", "-", "--plan", &nothing[0], "--svg", &nothing[1]], PATH);
    let said =
        nothing.each_ref().map(|file| format!("{file}: not written, as there is no solution to show\n"));
    assert_eq!((answer.status(), answer.messages), (1, said.concat()));
    assert!(!nothing.iter().any(|file| Path::new(file).exists()));
}

#[test]
fn text_has_a_line_for_each_instance_and_a_sum() {
    let answer = run(&["--graph", "-"], CHORD);
    assert!(answer.output.starts_with("standard input, "), "{}", answer.output);
    for part in [" moves in ", " steps, sum of costs ", ", optimal; solved in ", ", finished in "] {
        assert!(answer.output.contains(part), "{part} in {}", answer.output);
    }
    assert!(answer.output.contains(", replayed and verified in "));
    let longer = run(&["--grid", "5x5", "--blanks", "2"], "").output;
    assert!(longer.contains(", no fewer than ") && longer.contains(" possible (gap "), "{longer}");
    let several = run(&["--grid", "2x3", "--blanks", "2", "--count", "3"], "");
    assert_eq!(several.output.lines().count(), 5);
    assert!(several.output.contains("\n\n3 of 3 solved: "));
}

#[test]
fn bad_files_are_refused_with_line_and_column() {
    let refused = |text: &str| {
        let answer = run(&["--graph", "-"], text);
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""));
        answer.message()
    };
    for (text, message) in [
        ("", "standard input: line 1, column 1: the text is empty"),
        (
            "p edge 2 1\ne 1 3\nr 1 2\n",
            "standard input: line 2, column 5: there is no vertex 3: they are 1 to 2",
        ),
        (
            "p edge 2 1\ne 1 2\nr 1 2\nr 1 1\n",
            "standard input: line 4, column 3: the robot at line 3, column 3 starts on the same vertex",
        ),
        ("V =\n(1:-1)[0:0:0]\n", "standard input: line 2, column 2: vertex 0 comes next, not 1"),
    ] {
        assert_eq!(refused(text), message);
    }
    let folder = Folder::with(&[("a.map", "type octile\nheight 1\nwidth 2\nmap\n.?\n"), ("a.cpf", CHORD)]);
    let [map, theirs] = ["a.map", "a.cpf"].map(|name| folder.path(name));
    let message = |arguments: &[&str]| run(arguments, SCENARIO).message();
    assert_eq!(
        message(&["--map", &map, "--scen", "-"]),
        format!("{map}: line 5, column 2: unexpected character '?'")
    );
    assert!(message(&["--graph", &theirs]).starts_with(&format!("{theirs}: line 1, column 1: ")));
    fs::write(&map, "type octile\nheight 1\nwidth 2\nmap\n..\n").expect("a writable folder");
    assert!(
        message(&["--map", &map, "--scen", "-"]).starts_with("standard input: line 2, column 1: this is for")
    );
    let bytes = call("cpf", &["--graph", "-"], b"p edge \xff");
    assert_eq!(bytes.message(), "standard input: line 1, column 8: this is not UTF-8 text");
}

/// The status is that of bad input, and the message contains this.
fn refuses(arguments: &[&str], input: &str, part: &str) {
    let answer = run(arguments, input);
    assert_eq!(answer.status(), BAD_INPUT, "{arguments:?}");
    assert!(answer.message().contains(part), "{arguments:?}: {}", answer.message());
}

#[test]
fn conflicting_arguments_are_refused() {
    let grid = ["--grid", "3x3", "--blanks", "2"];
    let on_grid = |more: &[&str], part: &str| refuses(&[&grid[..], more].concat(), "", part);
    let source = "<--graph <FILE>|--map <FILE>|--grid <RxC>|--biconnected <C,E,V>>";
    refuses(&[], "", source);
    refuses(&["--scen", "x"], "", source);
    refuses(&["--graph", "-", "--grid", "3x3", "--blanks", "1"], CHORD, "cannot be used with");
    refuses(&["--map", "x"], "", "--scen <FILE>");
    refuses(&["--map", "-", "--scen", "-"], MAP, "only one of --map and --scen can be standard input");
    refuses(
        &["--graph", "-", "--known", "-"],
        CHORD,
        "only one of --graph and --known can be standard input",
    );
    refuses(
        &["--graph", "-", "--known", "x", "--algorithm", "elimination"],
        CHORD,
        "--known goes with auto and with schedulers, and elimination finds plans anew",
    );
    refuses(&["--graph", "-", "--known", "x", "--count-only"], CHORD, "cannot be used with");
    refuses(&["--graph", "-", "--robots", "1"], CHORD, "--map <FILE>");
    refuses(&["--graph", "-", "--blanks", "1"], CHORD, "cannot be used with");
    refuses(&["--graph", "-", "--count", "2"], CHORD, "--count goes with --grid and --biconnected");
    for format in ["steps", "paths"] {
        let message = format!("--plan-format {format} needs the coordinates");
        refuses(&["--graph", "-", "--plan-format", format], CHORD, &message);
    }
    refuses(&["--graph", "-", "--bucket", "1"], CHORD, "--map <FILE>");
    on_grid(&["--count-only", "--objective", "makespan"], "cannot be used with");
    on_grid(&["--count-only", "--curve", "x"], "cannot be used with");
    refuses(&["--grid", "3x3"], "", "--blanks <B>");
    refuses(&["--biconnected", "3,1,5"], "", "--blanks <B>");
    for option in ["--plan", "--known", "--write-instance", "--svg", "--html", "--curve"] {
        let message = format!("{option} is for one instance, but there are 2");
        on_grid(&["--count", "2", option, "no/such/folder/x"], &message);
    }
    for option in ["--plan", "--write-instance", "--svg", "--html", "--curve"] {
        on_grid(&[option, "-"], "standard output is for answers");
    }
    for option in ["--plan", "--svg", "--html", "--curve"] {
        on_grid(&["--feasibility-only", option, "x"], "cannot be used with");
    }
}

#[test]
fn impossible_values_are_refused() {
    let random = |kind: &str, size: &str, blanks: &str, part: &str| {
        refuses(&[kind, size, "--blanks", blanks], "", part);
    };
    for size in ["3", "3x", "3x-3", "x", "3,3"] {
        random("--grid", size, "1", "expected rows and columns, for example 4x4");
    }
    random("--grid", "3x3", "10", "10 blanks are more than the vertices, 9");
    random("--grid", "3x3", "4000000000", "4000000000 blanks are more than the vertices, 9");
    random("--grid", "3x3", "0", "expected a whole number, 1 or more");
    random("--grid", "0x3", "1", "a grid of 0 rows and 3 columns has no cell");
    random("--grid", "99999x99999", "1", "9999800001 vertices are too many: at most 16777216 are allowed");
    for ears in ["3", "3,1", "3,1,5,7", "3,-1,5", "3,1,many"] {
        random("--biconnected", ears, "1", "expected three numbers");
    }
    random("--biconnected", "2,1,5", "1", "a cycle has at least 3 vertices, not 2");
    random("--biconnected", "3,0,5", "1", "ears must have at least one inner vertex");
    random("--biconnected", "6,1,5", "1", "a graph that begins with a cycle of 6 vertices");
    random("--biconnected", "3,1,5", "6", "6 blanks are more than the vertices, 5");
    random("--biconnected", "3,4000000000,5", "1", "vertices are too many");
    let grid = ["--grid", "3x3", "--blanks", "2"];
    for (option, value, part) in [
        ("--algorithm", "magic", "possible values: auto"),
        ("--improve", "a lot", "possible values: none, redundancy, full"),
        ("--model", "fast", "possible values: pebble, train, standard"),
        ("--objective", "speed", "possible values: moves, sum-of-costs, makespan"),
        ("--plan-format", "verse", "possible values: moves, steps, paths"),
        ("--colour", "red", "possible values: goal, delay"),
        ("--colour", "delay", "--colour delay goes with --svg and --html"),
        ("--count", "0", "expected a whole number, 1 or more"),
        ("--time-limit", "soon", "expected a number of seconds"),
        ("--time-limit", "-1", "expected a number of seconds, 0 or more, or `inf` for no limit"),
        ("--time-limit", "1e999", "expected at most 18446744073709551615 seconds, or `inf` for no limit"),
        ("--node-limit", "-inf", "expected a whole number, 0 or more, or `inf` for no limit"),
        ("--memory-limit", "1.5", "expected a whole number, 0 or more, or `inf` for no limit"),
        ("--plan", "no/such/folder/x", "no/such/folder/x: "),
        ("--write-instance", "no/such/folder/x", "no/such/folder/x: "),
        ("--svg", "no/such/folder/x", "no/such/folder/x: "),
        ("--curve", "no/such/folder/x", "no/such/folder/x: "),
    ] {
        refuses(&[&grid[..], &[option, value]].concat(), "", part);
    }
    refuses(&["--graph", "no/such/file"], "", "no/such/file: ");
    refuses(&["--map", "no/such/file", "--scen", "-"], "", "no/such/file: ");
    let suitable = "bibox does not support this instance: without vertex 2 the graph falls into pieces";
    refuses(&["--graph", "-", "--algorithm", "bibox"], PATH, suitable);
    let blanks = "blocks does not support this instance: there must be exactly one blank, not 2";
    refuses(&["--graph", "-", "--algorithm", "blocks"], CHORD, blanks);
    for algorithm in ["elimination", "elimination-beam", "push-swap", "push-rotate-snake"] {
        let blanks = format!("{algorithm} does not support this instance: there is only one blank");
        refuses(&["--graph", "-", "--algorithm", algorithm], BUTTERFLY, &blanks);
    }
    let help = run(&["--help"], "");
    assert_eq!(help.status(), 0);
    assert!(help.message().contains("Exit status: 0 all solved"));
}

/// Two triangles that share a vertex, and one blank.
const BUTTERFLY: &str = "p edge 5 6\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\nr 1 2\nr 2 1\nr 4 4\nr 5 5\n";

#[test]
fn auto_names_the_solver_that_it_chose() {
    let star = "p edge 4 3\ne 1 2\ne 1 3\ne 1 4\nr 2 3\nr 3 2\n";
    let cycle = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 3\n";
    // A path, and beside it the butterfly.
    let apart = "p edge 8 8\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\ne 6 7\ne 7 8\n\
        r 1 2\nr 2 1\nr 4 4\nr 5 5\nr 6 8\n";
    let settled = "p edge 3 2\ne 1 2\ne 2 3\nr 1 1\n";
    for (instance, algorithm) in [
        (BUTTERFLY, "blocks"),
        (star, "elimination"),
        (cycle, "line"),
        (apart, "several"),
        (settled, "auto"),
        (CHORD, "ears"),
        (&format!("{CHORD}r 2 2\n"), "ears"),
    ] {
        for limit in [&[][..], &["--node-limit", "20000"]] {
            let answer = run(&[&["--graph", "-", "--json"][..], limit].concat(), instance);
            assert_eq!(
                (answer.status(), &answer.json()[0]["algorithm"]),
                (0, &algorithm.into()),
                "{instance}"
            );
        }
    }
    let stuck = run(&["--graph", "-"], "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\nr 2 1\n");
    assert_eq!(stuck.status(), 1);
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
