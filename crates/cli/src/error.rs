//! Errors that end the program, and their exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Command};
use thiserror::Error;

use crate::{BAD_INPUT, Verdict, input};

/// The reason why the program ends without an answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CliError {
    /// The arguments are wrong or ask for help.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// A file cannot be read.
    #[error("{file}: cannot be read: {why}")]
    Read {
        /// The name of the file.
        file: String,
        /// The error of the system.
        why: io::Error,
    },
    /// A file is not text.
    #[error("{file}: line {line}, column {column}: this is not UTF-8 text")]
    NotUtf8 {
        /// The name of the file.
        file: String,
        /// The line of the first invalid byte, from 1.
        line: usize,
        /// The column of that byte, from 1, in characters.
        column: usize,
    },
    /// A file does not have the required content, or a picture cannot be drawn into it.
    #[error("{file}: {why}")]
    File {
        /// The name of the file.
        file: String,
        /// The reason; for a text its first error, with the place.
        why: String,
    },
    /// There is no instance with these parameters, or the solver does not support the instance.
    #[error("{0}")]
    Instance(String),
    /// A file cannot be written.
    #[error("{file}: cannot be written: {why}")]
    Write {
        /// The name of the file.
        file: String,
        /// The error of the system.
        why: io::Error,
    },
    /// A file was named twice, and would be overwritten.
    #[error("{file}: this file is named twice, and would be overwritten")]
    NamedTwice {
        /// The name of the file.
        file: String,
    },
    /// Standard output was named as the file for a picture or a plan.
    #[error("`-` is no file to write: standard output is for answers")]
    NoFile,
    /// The system refuses to start more threads.
    #[error("threads cannot be started: {0}; give --jobs a smaller number")]
    Threads(#[source] io::Error),
    /// States on disk are damaged, or belong to another search.
    #[error(transparent)]
    Explore(motion_distributed::error::DiskError),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// Returns an error in the arguments of a subcommand, in the format of clap.
    pub(crate) fn usage<A: Args>(subcommand: &'static str, message: impl Display) -> Self {
        let name = format!("motion-puzzles {subcommand}");
        Self::usage_of(A::augment_args(Command::new(subcommand).bin_name(name)), message)
    }

    /// Returns an error in the arguments of this subcommand.
    pub(crate) fn usage_of(mut command: Command, message: impl Display) -> Self {
        command.error(ErrorKind::ArgumentConflict, message).into()
    }

    /// Returns an error of a file, where `-` is standard input.
    pub fn in_file(path: impl AsRef<Path>, why: impl Display) -> Self {
        Self::File { file: input::name(path.as_ref()), why: why.to_string() }
    }

    /// Returns the error that there is no such instance.
    pub(crate) fn instance(why: impl Display) -> Self {
        Self::Instance(why.to_string())
    }

    /// Prints the error on standard error, or help on standard output; returns the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(usage) => {
                // If this cannot be written, nothing else can be done.
                let _ = usage.print();
                ExitCode::from(self.status())
            }
            // The reader has closed the pipe.
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(self.status()),
            _ => {
                // If this cannot be written, nothing else can be done.
                let _ = writeln!(io::stderr(), "error: {self}");
                ExitCode::from(self.status())
            }
        }
    }

    /// The exit status: 0 for help, 2 if the reader of a pipe closed it early, otherwise 3.
    pub fn status(&self) -> u8 {
        match self {
            Self::Usage(usage) if !usage.use_stderr() => 0,
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => Verdict::Stopped as u8,
            _ => BAD_INPUT,
        }
    }
}
