//! Experiments with Graph-DP: a comparison of its methods, and the assumptions of the paper's
//! analysis.

mod analysis;
mod game;
mod goal_search;
mod methods;
mod placements;

use super::experiment::{Experiment, experiment};

pub(super) const EXPERIMENTS: &[Experiment] = &[
    experiment!("ricochet-graph-dp", |runner| Ok(methods::measure(runner))),
    experiment!("ricochet-graph-dp-analysis", |runner| Ok(analysis::measure(runner))),
];
