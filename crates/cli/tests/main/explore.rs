//! Tests of `explore` as its users call it, with good and with bad input.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::thread;

use serde_json::json;

use crate::call;
use motion_testing_program::Answer;

const LEVELS: &str = "7#|#@-$-.#|7#\n\n7#|#@-$-.#|#--$-.#|7#\n";
const GAME: &str = "\
+---+---+---+\n| r       R |\n+   +   +   +\n|           |\n+   +   +   +\n|     b     |\n+---+---+---+\n";
const GRAPH: &str = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\nr 1 2\nr 2 1\n";

fn explore(directory: &Path, arguments: &[&str], input: &str) -> Answer {
    let directory = directory.to_str().expect("text");
    call("explore", &[arguments, &["--directory", directory]].concat(), input.as_bytes())
}

#[test]
fn every_family_is_counted() {
    let cases = [
        (["sliding", "2x3"], "", 360, 21),
        (["sokoban", "-"], LEVELS, 3, 2),
        (["sokoban", "-"], "8#|#@$-..-#|8#", 4, 3),
        (["ricochet", "-"], GAME, 44, 5),
        (["cpf", "-"], GRAPH, 12, 4),
        (["robots", "-"], GRAPH, 12, 4),
    ];
    for (words, input, states, depth) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let answer = explore(folder.path(), &[&words[..], &["--json", "--workers", "3"]].concat(), input);
        assert_eq!(answer.status(), 0, "{words:?}");
        let [line] = &answer.json()[..] else { panic!("one object") };
        assert_eq!((&line["states"], &line["depth"]), (&json!(states), &json!(depth)), "{words:?}");
        assert_eq!((&line["outcome"], &line["workers"]), (&json!("complete"), &json!(3)));
        let histogram = line["histogram"].as_array().expect("numbers").iter();
        assert_eq!(histogram.filter_map(serde_json::Value::as_u64).sum::<u64>(), states);
        assert!(line["farthest"].is_string() && line["why"].is_null());
    }
}

#[test]
fn the_histogram_and_a_farthest_state_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = explore(folder.path(), &["sokoban", "-", "--level", "1"], LEVELS);
    let expected = "standard input, level 1\n\ndepth  states\n    0  1\n    1  1\n    2  1\n\n\
        3 states, greatest depth 2\na state of this depth:\n#######\n# @  *#\n#######\n";
    assert!(answer.output.starts_with(expected), "{}", answer.output);
    let folder = tempfile::tempdir().expect("a folder");
    let second = explore(folder.path(), &["sokoban", "-", "--level", "2"], LEVELS);
    assert!(second.output.starts_with("standard input, level 2\n"), "{}", second.output);
}

#[test]
fn what_was_stopped_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let stopped = explore(folder.path(), &["sliding", "2x4", "--node-limit", "500"], "");
    assert_eq!(stopped.status(), 2);
    let message = "stopped: the node limit is used up; --resume goes on behind the complete levels\n";
    assert_eq!(stopped.messages, message);
    assert!(stopped.output.contains(" states of complete levels, greatest depth "));
    let again = explore(folder.path(), &["sliding", "2x4"], "");
    assert_eq!(again.status(), 3);
    assert!(again.message().ends_with("the directory holds a search, which can only be resumed"));
    let other = explore(folder.path(), &["sliding", "3x3", "--resume"], "");
    assert!(other.message().ends_with("the directory holds a search of another space or version"));
    let resumed = explore(folder.path(), &["sliding", "2x4", "--resume", "--workers", "1"], "");
    assert_eq!(resumed.status(), 0);
    assert!(resumed.output.contains("20160 states, greatest depth 36\n"), "{}", resumed.output);
    fs::write(folder.path().join("manifest"), "damaged").expect("written");
    let damaged = explore(folder.path(), &["sliding", "2x4", "--resume"], "");
    assert_eq!(damaged.status(), 3);
    assert!(damaged.message().ends_with("manifest: the file is damaged"));
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        (&["sliding", "3"][..], "", "3: expected rows and columns, for example 4x4"),
        (&["sliding", "9x9"], "", "boards of at most 20 cells have ranks, not of 81"),
        (&["sokoban", "-", "--level", "3"], LEVELS, "there is no level 3: the text has 2"),
        (&["sokoban", "-"], "nothing", "standard input: "),
        (&["sokoban", "-"], "6#|#$-@.#|6#", "a box of the level stands on a dead square"),
        (&["ricochet", "-"], "nothing", "standard input: "),
        (&["cpf", "-"], "nothing", "standard input: "),
        (&["cpf", "no-such-file"], "", "no-such-file: cannot be read"),
        (&["sliding", "3x3", "--workers", "0"], "", "invalid value '0'"),
        (&["chess", "3x3"], "", "invalid value 'chess'"),
        (&["sliding", "3x3", "--resume"], "", "the directory holds no search to resume"),
    ];
    for (arguments, input, expected) in cases {
        let answer = explore(folder.path(), arguments, input);
        assert_eq!(answer.status(), 3, "{arguments:?}");
        assert!(answer.message().contains(expected), "{arguments:?}: {}", answer.message());
    }
    let little = explore(folder.path(), &["sliding", "3x3", "--memory-limit", "1", "--workers", "2"], "");
    assert_eq!((little.status(), little.output.as_str()), (2, ""));
    assert_eq!(little.messages, "stopped: more memory is needed than the limit or the system allows\n");
}

/// Returns a file of addresses of this machine at which nothing listens, one a line.
fn hostfile(folder: &Path, count: usize) -> String {
    let listeners: Vec<_> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let addresses = listeners.iter().map(|listener| listener.local_addr().expect("bound").to_string());
    let file = folder.join("hosts");
    fs::write(&file, addresses.collect::<Vec<_>>().join("\n")).expect("written");
    file.to_str().expect("text").to_owned()
}

#[test]
fn processes_explore_together_and_the_first_one_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hostfile(folder.path(), 2);
    let states = folder.path().join("states");
    let [first, second] = thread::scope(|scope| {
        let (hosts, states) = (&hosts, &states);
        ["0", "1"]
            .map(|process| {
                scope.spawn(move || {
                    explore(states, &["sliding", "2x4", "--hostfile", hosts, "--process", process], "")
                })
            })
            .map(|process| process.join().expect("no panic"))
    });
    assert_eq!((first.status(), second.status()), (0, 0), "{} {}", first.messages, second.messages);
    assert!(first.output.contains("20160 states, greatest depth 36\n"), "{}", first.output);
    assert_eq!(second.output, "");
}

#[test]
fn wrong_hosts_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hostfile(folder.path(), 2);
    let bad = folder.path().join("bad");
    fs::write(&bad, "one:7000\n\ntwo\n").expect("written");
    let bad = bad.to_str().expect("text");
    let states = folder.path().join("states");
    let cases = [
        (
            &["--process", "2", "--hostfile", &hosts][..],
            3,
            "there is no process 2 among 2, which are counted from 0",
        ),
        (
            &["--process", "0", "--processes", "3", "--hostfile", &hosts],
            3,
            "hosts: 2 addresses for 3 processes",
        ),
        (&["--process", "0", "--hostfile", bad], 3, "bad: line 3: expected host:port, found `two`"),
        (&["--process", "0"], 3, "--hostfile <FILE>"),
        (&["--process", "0", "--peer-timeout", "0", "--hostfile", &hosts], 3, "has not been reached"),
    ];
    for (options, status, message) in cases {
        let answer = explore(&states, &[&["sliding", "2x3"], options].concat(), "");
        assert_eq!(answer.status(), status, "{options:?}");
        assert!(answer.message().contains(message), "{}", answer.message());
    }
    assert!(!states.exists(), "nothing was begun");
}
