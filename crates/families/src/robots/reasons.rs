//! Facts about an instance, independent of the solver.

use cpf::{Instance, MotionModel};
use motion_core::error::RunError;
use motion_core::{Control, Outcome};

use super::problem::Problem;
use super::task::Task;

/// The greatest number of vertices and edges that the breadth-first searches for the lower bound
/// may visit. Otherwise, the bound is not computed.
const BOUND_WORK: usize = 300_000_000;

/// Returns a lower bound on the cost of any solution, unless computing it takes too long or exceeds
/// the time limit.
pub fn lower_bound(instance: &Instance, task: Task, control: &mut Control) -> Option<u64> {
    let graph = instance.graph();
    let work = (graph.vertex_count() + graph.edge_count()).saturating_mul(instance.robot_count());
    let bound = (work <= BOUND_WORK)
        .then(|| instance.lower_bound_within(task.objective, task.model, control).ok())
        .flatten();
    bound.flatten()
}

/// Returns the reason why there is no plan for an instance that a schedule with rotations solves.
pub(super) fn no_plan_because<P>(
    outcome: &Outcome<P>,
    problem: &Problem,
    task: Task,
    control: &mut Control,
) -> Option<String> {
    if !matches!(outcome, Outcome::Unsolvable) || task.model != MotionModel::Standard {
        return None;
    }
    let instance = problem.instance();
    let Err(RunError::Because(why)) = instance.feasibility_within(control) else { return None };
    instance.feasibility_in_within(task.model, control).ok()?;
    let why = problem.numbering.infeasible(instance, &why);
    Some(format!("a schedule has to turn robots around a cycle, as no plan does: {why}"))
}

/// Returns the reason why an instance was proved unsolvable, if there is time to find it.
pub fn unsolvable_because<P>(
    outcome: &Outcome<P>,
    algorithm: &str,
    problem: &Problem,
    task: Task,
    control: &mut Control,
) -> Option<String> {
    if !matches!(outcome, Outcome::Unsolvable) {
        return None;
    }
    match problem.instance().feasibility_in_within(task.model, control) {
        Err(RunError::Stopped(_)) => None,
        Err(RunError::Because(why)) => Some(problem.numbering.infeasible(problem.instance(), &why)),
        Ok(()) => panic!("{algorithm} finds no solution, but there is one"),
    }
}
