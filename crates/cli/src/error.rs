//! Errors that end the program, and their exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Command};
use thiserror::Error;

use crate::{BAD_INPUT, Verdict, input};

/// Why the program ends without an answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CliError {
    /// The arguments are wrong, or ask for help.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// A file cannot be read.
    #[error("{file}: cannot be read: {why}")]
    Read {
        /// Its name.
        file: String,
        /// What the system says.
        why: io::Error,
    },
    /// A file is not text.
    #[error("{file}: line {line}, column {column}: this is not UTF-8 text")]
    NotUtf8 {
        /// Its name.
        file: String,
        /// The line of the first invalid byte, from 1.
        line: usize,
        /// Its column, from 1, in characters.
        column: usize,
    },
    /// A file does not hold what is needed, or a picture cannot be drawn into it.
    #[error("{file}: {why}")]
    File {
        /// Its name.
        file: String,
        /// The reason; the first error of a text, with its place.
        why: String,
    },
    /// There is no instance with these parameters, or the solver does not support it.
    #[error("{0}")]
    Instance(String),
    /// A file cannot be written.
    #[error("{file}: cannot be written: {why}")]
    Write {
        /// Its name.
        file: String,
        /// What the system says.
        why: io::Error,
    },
    /// A file was named twice, and would be overwritten.
    #[error("{file}: this file is named twice, and would be overwritten")]
    NamedTwice {
        /// Its name.
        file: String,
    },
    /// A picture or a plan was to go to standard output.
    #[error("`-` is no file to write: standard output is for answers")]
    NoFile,
    /// The system starts no more threads.
    #[error("threads cannot be started: {0}; give --jobs a smaller number")]
    Threads(#[source] io::Error),
    /// States on disk are damaged, or are not those that were asked for.
    #[error(transparent)]
    Explore(motion_distributed::DiskError),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// An error in the arguments of a subcommand, in the format of clap.
    pub(crate) fn usage<A: Args>(subcommand: &'static str, message: impl Display) -> Self {
        let name = format!("motion-puzzles {subcommand}");
        Self::usage_of(A::augment_args(Command::new(subcommand).bin_name(name)), message)
    }

    /// An error in the arguments of this subcommand.
    pub(crate) fn usage_of(mut command: Command, message: impl Display) -> Self {
        command.error(ErrorKind::ArgumentConflict, message).into()
    }

    /// An error of a file, `-` for standard input.
    pub fn in_file(path: impl AsRef<Path>, why: impl Display) -> Self {
        Self::File { file: input::name(path.as_ref()), why: why.to_string() }
    }

    /// There is no such instance.
    pub(crate) fn instance(why: impl Display) -> Self {
        Self::Instance(why.to_string())
    }

    /// Prints it on standard error, help on standard output; returns the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(usage) => {
                // If this cannot be written, nothing else can be done.
                let _ = usage.print();
                ExitCode::from(self.status())
            }
            // The reader of a pipe has closed it.
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(self.status()),
            _ => {
                // If this cannot be written, nothing else can be done.
                let _ = writeln!(io::stderr(), "error: {self}");
                ExitCode::from(self.status())
            }
        }
    }

    /// The exit status: 0 for help, 2 if the reader of a pipe closed it early, else 3.
    pub fn status(&self) -> u8 {
        match self {
            Self::Usage(usage) if !usage.use_stderr() => 0,
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => Verdict::Stopped as u8,
            _ => BAD_INPUT,
        }
    }
}
