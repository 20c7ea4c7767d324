#![doc = include_str!("../README.md")]

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::process::ExitCode;

mod arguments;
pub mod cpf;
mod error;
mod input;
mod interrupt;
mod options;
mod output;
mod progress;
mod report;
mod ricochet;
pub mod sliding;
mod sokoban;

pub use arguments::run;
pub use error::CliError;
pub use interrupt::Interrupt;

/// Where the program reads and writes.
pub struct Console<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output: answers.
    pub output: &'a mut dyn Write,
    /// Standard error: what is not part of an answer.
    pub messages: &'a mut dyn Write,
    /// Whether a person watches standard error, so that progress may be shown there.
    pub interactive: bool,
    /// What Ctrl-C does.
    pub interrupt: Interrupt,
}

impl Console<'_> {
    /// Whether an interrupt ends the work here, where this many instances are left; says so if there are any.
    pub(crate) fn is_interrupted(&mut self, left: usize) -> bool {
        let interrupted = self.interrupt.is_raised();
        if interrupted && left > 0 {
            let are = if left == 1 { "1 instance was" } else { &*format!("{left} instances were") };
            // Nothing is left to do where not even this can be written.
            let _ = writeln!(self.messages, "interrupted: {are} not begun");
        }
        interrupted
    }
}

/// What the program says through its exit status. Of several instances the gravest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// 0: everything was solved.
    Solved = 0,
    /// 1: something was proved unsolvable.
    Unsolvable = 1,
    /// 2: something was stopped by a limit or by Ctrl-C, or is not treated by the method.
    Stopped = 2,
}

/// The exit status for bad input or usage.
pub const BAD_INPUT: u8 = 3;

/// Runs a program on the process's own arguments and streams.
pub fn main(run: fn(Vec<OsString>, &mut Console) -> Result<Verdict, CliError>) -> ExitCode {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut console = Console {
        input: &mut io::stdin().lock(),
        output: &mut output,
        messages: &mut io::stderr(),
        interactive: io::stderr().is_terminal(),
        interrupt: Interrupt::of_the_process(),
    };
    let result = run(std::env::args_os().collect(), &mut console);
    let result = result.and_then(|verdict| output.flush().map(|()| verdict).map_err(CliError::Output));
    match result {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(error) => error.report(),
    }
}
