//! `cpf`: cooperative path-finding on the command line.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::{CliError, Console, Verdict};

pub mod algorithm;
mod answer;
mod arguments;
mod curve;
mod facts;
mod feasibility;
mod improvement;
mod instances;
mod numbering;
mod schedulers;
mod solving;
mod stream;

use answer::InstanceAnswers;
pub(crate) use arguments::Arguments;
use arguments::Source;

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    arguments.check()?;
    let mut answers = InstanceAnswers::new(arguments);
    match arguments.source() {
        Source::Files(files) => answers.add(&instances::read(files, console)?, console)?,
        Source::Random(random) => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.sample.seed);
            for number in 1..=arguments.sample.count {
                let named = instances::draw(random, arguments.sample.seed, number, &mut rng)?;
                answers.add(&named, console)?;
                if console.is_interrupted((arguments.sample.count - number) as usize) {
                    break;
                }
            }
        }
    }
    answers.finish(console)
}
