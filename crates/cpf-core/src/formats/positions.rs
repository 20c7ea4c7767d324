//! What the formats with the robots' positions share.

use alloc::vec::Vec;

use motion_core::Schedule;
use motion_core::plan::{IllegalMove, ReplayError};

use super::error::WriteError;
use crate::instance::Instance;

/// Column and row of every vertex.
///
/// # Errors
/// [`WriteError::NoGrid`].
pub(super) fn coordinates(instance: &Instance) -> Result<Vec<(u32, u32)>, WriteError> {
    let (Some(grid), Some(cells)) = (instance.grid(), instance.cells()) else {
        return Err(WriteError::NoGrid);
    };
    Ok(cells.into_iter().map(|cell| (grid.column(cell), grid.row(cell))).collect())
}

/// Checks that every move gives the next position of one robot.
pub(super) fn check(schedule: &Schedule, instance: &Instance) -> Result<(), ReplayError> {
    let mut places = instance.start().places().to_vec();
    let mut moved_in = alloc::vec![0u64; places.len()];
    let mut index = 0;
    for (time, step) in (1..).zip(schedule.steps()) {
        for &action in step {
            let fail = |why| Err(ReplayError { index, action, why });
            let (Some(place), Some(moved)) =
                (places.get_mut(action.token.index()), moved_in.get_mut(action.token.index()))
            else {
                return fail(IllegalMove::NoSuchToken);
            };
            if action.to.index() >= instance.graph().vertex_count() {
                return fail(IllegalMove::NoSuchVertex);
            }
            if *moved == time {
                return fail(IllegalMove::Conflict);
            }
            if *place != action.from {
                return fail(IllegalMove::NotThere { actually: *place });
            }
            (*place, *moved) = (action.to, time);
            index += 1;
        }
    }
    Ok(())
}
