//! The cost of steps, and a lower bound on the cost of the remaining ones.

use cpf_core::Objective;
use motion_core::Vertex;

use crate::all_distances::AllDistances;

/// The cost of the step from one configuration to another.
///
/// The sum over all steps of a schedule is the number of moves, the makespan, or at most the sum of
/// costs, because a robot does not pay for a step that begins and ends at its goal.
pub(super) fn step_cost(objective: Objective, from: &[Vertex], to: &[Vertex], goals: &[Vertex]) -> u64 {
    let pairs = from.iter().zip(to);
    match objective {
        Objective::Moves => pairs.filter(|(from, to)| from != to).count() as u64,
        Objective::SumOfCosts => {
            let rests = pairs.zip(goals).filter(|&((from, to), goal)| from == goal && to == goal);
            (from.len() - rests.count()) as u64
        }
        Objective::Makespan => 1,
    }
}

/// A lower bound on the cost of the steps from a configuration to the goal.
pub(super) fn bound(objective: Objective, places: &[Vertex], distances: &AllDistances<'_>) -> u64 {
    let each = places.iter().enumerate().map(|(robot, &place)| u64::from(distances.get(robot, place)));
    match objective {
        Objective::Moves | Objective::SumOfCosts => each.sum(),
        Objective::Makespan => each.max().unwrap_or(0),
    }
}
