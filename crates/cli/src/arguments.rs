//! The complete command line.

use std::ffi::OsString;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use families::Family;

use crate::{CliError, Console, Verdict, cpf, explore, family, fleet, sliding, sokoban};

/// Solve motion puzzles: sliding tiles, robots on graphs, Sokoban, and others.
///
/// Every solution is replayed and verified before it is printed. Ctrl-C ends the work on the
/// instances under way and prints the best solutions so far; a second Ctrl-C ends the program.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit or by Ctrl-C or
/// not supported, 3 bad input or usage.
#[derive(Parser, Debug)]
#[command(name = "motion-puzzles", version, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    subcommand: AnySubcommand,
}

#[derive(Subcommand, Debug)]
enum AnySubcommand {
    Sliding(Box<sliding::Arguments>),
    #[command(alias = "robots")]
    Cpf(Box<cpf::Arguments>),
    Fleet(Box<fleet::Arguments>),
    Sokoban(Box<sokoban::Arguments>),
    Explore(Box<explore::Arguments>),
    /// Print a script that lets a shell complete the options
    #[command(before_help = "Examples:\n  \
        motion-puzzles completions bash > ~/.local/share/bash-completion/completions/motion-puzzles\n  \
        motion-puzzles completions zsh > ~/.zfunc/_motion-puzzles\n  \
        motion-puzzles completions fish > ~/.config/fish/completions/motion-puzzles.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Returns the families whose subcommands are made from their descriptions, because they have no
/// subcommand of their own.
fn described() -> impl Iterator<Item = &'static dyn Family> {
    let own = Arguments::command();
    let has_own = move |name: &str| own.find_subcommand(name).is_some();
    families::ALL
        .into_iter()
        .filter(move |family| !has_own(family.name()) && !family.aliases().iter().any(|name| has_own(name)))
}

/// Returns the program with all subcommands.
fn command() -> Command {
    Arguments::command().subcommands(described().map(family::command))
}

/// Runs the program.
///
/// # Errors
/// [`CliError`] for bad usage, bad input and files that cannot be read or written.
pub fn run(arguments: Vec<OsString>, console: &mut Console) -> Result<Verdict, CliError> {
    let matches = command().try_get_matches_from(arguments)?;
    let described = matches.subcommand().and_then(|(name, matches)| {
        described().find(|family| family.name() == name).map(|family| (family, matches))
    });
    let verdict = match described {
        Some((family, matches)) => family::run(family, matches, console)?,
        None => run_own(Arguments::from_arg_matches(&matches)?.subcommand, console)?,
    };
    Ok(if console.interrupt.is_raised() { verdict.max(Verdict::Stopped) } else { verdict })
}

/// Runs a subcommand that is not made from a description.
fn run_own(subcommand: AnySubcommand, console: &mut Console) -> Result<Verdict, CliError> {
    Ok(match subcommand {
        AnySubcommand::Sliding(arguments) => sliding::run(&arguments, console)?,
        AnySubcommand::Cpf(arguments) => cpf::run(&arguments, console)?,
        AnySubcommand::Fleet(arguments) => fleet::run(&arguments, console)?,
        AnySubcommand::Sokoban(arguments) => sokoban::run(&arguments, console)?,
        AnySubcommand::Explore(arguments) => explore::run(&arguments, console)?,
        AnySubcommand::Completions { shell } => {
            let mut command = command();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "motion-puzzles", &mut script);
            console.output.write_all(&script)?;
            Verdict::Solved
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_begins_with_three_examples_that_are_accepted() {
        command().debug_assert();
        for subcommand in command().get_subcommands() {
            let help = subcommand.get_before_help().map(ToString::to_string).unwrap_or_default();
            let (title, examples) = help.split_once('\n').unwrap_or_default();
            assert_eq!((title, examples.lines().count()), ("Examples:", 3), "{subcommand}");
            for example in examples.lines() {
                let words = example.split_whitespace().take_while(|&word| word != ">");
                let parsed = command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{example}: {parsed:?}");
            }
        }
    }
}
