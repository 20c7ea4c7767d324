//! `reproduce`, which measures the tables and figures of the papers again.
//!
//! An experiment measures and returns findings – tables, curves, remarks –, which are written as a
//! page of Markdown, files of comma-separated values and drawings. No run uses files of another.

mod attempt;

mod chart;
mod clockwise;
mod cooperative;
mod distributed;
mod experiment;
mod experiments;
mod findings;
mod fleets;
pub mod included_tables;
mod kept_results;
mod obstacle;
mod origin;
mod page;
mod ricochet;
mod runner;
mod schedules;
mod seed;
mod sliding;
mod sokoban;
mod status;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use motion_puzzles::{CliError, Console, Verdict};

use experiment::Experiment;
use experiments::experiments;
use kept_results::KeptResults;
use obstacle::Obstacle;
use origin::Origin;
use runner::Runner;
use seed::Seed;

use crate::workers::Workers;

/// Measure the papers' tables and figures again.
///
/// For each experiment a page with tables and pictures is written, with the paper's figures beside
/// ours, and the tables also as comma-separated values. Every solution that counts has been
/// replayed and verified.
///
/// Exit status: 0 all written, 2 an experiment that was named lacks its data, 3 bad usage.
#[derive(Parser, Debug)]
#[command(name = "reproduce", max_term_width = 110)]
struct Arguments {
    /// Names of experiments or the beginnings of names, or `all`; `list` to see them, `status` to
    /// see which results are older than their solvers, `pages` to write the list of results and the
    /// tables in the book anew
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,

    /// Small versions, which take minutes in all; written to target/results
    #[arg(long)]
    quick: bool,

    /// Seed of the random instances
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// Folder to write to [default: docs/results]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Folder with published levels: `sokoban/microban_1.xsb`, `sokoban/xsokoban_90.xsb`
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// File that keeps finished parts of long experiments, so that an interrupted run continues
    /// when it is started again
    #[arg(long, value_name = "FILE")]
    kept: Option<PathBuf>,
}

/// Runs the program.
///
/// # Errors
/// [`CliError`] for bad usage, and for files that cannot be read or written.
pub fn run(arguments: Vec<OsString>, console: &mut Console) -> Result<Verdict, CliError> {
    let arguments = Arguments::try_parse_from(arguments)?;
    let folder = arguments.folder();
    match arguments.names.iter().map(String::as_str).find(|name| ["list", "status", "pages"].contains(name)) {
        Some("list") => return list(console),
        Some("status") => {
            write!(console.output, "{}", status::lines(&folder))?;
            return Ok(Verdict::Solved);
        }
        Some(_) => return write_pages(&folder, console),
        None => {}
    }
    let chosen = arguments.chosen()?;
    fs::create_dir_all(&folder).map_err(|why| CliError::Write { file: folder.display().to_string(), why })?;
    let (seed, data) = (Seed(arguments.seed), arguments.data.as_deref());
    let workers = Workers::new(arguments.jobs, console.is_terminal);
    let mut runner = Runner::new(arguments.quick, seed, data, workers);
    if let Some(file) = &arguments.kept {
        let unreadable = |why| CliError::Read { file: file.display().to_string(), why };
        runner = runner.with_kept(KeptResults::open(file).map_err(unreadable)?);
    }
    let mut verdict = Verdict::Solved;
    for experiment in chosen {
        let (began, taken) = (Instant::now(), runner.taken());
        match (experiment.measure)(&runner) {
            Ok(findings) => {
                let origin = Origin {
                    command: arguments.command(experiment),
                    seed: arguments.seed,
                    took: began.elapsed(),
                    taken: runner.taken() - taken,
                    jobs: runner.jobs(),
                };
                let page = page::write(experiment, &findings, &origin, &folder)?;
                writeln!(console.output, "{}: {}", experiment.name, page.display())?;
            }
            Err(Obstacle::NoData(file)) => {
                writeln!(console.messages, "{}: skipped, it needs {file} in --data", experiment.name)?;
                if !arguments.is_all() {
                    verdict = Verdict::Stopped;
                }
            }
            Err(Obstacle::Unreadable(error)) => return Err(error),
        }
        console.output.flush()?;
    }
    page::write_index(&folder)?;
    Ok(verdict)
}

/// Writes the list of results, and the tables in the pages of the book, which is the folder above.
fn write_pages(folder: &Path, console: &mut Console) -> Result<Verdict, CliError> {
    page::write_index(folder)?;
    for page in included_tables::write_all(folder.parent().unwrap_or(Path::new(".")))? {
        writeln!(console.output, "{}", page.display())?;
    }
    Ok(Verdict::Solved)
}

fn list(console: &mut Console) -> Result<Verdict, CliError> {
    for it in experiments() {
        writeln!(console.output, "{:24} {} ({})", it.name, it.title(), it.source())?;
    }
    Ok(Verdict::Solved)
}

impl Arguments {
    fn is_all(&self) -> bool {
        self.names.iter().any(|name| name == "all")
    }

    /// Returns the experiments that are named, each once, in the order of the list.
    fn chosen(&self) -> Result<Vec<&'static Experiment>, CliError> {
        let unknown = self
            .names
            .iter()
            .find(|name| *name != "all" && !experiments().any(|it| it.name.starts_with(name.as_str())));
        if let Some(name) = unknown {
            let message = format!("there is no experiment `{name}`; `reproduce list` shows all");
            return Err(Self::command_line().error(ErrorKind::ValueValidation, message).into());
        }
        let is_chosen = |experiment: &&Experiment| {
            self.is_all() || self.names.iter().any(|name| experiment.name.starts_with(name.as_str()))
        };
        Ok(experiments().filter(is_chosen).collect())
    }

    fn command_line() -> clap::Command {
        <Self as CommandFactory>::command()
    }

    fn folder(&self) -> PathBuf {
        let usual = if self.quick { "target/results" } else { "docs/results" };
        self.folder.clone().unwrap_or_else(|| Path::new(usual).to_owned())
    }

    /// Returns the command that gives the same figures.
    fn command(&self, experiment: &Experiment) -> String {
        let options = [
            self.quick.then(|| " --quick".to_owned()),
            (self.seed != 1).then(|| format!(" --seed {}", self.seed)),
            self.data.is_some().then(|| " --data FOLDER".to_owned()),
        ];
        let options: String = options.into_iter().flatten().collect();
        format!("cargo run --release -p motion-benches --bin reproduce -- {}{options}", experiment.name)
    }
}
