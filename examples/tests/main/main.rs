//! Tests that every example is short and listed, and that it runs; and that programs of dependents
//! are short.

mod dependents;
mod every_solver;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The greatest number of lines of an example.
const MOST_LINES: usize = 60;

/// Returns the files of the examples and their texts.
fn examples() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(env!("CARGO_MANIFEST_DIR")).expect("the folder of the package");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let examples: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable example");
            (path, text)
        })
        .collect();
    assert!(!examples.is_empty(), "there is no example");
    examples
}

/// Returns the name by which `cargo run --example` calls an example.
fn name(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8")
}

#[test]
fn no_example_is_long() {
    for (path, text) in examples() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines, more than {MOST_LINES}", path.display());
    }
}

#[test]
fn no_example_takes_arguments() {
    for (path, text) in examples() {
        assert!(!text.contains("env::args"), "{} reads arguments", path.display());
    }
}

#[test]
fn every_example_begins_with_its_command() {
    for (path, text) in examples() {
        let command = format!("//! `cargo run --example {}`\n", name(&path));
        let head: String = text.split_inclusive('\n').take_while(|line| line.starts_with("//!")).collect();
        assert!(head.ends_with(&command), "the head of {} does not end with {command}", path.display());
    }
}

#[test]
fn every_example_is_listed_and_runs() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("the package's manifest");
    let this = std::env::current_exe().expect("the path of this test");
    let built = this.ancestors().nth(2).expect("the folder of the profile").join("examples");
    for (path, _) in examples() {
        let name = name(&path);
        let section = format!("[[example]]\nname = \"{name}\"\npath = \"{name}.rs\"\n");
        assert!(manifest.contains(&section), "Cargo.toml does not contain\n{section}");
        let program = built.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        let output = Command::new(&program).output();
        let output =
            output.unwrap_or_else(|why| panic!("{}: {why}; `cargo test` builds it", program.display()));
        assert!(output.status.success() && !output.stdout.is_empty(), "{name}: {output:?}");
    }
}
