//! `soak`, which solves random instances of every family with every solver and compares all
//! answers.
//!
//! Each plan is replayed by the verifier. No two solvers may contradict each other: if one proves
//! that there is no solution, no other may have one, and no plan may cost less than a lower bound
//! that another solver claims.

mod attempt;
mod exploring;
mod family;
mod faults;
mod instance_numbers;
mod judge;
pub mod log;
mod results;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use families::soak::{Problem, Scale};
use indicatif::ProgressBar;
use motion_core::{Budget, Control};
use motion_puzzles::{CliError, Console, Verdict};
use rand::{Rng, RngExt};

use attempt::{Attempt, Limits, caught};
use family::SoakFamily;
use faults::Fault;
use instance_numbers::{InstanceNumbers, RunEnd};
use log::Log;
use results::{Failure, SoakResults};

use crate::workers::Workers;

/// The memory of a run without faults.
const BYTES: u64 = 256 << 20;

/// Solve random instances with all solvers, and compare all answers.
///
/// Every plan is replayed and verified. `explore` counts all states on disk instead. `faults` gives
/// solvers limits that are too small, and measures how late they end. For a failure, the instance
/// is printed in the form that the program reads, with the command that repeats it.
///
/// Exit status: 0 no failure, 1 failures, 3 bad usage.
#[derive(Parser, Debug)]
#[command(name = "soak", max_term_width = 110)]
struct Arguments {
    /// Duration in seconds
    #[arg(long, value_name = "S", default_value_t = 60, conflicts_with = "count")]
    seconds: u32,

    /// Instances of each family, instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Seed of the first instance of each family; each further instance has the next seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// File of comma-separated values to which a line for each family is added. Each family begins
    /// after its seeds in the file. Beside it a page with the sums is written
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    log: Option<PathBuf>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// Only these families
    #[arg(long, value_enum, value_name = "NAME", num_args = 1..)]
    family: Vec<SoakFamily>,

    /// Print JSON Lines: one object for each solver, and one for each failure
    #[arg(long)]
    json: bool,
}

/// Runs the program.
///
/// # Errors
/// [`CliError`] for bad usage.
pub fn run(arguments: Vec<OsString>, console: &mut Console) -> Result<Verdict, CliError> {
    let arguments = Arguments::try_parse_from(arguments)?;
    let mut log = arguments.log.as_deref().map(Log::read).transpose()?;
    let workers = Workers::new(arguments.jobs, console.is_terminal);
    let mut results = SoakResults::default();
    let soak = Soak::new(&arguments, log.as_ref(), &workers);
    workers.all(|| soak.work()).into_iter().for_each(|share| results.merge(share));
    soak.bar.finish_and_clear();
    if arguments.json { results.write_json(console.output) } else { results.write_text(console.output) }?;
    if let Some((log, path)) = log.as_mut().zip(arguments.log.as_deref()) {
        results.totals().for_each(|(family, totals)| log.add(family, totals));
        log.write(path)?;
    }
    Ok(if results.has_failed() { Verdict::Unsolvable } else { Verdict::Solved })
}

/// The state that the threads share.
struct Soak {
    /// The families, each with its first seed. They take turns.
    families: Vec<(SoakFamily, u64)>,
    numbers: InstanceNumbers,
    bar: ProgressBar,
}

impl Soak {
    fn new(arguments: &Arguments, log: Option<&Log>, workers: &Workers) -> Self {
        let mut families = arguments.family.clone();
        families.sort_unstable();
        families.dedup();
        if families.is_empty() {
            families = SoakFamily::value_variants().to_vec();
        }
        let first_seed = |family| (family, log.map_or(arguments.seed, |log| log.next_seed(family)));
        let families: Vec<_> = families.into_iter().map(first_seed).collect();
        let time = Duration::from_secs(arguments.seconds.into());
        let end = arguments
            .count
            .map_or(RunEnd::Time(time), |count| RunEnd::Count(count.saturating_mul(families.len() as u64)));
        let numbers = InstanceNumbers::new(end);
        let bar = workers.bar("soaking", numbers.length());
        Self { families, numbers, bar }
    }

    /// Solves instances until the end of the run.
    fn work(&self) -> SoakResults {
        let mut results = SoakResults::default();
        while let Some(number) = self.numbers.take() {
            let families = self.families.len() as u64;
            let (family, first_seed) = self.families[(number % families) as usize];
            soak(family, first_seed.wrapping_add(number / families), &mut results);
            self.bar.set_position(self.numbers.position());
        }
        results
    }
}

/// Solves the instance with this seed by all solvers.
fn soak(family: SoakFamily, seed: u64, results: &mut SoakResults) {
    results.add_instance(family);
    let rng = &mut family.generator(seed);
    let scale =
        if family == SoakFamily::Faults && rng.random_bool(0.5) { Scale::Large } else { Scale::Small };
    let fail =
        |solver: String, what: String, instance: String| Failure { family, seed, solver, what, instance };
    let (game, problem) = match caught(|| family.draw(scale, rng)) {
        Ok(drawn) => drawn,
        Err(what) => return results.fail(fail("making the instance".to_owned(), what, String::new())),
    };
    let wrong = match caught(|| match family {
        SoakFamily::Faults => disturb(game, &*problem, rng, results),
        _ => ask(family, &*problem, rng, results),
    }) {
        Ok(wrong) => wrong,
        Err(what) => vec![("asking whether it is solvable".to_owned(), what)],
    };
    for (solver, what) in wrong {
        results.fail(fail(solver, what, problem.text()));
    }
}

/// The solvers with wrong answers, and the errors.
type Wrong = Vec<(String, String)>;

/// Runs all solvers, some of them twice; the second answer must be the same.
fn ask(family: SoakFamily, problem: &dyn Problem, rng: &mut impl Rng, results: &mut SoakResults) -> Wrong {
    let (tasks, mut wrong, mut answers) = (problem.tasks(), Wrong::new(), Vec::new());
    let repeated = rng.random_range(0..8);
    for (number, task) in tasks.iter().enumerate() {
        let limits = Limits { nodes: Some(task.nodes), bytes: Some(BYTES), ..Limits::default() };
        let make = || {
            let mut control = Control::new(Budget::new().with_nodes(task.nodes).with_bytes(BYTES));
            Attempt::make(task, &mut control, &limits).map(|attempt| (attempt, *control.stats()))
        };
        match make() {
            Ok((attempt, stats)) => {
                results.add(family, task.name.clone(), task, &attempt, None);
                if number % 8 == repeated {
                    match make() {
                        Ok((again, same)) if again.answer == attempt.answer && same == stats => {}
                        Ok((again, _)) => wrong.push((
                            task.name.clone(),
                            format!("first {:?}, then {:?}", attempt.answer, again.answer),
                        )),
                        Err(what) => wrong.push((task.name.clone(), format!("the second time: {what}"))),
                    }
                }
                answers.push((task, attempt.answer));
            }
            Err(what) => wrong.push((task.name.clone(), what)),
        }
    }
    wrong.extend(judge::contradictions(problem.is_solvable(), &answers));
    wrong
}

/// Runs a few solvers, each under a fault.
fn disturb(game: &str, problem: &dyn Problem, rng: &mut impl Rng, results: &mut SoakResults) -> Wrong {
    const ASKED: usize = 4;
    let (tasks, mut wrong, mut answers) = (problem.tasks(), Wrong::new(), Vec::new());
    for _ in 0..ASKED {
        let task = &tasks[rng.random_range(0..tasks.len())];
        let fault = Fault::draw(rng);
        match fault.attempt(task) {
            Ok((attempt, late)) => {
                let name = format!("{game}: {}", task.name);
                results.add(SoakFamily::Faults, name, task, &attempt, late);
                answers.push((task, attempt.answer));
            }
            Err(what) => wrong.push((task.name.clone(), format!("{what}, under {fault:?}"))),
        }
    }
    wrong.extend(judge::contradictions(problem.is_solvable(), &answers));
    wrong
}
