use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use motion_testing::cases;
use proptest::prelude::*;

use super::oracle::simple_cycles;
use super::{shortest_cycle, shortest_odd_cycle};
use crate::tests::for_all;
use crate::tests::samples::{all_graphs, biconnected_graphs, cycle, graph, graphs, grid, grown};

/// Whether the found cycle is a shortest one of those that count, and as near as any of these.
fn is_best(
    graph: &Graph,
    found: Option<Vec<Vertex>>,
    near: &[Vertex],
    counts: impl Fn(usize) -> bool,
) -> bool {
    let mut cycles = simple_cycles(graph);
    cycles.retain(|cycle| counts(cycle.len()));
    let Some(found) = found else { return cycles.is_empty() };
    let distances = graph.distances(near.iter().copied());
    let rank = |cycle: &Vec<Vertex>| {
        let away = |&vertex: &Vertex| (distances.get(vertex).unwrap_or(u32::MAX), vertex);
        let nearest = cycle.iter().map(away).min().expect("a cycle is not empty");
        // Without vertices in `near`, the smallest vertex decides.
        (cycle.len(), nearest.0, if near.is_empty() { nearest.1.0 } else { 0 })
    };
    let smallest = (0..found.len()).min_by_key(|&index| found[index]).expect("a cycle is not empty");
    let mut from_smallest = found.clone();
    from_smallest.rotate_left(smallest);
    cycles.contains(&from_smallest) && cycles.iter().map(rank).min() == Some(rank(&found))
}

fn all_finders_are_right(graph: &Graph, near: &[Vertex]) -> bool {
    let near_to = || near.iter().copied();
    is_best(graph, shortest_cycle(graph, near_to()), near, |_| true)
        && is_best(graph, shortest_odd_cycle(graph, near_to()), near, |length| length % 2 == 1)
}

#[test]
fn all_graphs_with_up_to_five_vertices() {
    for graph in (0..=5).flat_map(all_graphs) {
        assert!(all_finders_are_right(&graph, &[]));
        for near in graph.vertices() {
            assert!(all_finders_are_right(&graph, &[near]));
        }
    }
}

#[test]
fn an_even_cycle_may_be_shorter_than_every_odd_one() {
    // A square 0 1 2 3 and a pentagon 0 1 4 5 6.
    let house = graph(7, [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (4, 5), (5, 6), (6, 0)]);
    assert_eq!(shortest_cycle(&house, []).map(|cycle| cycle.len()), Some(4));
    assert_eq!(shortest_odd_cycle(&house, []).map(|cycle| cycle.len()), Some(5));
}

#[test]
fn large_graphs_are_searched_quickly() {
    let even = cycle(100_000);
    assert_eq!(shortest_cycle(&even, []).map(|cycle| cycle.len()), Some(100_000));
    assert_eq!(shortest_odd_cycle(&even, []), None);
    assert_eq!(shortest_odd_cycle(&cycle(99_999), []).map(|cycle| cycle.len()), Some(99_999));

    let square = grid(300, 300).to_graph().graph;
    let last = Vertex(89_999);
    assert!(shortest_cycle(&square, [last]).is_some_and(|cycle| cycle.contains(&last)));
    // One edge within a side creates odd cycles, all of them long.
    let odd = Graph::from_edges(90_000, square.edges().chain([(Vertex(0), Vertex(45_150))])).expect("simple");
    assert_eq!(shortest_odd_cycle(&odd, [last]).map(|cycle| cycle.len()), Some(150 + 150 + 1));

    let sparse = grown(5, 20, 20_000, 1).graph;
    assert!(shortest_cycle(&sparse, []).is_some_and(|cycle| cycle.len() >= 3));
    assert!(shortest_odd_cycle(&sparse, []).is_some_and(|cycle| cycle.len() % 2 == 1));
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_vertex_to_be_near_to_must_exist() {
    shortest_cycle(&cycle(3), [Vertex(3)]);
}

proptest! {
    #[test]
    fn any_graph(graph in graphs(8), near in any::<u8>()) {
        let near: Vec<_> = graph.vertices().filter(|vertex| near >> vertex.0 & 1 == 1).collect();
        prop_assert!(all_finders_are_right(&graph, &near));
    }
}

#[test]
fn any_biconnected_graph() {
    let cases = cases(24, 256);
    for_all(cases, (biconnected_graphs(20), any::<u32>()), |(graph, near)| {
        let near = [Vertex(near % graph.vertex_count() as u32)];
        assert!(all_finders_are_right(&graph, &near));
    });
}
