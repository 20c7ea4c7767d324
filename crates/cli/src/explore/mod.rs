//! `explore`, which counts all states of a puzzle by depth, on disk.

mod cluster;
mod report;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use clap::builder::PossibleValue;
use families::{ALL, Family, SpaceDescription, TextError};
use motion_distributed::Explorer;

use crate::named_values::named_values;
use crate::options::Limits;
use crate::progress::watched;
use crate::{CliError, Console, Verdict, input};
use cluster::ClusterOptions;
use report::Report;

/// Count all states of a puzzle by their depth.
///
/// States are kept in sorted files, so that a fixed amount of memory suffices for any number of
/// states. A run that was stopped or killed continues with --resume, with any number of workers.
///
/// Several processes explore together if each is started with --hostfile and its own --process;
/// process 0 prints the result. All need the same folder, and a private network: connections are
/// neither encrypted nor authenticated.
///
/// Exit status: 0 all states are counted, 2 stopped by a limit, by Ctrl-C, by a full disk or
/// because another process has ended, 3 bad input or usage, or damaged files.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles explore sliding 3x3 --directory boards\n  \
    motion-puzzles explore sokoban level.xsb --directory positions --memory-limit 1024 --json\n  \
    motion-puzzles explore sliding 3x4 --directory boards --workers 2 --resume")]
pub(crate) struct Arguments {
    /// The puzzle
    #[arg(value_parser = named_values(Explored::all(), |explored| PossibleValue::new(explored.name).alias(explored.family.name()).help(explored.space.summary)))]
    family: Explored,

    /// `RxC` for sliding tiles, otherwise a file; `-` for standard input
    what: String,

    /// Folder for the states; it is created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    directory: PathBuf,

    /// Continue with the states in the folder
    #[arg(long)]
    resume: bool,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "W")]
    workers: Option<NonZero<usize>>,

    /// Number of the instance, if the file has several
    #[arg(long, value_name = "N", default_value = "1")]
    level: NonZero<usize>,

    /// Print only a JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    cluster: ClusterOptions,

    #[command(flatten)]
    limits: Limits,
}

/// A family whose states can be counted.
#[derive(Clone, Debug)]
struct Explored {
    name: &'static str,
    family: &'static dyn Family,
    space: SpaceDescription,
}

impl Explored {
    /// Returns all of them, by the names of their subcommands.
    fn all() -> impl Iterator<Item = Self> {
        ALL.into_iter().filter_map(|family| {
            let name = family.aliases().first().copied().unwrap_or(family.name());
            Some(Self { name, family, space: family.space()? })
        })
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    let report = arguments.explore(console)?;
    if arguments.cluster.prints() {
        report.write(arguments.json, console.output)?;
    }
    report.verdict(console)
}

fn usage(message: &str) -> CliError {
    CliError::usage::<Arguments>("explore", message)
}

impl Arguments {
    /// Counts the states of the space.
    fn explore(&self, console: &mut Console) -> Result<Report, CliError> {
        let Explored { name, family, space } = self.family.clone();
        let part = family.description().part.filter(|_| !space.is_by_words);
        let path = Path::new(&self.what);
        let (file, instance) = if space.is_by_words {
            (self.what.clone().into_bytes(), format!("{name} {}", self.what))
        } else {
            let file = input::name(path);
            let instance = part.map_or(file.clone(), |part| format!("{file}, {part} {}", self.level));
            (input::bytes(path, console)?, instance)
        };
        let wrong = |why: TextError| {
            if space.is_by_words { usage(&why.to_string()) } else { CliError::in_file(path, why) }
        };
        let cluster = self.cluster.read(console)?;
        let usual = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let workers = self.workers.unwrap_or_else(usual);
        let explorer = Explorer::new(&self.directory).with_resume(self.resume);
        // The workers' shares of memory leave enough for the program itself.
        let budget = self.limits.budget(0, None).with_threads(workers);
        let mut report = None;
        let text = family.text_of(&file).map_err(wrong)?;
        let instance_text = match part {
            Some(part) => {
                let instances = family.instances(&text).map_err(wrong)?;
                TextError::nth(instances, self.level.get(), part).and_then(|text| text).map_err(wrong)?.text
            }
            None => text.into_owned(),
        };
        family
            .with_space(&instance_text, &mut |space| {
                let (explored, run) = watched(console, budget.clone(), |control| {
                    space.explore(&explorer, cluster.as_ref(), control)
                });
                report = Some(Report::new(instance.clone(), workers, explored, run));
            })
            .map_err(wrong)?;
        Ok(report.expect("invariant: the space was given"))
    }
}
