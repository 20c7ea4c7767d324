//! What reports say of an instance, whatever solves it.

use cpf::Instance;
use motion_core::Outcome;
use serde_json::{Map, Value, json};

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

/// The sum of all robots' distances, unless it takes long to compute.
pub(super) fn lower_bound(instance: &Instance) -> Option<u64> {
    let graph = instance.graph();
    let work = (graph.vertex_count() + graph.edge_count()).saturating_mul(instance.robot_count());
    (work <= BOUND_WORK).then(|| instance.sum_of_distances()).flatten()
}

/// The reason of an instance that was proved unsolvable.
pub(super) fn unsolvable_because<P>(
    outcome: &Outcome<P>,
    algorithm: &str,
    instance: &Instance,
) -> Option<String> {
    (matches!(outcome, Outcome::Unsolvable)).then(|| match instance.feasibility() {
        Err(why) => why.to_string(),
        Ok(()) => panic!("{algorithm} finds no plan, but there is one"),
    })
}
