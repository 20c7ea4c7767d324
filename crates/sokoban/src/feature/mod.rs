//! Search by features, with moves of whole boxes.
//!
//! A position has four features: the number of boxes packed in the order of a plan, the number of
//! regions into which the boxes divide the floor, the number of tunnels that they block, and the
//! number of boxes on squares from which they will soon have no goal left (`measures`). An action
//! is a macro move: it moves one box over any number of squares while the others stay
//! (`macro_moves`).
//!
//! The plan is made by unpacking the solved position (`plan`). The `advisors` follow it to choose
//! the macro moves that are tried first.
//!
//! From the goals, boxes are pulled to their start squares, without a plan (`pull_features`), or
//! apart, to a position that is easily reached from the start (`opening`).

mod advisors;
mod cell;
mod feature_options;
mod feature_state;
mod macro_moves;
mod measures;
mod opening;
mod plan;
mod pull_features;

pub(crate) use advisors::{AdvisorScratch, Advisors};
pub(crate) use feature_options::{FeatureOptions, MoreAdvisors, Ties};
pub(crate) use feature_state::FeatureState;
pub(crate) use measures::{BlockedGoals, WayKind};
pub(crate) use opening::open_position;
pub(crate) use plan::PackingHeuristic;
#[cfg(feature = "survey")]
pub(crate) use plan::stages_by_sinks;
pub(crate) use pull_features::{PullFeatures, PullScratch};
