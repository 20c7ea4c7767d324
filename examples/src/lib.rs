//! What the command-line examples share: options, input, reports, progress, pictures.
//!
//! Each example is a `run` function from arguments and a [`Console`] to a [`Verdict`], so that tests call it like
//! a user would, bad input included.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::process::ExitCode;

pub mod cpf;
mod error;
pub mod gallery;
mod input;
mod options;
mod pictures;
mod progress;
pub mod puzzle;
pub mod quickstart;
mod report;
pub mod reproduce;
pub mod ricochet;
pub mod soak;
pub mod sokoban;
mod statistics;
mod workers;

pub use error::CliError;

/// Where an example reads and writes.
pub struct Console<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output: answers.
    pub output: &'a mut dyn Write,
    /// Standard error: what is not part of an answer.
    pub messages: &'a mut dyn Write,
    /// Whether a person watches standard error, so that progress may be shown there.
    pub interactive: bool,
}

/// What an example says through its exit status. Of several instances the gravest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// 0: everything was solved.
    Solved = 0,
    /// 1: something was proved unsolvable, or by `soak`, something is wrong.
    Unsolvable = 1,
    /// 2: something was stopped by a limit, or is not treated by the method.
    Stopped = 2,
}

/// The exit status for bad input or usage.
pub const BAD_INPUT: u8 = 3;

/// Runs an example on the process's own arguments and streams.
pub fn main(run: fn(Vec<OsString>, &mut Console) -> Result<Verdict, CliError>) -> ExitCode {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut console = Console {
        input: &mut io::stdin().lock(),
        output: &mut output,
        messages: &mut io::stderr(),
        interactive: io::stderr().is_terminal(),
    };
    let result = run(std::env::args_os().collect(), &mut console);
    let result = result.and_then(|verdict| output.flush().map(|()| verdict).map_err(CliError::Output));
    match result {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(error) => error.report(),
    }
}

/// The examples on the front page of the repository and in the book.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct FrontPage;
    #[doc = include_str!("../../docs/README.md")]
    struct Book;
    #[doc = include_str!("../../docs/architecture.md")]
    struct Architecture;
    #[doc = include_str!("../../docs/cooperative-path-finding.md")]
    struct CooperativePathFinding;
    #[doc = include_str!("../../docs/formats.md")]
    struct Formats;
    #[doc = include_str!("../../docs/papers.md")]
    struct Papers;
    #[doc = include_str!("../../docs/push-and-swap.md")]
    struct PushAndSwap;
    #[doc = include_str!("../../docs/ricochet.md")]
    struct Ricochet;
    #[doc = include_str!("../../docs/sliding-puzzles.md")]
    struct SlidingPuzzles;
    #[doc = include_str!("../../docs/sokoban.md")]
    struct Sokoban;
}
