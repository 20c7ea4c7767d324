//! Tests of `sliding` as its users call it, with good and with bad input.

use motion_testing_program::Answer;
use std::fs;
use std::path::Path;

use crate::call;
use grid_puzzle::{Board, Instance, Notation};
use motion_puzzles::{BAD_INPUT, Verdict};

fn sliding(arguments: &[&str], input: &[u8]) -> Answer {
    call("sliding", arguments, input)
}

fn refused(input: &[u8]) -> String {
    let answer = sliding(&["-"], input);
    assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""));
    answer.message()
}

#[test]
fn every_bad_board_is_refused_with_line_and_column() {
    for (input, message) in [
        (&b""[..], "standard input: there is no board: the text has no line with numbers"),
        (b"\n\n# nothing\n", "standard input: there is no board: the text has no line with numbers"),
        (b"1 2\n3\n", "standard input: line 2, column 1: this row has 1 number, but the first has 2"),
        (
            b"4\n1 2 3\n4 5 6\n7 8 0\n",
            "standard input: line 1, column 1: as the board's size, this line says 4 rows of 4 numbers, but it is \
             followed by 3 rows",
        ),
        (b"1 2/3 0/\n", "standard input: line 1, column 8: a row is missing on one side of this '/'"),
        (b"1 2\n3 0 4\n", "standard input: line 2, column 5: this row has 3 numbers, but the first has 2"),
        (b"1 2\n3 3\n", "standard input: line 1, column 1: this board has no blank (0)"),
        (
            b"1 2\n2 0\n",
            "standard input: line 2, column 1: 2 was already at line 1, column 3, but no two tiles may be equal; 3 is missing",
        ),
        (
            b"1 2\n7 0\n",
            "standard input: line 2, column 1: 7 is out of range: the tiles of this board are 1 to 3",
        ),
        (
            b"1 0\n3 0\n",
            "standard input: line 2, column 1: 3 is out of range: the tiles of this board, which has 2 blanks (0), \
             are 1 to 2",
        ),
        (b"1 2\n3 99999999999\n", "standard input: line 2, column 3: the number is larger than any tile's"),
        (b"1 2\n-3 0\n", "standard input: line 2, column 1: expected a whole number but found '-'"),
        (
            b"1 2 0\n",
            "standard input: line 1, column 1: a board needs at least 2 rows and 2 columns, not 1x3",
        ),
        (
            b"1 2\n3 0\n\n1 2\n0 x\n",
            "standard input: line 5, column 3: expected a whole number but found 'x'",
        ),
        (b"1 2\n3 \xff\n", "standard input: line 2, column 3: this is not UTF-8 text"),
        ("1 2\n3 é\n".as_bytes(), "standard input: line 2, column 3: expected a whole number but found 'é'"),
    ] {
        assert_eq!(refused(input), message);
    }
}

#[test]
fn sizes_and_boards_on_one_line_are_read() {
    let text = b"# solvable\n3\n3 2 6\n1 4 0\n8 7 5\n\n3 1/2 0\n1 2/0 3\n2 3\n1 2 3/0 4 5\n";
    let answer = sliding(&["-", "--algorithm", "optimal", "--json", "--no-solution"], text);
    assert_eq!(answer.status(), Verdict::Unsolvable as u8);
    let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let sizes: Vec<_> =
        answer.output.lines().map(line).map(|line| [line["rows"].clone(), line["columns"].clone()]).collect();
    assert_eq!(sizes, [[3, 3], [2, 2], [2, 2], [2, 3]]);
}

#[test]
fn bad_usage_has_the_status_of_bad_input() {
    for arguments in [
        &["--no-such-option"][..],
        &[],
        &["-", "--random", "3x3"],
        &["-", "--goal", "-"],
        &["-", "--count", "2"],
        &["--random", "3"],
        &["--random", "3x-3"],
        &["--random", "1x5"],
        &["--random", "99999x99999"],
        &["--random", "3x3", "--count", "0"],
        &["--random", "3x3", "--algorithm", "magic"],
        &["--random", "3x3", "--snake-length", "1"],
        &["--random", "3x3", "--time-limit", "-1"],
        &["--random", "3x3", "--time-limit", "soon"],
        &["--random", "3x3", "--count", "2", "--svg", "x.svg"],
        &["no/such/file"],
        &["--random", "3x3", "--goal", "no/such/file"],
        &["--random", "3x3", "--svg", "no/such/folder/x.svg"],
    ] {
        let answer = sliding(arguments, b"1 2\n3 0\n");
        assert_eq!(answer.status(), BAD_INPUT, "{arguments:?}");
        assert!(!answer.message().is_empty());
    }
    let help = sliding(&["--help"], b"");
    assert_eq!(help.status(), 0);
    assert!(help.message().contains("Exit status: 0 all solved"));
}

#[test]
fn goals_must_be_one_board_of_the_same_size() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let goal = folder.path().join("goal");
    let path = goal.to_str().expect("a plain name");
    let with_goal = |text: &str| {
        fs::write(&goal, text).expect("a writable folder");
        sliding(&["-", "--goal", path, "--json"], b"1 2\n3 0\n")
    };
    assert!(with_goal("1 2 3\n4 5 0").message().contains("but the goal 2 and 3"));
    assert!(with_goal("1 2\n3 0\n\n1 2\n3 0").message().contains("line 4, column 1: a second board"));
    assert!(with_goal("1 2\n3 4").message().ends_with("no blank (0)"));
    assert_eq!(with_goal("1 2\n0 3").result.ok(), Some(Verdict::Solved));
    assert_eq!(with_goal("2 1\n3 0").result.ok(), Some(Verdict::Unsolvable));
}

#[test]
fn the_highest_status_counts() {
    let solvable = "1 2 3\n4 0 6\n7 5 8\n";
    let unsolvable = "1 2 3\n4 5 6\n8 7 0\n";
    let status = |arguments: &[&str], text: String| sliding(arguments, text.as_bytes()).status();
    assert_eq!(status(&["-"], solvable.to_owned()), 0);
    assert_eq!(status(&["-"], format!("{solvable}\n{unsolvable}\n{solvable}")), 1);
    assert_eq!(status(&["-", "--node-limit", "0"], format!("{solvable}\n{unsolvable}")), 2);
    assert_eq!(status(&["-", "--node-limit", "0"], unsolvable.to_owned()), 1);
}

#[test]
fn unsolvable_boards_have_a_reason() {
    let exchanged = sliding(&["-", "--algorithm", "optimal"], b"1 2 3\n4 5 6\n8 7 0\n");
    let reason = "once the blank is at its goal, an odd number of exchanges of two tiles remains";
    assert!(exchanged.output.contains(&format!(": unsolvable: {reason}")), "{}", exchanged.output);
    let solved = sliding(&["-", "--json"], b"1 2 3\n4 0 6\n7 5 8\n").json().remove(0);
    assert_eq!((&solved["outcome"], solved.get("reason")), (&"solved".into(), None));
}

#[test]
fn json_has_a_line_for_each_instance_and_legal_solutions() {
    let optimal = sliding(&["--random", "3x2", "--json"], b"").json();
    assert_eq!(optimal[0]["quality"], "optimal");
    for (algorithm, notation) in
        [("parberry", "tile"), ("snake", "blank"), ("clockwise-printed", "blank-blocks")]
    {
        let arguments = ["--random", "5x6", "--count", "4", "--seed", "9", "--json"];
        let chosen = ["--algorithm", algorithm, "--notation", notation];
        let answer = sliding(&[&arguments[..], &chosen].concat(), b"");
        assert_eq!(answer.result.as_ref().ok(), Some(&Verdict::Solved));
        let lines = answer.json();
        assert_eq!(lines.len(), 4);
        for line in &lines {
            let text = |key: &str| line[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"));
            let start: Board = text("start").parse().expect("a board");
            let letters = if notation == "tile" { Notation::Tile } else { Notation::Blank };
            let walk = letters.parse_blocks(text("solution")).expect("letters");
            assert_eq!(text("solution").contains('('), notation == "blank-blocks");
            let instance = Instance::standard(start);
            let moves = instance.verify(&walk).expect("a solution").moves;
            assert_eq!(line["moves"], moves);
            assert!(line["lower_bound"].as_u64().is_some_and(|bound| bound <= moves));
            assert_eq!(
                (text("algorithm"), text("outcome"), text("quality")),
                (algorithm, "solved", "feasible")
            );
            assert_eq!((&line["rows"], &line["columns"]), (&5.into(), &6.into()));
            for key in ["seconds", "replay_seconds", "peak_mib"] {
                assert!(line[key].as_f64().is_some_and(|figure| figure >= 0.0), "{key} in {line}");
            }
            assert!(line["nodes"].as_u64().is_some_and(|nodes| nodes >= moves));
        }
        let again = sliding(&[&arguments[..], &chosen].concat(), b"");
        let solutions =
            |answer: &Answer| answer.json().iter().map(|line| line["solution"].clone()).collect::<Vec<_>>();
        assert_eq!(solutions(&answer), solutions(&again));
    }
}

#[test]
fn longer_snakes_are_an_option() {
    let mean = |length: &str| {
        let arguments = ["--random", "10x10", "--count", "10", "--json", "--no-solution"];
        let lines = sliding(&[&arguments[..], &["--snake-length", length]].concat(), b"").json();
        lines.iter().filter_map(|line| line["moves"].as_u64()).sum::<u64>()
    };
    assert!(mean("4") < mean("2"));
}

/// The squares are numbered from 1, as in the paper: 14 and 15 are in the bottom row, 8 and 12 in
/// the right column.
#[test]
fn clockwise_solutions_name_their_choice_squares() {
    let mut moves = Vec::new();
    for algorithm in ["clockwise-procedure", "clockwise", "clockwise-anywhere"] {
        let arguments = ["--random", "4x4", "--count", "5", "--algorithm", algorithm];
        let lines = sliding(&[&arguments[..], &["--json"]].concat(), b"").json();
        for line in &lines {
            assert_eq!(line["algorithm"], algorithm);
            let squares = line["choice_squares"].as_array().unwrap_or_else(|| panic!("squares in {line}"));
            let squares: Vec<_> = squares.iter().filter_map(serde_json::Value::as_u64).collect();
            let few = [[14, 15], [8, 12]].iter().any(|few| squares.iter().all(|square| few.contains(square)));
            assert_eq!(few, algorithm != "clockwise-anywhere", "{line}");
        }
        moves.push(lines.iter().map(|line| line["moves"].as_u64().unwrap_or_default()).sum::<u64>());
        let people = sliding(&arguments, b"").output;
        assert_eq!(people.matches(" choice squares: ").count(), 5, "{people}");
    }
    assert!(moves.is_sorted_by(|more, fewer| fewer < more), "{moves:?}");
    let square = sliding(&["-", "--algorithm", "clockwise"], b"1 2\n0 3").output;
    assert!(square.ends_with("\nno choice squares\n"), "{square}");
    assert!(!sliding(&["--random", "4x4"], b"").output.contains("choice"));
}

#[test]
fn shortest_solutions_are_optimal_and_stopped_runs_have_a_bound() {
    let hardest = b"8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n8 7 0\n";
    let answer = sliding(&["-", "--algorithm", "optimal", "--json"], hardest);
    assert_eq!(answer.status(), 1);
    let lines = answer.json();
    assert_eq!((&lines[0]["algorithm"], &lines[0]["quality"]), (&"optimal".into(), &"optimal".into()));
    assert_eq!((&lines[0]["moves"], &lines[1]["outcome"]), (&31.into(), &"unsolvable".into()));

    let arguments = ["--random", "2x5", "--count", "3", "--algorithm", "optimal", "--json"];
    let lines = sliding(&arguments, b"").json();
    assert!(lines.iter().all(|line| line["quality"] == "optimal"), "{lines:?}");

    let arguments = ["--random", "6x6", "--algorithm", "optimal", "--node-limit", "1000", "--json"];
    let answer = sliding(&arguments, b"");
    assert_eq!(answer.status(), 2);
    let line = &answer.json()[0];
    assert_eq!((&line["why"], &line["nodes"]), (&"nodes".into(), &1000.into()));
    let distance = sliding(&["--random", "6x6", "--json"], b"").json()[0]["lower_bound"].as_u64();
    assert!(line["lower_bound"].as_u64() > distance, "{line}");
}

#[test]
fn tables_are_saved_and_loaded_and_refused_if_damaged() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (metric, other_metric) in [("single", "multi"), ("multi", "single")] {
        let path = folder.path().join(metric);
        let file = path.to_str().expect("a readable name");
        let run = |size: &str, metric: &str, more: &[&str]| {
            let boards = ["--random", size, "--count", "3", "--algorithm", "optimal", "--metric", metric];
            sliding(&[&boards[..], &["--json"], more].concat(), b"")
        };
        let moves = |more: &[&str]| -> Vec<_> {
            run("2x4", metric, more).json().iter().map(|line| line["moves"].clone()).collect()
        };
        let (without, tables) = (moves(&[]), ["--tables", file]);
        assert_eq!((moves(&tables), without.len()), (without.clone(), 3));
        let saved = fs::read(&path).expect("tables were saved");
        assert_eq!(moves(&tables), without);
        assert_eq!(fs::read(&path).expect("they still are"), saved);

        for (size, metric) in [("3x3", metric), ("2x4", other_metric)] {
            assert_eq!(run(size, metric, &tables).status(), 3, "{size}, {metric}");
        }
        let mut damaged = saved;
        damaged[100] ^= 1;
        fs::write(&path, damaged).expect("a file of our own");
        assert_eq!(run("2x4", metric, &tables).status(), 3);
        for wrong in [tables, ["--metric", "multi"]] {
            assert_eq!(sliding(&[&["--random", "3x3"], &wrong[..]].concat(), b"").status(), 3);
        }
    }
}

#[test]
fn large_tables_are_refused_where_there_are_none() {
    let run = |arguments: &[&str]| {
        let answer = sliding(&[&["--random"], arguments].concat(), b"");
        assert_eq!(answer.status(), 3, "{arguments:?}");
        answer.message()
    };
    let optimal = ["--algorithm", "optimal", "--large-tables"];
    assert!(run(&["4x4", "--large-tables"]).contains("goes with --algorithm optimal"));
    assert!(run(&[&["3x3"], &optimal[..]].concat()).contains("goes with one blank and 4×4 cells"));
    assert!(run(&[&["4x4", "--blanks", "2"], &optimal[..]].concat()).contains("goes with one blank"));
    let little = run(&[&["4x4", "--memory-limit", "100"], &optimal[..]].concat());
    assert!(little.contains("the large tables cannot be made: more memory is needed"), "{little}");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("small");
    let file = path.to_str().expect("a readable name");
    let small = ["4x4", "--algorithm", "optimal", "--tables", file];
    assert_eq!(sliding(&[&["--random"], &small[..]].concat(), b"").status(), 0);
    assert!(run(&[&small[..], &["--large-tables"]].concat()).contains("does not hold large tables"));
}

#[test]
fn moves_of_several_tiles_are_counted_once() {
    let board = b"0 1 2\n4 5 3\n7 8 6";
    let lines =
        |metric| sliding(&["-", "--algorithm", "optimal", "--metric", metric, "--json"], board).json();
    assert_eq!((&lines("single")[0]["moves"], &lines("multi")[0]["moves"]), (&4.into(), &2.into()));
    assert_eq!(lines("multi")[0]["solution"], "LLUU");
}

#[test]
fn json_has_the_outcome_of_stopped_and_unsolvable_instances() {
    let stopped = sliding(&["--random", "9x9", "--node-limit", "50", "--json"], b"");
    assert_eq!(stopped.status(), 2);
    let line = &stopped.json()[0];
    assert_eq!((&line["outcome"], &line["why"]), (&"stopped".into(), &"nodes".into()));
    assert!(line.get("solution").is_none() && line["lower_bound"].as_u64().is_some_and(|bound| bound > 0));

    let memory = sliding(&["--random", "9x9", "--memory-limit", "0", "--json"], b"");
    assert_eq!(memory.json()[0]["why"], "memory");
    let time = sliding(&["--random", "300x300", "--time-limit", "0", "--json"], b"");
    assert_eq!(time.json()[0]["why"], "time");

    let unsolvable = sliding(&["-", "--json"], b"2 1\n3 0");
    assert_eq!(unsolvable.json()[0]["outcome"], "unsolvable");
    assert!(unsolvable.json()[0].get("lower_bound").is_none());
}

#[test]
fn text_shows_boards_and_wrapped_solutions() {
    let answer = sliding(&["--random", "6x6"], b"");
    assert!(answer.output.starts_with("random 6x6, seed 1, board 1, snake: "));
    assert!(answer.output.contains("replayed and verified in"));
    assert!(answer.output.lines().skip(7).all(|line| line.len() <= 100));
    let short = sliding(&["--random", "6x6", "--no-solution"], b"");
    assert_eq!(short.output.lines().count(), 1);
    let several = sliding(&["--random", "6x6", "--no-solution", "--count", "3"], b"");
    assert_eq!(several.output.lines().count(), 5);
    assert!(several.output.contains("\n\n3 of 3 solved: "));
}

#[test]
fn pictures_are_written_and_too_long_ones_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [svg, html] = ["picture.svg", "page.html"].map(|name| folder.path().join(name));
    let draw = |size: &str, option: &str, path: &Path| {
        let path = path.to_str().expect("a plain name");
        sliding(&["--random", size, "--no-solution", option, path], b"")
    };
    assert_eq!(draw("4x4", "--svg", &svg).status(), 0);
    assert!(fs::read_to_string(&svg).expect("a picture").starts_with("<svg"));
    assert_eq!(draw("4x4", "--html", &html).status(), 0);
    assert!(fs::read_to_string(&html).expect("a page").starts_with("<!DOCTYPE html>"));

    let long = draw("30x30", "--svg", &svg);
    assert_eq!(long.status(), BAD_INPUT);
    assert!(long.message().contains("can be drawn"), "{}", long.message());
    assert!(long.output.contains(" moves"), "the answer is printed all the same");

    let nothing = folder.path().join("nothing.svg").display().to_string();
    let stopped = sliding(&["--random", "4x4", "--node-limit", "0", "--svg", &nothing], b"");
    let said = format!("{nothing}: not written, as there is no solution to show\n");
    assert_eq!((stopped.status(), stopped.messages), (2, said));
    assert!(!Path::new(&nothing).exists());
}
