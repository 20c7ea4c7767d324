//! Code shared by the formats that contain the robots' positions.

use motion_core::Schedule;
use motion_core::error::{IllegalMoveError, ReplayError};

use crate::instance::Instance;

/// Checks that every move starts at its robot's position, and that no robot moves twice in a step.
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
                return fail(IllegalMoveError::NoSuchToken);
            };
            if action.to.index() >= instance.graph().vertex_count() {
                return fail(IllegalMoveError::NoSuchVertex);
            }
            if *moved == time {
                return fail(IllegalMoveError::Conflict);
            }
            if *place != action.from {
                return fail(IllegalMoveError::NotThere { actually: *place });
            }
            (*place, *moved) = (action.to, time);
            index += 1;
        }
    }
    Ok(())
}
