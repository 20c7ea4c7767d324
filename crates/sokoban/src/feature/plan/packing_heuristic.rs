//! The order in which boxes leave when a plan is made.

/// The boxes that leave the solved position first when a plan is made, so that they are packed
/// last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum PackingHeuristic {
    /// Boxes with the shortest route.
    #[default]
    Nearest,
    /// Boxes with the longest route.
    Farthest,
    /// The upper boxes, from left to right.
    Upper,
    /// Boxes that were parked; each start square removes only one box. Of otherwise equal pulls,
    /// the longest come first if the seed is 0; other seeds put them in random orders.
    Sinks { seed: u64 },
}
