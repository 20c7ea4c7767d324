//! What reports say of an instance, whatever solves it.

use cpf::Instance;
use motion_core::Outcome;
use serde_json::{Map, Value, json};

use super::instances::NamedInstance;
use super::schedulers::Task;

/// The lower bound is computed if its breadth-first searches visit at most this many vertices and
/// edges.
const BOUND_WORK: usize = 300_000_000;

/// The keys that cooperative path-finding adds to a line of JSON.
pub(super) fn size(instance: &Instance) -> Map<String, Value> {
    let graph = instance.graph();
    let keys = [
        ("vertices", graph.vertex_count()),
        ("edges", graph.edge_count()),
        ("robots", instance.robot_count()),
        ("vacant", instance.vacant_count()),
    ];
    keys.into_iter().map(|(key, count)| (key.to_owned(), json!(count))).collect()
}

/// What any solution costs at least, unless it takes long to compute.
pub(super) fn lower_bound(instance: &Instance, task: Task) -> Option<u64> {
    let graph = instance.graph();
    let work = (graph.vertex_count() + graph.edge_count()).saturating_mul(instance.robot_count());
    (work <= BOUND_WORK).then(|| instance.lower_bound(task.objective, task.model)).flatten()
}

/// Why there is no plan, where that does not make the instance unsolvable: a schedule with
/// rotations exists.
pub(super) fn no_plan_because<P>(outcome: &Outcome<P>, named: &NamedInstance, task: Task) -> Option<String> {
    let instance = &named.instance;
    let why = instance.feasibility().err();
    let why = why.filter(|_| matches!(outcome, Outcome::Unsolvable))?;
    instance.feasibility_in(task.model).ok()?;
    let why = named.numbering.infeasible(instance, &why);
    Some(format!("a schedule has to turn robots around a cycle, as no plan does: {why}"))
}

/// The reason of an instance that was proved unsolvable.
pub(super) fn unsolvable_because<P>(
    outcome: &Outcome<P>,
    algorithm: &str,
    named: &NamedInstance,
    task: Task,
) -> Option<String> {
    if !matches!(outcome, Outcome::Unsolvable) {
        return None;
    }
    match named.instance.feasibility_in(task.model) {
        Err(why) => Some(named.numbering.infeasible(&named.instance, &why)),
        Ok(()) => panic!("{algorithm} finds no solution, but there is one"),
    }
}
