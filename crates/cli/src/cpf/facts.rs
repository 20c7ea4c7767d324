//! What reports say of an instance, whatever solves it.

use std::time::{Duration, Instant};

use motion_core::Control;
use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use super::instances::NamedInstance;
use crate::Console;

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
    let arcs = named.problem.arcs().map(|graph| ("arcs", graph.arc_count()));
    keys.into_iter().chain(arcs).map(|(key, count)| (key.to_owned(), json!(count))).collect()
}
