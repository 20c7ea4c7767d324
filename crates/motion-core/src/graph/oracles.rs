//! Slow and obvious solutions for the tests of this folder. They share nothing with the algorithms
//! under test except [`Graph`] itself.

use alloc::vec::Vec;

use super::{Graph, Vertex};

/// Returns for `[a][b]` whether a path joins the two without touching a vertex for which `removed`
/// holds (Warshall's algorithm).
pub(super) fn reachable(graph: &Graph, removed: impl Fn(Vertex) -> bool) -> Vec<Vec<bool>> {
    let mut joined: Vec<Vec<bool>> = graph
        .vertices()
        .map(|a| {
            let free = |b: Vertex| !removed(a) && !removed(b);
            graph.vertices().map(|b| free(b) && (a == b || graph.has_edge(a, b))).collect()
        })
        .collect();
    for via in 0..joined.len() {
        let onwards = joined[via].clone();
        for row in joined.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&onwards).for_each(|(here, &there)| *here |= there);
        }
    }
    joined
}

/// Returns the number of components left after removing some vertices.
pub(super) fn pieces(graph: &Graph, removed: &[Vertex]) -> usize {
    let joined = reachable(graph, |vertex| removed.contains(&vertex));
    // Each piece is counted at its smallest vertex.
    joined.iter().enumerate().filter(|(a, row)| row.iter().position(|&joined| joined) == Some(*a)).count()
}

/// Returns every simple cycle in both directions, from its smallest vertex.
fn simple_cycles(graph: &Graph) -> Vec<Vec<Vertex>> {
    let mut paths: Vec<_> = graph.vertices().map(|start| alloc::vec![start]).collect();
    let mut cycles = Vec::new();
    while let Some(path) = paths.pop() {
        let (start, last) = (path[0], path[path.len() - 1]);
        if path.len() >= 3 && graph.has_edge(last, start) {
            cycles.push(path.clone());
        }
        let fits = |next: &Vertex| *next > start && graph.has_edge(last, *next) && !path.contains(next);
        paths.extend(graph.vertices().filter(fits).map(|next| {
            let mut longer = path.clone();
            longer.push(next);
            longer
        }));
    }
    cycles
}

/// Returns the vertices of each class of edges; two edges on a common simple cycle are in the same
/// class.
pub(super) fn blocks_by_cycles(graph: &Graph) -> Vec<Vec<Vertex>> {
    let edges: Vec<_> = graph.edges().collect();
    let mut class: Vec<_> = (0..edges.len()).collect();
    for cycle in simple_cycles(graph) {
        let ends = |index: usize| (cycle[index], cycle[(index + 1) % cycle.len()]);
        let on_cycle =
            (0..cycle.len()).map(ends).filter_map(|(a, b)| edges.binary_search(&(a.min(b), a.max(b))).ok());
        let merged: Vec<_> = on_cycle.map(|edge| class[edge]).collect();
        class.iter_mut().filter(|class| merged.contains(class)).for_each(|class| *class = merged[0]);
    }
    let mut blocks: Vec<Vec<_>> = alloc::vec![Vec::new(); edges.len()];
    edges.iter().zip(class).for_each(|(&(a, b), class)| blocks[class].extend([a, b]));
    blocks.retain(|block| !block.is_empty());
    for block in &mut blocks {
        block.sort_unstable();
        block.dedup();
    }
    blocks.sort_unstable();
    blocks
}
