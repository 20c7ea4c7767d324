//! What a search by features uses.

use core::num::NonZero;

use super::measures::WayKind;
use super::plan::PackingHeuristic;

/// The plan, features and advisors of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FeatureOptions {
    /// How the plan is made.
    pub(crate) packing: PackingHeuristic,
    /// Which ways through the board are a feature.
    pub(crate) ways: WayKind,
    /// The advisors that not all searches have.
    pub(crate) more: MoreAdvisors,
    /// What comes first among equal weights.
    pub(crate) ties: Ties,
    /// One turn in this many goes round the cells.
    pub(crate) turns: NonZero<u32>,
    /// Whether macro moves that end where a box had better be pushed on are left out until nothing
    /// else is left.
    pub(crate) efficient: bool,
}

/// Advisors that not all searches have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoreAdvisors {
    /// Whether one clears the surroundings of the next square of the plan.
    pub(crate) opener: bool,
    /// Whether one gives the player access to more sides of boxes.
    pub(crate) explorer: bool,
}

/// What comes first among equal weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The least bound.
    Near,
    /// The best features and, of these, boxes far from the goals, which leave room.
    Far,
}
