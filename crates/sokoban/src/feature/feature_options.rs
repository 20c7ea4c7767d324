//! The options of a search by features.

use core::num::NonZero;

use super::measures::WayKind;
use super::plan::PackingHeuristic;

/// The plan, features and advisors of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FeatureOptions {
    /// The heuristic by which the plan is made; `None` for a search without a plan and advisors.
    pub(crate) packing: Option<PackingHeuristic>,
    /// The ways through the board that are a feature.
    pub(crate) ways: WayKind,
    /// The advisors that not all searches have.
    pub(crate) more: MoreAdvisors,
    /// The order among equal weights.
    pub(crate) ties: Ties,
    /// One turn in this many goes round the cells.
    pub(crate) turns: NonZero<u32>,
    /// Whether macro moves that end on a square from which the box should rather be pushed on are
    /// omitted until nothing else is left.
    pub(crate) efficient: bool,
}

/// Advisors that not all searches have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoreAdvisors {
    /// Whether an advisor clears the surroundings of the next square of the plan.
    pub(crate) opener: bool,
    /// Whether an advisor gives the player access to more sides of boxes.
    pub(crate) explorer: bool,
}

/// The order among equal weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The least bound comes first.
    Near,
    /// The best features come first, then boxes far from the goals, which leave room.
    Far,
}
