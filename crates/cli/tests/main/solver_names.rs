//! Comparisons of the solvers in the libraries with the help, the errors and the page of formats.

use std::collections::BTreeMap;

use ::cpf::internal::{PlanSolver, ScheduleSolver};
use ::sokoban::solver::{Enhancement, LevelSolver};
use grid_puzzle::internal::PuzzleSolver;
use motion_core::solver_table::{Registered, SolverRow};

use crate::call;

/// Names, each with the line that describes it.
type Names = BTreeMap<String, String>;

/// Returns the rows of a table of solvers.
fn solvers<R: SolverRow>() -> Names {
    table(Registered::<R>::all(), |solver| (solver.name().to_owned(), solver.summary()))
}

fn table<T>(all: impl IntoIterator<Item = T>, row: impl Fn(T) -> (String, &'static str)) -> Names {
    all.into_iter().map(row).map(|(name, summary)| (name, summary.to_owned())).collect()
}

/// Returns the values of an option in the long help, each with its line.
fn in_help(subcommand: &str, option: &str) -> Names {
    let help = call(subcommand, &["--help"], b"").message();
    let (_, rest) = help.split_once(&format!("\n      --{option} <")).expect("an option");
    let (_, values) = rest.split_once("Possible values:\n").expect("a list");
    let rows = values.lines().map(str::trim).take_while(|line| !line.is_empty());
    rows.map(|row| {
        let (name, summary) = row.strip_prefix("- ").and_then(|row| row.split_once(':')).expect("a row");
        (name.to_owned(), summary.trim().to_owned())
    })
    .collect()
}

/// Returns the names after a text in the message for an unknown name.
fn in_error(words: &[&str], before: &str) -> Vec<String> {
    let message = call(words[0], &words[1..], b"").message();
    let (_, rest) = message.split_once(before).unwrap_or_else(|| panic!("{message}"));
    sorted(rest.split([';', ']', '\n']).next().unwrap_or_default().split(',').map(str::trim))
}

fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut names: Vec<_> = names.map(str::to_owned).collect();
    names.sort_unstable();
    names
}

fn names(table: &Names) -> Vec<String> {
    table.keys().cloned().collect()
}

/// Returns the section of a subcommand on the page of formats.
fn section(subcommand: &str) -> &'static str {
    let page = include_str!("../../../../docs/formats.md");
    let (_, rest) = page.split_once(&format!("\n## `motion-puzzles {subcommand}`\n")).expect("a section");
    rest.split("\n## ").next().unwrap_or_default()
}

/// Returns the names in the sentence of a section that lists them.
fn in_sentence(subcommand: &str) -> Vec<String> {
    let (_, rest) = section(subcommand).split_once("\n`NAME` is ").expect("a sentence");
    let sentence = rest.split(". ").next().unwrap_or_default();
    sorted(sentence.split('`').skip(1).step_by(2))
}

/// Returns the rows of the page's table with this first heading.
fn in_table(subcommand: &str, heading: &str) -> Names {
    let (_, rest) = section(subcommand).split_once(&format!("\n| {heading} | ")).expect("a table");
    let rows = rest.lines().skip(2).map_while(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    rows.filter_map(|row| row.split_once("` | "))
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect()
}

/// Checks that the help and the error list these values of `--algorithm`.
fn check_values(subcommand: &str, expected: &Names) {
    assert_eq!(&in_help(subcommand, "algorithm"), expected, "{subcommand}");
    let in_error = in_error(&[subcommand, "--algorithm", "x"], "[possible values: ");
    assert_eq!(in_error, names(expected), "{subcommand}");
}

#[test]
fn help_errors_and_page_list_the_solvers_of_sliding_puzzles() {
    let mut expected = solvers::<PuzzleSolver>();
    assert_eq!(in_sentence("sliding"), names(&expected));
    expected.extend(solvers::<PlanSolver>());
    check_values("sliding", &expected);
}

#[test]
fn help_errors_and_page_list_the_solvers_of_cooperative_path_finding() {
    let mut expected = solvers::<PlanSolver>();
    expected.extend(solvers::<ScheduleSolver>());
    check_values("cpf", &expected);
    let (_, rest) = section("cpf").split_once("[--algorithm ").expect("a list");
    let list = rest.split(']').next().unwrap_or_default();
    assert_eq!(sorted(list.split('|').map(str::trim)), names(&expected));
}

#[test]
fn every_family_has_a_subcommand_of_its_name() {
    for family in families::ALL {
        let help = call(family.name(), &["--help"], b"");
        assert_eq!(help.status(), 0, "{family:?}: {}", help.message());
    }
}

/// The subcommands of these families are made from their descriptions.
#[test]
fn help_errors_and_page_list_the_solvers_of_every_described_family() {
    let described = families::ALL.map(families::Family::description);
    let described: Vec<_> =
        described.iter().filter(|family| !["sliding", "robots", "sokoban"].contains(&family.name)).collect();
    assert!(!described.is_empty());
    for family in described {
        let expected =
            family.solvers.iter().map(|solver| (solver.name.clone(), solver.help.clone())).collect();
        check_values(family.name, &expected);
        assert_eq!(in_sentence(family.name), names(&expected));
    }
}

#[test]
fn help_errors_and_page_list_the_methods_and_enhancements_of_sokoban() {
    let methods = solvers::<LevelSolver>();
    let enhancements = table(Enhancement::ALL.iter().copied(), |one| (one.name().to_owned(), one.summary()));
    for (option, heading, before, expected) in [
        ("solver", "method", "; the methods are ", methods),
        ("enhance", "enhancement", "; enhancements, of which each method has some, are ", enhancements),
    ] {
        assert_eq!(in_help("sokoban", option), expected);
        let option = format!("--{option}");
        assert_eq!(in_error(&["sokoban", "-", &option, "x"], before), names(&expected));
        assert_eq!(in_table("sokoban", heading), expected);
    }
}
