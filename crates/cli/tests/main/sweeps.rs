//! Tests of runs over several instances, on several threads and in shards.

use std::io::{self, Write};

use motion_core::CancelFlag;
use motion_puzzles::{BAD_INPUT, CliError, Console, Verdict};

use crate::call;
use motion_testing_program::Answer;

/// A level that takes long under the limit of nodes, levels that are not legal, and easy levels,
/// one of which has no solution.
const LEVELS: &str = "
      #####
      #   #
      # $ #
      # $ #
      # ###
      # #
##### # ####
#...### $  #
#...$@  #$ #
#..     $  #
#   ### $$ #
##### #    #
      ######
Title: Long

#######
#@ $ .#
#######

#####
#@$ #
#####

#######
#@$  .#
#######

######
#@ .$#
######

#####
#@@.#
#$  #
#####

#######
#@ $ .#
# $  .#
#######
";

const BOARDS: &str = "8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n8 7 0\n\n\
    6 4 7\n8 5 0\n3 2 1\n\n1 2 3\n4 5 6\n7 0 8\n";

/// A run: its subcommand, arguments and input.
struct Case {
    subcommand: &'static str,
    arguments: Vec<&'static str>,
    input: &'static str,
}

/// Returns runs of every subcommand under limits of nodes, with all kinds of outcomes.
fn cases() -> Vec<Case> {
    let case = |line: &'static str, input| {
        let mut words = line.split(' ');
        let subcommand = words.next().expect("a subcommand");
        Case { subcommand, arguments: words.collect(), input }
    };
    let boxes = "sokoban --random --boxes 3 --count 7 --node-limit 400";
    vec![
        case("sliding - --algorithm optimal --node-limit 100000", BOARDS),
        case("sliding --random 3x3 --count 12 --algorithm optimal --node-limit 1500", ""),
        case(
            "sliding --random 4x4 --blanks 2 --count 5 --algorithm short --node-limit 3000 --no-solution",
            "",
        ),
        case("cpf --grid 4x4 --blanks 2 --count 9 --node-limit 2000", ""),
        case("cpf --biconnected 4,2,8 --blanks 1 --count 11 --node-limit 500", ""),
        case("cpf --grid 3x3 --blanks 4 --count 6 --objective makespan --node-limit 3000 --improve full", ""),
        case("cpf --biconnected 4,2,6 --blanks 1 --count 8 --feasibility-only", ""),
        case("ricochet --random --count 7 --node-limit 2000", ""),
        case("ricochet --random --count 4 --all --robots 3 --node-limit 3000", ""),
        case("sokoban - --node-limit 12000", LEVELS),
        case("sokoban - --level 2-6 --solver bfs --improve moves --node-limit 3000", LEVELS),
        case("sokoban - --analyse", LEVELS),
        case(boxes, ""),
    ]
}

impl Case {
    fn run(&self, further: &[&str]) -> Answer {
        call(self.subcommand, &[&self.arguments[..], further].concat(), self.input.as_bytes())
    }

    fn name(&self) -> String {
        format!("{} {}", self.subcommand, self.arguments.join(" "))
    }
}

/// Returns text without its times.
fn without_times(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_time = |place: usize| {
        words.get(place + 1).is_some_and(|unit| unit.starts_with("ms") || *unit == "times")
            && words[place].parse::<f64>().is_ok()
    };
    let kept = words.iter().enumerate().filter(|&(place, _)| !is_time(place)).map(|(_, word)| *word);
    kept.collect::<Vec<_>>().join(" ")
}

/// Returns lines of JSON without their times and the memory of the process.
fn lines_without_times(answer: &Answer) -> Vec<String> {
    let without = |mut line: serde_json::Value| {
        let object = line.as_object_mut().expect("an object");
        for key in ["seconds", "finish_seconds", "replay_seconds", "peak_mib"] {
            object.shift_remove(key);
        }
        line.to_string()
    };
    answer.json().into_iter().map(without).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut outcomes = String::new();
    for case in cases() {
        let run = |jobs| {
            let text = case.run(&["--jobs", jobs]);
            let lines = case.run(&["--jobs", jobs, "--json"]);
            assert_eq!((text.status(), &text.messages), (lines.status(), &lines.messages), "{}", case.name());
            let shown = without_times(&text.output);
            (text.status(), shown, lines_without_times(&lines), lines.messages)
        };
        let one = run("1");
        assert!(one.2.len() > 1, "{}: {:?}", case.name(), one.2);
        assert_eq!(run("5"), one, "{}", case.name());
        outcomes += &one.2.concat();
    }
    for outcome in ["solved", "unsolvable", "stopped", "solvable", "bad-input"] {
        assert!(outcomes.contains(&format!("\"outcome\":\"{outcome}\"")), "no instance was {outcome}");
    }
}

#[test]
fn shards_together_are_the_whole_run() {
    for case in cases() {
        let whole = case.run(&["--json"]);
        let lines = lines_without_times(&whole);
        for of in [1, 3, 20] {
            let mut shards = Vec::new();
            for index in 0..of {
                let shard = format!("{index}/{of}");
                let answer = case.run(&["--json", "--shard", &shard, "--jobs", ["1", "3"][index % 2]]);
                let own: Vec<String> = lines.iter().skip(index).step_by(of).cloned().collect();
                assert_eq!(lines_without_times(&answer), own, "{} --shard {shard}", case.name());
                let empty = format!("shard {shard} is empty: the run has {} instances\n", lines.len());
                assert_eq!(answer.messages.contains(&empty), own.is_empty(), "{}", answer.messages);
                shards.push(answer);
            }
            let status = shards.iter().map(Answer::status).max();
            assert_eq!(status, Some(whole.status()), "{} --shard …/{of}", case.name());
        }
    }
}

#[test]
fn the_text_of_a_shard_is_that_of_a_run() {
    let run = |shard: &str| {
        let arguments = ["--random", "--count", "5", "--node-limit", "0", "--shard", shard, "--jobs", "2"];
        call("ricochet", &arguments, b"")
    };
    // The answers, each followed by its game.
    let answers = |text: &str| text.matches("stopped after 0 nodes").count();
    let two = run("1/3");
    assert!(
        two.output.starts_with("random, seed 1, game 2, ") && two.output.ends_with("\n0 of 2 solved\n"),
        "{}",
        two.output
    );
    assert!(two.output.contains("\n\nrandom, seed 1, game 5, "), "{}", two.output);
    assert_eq!((answers(&two.output), two.output.matches("\n\n").count() - 1, two.status()), (2, 1, 2));
    // One instance has no sums, and an empty shard has only a message.
    let one = run("2/3");
    assert!(one.output.contains("game 3, ") && !one.output.contains("solved"), "{}", one.output);
    let none = run("6/7");
    assert_eq!((none.status(), none.output.as_str()), (0, ""));
    assert_eq!(none.messages, "shard 6/7 is empty: the run has 5 instances\n");
}

#[test]
fn bad_levels_are_reported_in_their_places() {
    let answer = call("sokoban", &["-", "--json", "--node-limit", "100"], LEVELS.as_bytes());
    let outcomes: Vec<_> = answer.json().iter().map(|line| line["outcome"].clone()).collect();
    let expected = ["stopped", "solved", "bad-input", "solved", "unsolvable", "bad-input", "solved"];
    assert_eq!(outcomes, expected);
    let messages = "error: standard input: line 21, column 1: there are more boxes, 1, than goals, 0\n\
        error: standard input: line 34, column 3: a second player; the first is at line 34, column 2\n";
    assert_eq!((answer.status(), answer.messages.as_str()), (BAD_INPUT, messages));
}

/// Tables are made before the first of several boards, and none of them is charged their nodes; a
/// single board makes its own tables.
#[test]
fn tables_of_several_boards_cost_none_of_them_nodes() {
    let nodes = |further: &[&str]| -> Vec<u64> {
        let arguments = ["--random", "3x3", "--algorithm", "optimal", "--node-limit", "20000", "--json"];
        let lines = call("sliding", &[&arguments, further].concat(), b"").json();
        lines.iter().map(|line| line["nodes"].as_u64().expect("a number")).collect()
    };
    let [alone] = nodes(&[])[..] else { panic!("one board") };
    assert!(alone > 10_000, "{alone}");
    for further in [&["--count", "9"][..], &["--count", "9", "--shard", "0/9"]] {
        assert!(nodes(further).iter().all(|&nodes| nodes < 1000), "{:?}", nodes(further));
    }
}

/// A level depends only on the seed and its number.
#[test]
fn random_levels_have_generators_of_their_own() {
    let starts = |further: &[&str]| -> Vec<String> {
        let arguments = ["--random", "--boxes", "2", "--seed", "3", "--node-limit", "0", "--json"];
        let lines = call("sokoban", &[&arguments, further].concat(), b"").json();
        lines.iter().map(|line| line["start"].as_str().expect("a level").to_owned()).collect()
    };
    let three = starts(&["--count", "3"]);
    assert_eq!(starts(&[]), three[..1]);
    assert_eq!(starts(&["--count", "4000000000", "--shard", "2/3999999999"])[0], three[2]);
    assert!(three[0] != three[1] && three[1] != three[2]);
}

/// The algorithm does not support the third board: the boards before it are answered, those after
/// it are not.
#[test]
fn an_error_ends_the_run_in_its_place() {
    let boards = "1 2\n0 3\n\n1 2\n3 0\n\n1 2 3\n0 0 4\n\n1 2\n0 3\n\n1 2\n3 0\n";
    for jobs in ["1", "2", "5"] {
        let arguments = ["-", "--algorithm", "blocks", "--json", "--jobs", jobs];
        let answer = call("sliding", &arguments, boards.as_bytes());
        assert_eq!((answer.status(), answer.json().len()), (BAD_INPUT, 2), "{}", answer.output);
        assert!(answer.message().starts_with("blocks does not support this instance: "));
    }
}

#[test]
fn other_shards_and_threads_are_refused() {
    for run in ["sliding --random 3x3", "cpf --grid 3x3 --blanks 1", "ricochet --random", "sokoban --random"]
    {
        let words: Vec<&str> = run.split(' ').collect();
        let subcommand = words[0];
        let message = |option: &str, value: &str| {
            let answer = call(subcommand, &[&words[1..], &[option, value]].concat(), b"");
            assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""), "{option} {value}");
            answer.message()
        };
        for value in ["", "/", "3", "/4", "-1/4", "1/0", "a/b", "1/2/3"] {
            let message = message("--shard", value);
            let expected =
                format!("invalid value '{value}' for '--shard <I/N>': expected I/N, for example 0/8");
            assert!(message.contains(&expected), "{subcommand}: {message}");
        }
        let message_for_last = message("--shard", "8/8");
        assert!(
            message_for_last
                .contains("'8/8' for '--shard <I/N>': shards are counted from 0, the last one is 7/8"),
            "{subcommand}: {message_for_last}"
        );
        for (value, expected) in
            [("0", "1 or more"), ("-2", "1 or more"), ("many", "1 or more"), ("4097", "at most 4096")]
        {
            let message = message("--jobs", value);
            assert!(message.contains(&format!("'{value}' for '--jobs <N>'")), "{subcommand}: {message}");
            assert!(message.contains(expected), "{subcommand}: {message}");
        }
    }
}

/// A writer that raises a flag, or refuses further text, after three lines.
struct AfterThree {
    text: String,
    flag: Option<CancelFlag>,
}

impl Write for AfterThree {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.lines().count() >= 3 {
            match &self.flag {
                Some(flag) => flag.raise(),
                None => return Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
        self.text.push_str(str::from_utf8(bytes).expect("text"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs four thousand million instances of a subcommand.
fn endless(words: &str, output: &mut AfterThree) -> (Result<Verdict, CliError>, String) {
    let mut messages = Vec::new();
    let interrupt = output.flag.clone().unwrap_or_default().into();
    let (input, is_terminal) = (&mut io::empty(), false);
    let mut console = Console { input, output, messages: &mut messages, is_terminal, interrupt };
    let words = format!("motion-puzzles {words} --count 4294967295 --json");
    let result = motion_puzzles::run(words.split(' ').map(Into::into).collect(), &mut console);
    (result, String::from_utf8(messages).expect("text"))
}

const ENDLESS: [&str; 4] = [
    "sliding --random 3x3",
    "cpf --grid 3x3 --blanks 2",
    "ricochet --random --node-limit 100",
    "sokoban --random --boxes 1 --node-limit 100",
];

#[test]
fn an_interrupt_ends_all_instances_that_are_under_way() {
    for words in ENDLESS {
        for (jobs, shard, all) in
            [(1, "0/1", 4_294_967_295), (2, "0/1", 4_294_967_295), (5, "1/5", 858_993_459)]
        {
            let mut output = AfterThree { text: String::new(), flag: Some(CancelFlag::new()) };
            let (result, messages) = endless(&format!("{words} --jobs {jobs} --shard {shard}"), &mut output);
            assert!(matches!(result, Ok(Verdict::Stopped)), "{words}: {result:?}");
            let text = output.text;
            let lines = text.lines().count();
            assert_eq!(messages, format!("interrupted: {} instances were not begun\n", all - lines));
            // The names end with the numbers, which must be in order.
            let numbers = text.lines().map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let name = line["instance"].as_str().expect("a name");
                name.rsplit(' ').next().and_then(|number| number.parse::<usize>().ok()).expect("a number")
            });
            let (step, first) = if jobs == 5 { (5, 2) } else { (1, 1) };
            assert!(numbers.eq((0..lines).map(|place| first + step * place)), "{words}: {text}");
        }
    }
}

#[test]
fn a_reader_that_closes_the_pipe_ends_all_threads() {
    for words in ENDLESS {
        for jobs in [1, 3] {
            let mut output = AfterThree { text: String::new(), flag: None };
            let (result, messages) = endless(&format!("{words} --jobs {jobs}"), &mut output);
            assert!(
                matches!(&result, Err(CliError::Output(why)) if why.kind() == io::ErrorKind::BrokenPipe),
                "{words}: {result:?}"
            );
            assert_eq!(messages, "");
        }
    }
}

/// A file is written for a single instance only, whatever the number of threads.
#[test]
fn files_are_for_one_instance() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("solution.svg").display().to_string();
    for words in [
        "sliding --random 3x3",
        "cpf --grid 3x3 --blanks 2",
        "ricochet --random --any",
        "sokoban --random --boxes 1",
    ] {
        let mut words: Vec<&str> = words.split(' ').collect();
        words.extend(["--svg", &svg, "--jobs", "3"]);
        let answer = call(words[0], &words[1..], b"");
        assert_eq!((answer.status(), answer.messages.as_str()), (0, ""), "{words:?}");
        assert!(std::fs::read_to_string(&svg).expect("a picture").starts_with("<svg"));
        std::fs::remove_file(&svg).expect("the picture");
        words.extend(["--count", "2", "--shard", "0/2"]);
        let answer = motion_testing_program::call(
            motion_puzzles::run,
            &[&["motion-puzzles"], &words[..]].concat(),
            b"",
            CancelFlag::new(),
        );
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""), "{words:?}");
        assert!(!std::fs::exists(&svg).expect("a folder"));
    }
}
