//! `cpf`: cooperative path-finding on the command line.

use crate::options::Sample;
use crate::sweep::Instances;
use crate::{CliError, Console, Verdict};

pub mod algorithm;
mod answer;
mod arguments;
mod curve;
mod facts;
mod feasibility;
mod improvement;
pub(crate) mod instances;
pub(crate) mod numbering;
mod schedulers;
mod solving;
mod stream;

pub(crate) use arguments::Arguments;
use arguments::Source;

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    arguments.check()?;
    let instances = match arguments.source() {
        Source::Files(files) => vec![instances::read(files, console)?].into(),
        Source::Random(random) => {
            let Sample { seed, count } = arguments.sample;
            Instances::random(seed, count, move |number, rng| instances::draw(random, seed, number, rng))
        }
    };
    let layout = arguments.common.layout(false);
    arguments
        .sweep
        .run(instances, layout, console, |named, _, console| answer::answer(named, arguments, console))
}
