//! Graphs for tests.

use alloc::vec::Vec;

use cpf_core::generate;
pub(crate) use cpf_core::internal::all_graphs;
use cpf_core::internal::connected_kinds;
use motion_core::graph::Graph;
use motion_core::{Grid, Vertex};
use motion_testing_robots::samples::ears_with_chords;
pub(crate) use motion_testing_robots::samples::{cycle, graph};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

pub(crate) fn vertices<const N: usize>(numbers: [u32; N]) -> Vec<Vertex> {
    numbers.map(Vertex).to_vec()
}

pub(crate) fn grid(rows: u32, columns: u32) -> Grid {
    Grid::new(rows, columns).expect("a small grid")
}

pub(crate) fn grown(cycle: u32, mean_ear: u32, vertices: u32, seed: u64) -> generate::EarGraph {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    generate::biconnected(cycle, mean_ear, vertices, rng).expect("legal")
}

/// Returns one bi-connected graph of each kind with this many vertices, at most seven.
pub(crate) fn biconnected_kinds(vertices: u32) -> Vec<Graph> {
    let mut kinds = connected_kinds(vertices);
    kinds.retain(Graph::is_biconnected);
    kinds
}

/// Generates any small graph, sparse as often as dense.
pub(crate) fn graphs(largest: u32) -> impl Strategy<Value = Graph> {
    (0..=largest, 0.05..0.95).prop_flat_map(|(count, density)| {
        let pairs: Vec<_> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        let chosen = prop::collection::vec(prop::bool::weighted(density), pairs.len());
        chosen.prop_map(move |chosen| {
            let chosen = pairs.iter().zip(chosen).filter(|&(_, chosen)| chosen);
            graph(count, chosen.map(|(&pair, _)| pair))
        })
    })
}

/// Generates bi-connected graphs with shuffled numbers: ears with some chords.
pub(crate) fn biconnected_graphs(largest: u32) -> impl Strategy<Value = Graph> {
    any::<u64>()
        .prop_map(move |seed| ears_with_chords(largest - 6, &mut Xoshiro256PlusPlus::seed_from_u64(seed)))
}
