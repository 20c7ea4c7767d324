//! Experiments with multi-agent path-finding: schedules beside those of public programs.

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

use super::experiment::{Experiment, experiment};

pub(super) const EXPERIMENTS: &[Experiment] = &[
    experiment!("mapf-proved", proved::measure),
    experiment!("mapf-anytime", anytime::measure),
    experiment!("mapf-crowded", |runner| Ok(crowded::measure(runner))),
    experiment!("mapf-moves", moves::measure),
    experiment!("mapf-growth", |runner| Ok(growth::measure(runner))),
    experiment!("mapf-techniques", techniques::measure),
    experiment!("mapf-provers", techniques::provers::measure),
];
