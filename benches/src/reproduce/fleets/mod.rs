//! Experiments with fleets: robots whose goals keep coming.

mod demand;
mod maps;
mod run;
mod size;
mod throughput;

use super::experiment::{Experiment, experiment};

pub(super) const EXPERIMENTS: &[Experiment] = &[
    experiment!("fleet-throughput", throughput::measure),
    experiment!("fleet-size", |runner| Ok(size::measure(runner))),
];
