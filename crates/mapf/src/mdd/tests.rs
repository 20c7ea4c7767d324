//! Tests of diagrams against lists of all paths.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use proptest::prelude::*;

use super::*;
use crate::all_distances::UNREACHABLE;

/// A forbidden step: its two vertices, and the time at which it arrives.
type Barred = (u32, u32, usize);

fn grid(side: u32) -> Graph {
    let vertex = |row: u32, column: u32| Vertex(row * side + column);
    let pairs = (0..side).flat_map(|a| (0..side - 1).map(move |b| (a, b)));
    let edges = pairs.flat_map(|(a, b)| [(vertex(a, b), vertex(a, b + 1)), (vertex(b, a), vertex(b + 1, a))]);
    Graph::from_edges((side * side) as usize, edges).expect("a simple graph")
}

fn build(graph: &Graph, (start, goal): (Vertex, Vertex), cost: usize, barred: &[Barred]) -> Option<Mdd> {
    let distances = graph.distances([goal]);
    let permits = |from: Vertex, to: Vertex, time| !barred.contains(&(from.0, to.0, time));
    let distance = |vertex| distances.get(vertex).unwrap_or(UNREACHABLE);
    MddBuilder::new(graph.vertex_count()).build(graph.arcs(), start, distance, cost, permits)
}

/// All paths, found vertex by vertex.
fn paths(graph: &Graph, start: Vertex, goal: Vertex, cost: usize, barred: &[Barred]) -> Vec<Vec<Vertex>> {
    let mut paths = alloc::vec![alloc::vec![start]];
    for time in 1..=cost {
        let mut longer = Vec::new();
        for path in paths {
            let from = path[time - 1];
            for to in graph.vertices().filter(|&to| to == from || graph.has_edge(from, to)) {
                if !barred.contains(&(from.0, to.0, time)) {
                    longer.push(path.iter().copied().chain([to]).collect());
                }
            }
        }
        paths = longer;
    }
    paths.retain(|path| path[cost] == goal);
    paths
}

/// All paths of the diagram.
fn paths_of(mdd: &Mdd) -> Vec<Vec<Vertex>> {
    let mut walks: Vec<Vec<u32>> = alloc::vec![alloc::vec![0]];
    for time in 0..mdd.cost() {
        let longer = |walk: &Vec<u32>| {
            let walk = walk.clone();
            let next = mdd.successors(walk[time] as usize).to_vec();
            next.into_iter().map(move |node| walk.iter().copied().chain([node]).collect())
        };
        walks = walks.iter().flat_map(longer).collect();
    }
    let vertices = |walk: Vec<u32>| walk.into_iter().map(|node| mdd.vertex(node as usize)).collect();
    walks.into_iter().map(vertices).collect()
}

proptest! {
    #[test]
    fn a_diagram_has_exactly_the_paths(
        start in 0u32..9, goal in 0u32..9, cost in 0usize..6,
        barred in proptest::collection::vec((0u32..9, 0u32..9, 1usize..6), 0..60),
    ) {
        let graph = grid(3);
        let (start, goal) = (Vertex(start), Vertex(goal));
        let expected = paths(&graph, start, goal, cost, &barred);
        let mdd = build(&graph, (start, goal), cost, &barred);
        prop_assert_eq!(mdd.is_some(), !expected.is_empty());
        let Some(mdd) = mdd else { return Ok(()) };
        prop_assert_eq!(mdd.cost(), cost);
        prop_assert_eq!(&paths_of(&mdd), &expected);
        let mut nodes = 0;
        for time in 0..=cost {
            let mut level: Vec<_> = expected.iter().map(|path| path[time]).collect();
            level.sort_unstable();
            level.dedup();
            prop_assert_eq!(mdd.level(time), &level[..]);
            prop_assert_eq!(mdd.single(time), if level.len() == 1 { Some(level[0]) } else { None });
            prop_assert!(graph.vertices().all(|vertex| mdd.contains(time, vertex) == level.contains(&vertex)));
            nodes += mdd.nodes(time).len();
        }
        prop_assert_eq!(mdd.node_count(), nodes);
        prop_assert_eq!((mdd.single(cost + 3), mdd.nodes(cost + 3)), (Some(goal), 0..0));
    }
}

#[test]
fn padded_diagrams_wait_at_the_goal() {
    let graph = grid(3);
    let mut mdd = build(&graph, (Vertex(0), Vertex(4)), 2, &[]).expect("two shortest paths");
    let before = mdd.clone();
    mdd.pad(2);
    assert_eq!(mdd, before);
    mdd.pad(4);
    let padded = paths_of(&mdd);
    assert_eq!(padded, [[0, 1, 4, 4, 4].map(Vertex), [0, 3, 4, 4, 4].map(Vertex)]);
    assert_eq!((mdd.cost(), mdd.node_count(), before.node_count()), (4, 6, 4));
    assert!(mdd.bytes() > before.bytes());
}

#[test]
fn a_goal_without_a_path_has_no_diagram() {
    let graph = Graph::from_edges(3, [(Vertex(0), Vertex(1))]).expect("a simple graph");
    assert_eq!(build(&graph, (Vertex(0), Vertex(2)), 9, &[]), None);
    assert_eq!(build(&graph, (Vertex(0), Vertex(1)), 0, &[]), None);
    assert_eq!(build(&graph, (Vertex(0), Vertex(1)), 1, &[(0, 1, 1)]), None);
}
