//! `cpf`, cooperative path-finding on the command line.

use std::time::Instant;

use crate::options::Sample;
use crate::sweep::Instances;
use crate::{CliError, Console, Verdict};

mod answer;
mod arcs;
mod arguments;
mod curve;
mod facts;
mod feasibility;
pub(crate) mod instances;
pub(crate) mod solving;
mod stream;

pub(crate) use arguments::Arguments;
use arguments::Source;

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    arguments.check()?;
    let Sample { seed, count } = arguments.sample;
    let patience = arguments.common.patience(count, console);
    let instances = match arguments.source() {
        Source::Files(files) => {
            let begun = instances::read(files, &patience, console)?;
            if begun.made.as_ref().is_ok_and(|named| named.problem.arcs().is_some()) {
                arcs::check(arguments)?;
            }
            vec![begun].into()
        }
        Source::Random(random) => {
            let name = move |number| instances::name(random, seed, number);
            let draw = move |number, rng: &mut _| instances::draw(random, seed, number, rng);
            Instances::random_within((seed, count), patience, Instant::now(), name, draw)
        }
    };
    let layout = arguments.common.layout(arguments.shows_plans());
    arguments
        .sweep
        .run(instances, layout, console, |begun, _, console| answer::answer(begun, arguments, console))
}
