//! Lets simultaneous moves happen one after another.

use alloc::vec::Vec;

use motion_core::{Plan, Schedule};

use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::verify::VerifyError;

/// Turns a schedule without rotations into a plan: of the robots that follow one another in a step,
/// the first moves first.
///
/// [`parallelise`](super::parallelise) does the opposite; both keep the moves of every robot.
///
/// # Errors
/// Those of [`Instance::verify_schedule`] in the model [`Train`](MotionModel::Train).
///
/// # Complexity
/// Time linear in the moves, plus that of the check; memory of a plan and eight bytes for each
/// vertex.
///
/// # Examples
/// ```
/// use cpf_core::{Instance, improve::serialise};
/// use motion_core::{Move, Schedule, Token, Vertex};
///
/// // Two robots move on along a path.
/// let instance: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\nr 2 3\n".parse()?;
/// let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
/// let mut schedule = Schedule::new();
/// schedule.push_step([step(0, 0, 1), step(1, 1, 2)]);
/// let plan = serialise(&instance, &schedule)?;
/// assert_eq!(plan.moves(), [step(1, 1, 2), step(0, 0, 1)]);
/// assert_eq!(instance.verify(&plan)?.moves, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serialise(instance: &Instance, schedule: &Schedule) -> Result<Plan, VerifyError> {
    instance.verify_schedule(schedule, MotionModel::Train)?;
    let mut plan = Vec::with_capacity(schedule.moves().len());
    // For each vertex, the number of the move of this step that leaves it, counted from 1.
    let mut leaving = alloc::vec![0; instance.graph().vertex_count()];
    let mut waiting = Vec::new();
    for step in schedule.steps() {
        for (number, action) in (1..).zip(step) {
            leaving[action.from.index()] = number;
        }
        for first in step {
            // Go from each move to the one that must precede it, while there is one.
            let mut vertex = first.from;
            while leaving[vertex.index()] > 0 {
                let action = step[leaving[vertex.index()] - 1];
                leaving[vertex.index()] = 0;
                waiting.push(action);
                vertex = action.to;
            }
            plan.extend(waiting.drain(..).rev());
        }
    }
    Ok(Plan::from(plan))
}
