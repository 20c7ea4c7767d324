//! The plan: the order in which boxes are packed.
//!
//! The plan is made by unpacking the solved position. In `any_start_unpacking`, a box may leave by
//! any start square; in `sink_unpacking`, only one box may leave by each start square.

mod any_start_unpacking;
mod packing_heuristic;
mod packing_plan;
mod planned_goals;
mod sink_advice;
mod sink_unpacking;
mod sink_unpacking_state;
mod sinks;
#[cfg(feature = "survey")]
mod stages;

pub(crate) use packing_heuristic::PackingHeuristic;
pub(in crate::feature) use packing_plan::PackingPlan;
#[cfg(feature = "survey")]
pub(crate) use stages::stages_by_sinks;
