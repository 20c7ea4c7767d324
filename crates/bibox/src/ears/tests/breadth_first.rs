use alloc::collections::BTreeSet;

use motion_core::Vertex;
use motion_core::graph::Graph;
use proptest::prelude::*;

use super::oracle::{accepts, is_biconnected, simple_cycles};
use super::shortest_cycle;
use crate::EarDecomposition;
use crate::ears::{EarError, NotBiconnectedError};
use crate::tests::samples::{all_graphs, biconnected_graphs, cycle, graph, graphs, grid, grown, vertices};

/// Returns the number of edges of a shortest ear with inner vertices, by a search from every vertex
/// inside.
fn shortest_ear(graph: &Graph, inside: &BTreeSet<Vertex>) -> Option<usize> {
    let lengths = inside.iter().filter_map(|&start| {
        let mut wave: BTreeSet<Vertex> = graph.neighbours(start).iter().copied().collect();
        wave.retain(|vertex| !inside.contains(vertex));
        let mut seen = wave.clone();
        let mut length = 1;
        while !wave.is_empty() {
            length += 1;
            let next: BTreeSet<Vertex> =
                wave.iter().flat_map(|&vertex| graph.neighbours(vertex)).copied().collect();
            if next.iter().any(|&vertex| vertex != start && inside.contains(&vertex)) {
                return Some(length);
            }
            wave =
                next.into_iter().filter(|vertex| !inside.contains(vertex) && seen.insert(*vertex)).collect();
        }
        None
    });
    lengths.min()
}

/// Whether every ear was as short as possible when it was added.
fn ears_are_shortest(graph: &Graph, made: &EarDecomposition) -> bool {
    let mut inside: BTreeSet<_> = made.cycle().iter().copied().collect();
    made.ears().all(|ear| {
        let shortest = shortest_ear(graph, &inside) == Some(ear.len() - 1);
        inside.extend(ear);
        shortest
    })
}

#[test]
fn every_small_graph_is_taken_apart_or_known_not_to_be_biconnected() {
    let mut taken_apart = 0;
    for graph in (3..=6).flat_map(all_graphs) {
        let biconnected = is_biconnected(&graph);
        assert_eq!(NotBiconnectedError::check(&graph).is_ok(), biconnected);
        let Some(start) = shortest_cycle(&graph, None) else {
            assert!(!biconnected);
            continue;
        };
        match EarDecomposition::breadth_first(&graph, start) {
            Ok(made) => {
                assert!(biconnected && accepts(&graph, &made) && ears_are_shortest(&graph, &made));
                taken_apart += 1;
            }
            Err(error) => assert!(!biconnected && matches!(error, EarError::NotBiconnected(_))),
        }
    }
    // The numbers of labelled bi-connected graphs with 3 to 6 vertices (The On-Line Encyclopedia of
    // Integer Sequences, A013922).
    assert_eq!(taken_apart, 1 + 10 + 238 + 11_368);
}

#[test]
fn every_cycle_of_every_graph_with_five_vertices_will_do() {
    for graph in (3..=5).flat_map(all_graphs).filter(is_biconnected) {
        for start in simple_cycles(&graph) {
            let made = EarDecomposition::breadth_first(&graph, start.clone()).expect("bi-connected");
            assert!(made.cycle() == start && accepts(&graph, &made) && ears_are_shortest(&graph, &made));
        }
    }
}

#[test]
fn the_reason_is_named() {
    let reason = |graph: Graph, start| EarDecomposition::breadth_first(&graph, start).map(|_| ());
    let triangle = vertices([0, 1, 2]);
    let edges = [(0, 1), (1, 2), (2, 0)];
    let disconnected = NotBiconnectedError::Disconnected { first: Vertex(0), second: Vertex(3) };
    assert_eq!(reason(graph(5, edges), triangle.clone()), Err(disconnected.into()));
    let articulation = NotBiconnectedError::Articulation { vertex: Vertex(1) };
    assert_eq!(
        reason(graph(4, edges.into_iter().chain([(1, 3)])), triangle.clone()),
        Err(articulation.into())
    );
    assert_eq!(reason(graph(2, [(0, 1)]), vertices([0, 1])), Err(EarError::ShortCycle { vertices: 2 }));
    let gap = EarError::GapInCycle { from: Vertex(2), to: Vertex(0) };
    assert_eq!(reason(cycle(4), triangle), Err(gap));
    let few = NotBiconnectedError::TooFewVertices { vertices: 2 };
    assert_eq!(NotBiconnectedError::check(&graph(2, [(0, 1)])), Err(few));
}

#[test]
fn rectangles_need_no_more_long_ears_than_shells() {
    for (rows, columns) in (2..10).flat_map(|rows| (2..10).map(move |columns| (rows, columns))) {
        let graph = grid(rows, columns).to_graph().graph;
        for corner in graph.vertices() {
            let start = shortest_cycle(&graph, [corner]).expect("a cycle");
            let made = EarDecomposition::breadth_first(&graph, start).expect("bi-connected");
            assert!(accepts(&graph, &made));
            assert!(made.ears().all(|ear| ear.len() <= 4));
            assert_eq!(made.ears().filter(|ear| ear.len() == 4).count() as u32, rows + columns - 4);
        }
    }
}

#[test]
fn large_graphs_are_taken_apart_quickly() {
    let ring = cycle(100_000);
    let whole = EarDecomposition::breadth_first(&ring, ring.vertices().collect()).expect("bi-connected");
    assert_eq!(whole.ears().len(), 0);

    let square = grid(300, 300).to_graph().graph;
    let start = shortest_cycle(&square, [Vertex(45_150)]).expect("a cycle");
    let made = EarDecomposition::breadth_first(&square, start).expect("bi-connected");
    assert_eq!(made.ears().len(), 89_996 - 596);

    for mean_ear in [1, 4, 40] {
        let sparse = grown(5, mean_ear, 20_000, 1).graph;
        let start = shortest_cycle(&sparse, None).expect("a cycle");
        let made = EarDecomposition::breadth_first(&sparse, start).expect("bi-connected");
        assert_eq!(made.ears().len(), sparse.edge_count() - sparse.vertex_count() - chords(&sparse, &made));
        assert!(accepts(&sparse, &made));
    }
}

/// Returns the number of edges in neither the cycle nor an ear.
fn chords(graph: &Graph, made: &EarDecomposition) -> usize {
    let closing = (made.cycle()[0], made.cycle()[made.cycle().len() - 1]);
    let paths = core::iter::once(made.cycle()).chain(made.ears());
    let steps = paths.flat_map(|path| path.windows(2).map(|pair| (pair[0], pair[1]))).chain([closing]);
    let used: BTreeSet<_> = steps.map(|(a, b)| (a.min(b), a.max(b))).collect();
    graph.edges().filter(|edge| !used.contains(edge)).count()
}

proptest! {
    #[test]
    fn biconnected_graphs_are_taken_apart(graph in biconnected_graphs(60), near in any::<u32>()) {
        let near = Vertex(near % graph.vertex_count() as u32);
        let start = shortest_cycle(&graph, [near]).expect("a cycle");
        let made = EarDecomposition::breadth_first(&graph, start).expect("bi-connected");
        prop_assert!(accepts(&graph, &made));
        prop_assert!(ears_are_shortest(&graph, &made));
    }

    #[test]
    fn any_graph_is_taken_apart_or_refused(graph in graphs(8), choice in any::<prop::sample::Index>()) {
        let cycles = simple_cycles(&graph);
        prop_assume!(!cycles.is_empty());
        let start = cycles[choice.index(cycles.len())].clone();
        match EarDecomposition::breadth_first(&graph, start) {
            Ok(made) => prop_assert!(accepts(&graph, &made) && ears_are_shortest(&graph, &made)),
            Err(error) => {
                prop_assert!(!is_biconnected(&graph));
                let reason = NotBiconnectedError::check(&graph).expect_err("a reason");
                prop_assert_eq!(error, EarError::NotBiconnected(reason));
            }
        }
    }
}
