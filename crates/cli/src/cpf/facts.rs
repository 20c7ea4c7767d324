//! What reports say of an instance, whatever solves it.

use std::time::{Duration, Instant};

use cpf::{Instance, MotionModel};
use motion_core::{Control, Outcome};
use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use super::instances::NamedInstance;
use super::schedulers::Task;
use crate::Console;

/// The lower bound is computed if its breadth-first searches visit at most this many vertices and
/// edges.
const BOUND_WORK: usize = 300_000_000;

/// The time for facts after the limit: they are worth more than that.
const AFTER_LIMIT: Duration = Duration::from_millis(20);

/// A run for facts beside the solver's, without limits of nodes or memory.
pub(super) fn beside(since: Option<Instant>, arguments: &Arguments, console: &Console) -> Control<'static> {
    let budget = arguments.common.time_since(since, AFTER_LIMIT);
    Control::new(budget.with_cancel(console.interrupt.flag()))
}

/// The keys that cooperative path-finding adds to a line of JSON.
pub(super) fn size(named: &NamedInstance) -> Map<String, Value> {
    let instance = named.instance();
    let graph = instance.graph();
    let keys = [
        ("vertices", graph.vertex_count()),
        ("edges", graph.edge_count()),
        ("robots", instance.robot_count()),
        ("vacant", instance.vacant_count()),
    ];
    let arcs = named.arcs().map(|graph| ("arcs", graph.arc_count()));
    keys.into_iter().chain(arcs).map(|(key, count)| (key.to_owned(), json!(count))).collect()
}

/// What any solution costs at least, unless it takes long to compute, or longer than there is time.
pub(super) fn lower_bound(instance: &Instance, task: Task, control: &mut Control) -> Option<u64> {
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
    named: &NamedInstance,
    task: Task,
    control: &mut Control,
) -> Option<String> {
    if !matches!(outcome, Outcome::Unsolvable) || task.model != MotionModel::Standard {
        return None;
    }
    let instance = named.instance();
    let why = instance.feasibility_within(control).ok()?.err()?;
    instance.feasibility_in_within(task.model, control).ok()?.ok()?;
    let why = named.numbering.infeasible(instance, &why);
    Some(format!("a schedule has to turn robots around a cycle, as no plan does: {why}"))
}

/// The reason of an instance that was proved unsolvable, if there is time to find it.
pub(super) fn unsolvable_because<P>(
    outcome: &Outcome<P>,
    algorithm: &str,
    named: &NamedInstance,
    task: Task,
    control: &mut Control,
) -> Option<String> {
    if !matches!(outcome, Outcome::Unsolvable) {
        return None;
    }
    match named.instance().feasibility_in_within(task.model, control).ok()? {
        Err(why) => Some(named.numbering.infeasible(named.instance(), &why)),
        Ok(()) => panic!("{algorithm} finds no solution, but there is one"),
    }
}
