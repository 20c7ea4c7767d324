//! Which path to its goal a robot takes.

/// Which path to its goal a robot takes. It swaps with finished robots on its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathRule {
    /// A shortest path, whatever robots stand on it.
    Direct,
    /// Of the shortest paths one with the fewest finished robots. A path that is longer by one step
    /// is taken instead if it has thirty finished robots fewer.
    FewestFinished,
    /// The cheapest path: a vertex with a finished robot costs as much as two and a half others.
    Cheapest,
    /// A shortest path around all finished robots; if there is no such path, a shortest path.
    AroundFinished,
}

/// What vertices of a path cost, at most 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathPrices {
    /// With a finished robot.
    pub(super) finished: u32,
    /// Without one.
    pub(super) other: u32,
}

impl PathRule {
    /// What vertices cost, where paths are chosen by costs.
    pub(super) const fn prices(self) -> Option<PathPrices> {
        match self {
            Self::FewestFinished => Some(PathPrices { finished: 30, other: 29 }),
            Self::Cheapest => Some(PathPrices { finished: 30, other: 12 }),
            Self::Direct | Self::AroundFinished => None,
        }
    }
}
