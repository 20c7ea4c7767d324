//! Tests of maps, scenarios and lists of cells as other programs write them, and of messages about
//! them.

use motion_puzzles::BAD_INPUT;

use crate::cpf::{Folder, run};

/// Six open cells, one of which is swamp and one an emitter point.
const MAP: &str = "# a warehouse\ntype octile\n\nheight 3\nwidth 3\nmap\n.SE\nG..\n@TW\n";

#[test]
fn scenarios_may_say_version_one_point_zero_and_have_comments() {
    let entries = "1 a.map 3 3 0 0 2 1 3\n\n# the other corner\n1 a.map 3 3 2 1 0 0 3\n";
    let folder = Folder::with(&[("a.map", MAP)]);
    for version in ["1", "1.0", "1.00"] {
        let scenario = format!("# made by hand\nversion {version}\n{entries}");
        let answer = run(&["--map", &folder.path("a.map"), "--scen", "-", "--json"], &scenario);
        assert_eq!((answer.status(), &answer.json()[0]["robots"]), (0, &2.into()), "{version}");
    }
    let answer = run(&["--map", &folder.path("a.map"), "--scen", "-"], &format!("version 1.1\n{entries}"));
    assert_eq!(answer.status(), BAD_INPUT);
    let message = "standard input: line 1, column 9: \
        scenarios of version 1 or 1.0 are read, not of version \"1.1\"";
    assert_eq!(answer.message(), message);
}

#[test]
fn lists_of_cells_are_starts_and_goals() {
    let folder = Folder::with(&[
        ("a.map", MAP),
        ("two.agents", "# version for LoRR 2024\n2\n0\n5\n"),
        ("four.tasks", "4\n5\n0\n\n0\n1\n"),
        ("one.tasks", "1\n5\n"),
        ("same.tasks", "2\n5\n5\n"),
        ("closed.agents", "1\n6\n"),
        ("beyond.agents", "1\n9\n"),
        ("several.tasks", "2\n1\n5,0\n"),
    ]);
    let run = |agents: &str, tasks: &str, more: &[&str]| {
        let [map, agents, tasks] = ["a.map", agents, tasks].map(|name| folder.path(name));
        run(&[&["--map", &map, "--agents", &agents, "--tasks", &tasks], more].concat(), "")
    };
    let line = run("two.agents", "four.tasks", &["--json", "--plan-format", "steps"]).json().remove(0);
    let agents = folder.path("two.agents");
    assert_eq!(line["instance"], format!("{agents}, 2 robots, the first of 4 tasks"));
    assert_eq!((&line["moves"], &line["vertices"]), (&6.into(), &6.into()));
    let plan = line["solution"].as_str().expect("a plan");
    assert!(plan.starts_with("0:(0,0),(2,1),\n") && plan.ends_with(":(2,1),(0,0),\n"), "{plan}");
    let one = run("two.agents", "one.tasks", &["--json", "--robots", "1"]).json().remove(0);
    assert_eq!((&one["instance"], &one["moves"]), (&format!("{agents}, 1 robot").into(), &3.into()));

    for (agents, tasks, file, message) in [
        (
            "two.agents",
            "one.tasks",
            "one.tasks",
            "line 3, column 1: 2 robots need as many cells, but there are 1",
        ),
        ("two.agents", "same.tasks", "same.tasks", "line 3, column 1: line 2, column 1 names the same cell"),
        ("closed.agents", "one.tasks", "closed.agents", "line 2, column 1: (0, 2) is a closed cell"),
        (
            "beyond.agents",
            "one.tasks",
            "beyond.agents",
            "line 2, column 1: there is no cell 9: they are 0 to 8",
        ),
        (
            "two.agents",
            "several.tasks",
            "several.tasks",
            "line 3, column 1: this task leads to 2 cells; only tasks of one cell, the goal, are read",
        ),
    ] {
        let answer = run(agents, tasks, &[]);
        assert_eq!(answer.status(), BAD_INPUT, "{agents} {tasks}");
        assert_eq!(answer.message(), format!("{}: {message}", folder.path(file)));
    }
    let answer = run("two.agents", "four.tasks", &["--robots", "3"]);
    let expected = format!("{agents}: line 5, column 1: 3 robots need as many cells, but there are 2");
    assert_eq!(answer.message(), expected);
}

/// Messages about maps name cells by (x, y).
#[test]
fn illegal_schedules_on_maps_are_told_by_coordinates() {
    let folder = Folder::with(&[
        ("a.map", "type octile\nheight 3\nwidth 3\nmap\n@.@\n...\n@@@\n"),
        ("a.scen", "version 1\n1 a.map 3 3 0 1 2 1 2\n1 a.map 3 3 2 1 0 1 2\n"),
        ("exchange", "0:(0,1),(2,1),\n1:(1,1),(2,1),\n2:(2,1),(1,1),\n3:(2,1),(0,1),\n"),
        ("both", "0:(0,1),(2,1),\n1:(1,1),(2,1),\n2:(2,1),(2,1),\n"),
        ("far", "Agent 0: (1,0)->(1,2)->\nAgent 1: (1,2)->\n"),
        ("early", "1 1 2 3\n"),
        ("nowhere", "1 1 2 9\n"),
    ]);
    let [map, scenario] = ["a.map", "a.scen"].map(|name| folder.path(name));
    for (known, message) in [
        ("exchange", "robots 1 and 2 exchange (1, 1) and (2, 1) in step 2"),
        ("both", "robots 1 and 2 are both on (2, 1) after step 2"),
        ("far", "robot 1 moves from (0, 1) to (2, 1) in step 1, but these are not adjacent"),
        ("early", "robot 1 ends on (1, 1) instead of (2, 1)"),
        ("nowhere", "robot 1 moves to vertex 9 in step 1, but there are only 4 vertices"),
    ] {
        let known = folder.path(known);
        let more = ["--objective", "makespan", "--known", &known, "--node-limit", "0"];
        let answer = run(&[&["--map", &map, "--scen", &scenario], &more[..]].concat(), "");
        assert_eq!(answer.status(), BAD_INPUT);
        assert_eq!(answer.message(), format!("{known}: {message}"));
    }
}
