//! The stages of the plan by sinks, for maps.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::planned_goals::with_planned_goals;
use super::sink_unpacking::SinkUnpacking;
use super::sinks::Sinks;
use crate::board::{BoxSet, SearchBoard};

/// Returns the sets of boxes after the steps of the plan by sinks; steps that leave the boxes
/// unchanged are left out, and the last set is all planned goals. Also returns the sinks for all
/// boxes on these goals. `None` if no box can be pulled from the goals.
pub(crate) fn stages_by_sinks<const W: usize>(
    board: &SearchBoard,
    nodes: u64,
    control: &mut Control,
) -> Result<Option<(Vec<BoxSet<W>>, BoxSet<W>)>, Stop> {
    let board = &*with_planned_goals::<W>(board);
    let Some((mut stages, _)) = SinkUnpacking::new(board, 0).stages(nodes, control)? else { return Ok(None) };
    let [bases, goals] = [board.boxes(), board.goals()].map(|squares| squares.iter().copied().collect());
    stages.reverse();
    // Consecutive stages may be equal, because a box can be pulled back to its square with the
    // player on another side.
    stages.dedup();
    Ok(Some((stages, Sinks::new(board).largest(&bases, &goals))))
}
