//! The list of all experiments.

use super::experiment::Experiment;
use super::{clockwise, cooperative, ricochet, schedules, sliding, sokoban};

/// All experiments, paper by paper.
pub(super) fn experiments() -> impl Iterator<Item = &'static Experiment> {
    [
        sliding::EXPERIMENTS,
        cooperative::EXPERIMENTS,
        schedules::EXPERIMENTS,
        clockwise::EXPERIMENTS,
        sokoban::EXPERIMENTS,
        ricochet::EXPERIMENTS,
    ]
    .into_iter()
    .flatten()
}
