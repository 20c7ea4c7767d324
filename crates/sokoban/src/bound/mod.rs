//! Lower bounds on the pushes that are left, and the heuristics made of them.

mod heuristic;
mod lower_bounds;
mod matching;
mod player_sides;

pub use heuristic::{BoundHeuristic, BoundKind};
pub use lower_bounds::LowerBounds;
pub(crate) use matching::MatchingBound;

#[cfg(test)]
mod tests;
