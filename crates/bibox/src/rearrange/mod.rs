//! Rearranges all robots of a small bi-connected graph at once: the last part of BIBOX, when all
//! other ears are arranged.
//!
//! | file | for | how |
//! |---|---|---|
//! | `cycle` | cycles of any length | only the number of turns is free; optimal |
//! | `small` | at most nine vertices | search over all arrangements; optimal |
//! | `large` | everything else | three robots at a time, by Wilson's theorem |
//!
//! The other files serve `large`. [`BlankWalk`](blank_walk::BlankWalk) is a walk of the blank,
//! [`Permutation`](permutation::Permutation) the effect of a closed walk on the robots, and
//! [`ClosedWalks`](closed_walks::ClosedWalks) are walks that generate all others. `three_cycle`
//! finds walks that move only three robots, `triples` conjugates these to any other three places,
//! and `placing` chooses among them until all robots are at their goals.

mod blank_walk;
mod closed_walks;
mod cycle;
mod large;
mod parity;
mod permutation;
mod placing;
mod small;
#[cfg(test)]
mod tests;
mod three_cycle;
mod triples;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Plan, Stop};

/// Moves every robot of a bi-connected graph from its place in `start` to its place in `goal`. One
/// robot at a time moves to an adjacent vacant vertex. `None` is a proof that this is impossible.
///
/// # Panics
/// If the graph is not bi-connected, a configuration belongs to another graph, the numbers of
/// robots differ, or no vertex is vacant.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// For k vertices: on a cycle O(k²) moves; on at most 9 vertices a search among at most 9!
/// arrangements; otherwise time O(k³) and about 25 bytes for each of the k³ / 6 sets of three
/// vertices. In the last case plans have O(k³) moves on all graphs tried (0.1 k³ to 0.5 k³ on theta
/// graphs, far less on dense ones), but this is not proved.
///
/// # Guarantees
/// Complete. Optimal on cycles and on at most 9 vertices.
///
/// # References
/// R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
/// Theory B 16, 1974, pages 86–96: with one blank, a bi-connected graph that is neither a cycle nor
/// one exception of seven vertices allows all permutations, or all even ones if it is bipartite.
/// With more blanks, two of them can be exchanged, which lifts the restriction.
pub(crate) fn rearrange(
    graph: &Graph,
    start: &Configuration,
    goal: &Configuration,
    control: &mut Control,
) -> Result<Option<Plan>, Stop> {
    let vertices = graph.vertex_count();
    assert!(graph.is_biconnected(), "the graph is not bi-connected");
    assert!(
        [start, goal].iter().all(|configuration| configuration.vertex_count() == vertices)
            && start.token_count() == goal.token_count(),
        "the configurations do not fit"
    );
    assert!(start.token_count() < vertices, "no vertex is vacant");
    if graph.edge_count() == vertices {
        cycle::solve(graph, start, goal, control)
    } else if parity::forbids(graph, start, goal) {
        Ok(None)
    } else if vertices <= small::MOST_VERTICES {
        small::solve(graph, start, goal, control)
    } else {
        large::solve(graph, start, goal, control).map(Some)
    }
}
