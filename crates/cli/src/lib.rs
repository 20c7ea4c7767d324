#![doc = include_str!("../README.md")]

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::process::ExitCode;

mod arguments;
mod cpf;
mod error;
mod explore;
mod family;
mod fleet;
mod input;
mod interrupt;
mod named_values;
mod options;
mod output;
#[doc(hidden)]
pub mod process_memory;
mod progress;
mod report;
mod sliding;
mod sokoban;
mod sweep;

pub use arguments::run;
pub use error::CliError;
pub use interrupt::Interrupt;

/// The streams of the program.
pub struct Console<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output: answers.
    pub output: &'a mut dyn Write,
    /// Standard error: everything else.
    pub messages: &'a mut dyn Write,
    /// Whether standard error is a terminal, so that progress can be shown there.
    pub is_terminal: bool,
    /// Interrupts by Ctrl-C.
    pub interrupt: Interrupt,
}

/// The exit status of the program, which is the highest one of all instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// 0: all instances are solved.
    Solved = 0,
    /// 1: some instance is proved unsolvable.
    Unsolvable = 1,
    /// 2: some instance was stopped by a limit or by Ctrl-C, or is not supported by the method.
    Stopped = 2,
    /// 3: some instance is not legal; the others have been solved.
    BadInput = 3,
}

/// The exit status for bad input or usage.
pub const BAD_INPUT: u8 = Verdict::BadInput as u8;

/// Runs a program with the arguments and streams of the process.
pub fn main(run: fn(Vec<OsString>, &mut Console) -> Result<Verdict, CliError>) -> ExitCode {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut console = Console {
        input: &mut io::stdin().lock(),
        output: &mut output,
        messages: &mut io::stderr(),
        is_terminal: io::stderr().is_terminal(),
        interrupt: Interrupt::from_signals(),
    };
    let result = run(std::env::args_os().collect(), &mut console);
    let result = result.and_then(|verdict| output.flush().map(|()| verdict).map_err(CliError::Output));
    match result {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(error) => error.report(),
    }
}
