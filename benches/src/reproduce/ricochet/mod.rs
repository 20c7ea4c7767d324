//! Graph-DP: the methods compared, and what the paper's analysis assumes.

mod analysis;
mod game;
mod goal_search;
mod methods;
mod placements;

use super::experiment::Experiment;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "ricochet-graph-dp",
        text: include_str!("ricochet-graph-dp.md"),
        measure: |runner| Ok(methods::measure(runner)),
    },
    Experiment {
        name: "ricochet-graph-dp-analysis",
        text: include_str!("ricochet-graph-dp-analysis.md"),
        measure: |runner| Ok(analysis::measure(runner)),
    },
];
