//! `explore`: all states of a puzzle by depth, on disk.

mod cluster;
mod families;
mod report;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueEnum};
use motion_core::search::PackedSpace;
use motion_distributed::Explorer;

use crate::options::Limits;
use crate::progress::watched;
use crate::{CliError, Console, Verdict, input};
use cluster::ClusterOptions;
use report::Report;

/// Count all states of a puzzle by their depth.
///
/// States are kept in sorted files, so that a fixed amount of memory is enough for any number of
/// them. A run that was stopped or killed goes on with --resume, with any number of workers.
///
/// Several processes explore together if each is started with --hostfile and its own --process;
/// process 0 prints the result. All need the same folder, and a private network: connections are
/// neither encrypted nor authenticated.
///
/// Exit status: 0 all states are counted, 2 stopped by a limit, by Ctrl-C, by a full disk or since
/// another process has ended, 3 bad input or usage, or damaged files.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles explore sliding 3x3 --directory boards\n  \
    motion-puzzles explore sokoban level.xsb --directory positions --memory-limit 1024 --json\n  \
    motion-puzzles explore sliding 3x4 --directory boards --workers 2 --resume")]
pub(crate) struct Arguments {
    /// The puzzle
    family: Family,

    /// `RxC` for sliding tiles, else a file, `-` for standard input
    what: String,

    /// Folder for the states; it is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    directory: PathBuf,

    /// Go on with the states in the folder
    #[arg(long)]
    resume: bool,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "W")]
    workers: Option<NonZero<usize>>,

    /// Level of a file of Sokoban levels, or game of a file of Ricochet Robots
    #[arg(long, value_name = "N", default_value = "1")]
    level: NonZero<usize>,

    /// Print a JSON object, nothing else
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    cluster: ClusterOptions,

    #[command(flatten)]
    limits: Limits,
}

/// The puzzles with spaces.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Family {
    /// Boards of sliding tiles, from the solved one
    Sliding,
    /// Positions of a Sokoban level, by pushes
    Sokoban,
    /// Positions of a game of Ricochet Robots, by slides
    Ricochet,
    /// Placements of robots on a graph, by moves to vacant vertices
    Cpf,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    let report = match arguments.family {
        Family::Sliding => families::sliding(arguments, console)?,
        Family::Sokoban => families::sokoban(arguments, console)?,
        Family::Ricochet => families::ricochet(arguments, console)?,
        Family::Cpf => families::cpf(arguments, console)?,
    };
    if arguments.cluster.prints() {
        report.write(arguments.json, console.output)?;
    }
    report.verdict(console)
}

fn usage(message: &str) -> CliError {
    CliError::usage::<Arguments>("explore", message)
}

impl Arguments {
    /// The text of the file, and its name.
    fn read(&self, console: &mut Console) -> Result<(String, String), CliError> {
        let path = Path::new(&self.what);
        Ok((input::read(path, console)?, input::name(path)))
    }

    /// Counts the states of a space.
    fn explore<S: PackedSpace<N>, const N: usize>(
        &self,
        space: &S,
        start: S::State,
        text: impl Fn(&S::State) -> String,
        console: &mut Console,
    ) -> Result<Report, CliError> {
        let cluster = self.cluster.read(console)?;
        let usual = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let workers = self.workers.unwrap_or_else(usual);
        let explorer = Explorer::new(&self.directory).with_resume(self.resume);
        // The shares of the workers leave enough for the program itself.
        let budget = self.limits.budget(0, None).with_threads(workers);
        let (explored, run) = watched(console, budget, |control| match &cluster {
            Some(cluster) => explorer.explore_together(cluster, space, [start], control),
            None => explorer.explore(space, [start], control),
        });
        let name = match self.family {
            Family::Sliding => format!("sliding {}", self.what),
            Family::Cpf => input::name(Path::new(&self.what)),
            Family::Sokoban => format!("{}, level {}", input::name(Path::new(&self.what)), self.level),
            Family::Ricochet => format!("{}, game {}", input::name(Path::new(&self.what)), self.level),
        };
        Ok(Report::new(name, workers, explored, text, run))
    }
}
