//! The solvers of plans by their names.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use cpf::{AnySolver, Control, Instance, Stop};

use crate::CliError;

/// A solver of plans as a value on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm(pub AnySolver);

impl ValueEnum for Algorithm {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<[Algorithm; AnySolver::ALL.len()]> =
            LazyLock::new(|| AnySolver::ALL.map(Algorithm));
        &*ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.summary()))
    }
}

/// Checks that a solver supports an instance.
///
/// # Errors
/// [`Stop`] where the time is over or the run is cancelled; inside, [`CliError::Unsuitable`] if it
/// does not.
pub fn check(
    solver: AnySolver,
    instance: &Instance,
    control: &mut Control,
) -> Result<Result<(), CliError>, Stop> {
    let unsuitable = |why: cpf::UnsupportedInstance| CliError::Unsuitable {
        algorithm: solver.name(),
        why: why.to_string(),
    };
    Ok(solver.check_within(instance, control)?.map_err(unsuitable))
}
