//! All solvers by their names.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use motion_core::{Control, Outcome, Solver};

use crate::graph::{GraphMethod, GraphSolver};
use crate::instance::Instance;
use crate::moves::Moves;
use crate::optimal::{Optimal, Preference};

/// Any of the solvers, by its name; by default `optimal`.
///
/// | name | solver |
/// |---|---|
/// | `optimal` | [`Optimal`] |
/// | `fewest-robots` | [`Optimal`] with [`Preference::FewestRobots`] |
/// | `graph-dp` | [`GraphSolver`] with [`GraphMethod::Dp`] |
/// | `graph-v1` | [`GraphSolver`] with [`GraphMethod::V1`] |
/// | `graph-v2` | [`GraphSolver`] with [`GraphMethod::V2`] |
/// | `graph` | [`GraphSolver`] with [`GraphMethod::Combined`] |
///
/// Solvers print as their names, and parse from them in upper or lower case.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use ricochet::{AnySolver, Instance};
///
/// let game: Instance = "
/// +---+---+---+---+
/// | r             |
/// +   +   +---+   +
/// |     b         |
/// +   +   +   +   +
/// |         R |   |
/// +---+---+---+---+"
///     .parse()?;
/// for solver in AnySolver::ALL {
///     let moves = solver.solve(&game, &mut Control::unlimited()).into_result()?;
///     println!("{solver}: {} moves. {}", game.verify(&moves)?.moves, solver.summary());
///     assert_eq!(solver.name().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnySolver {
    /// [`Optimal`].
    #[default]
    Optimal,
    /// [`Optimal`] with [`Preference::FewestRobots`].
    FewestRobots,
    /// [`GraphMethod::Dp`].
    GraphDp,
    /// [`GraphMethod::V1`].
    GraphV1,
    /// [`GraphMethod::V2`].
    GraphV2,
    /// [`GraphMethod::Combined`].
    Graph,
}

/// No solver has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSolver;

impl fmt::Display for UnknownSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no solver has this name")
    }
}

impl Error for UnknownSolver {}

impl AnySolver {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Optimal, Self::FewestRobots, Self::GraphDp, Self::GraphV1, Self::GraphV2, Self::Graph];

    /// The name.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// What it does, in a line without a full stop.
    pub const fn summary(self) -> &'static str {
        self.texts().1
    }

    /// The name and the summary.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Optimal => ("optimal", "The fewest moves"),
            Self::FewestRobots => ("fewest-robots", "The fewest moves, by as few robots as possible"),
            Self::GraphDp => ("graph-dp", "Graph-DP: the fewest moves if the other robots move first"),
            Self::GraphV1 => ("graph-v1", "Graph v1: the fewest moves, breadth-first"),
            Self::GraphV2 => ("graph-v2", "Graph v2: Graph-DP with a bound"),
            Self::Graph => ("graph", "Graph v1 and v2 together: the fewest moves"),
        }
    }
}

impl Solver<Instance> for AnySolver {
    type Solution = Moves;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
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

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AnySolver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        Self::ALL.into_iter().find(|solver| solver.name().eq_ignore_ascii_case(text)).ok_or(UnknownSolver)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_parse_in_any_case() {
        let names: BTreeSet<_> = AnySolver::ALL.map(AnySolver::name).into();
        let summaries: BTreeSet<_> = AnySolver::ALL.map(AnySolver::summary).into();
        assert_eq!((names.len(), summaries.len()), (AnySolver::ALL.len(), AnySolver::ALL.len()));
        for solver in AnySolver::ALL {
            assert_eq!(solver.name().to_uppercase().parse(), Ok(solver));
            assert!(!solver.summary().ends_with('.'), "{solver}");
        }
        assert_eq!(AnySolver::default().name(), "optimal");
        for unknown in ["", "optimal ", "optimal+"] {
            assert_eq!(unknown.parse::<AnySolver>(), Err(UnknownSolver));
        }
    }
}
