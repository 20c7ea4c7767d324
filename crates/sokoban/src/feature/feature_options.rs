//! What a search by features uses.

use core::num::NonZero;

use super::packing_heuristic::PackingHeuristic;
use super::ways::WayKind;

/// The plan, features and advisors of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FeatureOptions {
    /// How the plan is made.
    pub(crate) packing: PackingHeuristic,
    /// Which ways through the board are a feature.
    pub(crate) ways: WayKind,
    /// Whether an advisor clears the surroundings of the next square of the plan.
    pub(crate) opener: bool,
    /// Whether an advisor gives the player access to more sides of boxes.
    pub(crate) explorer: bool,
    /// What comes first among equal weights.
    pub(crate) ties: Ties,
    /// One turn in this many goes round the cells.
    pub(crate) turns: NonZero<u32>,
    /// Whether boxes that freeze out of turn are left out.
    pub(crate) in_turn: bool,
    /// Whether destinations from which a box had better be pushed on are left out.
    pub(crate) efficient: bool,
}

/// What comes first among equal weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The least bound.
    Near,
    /// The best features and, of these, boxes far from the goals, which leave room.
    Far,
}
