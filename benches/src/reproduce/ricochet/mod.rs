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
        source: "*Graph-DP for Ricochet Robots*: its section \"Experimental results\", which is empty",
        title: "Ricochet Robots: Graph-DP and the fewest moves",
        about: "Random games of four robots on 16×16 boards of the standard quadrants. Graph-DP lets the other robots move first; v2 is \
                Graph-DP with a bound; v1 moves all robots; `v1 and v2` is both together. The last two find the fewest moves, as does this \
                project's `optimal`. Positions are those expanded.",
        measure: |runner| Ok(methods::measure(runner)),
    },
    Experiment {
        name: "ricochet-graph-dp-analysis",
        source: "*Graph-DP for Ricochet Robots*: the open questions of its sections \"Analysis\" and \"Notes\"",
        title: "Ricochet Robots: what the analysis of Graph-DP assumes",
        about: "The paper assumes that a search of the goal robot visits about 4n vertices of an n × n board, that a robot has about three edges once \
                it has moved, and that k moves of the other robots lead to about k to the power of x placements, where x decreases as k increases. \
                It asks for experiments.",
        measure: |runner| Ok(analysis::measure(runner)),
    },
];
