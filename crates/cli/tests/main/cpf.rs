//! Tests of `cpf` as its users call it, with good and with bad input.

use motion_testing_program::Answer;
use std::fs;
use std::path::Path;

use crate::call;
use cpf::formats::{CpfText, PlanText, StepsText};
use cpf::{Instance, MotionModel, Schedule};

/// Two robots on a cycle of four with a chord exchange their positions.
pub(crate) const CHORD: &str = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";

/// Two robots on a path cannot exchange their positions.
pub(crate) const PATH: &str = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\nr 3 1\n";

pub(crate) const MAP: &str = "type octile\nheight 3\nwidth 3\nmap\n...\n...\n@@@\n";

/// Two robots on that map, from corner to corner.
pub(crate) const SCENARIO: &str =
    "version 1\n0\ta.map\t3\t3\t0\t0\t2\t1\t3.0\n0\ta.map\t3\t3\t2\t1\t0\t0\t3.0\n";

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
        // The plan is optimal, so the bound exceeds the sum of the distances.
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
    for text in [CHORD, &theirs] {
        assert_eq!(run(&["--graph", "-"], &format!("\u{feff}{text}")).status(), 0);
    }
}

#[test]
fn maps_need_scenarios_and_use_the_first_robots() {
    let folder = Folder::with(&[("a.map", MAP), ("a.scen", SCENARIO)]);
    let [map, scenario] = ["a.map", "a.scen"].map(|name| folder.path(name));
    let on_map = |more: &[&str]| run(&[&["--map", &map, "--scen", &scenario, "--json"], more].concat(), "");
    let one = on_map(&["--robots", "1", "--plan-format", "steps"]);
    assert_eq!(one.status(), 0);
    let line = &one.json()[0];
    assert_eq!(line["instance"], format!("{scenario}, 1 robot"));
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
    assert!(answer.output.starts_with("grid 300x300, 1 blank, seed 1, instance 1: "));
    let line = &run(&[&arguments[..], &["--json", "--no-solution"]].concat(), "").json()[1];
    assert_eq!((&line["outcome"], &line["algorithm"]), (&"solvable".into(), &"feasibility".into()));
    assert_eq!((&line["robots"], line.get("start")), (&89_999.into(), None));
}

/// Plans are verified move by move, and never kept in memory.
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
    let several = run(&["--grid", "2x3", "--blanks", "2", "--count", "3", "--no-solution"], "");
    assert_eq!(several.output.lines().count(), 5);
    assert!(several.output.contains("\n\n3 of 3 solved: "));
}

/// An answer contains the instance, if it is random, and the plan; an empty line separates answers.
#[test]
fn text_has_the_plan_unless_it_is_left_out_or_in_a_file() {
    let folder = Folder::with(&[("a.map", MAP), ("a.scen", SCENARIO)]);
    let [map, scenario, plan] = ["a.map", "a.scen", "plan"].map(|name| folder.path(name));
    let on_map = ["--map", &map, "--scen", &scenario, "--algorithm", "conflict-search"];
    for format in ["moves", "steps", "paths"] {
        let run = |more: &[&str]| {
            let answer = run(&[&on_map, &["--plan-format", format][..], more].concat(), "");
            assert_eq!(answer.status(), 0, "{more:?}");
            answer
        };
        let line = run(&["--json"]).json().remove(0);
        let solution = line["solution"].as_str().expect("a plan");
        let text = run(&[]).output;
        assert_eq!(text.split_once('\n').map(|(_, plan)| plan), Some(solution), "{format}");
        assert_eq!(run(&["--no-solution"]).output.lines().count(), 1);
        assert_eq!(run(&["--plan", &plan]).output.lines().count(), 1);
        assert_eq!(folder.text("plan"), solution);
        let alone = run(&["--plan", "-"]);
        assert_eq!(alone.output, solution);
        assert_eq!(alone.messages.lines().count(), 1);
        assert!(alone.messages.contains("conflict-search: "), "{}", alone.messages);
        // The solution is the best so far of a run that stops at once.
        let known = [&on_map[..], &["--plan-format", format, "--known", &plan, "--node-limit", "0"]];
        let again = crate::cpf::run(&known.concat(), "");
        assert!(again.status() == 2 && again.output.ends_with(solution), "{}", again.output);
    }
    let random = ["--grid", "2x3", "--blanks", "2", "--count", "2"];
    let lines = run(&[&random[..], &["--json"]].concat(), "").json();
    let text = run(&random, "").output;
    for line in &lines {
        let [start, solution] = ["start", "solution"].map(|key| line[key].as_str().expect("a text"));
        assert!(text.contains(&format!("\n{start}\n{solution}\n")), "{text}");
    }
    // Without a plan, nothing is on standard output.
    let none = run(&["--graph", "-", "--plan", "-"], PATH);
    assert_eq!((none.status(), none.output.as_str()), (1, ""));
    let said = "standard output: not written, as there is no solution to show\n";
    assert!(none.messages.contains(": unsolvable: ") && none.messages.ends_with(said), "{}", none.messages);
    assert_eq!(run(&["--graph", "-"], PATH).output.lines().count(), 1);
}

/// Two triangles that share a vertex, and one blank.
pub(crate) const BUTTERFLY: &str =
    "p edge 5 6\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\nr 1 2\nr 2 1\nr 4 4\nr 5 5\n";

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
