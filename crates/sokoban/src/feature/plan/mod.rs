//! The plan: the order in which boxes are packed.
//!
//! It is made by unpacking the solved position, on any start squares (`any_start_unpacking`) or
//! with each start square used up by one box (`sink_unpacking`).

mod any_start_unpacking;
mod packing_heuristic;
mod packing_plan;
mod sink_advice;
mod sink_unpacking;
mod sink_unpacking_state;
mod sinks;

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::board::{BoxSet, SearchBoard};
use sink_unpacking::SinkUnpacking;
use sinks::Sinks;

pub(crate) use packing_heuristic::PackingHeuristic;
pub(in crate::feature) use packing_plan::PackingPlan;

/// The boxes after each step of the plan by sinks that changes them, to all goals, and the sinks
/// while all boxes are on goals; `None` if no box can be pulled from the goals.
pub(crate) fn stages_by_sinks<const W: usize>(
    board: &SearchBoard,
    nodes: u64,
    control: &mut Control,
) -> Result<Option<(Vec<BoxSet<W>>, BoxSet<W>)>, Stop> {
    let Some(mut stages) = SinkUnpacking::new(board).stages(nodes, control)? else { return Ok(None) };
    let [bases, goals] = [board.boxes(), board.goals()].map(|squares| squares.iter().copied().collect());
    stages.reverse();
    // A box can be pulled back to its square, with the player on another side.
    stages.dedup();
    Ok(Some((stages, Sinks::new(board).largest(&bases, &goals))))
}
