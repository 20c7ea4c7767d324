//! Graphs for the tests of this folder: small random ones to compare with the oracles, and large
//! regular ones on which a recursive algorithm would overflow the stack.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::{Graph, Vertex};

pub(super) const fn edge(a: u32, b: u32) -> (Vertex, Vertex) {
    (Vertex(a), Vertex(b))
}

/// Returns a number of vertices up to `largest`, and the edges of a simple graph on them in
/// ascending order; sparse and dense graphs are equally likely.
pub(super) fn edge_lists(largest: u32) -> impl Strategy<Value = (usize, Vec<(Vertex, Vertex)>)> {
    (0..=largest, 0.05..0.95).prop_flat_map(|(vertices, density)| {
        let pairs: Vec<_> = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| edge(a, b))).collect();
        let chosen = prop::collection::vec(prop::bool::weighted(density), pairs.len());
        chosen.prop_map(move |chosen| {
            let edges =
                pairs.iter().zip(chosen).filter_map(|(&pair, chosen)| chosen.then_some(pair)).collect();
            (vertices as usize, edges)
        })
    })
}

pub(super) fn graphs(largest: u32) -> impl Strategy<Value = Graph> {
    edge_lists(largest)
        .prop_map(|(vertices, edges)| Graph::from_edges(vertices, edges).expect("a simple graph"))
}

/// The path 0 – 1 – … – (n − 1).
pub(super) fn path(vertices: u32) -> Graph {
    Graph::from_edges(vertices as usize, (1..vertices).map(|b| edge(b - 1, b))).expect("a path")
}

/// The cycle 0 – 1 – … – (n − 1) – 0.
pub(super) fn cycle(vertices: u32) -> Graph {
    let edges = (0..vertices).map(|a| edge(a, (a + 1) % vertices));
    Graph::from_edges(vertices as usize, edges).expect("a cycle")
}

/// The square grid with `side` rows and columns, numbered row by row.
pub(super) fn grid(side: u32) -> Graph {
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
    let edges = cells.flat_map(|(row, column)| {
        let cell = row * side + column;
        let right = (column + 1 < side).then(|| edge(cell, cell + 1));
        let below = (row + 1 < side).then(|| edge(cell, cell + side));
        right.into_iter().chain(below)
    });
    Graph::from_edges((side * side) as usize, edges).expect("a grid")
}
