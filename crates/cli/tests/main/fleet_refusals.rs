//! Tests of the messages of `fleet` about bad input.

use motion_puzzles::BAD_INPUT;

use crate::cpf::Folder;
use crate::fleet::{AGENTS, MAP, PROBLEM, TASKS, folder, run};

#[test]
fn errors_of_lists_are_told_with_their_places() {
    let folder = folder();
    let cases = [
        ("agents", "3\n0\n4\n", "line 1, column 1: 3 cells are stated here, but there are 2"),
        ("agents", "2\n0\n0\n", "line 3, column 1: line 2, column 1 names the same cell"),
        ("agents", "2\n0\n6\n", "line 3, column 1: (1, 1) is a closed cell"),
        ("tasks", "2\n0\n4,6\n", "line 3, column 3: (1, 1) is a closed cell"),
        ("tasks", "1\n0,20\n", "line 2, column 3: there is no cell 20: they are 0 to 19"),
        ("tasks", "2\n0\n", "line 1, column 1: 2 tasks are stated here, but there are 1"),
        ("tasks", "1\n0;1\n", "line 2, column 2: expected the end of the line but found \";1\""),
        ("tasks", "", "line 1, column 1: the text is empty"),
        ("map", "type octile\nheight 1\nwidth 2\nmap\n.?\n", "line 5, column 2: unexpected character '?'"),
    ];
    for (kind, text, message) in cases {
        let bad = folder.path("bad");
        std::fs::write(&bad, text).expect("a writable folder");
        let file = |name: &str| if name == kind { bad.clone() } else { folder.path(&format!("a.{name}")) };
        let [map, agents, tasks] = ["map", "agents", "tasks"].map(file);
        let answer = run(&["--map", &map, "--agents", &agents, "--tasks", &tasks, "--steps", "1"]);
        assert_eq!(answer.status(), BAD_INPUT, "{text:?}");
        assert_eq!(answer.message(), format!("{bad}: {message}"));
    }
    let [map, agents, tasks] = ["a.map", "a.agents", "a.tasks"].map(|name| folder.path(name));
    let more = run(&["--map", &map, "--agents", &agents, "--tasks", &tasks, "--robots", "4"]);
    assert_eq!(
        more.message(),
        format!("{agents}: line 6, column 1: 4 robots need as many cells, but there are 3")
    );
}

#[test]
fn errors_of_problem_files_are_told_with_their_places() {
    let folder = folder();
    let path = folder.path("bad.json");
    let cases = [
        ("3,", "\"many\",", "line 5, column 20: invalid type: string \"many\", expected u32"),
        ("3,", "-1,", "line 5, column 16: invalid value: integer `-1`, expected u32"),
        ("1.4", "0", "line 6, column 21: expected a number above 0, at most 1000"),
        ("mapFile", "map", "line 8, column 1: missing field `mapFile`"),
        ("teamSize", "mapFile", "line 5, column 11: duplicate field `mapFile`"),
        ("{", "[", "line 2, column 12: expected `,` or `]`"),
        ("\n}", "", "line 8, column 1: EOF while parsing an object"),
    ];
    for (old, new, message) in cases {
        std::fs::write(&path, PROBLEM.replacen(old, new, 1)).expect("a writable folder");
        let answer = run(&[&path, "--steps", "1"]);
        assert_eq!(answer.status(), BAD_INPUT, "{new}");
        assert!(answer.message().starts_with(&format!("{path}: {message}")), "{}", answer.message());
    }
    let message = |old: &str, new: &str| {
        std::fs::write(&path, PROBLEM.replacen(old, new, 1)).expect("a writable folder");
        run(&[&path, "--steps", "1"]).message()
    };
    let agents = folder.path("a.agents");
    let expected = format!("{agents}: line 6, column 1: 4 robots need as many cells, but there are 3");
    assert_eq!(message("3,", "4,"), expected, "the team is larger than the list");
    let absent = folder.path("b.tasks");
    assert!(message("a.tasks", "b.tasks").starts_with(&format!("{absent}: cannot be read: ")));
    let absent = folder.path("b.json");
    assert!(run(&[&absent]).message().starts_with(&format!("{absent}: cannot be read: ")));
    let problem = folder.path("a.json");
    for written in [&problem, &folder.path("maps/a.map")] {
        let answer = run(&[&problem, "--output", written]);
        assert!(answer.message().ends_with("this file is named twice, and would be overwritten"));
    }
    assert_eq!(folder.text("a.json"), PROBLEM);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = Folder::with(&[("a.map", MAP), ("a.agents", AGENTS), ("a.tasks", TASKS)]);
    let [map, agents, tasks] = ["a.map", "a.agents", "a.tasks"].map(|name| folder.path(name));
    let cases: [(&[&str], &str); 13] = [
        (&[], "required arguments were not provided"),
        (&["--map", &map], "required arguments were not provided"),
        (&["--random", "5x5"], "--robots <N>"),
        (&["--random", "5x5", "--robots", "2", "--agents", &agents], "cannot be used with"),
        (&["p.json", "--robots", "2"], "cannot be used with"),
        (&["p.json", "--closed", "2"], "cannot be used with"),
        (
            &["--map", "-", "--agents", "-", "--tasks", &tasks],
            "only one of --map and --agents can be standard",
        ),
        (&["--random", "5x5", "--robots", "26", "--closed", "0"], "there is no room for 26 robots: the"),
        (&["--random", "0x5", "--robots", "1"], "grid"),
        (&["--random", "5000x5000", "--robots", "1"], "25000000 cells are too many: at most 16777216"),
        (&["--random", "5x5", "--robots", "1", "--closed", "101"], "expected at most 100"),
        (&["--random", "5x5", "--robots", "1", "--reveal", "0"], "expected a number above 0, at most 1000"),
        (&["--random", "5x5", "--robots", "1", "--steps", "0"], "expected a whole number, 1 or more"),
    ];
    for (arguments, expected) in cases {
        let answer = run(arguments);
        assert_eq!(answer.status(), BAD_INPUT, "{arguments:?}");
        assert!(answer.message().contains(expected), "{arguments:?}: {}", answer.message());
    }
}
