//! Search by features, with moves of whole boxes.
//!
//! A position is judged as a person would: how many boxes are packed in the order of a plan, how many regions the boxes
//! cut the floor into, how many tunnels they block, how many of them stand where they will soon have no goal left. One action
//! brings one box from anywhere to anywhere, the others standing still.

mod advisors;
mod blocked_route;
mod excess_table;
mod feature_context;
mod macro_moves;
mod packing_plan;
mod region_counter;

pub(crate) use advisors::Advisors;
pub use packing_plan::PackingHeuristic;
