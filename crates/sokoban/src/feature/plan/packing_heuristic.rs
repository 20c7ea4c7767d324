//! Which boxes leave first when a plan is made.

/// Which boxes leave the solved position first when a plan is made, so that they are packed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum PackingHeuristic {
    /// Those with the shortest route.
    #[default]
    Nearest,
    /// Those with the longest route.
    Farthest,
    /// The upper ones, from left to right.
    Upper,
    /// Those that were parked, and each start square is used up by one box.
    Sinks,
}
