//! The diagram of a robot whose path is given.

use motion_core::{Graph, Vertex};

use crate::mdd::{Mdd, MddBuilder};
use crate::timed_paths::{last_move, place_at};

/// The diagram of a single path, up to its last move.
pub(crate) fn path_diagram(builder: &mut MddBuilder, graph: &Graph, path: &[Vertex]) -> Mdd {
    let goal = path[path.len() - 1];
    let at_goal = |vertex| u32::from(vertex != goal);
    let is_on_path = |from, to, time: usize| (from, to) == (place_at(path, time - 1), place_at(path, time));
    let mdd = builder.build(graph, path[0], at_goal, last_move(path), is_on_path);
    mdd.expect("invariant: the path leads to its end")
}
