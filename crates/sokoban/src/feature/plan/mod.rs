//! The plan: the order in which boxes are packed.
//!
//! It is made by unpacking the solved position, on any start squares (`any_start_unpacking`) or
//! with each start square used up by one box (`sink_unpacking`).

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
