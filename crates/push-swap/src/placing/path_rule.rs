//! The path that a robot takes to its goal.

/// The path that a robot takes to its goal. The robot swaps with finished robots on its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathRule {
    /// A shortest path, regardless of robots on it.
    Direct,
    /// One of the shortest paths with the fewest finished robots. A path that is one step longer is
    /// taken instead if it has at least thirty fewer finished robots.
    FewestFinished,
    /// The cheapest path: a vertex with a finished robot costs as much as two and a half others.
    Cheapest,
    /// A shortest path around all finished robots; if there is no such path, a shortest path.
    AroundFinished,
}

/// The costs of the vertices of a path, at most 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathPrices {
    /// The cost of a vertex with a finished robot.
    pub(super) finished: u32,
    /// The cost of any other vertex.
    pub(super) other: u32,
}

impl PathRule {
    /// The costs of vertices, if the rule chooses paths by costs.
    pub(super) const fn prices(self) -> Option<PathPrices> {
        match self {
            Self::FewestFinished => Some(PathPrices { finished: 30, other: 29 }),
            Self::Cheapest => Some(PathPrices { finished: 30, other: 12 }),
            Self::Direct | Self::AroundFinished => None,
        }
    }
}
