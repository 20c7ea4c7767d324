//! The algorithms for games, by their names.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use motion_core::{Outcome, Stop};
use ricochet::{AnySolver, Moves};

/// A solver as a value on the command line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Algorithm(pub(super) AnySolver);

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

impl Algorithm {
    /// Whether it can list all shortest solutions.
    pub(super) const fn lists_all(self) -> bool {
        matches!(self.0, AnySolver::Optimal | AnySolver::FewestRobots)
    }

    /// The reason of a search that found nothing, which proves nothing.
    pub(super) fn reason(self, outcome: &Outcome<Moves>) -> Option<String> {
        let searched = matches!(outcome, Outcome::Stopped { why: Stop::GaveUp, .. });
        (searched && matches!(self.0, AnySolver::GraphDp | AnySolver::GraphV2))
            .then(|| "found no solution in which the other robots move first; there may be others".to_owned())
    }
}
