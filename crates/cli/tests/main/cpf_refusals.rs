//! Tests of the options and inputs that `cpf` refuses, and of its messages.

use std::fs;

use motion_puzzles::BAD_INPUT;

use crate::call;
use crate::cpf::{BUTTERFLY, CHORD, Folder, MAP, PATH, SCENARIO, run};

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

/// Checks that the status is that of bad input, and that the message contains this.
fn refuses(words: &str, input: &str, part: &str) {
    let answer = run(&words.split_whitespace().collect::<Vec<_>>(), input);
    assert_eq!(answer.status(), BAD_INPUT, "{words}");
    assert!(answer.message().contains(part), "{words}: {}", answer.message());
}

#[test]
fn conflicting_arguments_are_refused() {
    let on_grid = |more: &str, part: &str| refuses(&format!("--grid 3x3 --blanks 2 {more}"), "", part);
    let source = "<--graph <FILE>|--map <FILE>|--grid <RxC>|--biconnected <C,E,V>>";
    refuses("", "", source);
    refuses("--scen x", "", source);
    refuses("--graph - --grid 3x3 --blanks 1", CHORD, "cannot be used with");
    refuses("--map x", "", "<--scen <FILE>|--agents <FILE>>");
    refuses("--map x --agents y", "", "--tasks <FILE>");
    refuses("--map x --tasks y", "", "--agents <FILE>");
    refuses("--map x --scen y --tasks z", "", "cannot be used with");
    refuses("--map x --scen y --agents z --tasks z", "", "cannot be used with");
    refuses("--map x --agents y --tasks z --bucket 1", "", "cannot be used with");
    for source in ["--graph -", "--grid 3x3 --blanks 2"] {
        for robots in ["--scen x", "--agents y --tasks z"] {
            refuses(&format!("{source} {robots}"), CHORD, "cannot be used with");
        }
    }
    refuses("--map x --agents - --tasks -", "", "only one of --agents and --tasks can be standard input");
    refuses("--map - --scen -", MAP, "only one of --map and --scen can be standard input");
    refuses("--graph - --known -", CHORD, "only one of --graph and --known can be standard input");
    refuses(
        "--graph - --known x --algorithm elimination",
        CHORD,
        "--known goes with auto and with schedulers, and elimination finds plans anew",
    );
    refuses("--graph - --known x --count-only", CHORD, "cannot be used with");
    refuses("--graph - --robots 1", CHORD, "--map <FILE>");
    refuses("--graph - --blanks 1", CHORD, "cannot be used with");
    refuses("--graph - --count 2", CHORD, "--count goes with --grid and --biconnected");
    for format in ["steps", "paths"] {
        let message = format!("--plan-format {format} needs the coordinates");
        refuses(&format!("--graph - --plan-format {format}"), CHORD, &message);
    }
    refuses("--graph - --bucket 1", CHORD, "--scen <FILE>");
    on_grid("--count-only --objective makespan", "cannot be used with");
    on_grid("--count-only --curve x", "cannot be used with");
    refuses("--grid 3x3", "", "--blanks <B>");
    refuses("--biconnected 3,1,5", "", "--blanks <B>");
    for option in ["--plan", "--known", "--write-instance", "--svg", "--html", "--curve"] {
        let message = format!("{option} is for one instance, but there are 2");
        on_grid(&format!("--count 2 {option} no/such/folder/x"), &message);
    }
    for option in ["--write-instance", "--svg", "--html", "--curve"] {
        on_grid(&format!("{option} -"), "standard output is for answers");
    }
    for option in ["--json", "--no-solution"] {
        let message = format!("--plan - prints the plan alone, and {option} something else");
        on_grid(&format!("--plan - {option}"), &message);
    }
    on_grid("--plan - --count 2", "--plan is for one instance, but there are 2");
    for option in ["--count-only", "--feasibility-only"] {
        on_grid(&format!("--plan - {option}"), "cannot be used with");
    }
    for option in ["--plan", "--svg", "--html", "--curve"] {
        on_grid(&format!("--feasibility-only {option} x"), "cannot be used with");
    }
}

#[test]
fn impossible_values_are_refused() {
    let random = |kind: &str, size: &str, blanks: &str, part: &str| {
        refuses(&format!("{kind} {size} --blanks {blanks}"), "", part);
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
    for (option, value, part) in [
        ("--algorithm", "magic", "possible values: auto"),
        ("--improve", "much", "possible values: none, redundancy, full"),
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
        refuses(&format!("--grid 3x3 --blanks 2 {option} {value}"), "", part);
    }
    refuses("--graph no/such/file", "", "no/such/file: ");
    refuses("--map no/such/file --scen -", "", "no/such/file: ");
    let suitable = "bibox does not support this instance: without vertex 2 the graph falls into pieces";
    refuses("--graph - --algorithm bibox", PATH, suitable);
    let blanks = "blocks does not support this instance: there must be exactly one blank, not 2";
    refuses("--graph - --algorithm blocks", CHORD, blanks);
    for algorithm in ["elimination", "elimination-beam", "push-swap", "push-rotate-snake"] {
        let blanks = format!("{algorithm} does not support this instance: there is only one blank");
        refuses(&format!("--graph - --algorithm {algorithm}"), BUTTERFLY, &blanks);
    }
    let help = run(&["--help"], "");
    assert_eq!(help.status(), 0);
    assert!(help.message().contains("Exit status: 0 all solved"));
}
