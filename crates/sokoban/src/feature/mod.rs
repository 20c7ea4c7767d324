//! Search by features, with moves of whole boxes.
//!
//! The features of a position are: how many boxes are packed in the order of a plan, into how many
//! regions the boxes cut the floor, how many tunnels they block, and how many boxes stand where
//! they will soon have no goal left. An action is a macro move: it moves one box over any number of
//! squares while the others stay where they are.

mod advised_move;
mod advisor_scratch;
mod advisors;
mod blocked_route;
mod excess_table;
mod explorer;
mod feature_context;
mod feature_options;
mod feature_state;
mod macro_moves;
mod out_of_turn;
mod packing_heuristic;
mod packing_plan;
mod region_counter;
mod room_links;
mod sink_advice;
mod sink_unpacking;
mod sinks;
mod unpacked;
mod unpacking;
mod useful_ends;
mod walk;
mod ways;

pub(crate) use advisors::Advisors;
pub(crate) use feature_options::{FeatureOptions, LeftOut, MoreAdvisors, Ties};
pub(crate) use feature_state::FeatureState;
pub(crate) use packing_heuristic::PackingHeuristic;
pub(crate) use ways::WayKind;
