//! Tests of `ricochet` as its users call it, with good and with bad input.

use motion_testing_program::Answer;
use std::fs;
use std::io::{self, Write};

use crate::call;
use motion_core::CancelFlag;
use motion_puzzles::{BAD_INPUT, CliError, Console};

const GAME: &str = "\
+---+---+---+
| r         |
+   +   +   +
|           |
+   +   +   +
|         R |
+---+---+---+
";

/// A game with many shortest solutions.
const MANY: &str = "\
+---+---+---+---+---+---+
| r                     |
+   +   +   +   +   +   +
|     g                 |
+   +   +   +   +   +   +
|         b             |
+   +   +   +   +   +   +
|             R         |
+   +   +   +   +   +   +
|                 y     |
+   +   +   +   +   +   +
|                     w |
+---+---+---+---+---+---+
";

/// `rD gL rU` is the only shortest solution: green can stop red only after red has left.
const OUT_OF_ORDER: &str = "\
+---+---+---+
|   | r   g |
+   +   +   +
|      R ###|
+   +   +   +
|           |
+---+---+---+
";

fn example(arguments: &[&str], input: &str) -> Answer {
    call("ricochet", arguments, input.as_bytes())
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
    // Red stops on the diagonal below the wall, unless this is forbidden.
    let bent = "+---+---+---+\n| r  /    R |\n+   +   +   +\n|           |\n+   +   +   +\n|           |\n\
                +---+---+---+\ndiagonal 0 1 b";
    let moves =
        |rules, text: &str| example(&["-", "--json", "--rules", rules], text).json()[0]["moves"].clone();
    assert_eq!((moves("free", bent), moves("free,turn", bent)), (2.into(), 2.into()));
    assert_eq!(moves("no-diagonal-stops,turn", bent), 3);
    assert_eq!(moves("turn", &format!("{bent}\nno stops on diagonals")), 3);
}

#[test]
fn a_list_of_solutions_under_a_limit_is_marked_incomplete() {
    let nodes = |arguments: &[&str]| example(arguments, MANY).json()[0]["nodes"].as_u64().expect("a number");
    let complete = example(&["-", "--json", "--all"], MANY);
    let line = &complete.json()[0];
    let solutions = line["solutions"].as_array().expect("a list");
    assert_eq!((complete.status(), solutions.len()), (0, 110));
    assert_eq!((&line["solutions_complete"], &line["solutions"][0]), (&true.into(), &line["solution"]));
    assert!(line.get("why").is_none());

    // The limit leaves half of the nodes that are needed after the first solution.
    let limit = u64::midpoint(nodes(&["-", "--json"]), nodes(&["-", "--json", "--all"])).to_string();
    let cut = example(&["-", "--json", "--all", "--node-limit", &limit], MANY);
    let line = &cut.json()[0];
    let found = line["solutions"].as_array().expect("a list").len();
    assert!((1..110).contains(&found), "{found}");
    assert_eq!(
        (cut.status(), &line["solutions_complete"], &line["why"]),
        (2, &false.into(), &"nodes".into())
    );
    assert_eq!((&line["outcome"], &line["quality"]), (&"solved".into(), &"optimal".into()));
    let text = example(&["-", "--all", "--node-limit", &limit], MANY).output;
    let said =
        format!("\nincomplete: {found} shortest solutions found, then stopped: the node limit is used up\n");
    assert!(text.contains(&said), "{text}");

    let nothing = example(&["-", "--json", "--all", "--node-limit", "1"], MANY);
    let line = &nothing.json()[0];
    assert_eq!((nothing.status(), &line["outcome"], &line["why"]), (2, &"stopped".into(), &"nodes".into()));
    assert_eq!((&line["solutions"], &line["solutions_complete"]), (&serde_json::json!([]), &false.into()));
}

#[test]
fn unsupported_games_and_failed_searches_are_distinguished() {
    let any = GAME.replace(" R |", " * |");
    for algorithm in ["graph-dp", "graph-v1", "graph-v2", "graph"] {
        let answer = example(&["-", "--json", "--algorithm", algorithm], &any);
        let line = &answer.json()[0];
        assert_eq!((answer.status(), &line["why"]), (2, &"unsupported".into()));
        assert!(line.get("reason").is_none());
        let text = example(&["-", "--algorithm", algorithm], &any).output;
        assert!(text.contains(": the method does not treat this case"), "{text}");
    }
    let none = "found no solution in which the other robots move first; there may be others";
    for algorithm in ["graph-dp", "graph-v2"] {
        let answer = example(&["-", "--json", "--algorithm", algorithm], OUT_OF_ORDER);
        let line = &answer.json()[0];
        assert_eq!((answer.status(), &line["why"], &line["reason"]), (2, &"gave-up".into(), &none.into()));
        let text = example(&["-", "--algorithm", algorithm], OUT_OF_ORDER).output;
        assert!(text.contains(none) && !text.contains("treat"), "{text}");
    }
    assert_eq!(example(&["-", "--algorithm", "graph"], OUT_OF_ORDER).status(), 0);
}

/// A reader that closes the pipe after this many answers.
struct Impatient {
    answers: u32,
}

impl Write for Impatient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answers += u32::from(bytes.ends_with(b"\n"));
        if self.answers > 1 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The first of four thousand million games is solved before the others are generated.
#[test]
fn random_games_are_generated_one_by_one() {
    let mut output = Impatient { answers: 0 };
    let mut console = Console {
        input: &mut io::empty(),
        output: &mut output,
        messages: &mut io::sink(),
        is_terminal: false,
        interrupt: CancelFlag::new().into(),
    };
    let arguments = ["motion-puzzles", "ricochet", "--random", "--json", "--count", "4294967295"];
    let result = motion_puzzles::run(arguments.map(Into::into).to_vec(), &mut console);
    assert!(
        matches!(&result, Err(CliError::Output(why)) if why.kind() == io::ErrorKind::BrokenPipe),
        "{result:?}"
    );
    assert_eq!(output.answers, 2);
}

#[test]
fn a_source_of_games_is_required_and_unwritten_pictures_are_reported() {
    assert!(example(&[], "").message().contains("<FILE|--random>"));
    let folder = tempfile::tempdir().expect("a folder");
    let [svg, html] = ["game.svg", "game.html"].map(|name| folder.path().join(name).display().to_string());
    let answer = example(&["-", "--node-limit", "0", "--svg", &svg, "--html", &html], GAME);
    let said = |file| format!("{file}: not written, as there is no solution to show\n");
    assert_eq!((answer.status(), answer.messages), (2, said(&svg) + &said(&html)));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    assert_eq!(example(&["-", "--node-limit", "0"], GAME).messages, "");
}

#[test]
fn one_of_several_targets_is_reached() {
    let game = GAME.replacen("|           |", "|B   s   S  |", 1).replacen("| r     ", "| r   b ", 1);
    let answer = example(&["-", "--json", "--all"], &game);
    let line = &answer.json()[0];
    assert_eq!((answer.status(), &line["targets"], &line["robots"]), (0, &3.into(), &3.into()));
    assert_eq!((&line["moves"], &line["solutions"]), (&1.into(), &serde_json::json!(["sR"])));
    let answer = example(&["-", "--json", "--algorithm", "graph"], &game);
    assert_eq!((answer.status(), &answer.json()[0]["why"]), (2, &"unsupported".into()));
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
        ("R |", "B |", "line 6, column 11: the target is for robot b, but there is no robot b"),
        ("R |", "  |", "line 1, column 1: there is no target"),
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
        &["-", "--all", "--algorithm", "graph"],
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
