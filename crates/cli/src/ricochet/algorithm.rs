//! The algorithms for games, by their names.

use clap::ValueEnum;
use motion_core::{Control, Outcome, Solver, Stop};
use ricochet::{GraphMethod, GraphSolver, Instance, Moves, Optimal, Preference};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Algorithm {
    /// The fewest moves
    Optimal,
    /// The fewest moves, by as few robots as possible
    FewestRobots,
    /// Graph-DP: the fewest moves if the other robots move first
    GraphDp,
    /// Graph v1: the fewest moves, breadth-first
    GraphV1,
    /// Graph v2: Graph-DP with a bound
    GraphV2,
    /// Graph v1 and v2 together: the fewest moves
    Graph,
}

impl Algorithm {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::FewestRobots => "fewest-robots",
            Self::GraphDp => "graph-dp",
            Self::GraphV1 => "graph-v1",
            Self::GraphV2 => "graph-v2",
            Self::Graph => "graph",
        }
    }

    /// Whether it can list all shortest solutions.
    pub(super) const fn lists_all(self) -> bool {
        matches!(self, Self::Optimal | Self::FewestRobots)
    }

    /// The reason of a search that found nothing, which proves nothing.
    pub(super) fn reason(self, outcome: &Outcome<Moves>) -> Option<String> {
        let searched = matches!(outcome, Outcome::Stopped { why: Stop::GaveUp, .. });
        (searched && matches!(self, Self::GraphDp | Self::GraphV2))
            .then(|| "found no solution in which the other robots move first; there may be others".to_owned())
    }

    pub(super) fn solve(self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let method = match self {
            Self::Optimal => return Optimal::default().solve(instance, control),
            Self::FewestRobots => {
                let solver = Optimal::default().with_preference(Preference::FewestRobots);
                return solver.solve(instance, control);
            }
            Self::GraphDp => GraphMethod::Dp,
            Self::GraphV1 => GraphMethod::V1,
            Self::GraphV2 => GraphMethod::V2,
            Self::Graph => GraphMethod::Combined,
        };
        GraphSolver::default().with_method(method).solve(instance, control)
    }
}
