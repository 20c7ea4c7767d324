//! Search by features, with moves of whole boxes.
//!
//! The features of a position are: how many boxes are packed in the order of a plan, into how many
//! regions the boxes cut the floor, how many tunnels they block, and how many boxes stand where
//! they will soon have no goal left (`measures`). An action is a macro move: it moves one box over
//! any number of squares while the others stay where they are (`macro_moves`).
//!
//! The plan is made by unpacking the solved position (`plan`), and tells the `advisors` which macro
//! moves to try first.
//!
//! From the goals, boxes are pulled to where they start, without a plan (`pull_features`).

mod advisors;
mod cell;
mod feature_options;
mod feature_state;
mod macro_moves;
mod measures;
mod plan;
mod pull_features;

pub(crate) use advisors::{AdvisorScratch, Advisors};
pub(crate) use feature_options::{FeatureOptions, MoreAdvisors, Ties};
pub(crate) use feature_state::FeatureState;
pub(crate) use measures::WayKind;
pub(crate) use plan::PackingHeuristic;
#[cfg(feature = "survey")]
pub(crate) use plan::stages_by_sinks;
pub(crate) use pull_features::PullFeatures;
