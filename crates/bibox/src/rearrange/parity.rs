//! The permutations that one blank cannot produce on a bipartite graph.

use motion_core::graph::Graph;
use motion_core::internal::Side;
use motion_core::{Configuration, Vertex};

/// Whether there is one vacant vertex, the graph is bipartite, and the goal has the wrong parity.
/// Each move exchanges the blank with a robot and takes it to the other side.
///
/// # Complexity
/// Linear in the graph.
pub(super) fn forbids(graph: &Graph, start: &Configuration, goal: &Configuration) -> bool {
    let mut blanks = start.vacant();
    let (Some(blank), None) = (blanks.next(), blanks.next()) else { return false };
    let Ok(sides) = graph.bipartition() else { return false };
    let goal_of_blank = goal.vacant().next().expect("invariant: as many vertices are vacant as at the start");
    let target = |vertex| start.token_at(vertex).map_or(goal_of_blank, |robot| goal.vertex_of(robot));
    let moves_are_odd = is_odd(graph.vertex_count(), target);
    let crosses: [Side; 2] = [blank, goal_of_blank].map(|vertex| sides.side(vertex));
    moves_are_odd != (crosses[0] != crosses[1])
}

/// Whether a permutation of this many vertices is odd.
pub(super) fn is_odd(vertices: usize, target: impl Fn(Vertex) -> Vertex) -> bool {
    let mut is_done = alloc::vec![false; vertices];
    let mut odd = false;
    for first in (0..vertices as u32).map(Vertex) {
        // A cycle of the permutation is odd if its length is even.
        let mut vertex = first;
        while !core::mem::replace(&mut is_done[vertex.index()], true) {
            vertex = target(vertex);
            odd ^= !is_done[vertex.index()];
        }
    }
    odd
}
