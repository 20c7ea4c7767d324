//! Tests of `sliding` with several blanks, and with the solvers of cooperative path-finding.

use motion_testing_program::Answer;
use std::fs;

use crate::call;
use grid_puzzle::{Board, Instance, Notation, TileMoves};
use motion_core::solver_table::Registered;
use motion_puzzles::{BAD_INPUT, Verdict};

fn sliding(arguments: &[&str], input: &[u8]) -> Answer {
    call("sliding", arguments, input)
}

fn text<'a>(line: &'a serde_json::Value, key: &str) -> &'a str {
    line[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"))
}

#[test]
fn every_algorithm_solves_boards_with_several_blanks() {
    let own = grid_puzzle::AnySolver::all().map(Registered::name);
    let others = cpf::AnySolver::all().map(Registered::name);
    // Two solvers are for one blank only, and the fewest moves on boards of twenty cells take too
    // long.
    let left_out = ["blocks", "sliding", "optimal"];
    for algorithm in own.chain(others).filter(|name| !left_out.contains(name)) {
        let arguments =
            ["--random", "4x5", "--blanks", "3", "--count", "2", "--json", "--algorithm", algorithm];
        let answer = sliding(&[&arguments[..], &["--node-limit", "100000"]].concat(), b"");
        assert_eq!(answer.result.as_ref().ok(), Some(&Verdict::Solved), "{algorithm}");
        for line in answer.json() {
            let start: Board = text(&line, "start").parse().expect("a board");
            let instance = Instance::standard(start);
            let moves: TileMoves = text(&line, "solution").parse().expect("moves");
            let plan = moves.to_plan(instance.start()).expect("legal moves");
            assert_eq!(line["moves"], instance.verify_plan(&plan).expect("a solution").moves, "{algorithm}");
            assert_eq!(line["blanks"], 3);
            assert!(line["lower_bound"].as_u64() <= line["moves"].as_u64());
        }
    }
}

#[test]
fn shortest_solutions_with_several_blanks_are_optimal() {
    let arguments = ["--random", "3x4", "--blanks", "4", "--count", "3", "--algorithm", "optimal", "--json"];
    let lines = sliding(&arguments, b"").json();
    assert!(lines.iter().all(|line| line["quality"] == "optimal"), "{lines:?}");
    let shorter = |algorithm: &str| {
        let arguments =
            ["--random", "3x4", "--blanks", "4", "--count", "3", "--algorithm", algorithm, "--json"];
        let others = sliding(&arguments, b"").json();
        lines.iter().zip(&others).all(|(line, other)| line["moves"].as_u64() <= other["moves"].as_u64())
    };
    assert!(shorter("snake") && shorter("ears") && shorter("elimination"));
    let stopped = sliding(
        &["--random", "6x6", "--blanks", "2", "--algorithm", "optimal", "--memory-limit", "7", "--json"],
        b"",
    );
    assert_eq!((stopped.status(), stopped.messages.as_str()), (2, ""));
    assert_eq!(stopped.json()[0]["why"], "memory");
}

#[test]
fn path_finding_solves_boards_with_one_blank() {
    for algorithm in ["ears", "blocks", "bibox-theta", "auto"] {
        let arguments = ["--random", "4x4", "--json", "--algorithm", algorithm, "--notation", "blank"];
        let line = &sliding(&[&arguments[..], &["--node-limit", "100000"]].concat(), b"").json()[0];
        let instance: Instance = text(line, "start").parse().expect("an instance");
        let walk = Notation::Blank.parse(text(line, "solution")).expect("letters");
        assert_eq!(line["moves"], instance.verify(&walk).expect("a solution").moves);
        assert_eq!(line["blanks"], 1);
    }
    assert_eq!(sliding(&["-", "--algorithm", "ears"], b"1 2 3\n4 5 6\n8 7 0").status(), 1);
    let unsuitable = sliding(&["--random", "3x3", "--algorithm", "elimination"], b"");
    assert_eq!(unsuitable.status(), BAD_INPUT);
    assert!(unsuitable.message().starts_with("elimination does not support this instance"));
}

#[test]
fn files_and_goals_may_have_several_blanks() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let goal = folder.path().join("goal");
    let path = goal.to_str().expect("a plain name");
    fs::write(&goal, "0 1 2\n0 3 4").expect("a writable folder");
    let solved = sliding(&["-", "--goal", path, "--json"], b"1 2 0\n3 4 0\n\n0 0 1\n4 3 2\n");
    assert_eq!(solved.status(), 0);
    assert_eq!(solved.json()[0]["moves"], 4);
    let differ = sliding(&["-", "--goal", path], b"1 2 3\n4 5 0").message();
    assert!(
        differ.ends_with("goal: the start and the goal must have equally many blanks, not 1 and 2"),
        "{differ}"
    );

    // Without --blanks the number is that of the goal.
    let drawn = sliding(&["--random", "2x3", "--goal", path, "--json"], b"");
    assert_eq!(drawn.json()[0]["blanks"], 2);
    let differ = sliding(&["--random", "2x3", "--goal", path, "--blanks", "3"], b"");
    assert_eq!(differ.status(), BAD_INPUT);
    assert!(differ.message().ends_with("equally many blanks, not 3 and 2"));

    // One blank and several in one file.
    let mixed = sliding(&["-", "--json"], b"1 2\n0 3\n\n0 0\n2 1\n").json();
    assert_eq!((text(&mixed[0], "solution"), text(&mixed[1], "solution")), ("L", "1U 2R 1L 2U"));
}

#[test]
fn bad_numbers_of_blanks_are_refused() {
    for (arguments, message) in [
        (&["--random", "3x3", "--blanks", "0"][..], "a board of 3x3 has 1 to 8 blanks, not 0"),
        (&["--random", "3x3", "--blanks", "9"], "a board of 3x3 has 1 to 8 blanks, not 9"),
        (&["--random", "3x3", "--blanks", "4294967295"], "a board of 3x3 has 1 to 8 blanks, not 4294967295"),
        (&["--random", "3x3", "--blanks", "-1"], "expected a whole number, 0 or more"),
        (&["--random", "3x3", "--blanks", "two"], "invalid value"),
        (&["-", "--blanks", "2"], "--blanks goes with --random"),
        (&["--random", "3x3", "--blanks", "2", "--notation", "blank"], "other notations go with one"),
    ] {
        let answer = sliding(arguments, b"1 0\n2 0");
        assert_eq!(answer.status(), BAD_INPUT, "{arguments:?}");
        assert!(answer.message().contains(message), "{}", answer.message());
    }
    for (input, message) in [
        (&b"0 0\n0 0"[..], "standard input: line 1, column 1: this board has no tile, only blanks (0)"),
        (
            b"0 1 2\n0 1 4",
            "standard input: line 2, column 3: 1 was already at line 1, column 3, but no two tiles may be equal; 3 is missing",
        ),
    ] {
        let answer = sliding(&["-"], input);
        assert_eq!((answer.status(), answer.message().as_str()), (BAD_INPUT, message));
    }
}

#[test]
fn text_does_not_break_lines_inside_a_move() {
    let answer = sliding(&["--random", "6x6", "--blanks", "2"], b"").output;
    assert!(answer.starts_with("random 6x6 with 2 blanks, seed 1, board 1, snake: "), "{answer}");
    let lines: Vec<_> = answer.lines().skip(7).collect();
    assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= 100 && !line.starts_with(' ')));
    assert!(lines.iter().all(|line| line.parse::<TileMoves>().is_ok()), "{answer}");
}

#[test]
fn pictures_show_several_blanks() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (option, name, beginning) in [("--svg", "x.svg", "<svg"), ("--html", "x.html", "<!DOCTYPE html>")] {
        let path = folder.path().join(name);
        let path = path.to_str().expect("a plain name");
        let answer = sliding(&["--random", "4x4", "--blanks", "3", "--no-solution", option, path], b"");
        assert_eq!(answer.status(), 0);
        assert!(fs::read_to_string(path).expect("a picture").starts_with(beginning));
    }
}
