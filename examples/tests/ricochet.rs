//! `ricochet` as its users call it, with good and with bad input.

mod common;

use std::fs;

use common::{Answer, call};
use motion_examples::{BAD_INPUT, ricochet};

const GAME: &str = "\
+---+---+---+
| r         |
+   +   +   +
|           |
+   +   +   +
|         R |
+---+---+---+
";

fn example(arguments: &[&str], input: &str) -> Answer {
    call(ricochet::run, "ricochet", arguments, input.as_bytes())
}

#[test]
fn games_of_a_file_are_solved_by_every_algorithm() {
    for algorithm in ["optimal", "fewest-robots", "graph-dp", "graph-v1", "graph-v2", "graph"] {
        let answer = example(&["-", "--json", "--algorithm", algorithm], &format!("{GAME}\n{GAME}"));
        assert_eq!(answer.status(), 0);
        let lines = answer.json();
        assert_eq!(lines.len(), 2);
        for line in lines {
            assert_eq!((&line["algorithm"], &line["moves"]), (&algorithm.into(), &2.into()), "{line}");
            assert_eq!((&line["robots"], &line["robots_moved"]), (&1.into(), &1.into()));
        }
    }
}

#[test]
fn all_solutions_are_listed_and_rules_are_kept() {
    let answer = example(&["-", "--all"], GAME);
    assert!(answer.output.contains("\n  rR rD\n  rD rR\n"), "{}", answer.output);
    let straight = GAME.replace("| r         |", "|         r |");
    assert_eq!(example(&["-", "--json"], &straight).json()[0]["moves"], 1);
    assert_eq!(example(&["-", "--json", "--rules", "turn"], &straight).json()[0]["moves"], 3);
}

#[test]
fn limits_and_proofs_have_their_exit_status() {
    let walled = GAME
        .replace("|         R |", "|       | R |")
        .replace("|           |\n+   +   +   +\n|       | R", "|           |\n+   +   +---+\n|       | R");
    let answer = example(&["-", "--json"], &walled);
    assert_eq!((answer.status(), &answer.json()[0]["outcome"]), (1, &"unsolvable".into()));
    let answer = example(&["--random", "--json", "--node-limit", "1"], "");
    assert_eq!((answer.status(), &answer.json()[0]["why"]), (2, &"nodes".into()));
}

#[test]
fn bad_games_are_refused_with_line_and_column() {
    for (from, to, message) in [
        ("| r ", "| x ", "line 2, column 3: expected a robot, a target, a diagonal or # but found 'x'"),
        (" r ", " rb", "line 2, column 4: robots r and b are in the same cell"),
        ("R |", "B |", "line 6, column 11: the target is for robot b, which is not there"),
        ("R |", "  |", "line 1, column 1: this board has no target"),
        ("| r  ", "| r ", "line 2, column 12: this line has 12 characters, but the board's first has 13"),
        (" R |", "#R |", "line 6, column 11: the target is in a closed cell"),
    ] {
        let answer = example(&["-"], &GAME.replace(from, to));
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""));
        assert_eq!(answer.message(), format!("standard input: {message}"));
    }
    for arguments in [
        &["--random", "-"][..],
        &[],
        &["-", "--count", "2"],
        &["-", "--robots", "2"],
        &["--random", "--robots", "9"],
        &["--random", "--sides", "X"],
        &["--random", "--quadrants", "no/such/file"],
        &["--random", "--count", "2", "--svg", "x.svg"],
    ] {
        assert_eq!(example(arguments, GAME).status(), BAD_INPUT, "{arguments:?}");
    }
    let answer = example(&["--random", "--quadrants", "-"], "quadrant 1A\nwall 9 0 N\nend\n");
    assert_eq!(answer.message(), "standard input: line 2, column 6: expected x, from 0 to 7 but found \"9\"");
}

#[test]
fn random_games_are_drawn_and_can_be_solved_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("game.html");
    let page = page.to_str().expect("a name in Unicode");
    let answer =
        example(&["--random", "--sides", "D", "--any", "--robots", "5", "--json", "--html", page], "");
    let line = &answer.json()[0];
    let again = example(&["-", "--json"], line["start"].as_str().expect("the game as text"));
    assert_eq!(again.json()[0]["solution"], line["solution"]);
    assert!(fs::read_to_string(page).expect("a page").contains("Ricochet Robots, 16×16"));
}
