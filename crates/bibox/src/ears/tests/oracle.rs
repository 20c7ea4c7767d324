//! Slow and obvious oracles, which share only [`Graph`] with the code under test.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;

use crate::EarDecomposition;

/// Whether the definition holds, checked literally.
pub(super) fn is_decomposition(graph: &Graph, cycle: &[Vertex], ears: &[Vec<Vertex>]) -> bool {
    let edges: BTreeSet<_> = graph.edges().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    let mut there: BTreeSet<Vertex> = cycle.iter().copied().collect();
    if cycle.len() < 3 || there.len() < cycle.len() {
        return false;
    }
    let closed: Vec<_> = cycle.iter().chain(cycle.first()).copied().collect();
    let joined = |path: &[Vertex]| path.windows(2).all(|pair| edges.contains(&(pair[0], pair[1])));
    if !joined(&closed) {
        return false;
    }
    for ear in ears {
        let [u, inner @ .., v] = &ear[..] else { return false };
        let new: BTreeSet<Vertex> = inner.iter().copied().collect();
        let ends = u != v && there.contains(u) && there.contains(v);
        if !ends || new.len() < inner.len() || !new.is_disjoint(&there) || !joined(ear) {
            return false;
        }
        there.extend(new);
    }
    graph.vertices().eq(there)
}

/// Whether a stored decomposition is valid and stores no chord.
pub(super) fn accepts(graph: &Graph, made: &EarDecomposition) -> bool {
    let ears: Vec<_> = made.ears().map(<[_]>::to_vec).collect();
    ears.len() == made.ears().len()
        && ears.iter().all(|ear| ear.len() > 2)
        && is_decomposition(graph, made.cycle(), &ears)
}

/// Whether there are at least three vertices, which stay connected without any one of them.
pub(super) fn is_biconnected(graph: &Graph) -> bool {
    let stays_connected = |removed: Option<Vertex>| {
        let mut left: BTreeSet<_> = graph.vertices().filter(|&vertex| Some(vertex) != removed).collect();
        let mut reached: Vec<_> = left.pop_first().into_iter().collect();
        while let Some(vertex) = reached.pop() {
            reached.extend(graph.neighbours(vertex).iter().filter(|next| left.remove(next)));
        }
        left.is_empty()
    };
    graph.vertex_count() >= 3 && graph.vertices().map(Some).chain([None]).all(stays_connected)
}

/// Returns every simple cycle, from its smallest vertex and in both directions.
pub(super) fn simple_cycles(graph: &Graph) -> Vec<Vec<Vertex>> {
    let mut paths: Vec<_> = graph.vertices().map(|start| alloc::vec![start]).collect();
    let mut cycles = Vec::new();
    while let Some(path) = paths.pop() {
        let (start, last) = (path[0], path[path.len() - 1]);
        if path.len() >= 3 && graph.has_edge(last, start) {
            cycles.push(path.clone());
        }
        for &next in graph.neighbours(last) {
            if next > start && !path.contains(&next) {
                paths.push(path.iter().copied().chain([next]).collect());
            }
        }
    }
    cycles
}
