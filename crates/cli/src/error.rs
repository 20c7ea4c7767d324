//! Errors that end the program, and their exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Command};
use cpf::formats::{FormatError, MAX_VERTICES};
use cpf::generate::GenerateError;
use families::{TextError, Unsuitable};
use grid_puzzle::{InstanceError, SetupError, SizeError, TableError};
use motion_core::draw::DrawError;
use ricochet::{QuadrantError, RandomGameError};
use sokoban::{NoSuchLevel, RandomLevelError};
use thiserror::Error;

use crate::{BAD_INPUT, Verdict};

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
    /// A file holds no legal board.
    #[error("{file}: {why}")]
    Board {
        /// Its name.
        file: String,
        /// What is wrong.
        why: SetupError,
    },
    /// A file holds no pattern databases, or not those that are needed.
    #[error("{file}: {why}")]
    Tables {
        /// Its name.
        file: String,
        /// What is wrong.
        why: TableError,
    },
    /// No board can have this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The goal does not fit the start.
    #[error("{file}: {why}")]
    Goal {
        /// The goal's file.
        file: String,
        /// What is wrong.
        why: InstanceError,
    },
    /// A file holds no legal instance.
    #[error("{file}: {why}")]
    Format {
        /// Its name.
        file: String,
        /// The first error, with its place.
        why: FormatError,
    },
    /// A file holds no instance whose states can be counted.
    #[error("{file}: {why}")]
    Text {
        /// Its name.
        file: String,
        /// The first error, with its place.
        why: TextError,
    },
    /// A file holds no schedule of the instance that is legal in the model.
    #[error("{file}: {why}")]
    Schedule {
        /// Its name.
        file: String,
        /// The first error, with the names of vertices in the instance.
        why: String,
    },
    /// No random instance has these parameters.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// More vacant vertices are wanted than there are.
    #[error("{blanks} blanks are more than the vertices, {vertices}")]
    TooManyBlanks {
        /// Vacant vertices.
        blanks: usize,
        /// All vertices.
        vertices: usize,
    },
    /// The random instance would be larger than those that can be read.
    #[error("{vertices} vertices are too many: at most {MAX_VERTICES} are allowed")]
    TooManyVertices {
        /// Vertices.
        vertices: u64,
    },
    /// The algorithm does not support the instance.
    #[error(transparent)]
    Unsuitable(#[from] Unsuitable),
    /// A file holds no legal game of Ricochet Robots.
    #[error("{file}: {why}")]
    Game {
        /// Its name.
        file: String,
        /// The first error, with its place.
        why: ricochet::SetupError,
    },
    /// A file holds no quadrants.
    #[error("{file}: {why}")]
    Quadrants {
        /// Its name.
        file: String,
        /// The first error, with its place.
        why: QuadrantError,
    },
    /// No random game of Ricochet Robots can be generated.
    #[error(transparent)]
    RandomGame(#[from] RandomGameError),
    /// No random Sokoban level can be generated.
    #[error(transparent)]
    RandomLevel(#[from] RandomLevelError),
    /// A file holds no legal Sokoban levels.
    #[error("{file}: {why}")]
    Level {
        /// Its name.
        file: String,
        /// The first error, with its place.
        why: sokoban::SetupError,
    },
    /// A file holds fewer Sokoban levels.
    #[error("{file}: {why}")]
    NoSuchLevel {
        /// Its name.
        file: String,
        /// The missing level.
        why: NoSuchLevel,
    },
    /// The picture cannot be drawn.
    #[error("{file}: {why}")]
    Draw {
        /// The picture's file.
        file: String,
        /// Why not.
        why: DrawError,
    },
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
        let mut command = A::augment_args(Command::new(subcommand).bin_name(name));
        command.error(ErrorKind::ArgumentConflict, message).into()
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
