//! Multi-agent path-finding: schedules beside those of public programs.

mod anytime;
mod attempt;
mod crowded;
mod growth;
mod maps;
mod moves;
mod peers;
mod proved;
mod random_maps;
mod techniques;

use super::experiment::Experiment;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    proved::EXPERIMENT,
    anytime::EXPERIMENT,
    crowded::EXPERIMENT,
    moves::EXPERIMENT,
    growth::EXPERIMENT,
    techniques::EXPERIMENT,
    techniques::PROVERS,
];
