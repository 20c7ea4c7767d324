//! Lets moves happen simultaneously if they need not wait for each other.

use alloc::vec::Vec;

use motion_core::error::{ReplayError, RunError};
use motion_core::{Control, Plan, Schedule};

use crate::instance::Instance;
use crate::motion_model::MotionModel;

/// Turns a plan into a schedule: every vertex is visited by the same robots in the same order as in
/// the plan, and every move happens as early as this order allows.
///
/// A robot moves at most once in each step. It enters a vertex one step after the robot before it
/// left ([`MotionModel::Pebble`]) or in the same step ([`MotionModel::Train`]). Rotations of a full
/// cycle cannot arise from single moves, so [`MotionModel::Standard`] gives the schedule of
/// `Train`.
///
/// # Errors
/// [`ReplayError`] names the first move of the plan that is illegal from the instance's start.
/// Whether the plan ends at the goal is not checked.
///
/// # Guarantees
/// The schedule has the plan's moves and leads to the same configuration. Its makespan is at most
/// the number of moves, in `Train` at most that in `Pebble`, and the least for this order of
/// visits. The moves of a step are ordered by robot.
///
/// # Complexity
/// Time linear in the moves, the vertices and the robots, plus the replay, which takes the
/// logarithm of the degree for each move, and sorting the moves of each step; memory of three
/// plans.
///
/// # References
/// Hönig et al., *Multi-agent path finding with kinematic constraints*, 2016, represent the same
/// order of visits by a dependency graph.
///
/// # Examples
/// ```
/// use cpf_core::{Instance, MotionModel, improve::parallelise};
/// use motion_core::graph::Graph;
/// use motion_core::{Move, Plan, Token, Vertex};
///
/// // Two robots move on along a path.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let instance = Instance::new(path, &[(Vertex(1), Vertex(2)), (Vertex(0), Vertex(1))])?;
/// let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
/// let plan = Plan::from(vec![step(0, 1, 2), step(1, 0, 1)]);
/// for (model, makespan) in [(MotionModel::Pebble, 2), (MotionModel::Train, 1)] {
///     let schedule = parallelise(&instance, &plan, model)?;
///     assert_eq!(instance.verify_schedule(&schedule, model)?.makespan, makespan);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parallelise(instance: &Instance, plan: &Plan, model: MotionModel) -> Result<Schedule, ReplayError> {
    parallelise_within(instance, plan, model, &mut Control::unlimited()).map_err(RunError::without_limits)
}

/// Does the same as [`parallelise`] within the limits of time and the flag of `control`, which is
/// [advanced](Control::advance) by steps for every move.
#[doc(hidden)]
pub fn parallelise_within(
    instance: &Instance,
    plan: &Plan,
    model: MotionModel,
    control: &mut Control,
) -> Result<Schedule, RunError<ReplayError>> {
    let mut now = instance.start().clone();
    for (index, action) in (0..).zip(plan) {
        control.advance(1)?;
        if let Err(why) = instance.graph().apply(&mut now, action) {
            return Err(RunError::Because(ReplayError { index, action, why }));
        }
    }
    let headway = usize::from(model == MotionModel::Pebble);
    // The first steps in which each vertex may be entered and each robot may move.
    let mut vacant_from = alloc::vec![0; instance.graph().vertex_count()];
    let mut free_from = alloc::vec![0; instance.robot_count()];
    let mut ends: Vec<usize> = Vec::new();
    let mut steps = Vec::with_capacity(plan.len());
    for action in plan {
        control.advance(1)?;
        let robot = action.token.index();
        let step = vacant_from[action.to.index()].max(free_from[robot]);
        free_from[robot] = step + 1;
        vacant_from[action.from.index()] = step + headway;
        if step == ends.len() {
            ends.push(0);
        }
        ends[step] += 1;
        steps.push(step);
    }

    // Counting sort: `ends` holds first the sizes of the steps, then their starts, and finally
    // their ends, once all moves are placed.
    let mut start = 0;
    for size in &mut ends {
        start += core::mem::replace(size, start);
    }
    let mut order = alloc::vec![0; plan.len()];
    for (number, step) in steps.into_iter().enumerate() {
        control.advance(1)?;
        order[ends[step]] = number;
        ends[step] += 1;
    }
    let mut schedule = Schedule::new();
    let mut start = 0;
    for end in ends {
        let step = &mut order[start..end];
        control.advance(step.len() as u64)?;
        step.sort_unstable_by_key(|&number: &usize| plan.moves()[number].token);
        schedule.push_step(step.iter().map(|&number| plan.moves()[number]));
        start = end;
    }
    Ok(schedule)
}
