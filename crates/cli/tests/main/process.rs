//! Tests of the program as a process: exit status, interrupts, closed pipes.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motion-puzzles"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = program(arguments).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn verdicts_become_exit_statuses_and_errors_go_to_standard_error() {
    let (status, output, errors) = run(&["sliding", "--random", "3x3", "--json"]);
    assert_eq!((status, output.lines().count(), errors.as_str()), (Some(0), 1, ""));
    let (status, output, errors) = run(&["sliding", "no/such/file"]);
    assert_eq!((status, output.as_str()), (Some(3), ""));
    assert!(errors.starts_with("error: no/such/file: cannot be read: "), "{errors}");
    let (status, output, _) = run(&["--version"]);
    assert_eq!(
        (status, output),
        (Some(0), concat!("motion-puzzles ", env!("CARGO_PKG_VERSION"), "\n").to_owned())
    );
    let (status, output, errors) = run(&[]);
    assert_eq!((status, output.as_str()), (Some(3), ""));
    assert!(errors.contains("Usage: motion-puzzles <COMMAND>"), "{errors}");
}

#[test]
fn a_reader_that_closes_the_pipe_ends_it_without_a_message() {
    let mut child = program(&["sliding", "--random", "3x3", "--count", "4000000000", "--json"])
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    // The reader and its pipe are dropped.
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON")["outcome"], "solved");
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    assert_eq!((status.code(), stderr), (Some(2), Vec::new()));
}

/// The system's `kill` sends interrupts; Linux reports whether a process catches them.
#[cfg(target_os = "linux")]
mod interrupts {
    use std::fs;
    use std::process::Child;
    use std::thread;
    use std::time::Duration;

    use super::*;

    const SIGINT: u64 = 2;

    /// Returns whether interrupts are in this set of signals of a process.
    fn has_interrupts(child: &Child, set: &str) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let signals = status.lines().find_map(|line| line.strip_prefix(set));
        let signals = signals.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        signals.is_some_and(|mask| mask & (1 << (SIGINT - 1)) != 0)
    }

    fn catches_interrupts(child: &Child) -> bool {
        has_interrupts(child, "SigCgt:")
    }

    fn interrupt(child: &Child) {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Starts the program, interrupts it during its work, and reads its output.
    fn interrupted(words: &str) -> (Option<i32>, Vec<Value>, String) {
        let child = program(&words.split(' ').collect::<Vec<_>>()).spawn().expect("it starts");
        while !catches_interrupts(&child) {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(200));
        interrupt(&child);
        let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
        let lines = stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let lines = lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect();
        (status.code(), lines, String::from_utf8(stderr).expect("text"))
    }

    #[test]
    fn the_first_ends_an_instance_and_the_best_solution_is_printed() {
        let (status, lines, _) =
            interrupted("sliding --random 20x20 --algorithm short --time-limit 600 --json");
        assert_eq!((status, lines.len()), (Some(2), 1));
        assert!(lines[0]["moves"].as_u64().is_some_and(|moves| moves > 0), "{}", lines[0]);
        assert!(lines[0]["solution"].is_string());
    }

    #[test]
    fn instances_that_are_left_are_counted() {
        let run = "cpf --grid 30x30 --blanks 1 --algorithm ears-beam --time-limit 600 --count 3";
        let (status, lines, messages) = interrupted(&format!("{run} --json --no-solution"));
        assert_eq!((status, lines.len()), (Some(2), 1));
        assert_eq!(messages, "interrupted: 2 instances were not begun\n");
    }

    #[test]
    fn before_any_work_is_done_one_is_enough() {
        let mut child = program(&["sliding", "-"]).stdin(Stdio::piped()).spawn().expect("it starts");
        thread::sleep(Duration::from_millis(200));
        assert!(!catches_interrupts(&child));
        if has_interrupts(&child, "SigIgn:") {
            eprintln!("skipped: interrupts are ignored here, as in the background of some shells");
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            return;
        }
        interrupt(&child);
        assert_eq!(child.wait().expect("it ends").code(), None);
    }
}
