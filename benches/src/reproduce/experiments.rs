//! The list of all experiments.

use super::experiment::Experiment;
use super::{clockwise, cooperative, distributed, ricochet, schedules, sliding, sokoban};

/// Returns all experiments, paper by paper.
pub(super) fn experiments() -> impl Iterator<Item = &'static Experiment> {
    [
        sliding::EXPERIMENTS,
        cooperative::EXPERIMENTS,
        schedules::EXPERIMENTS,
        clockwise::EXPERIMENTS,
        sokoban::EXPERIMENTS,
        ricochet::EXPERIMENTS,
        distributed::EXPERIMENTS,
    ]
    .into_iter()
    .flatten()
}
