//! Multi-agent path-finding: schedules beside those of public programs.

mod anytime;
mod attempt;
mod crowded;
mod maps;
mod peers;
mod proved;

use super::experiment::Experiment;

pub(super) const EXPERIMENTS: &[Experiment] = &[proved::EXPERIMENT, anytime::EXPERIMENT, crowded::EXPERIMENT];
