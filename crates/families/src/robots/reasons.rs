//! Facts of an instance, whatever solves it.

use cpf::{Instance, MotionModel};
use motion_core::error::RunError;
use motion_core::{Control, Outcome};

use super::problem::Problem;
use super::task::Task;

/// The lower bound is computed if its breadth-first searches visit at most this many vertices and
/// edges.
const BOUND_WORK: usize = 300_000_000;

/// A lower bound on the cost of any solution, unless it takes long to compute, or longer than there
/// is time.
pub fn lower_bound(instance: &Instance, task: Task, control: &mut Control) -> Option<u64> {
    let graph = instance.graph();
    let work = (graph.vertex_count() + graph.edge_count()).saturating_mul(instance.robot_count());
    let bound = (work <= BOUND_WORK)
        .then(|| instance.lower_bound_within(task.objective, task.model, control).ok())
        .flatten();
    bound.flatten()
}

/// Why there is no plan, where that does not make the instance unsolvable: a schedule with
/// rotations exists.
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

/// The reason of an instance that was proved unsolvable, if there is time to find it.
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
