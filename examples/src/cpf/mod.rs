//! `cpf`: cooperative path-finding on the command line.

use std::ffi::OsString;

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::{CliError, Console, Verdict};

pub(crate) mod algorithm;
mod answer;
mod arguments;
pub(crate) mod doors;
mod feasibility;
mod improvement;
mod instances;
mod portfolio;
mod stream;

use answer::Answers;
use arguments::{Arguments, Source};

/// Runs the example.
///
/// # Errors
/// [`CliError`] for bad usage, bad input and files that cannot be read or written.
pub fn run(arguments: Vec<OsString>, console: &mut Console) -> Result<Verdict, CliError> {
    let arguments = Arguments::try_parse_from(arguments)?;
    arguments.check()?;
    let mut answers = Answers::new(&arguments);
    match arguments.source() {
        Source::Files(files) => answers.add(&instances::read(files, console)?, console)?,
        Source::Random(random) => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.sample.seed);
            for number in 1..=arguments.sample.count {
                let named = instances::draw(random, arguments.sample.seed, number, &mut rng)?;
                answers.add(&named, console)?;
            }
        }
    }
    answers.finish(console)
}
