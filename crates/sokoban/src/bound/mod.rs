//! Lower bounds on the pushes and the steps left, and the heuristics built from them.

mod disjoint_groups;
mod group_bound;
mod group_states;
mod heuristic;
mod lower_bounds;
mod matching;
mod player_sides;
mod run_bound;
#[cfg(feature = "survey")]
mod step_bound;

#[cfg(feature = "survey")]
pub(crate) use disjoint_groups::{WeightedGroup, greatest_disjoint};
pub(crate) use group_bound::GroupBound;
pub use group_bound::GroupTables;
pub use heuristic::{BoundHeuristic, BoundKind};
pub use lower_bounds::LowerBounds;
#[cfg(feature = "survey")]
pub(crate) use matching::BoundAfterPush;
pub(crate) use matching::MatchingBound;
pub(crate) use run_bound::RunBound;
#[cfg(feature = "survey")]
pub(crate) use step_bound::StepBound;

#[cfg(test)]
mod tests;
