//! Tests the answer for every instance on small graphs.

use cpf_core::MotionModel;
use cpf_core::error::InfeasibleError;
use cpf_core::internal::{Reachability, all_graphs, connected_kinds};
use motion_core::Vertex;
use motion_core::graph::Graph;
use motion_testing::cases;
use motion_testing_robots::samples::graph;

use super::instance;

/// Compares every `stride`-th goal for all starts with ascending robots; other starts differ only
/// in the robots' numbers. Returns the numbers of all and of feasible pairs.
fn compare(graph: &Graph, robots: usize, stride: usize) -> [u64; 2] {
    let reachability = Reachability::new(graph, robots).expect("a small graph");
    compare_with(&reachability, stride, |start, goal| instance(graph, start, goal).feasibility())
}

/// Does the same in the model in which cycles turn, against simultaneous steps.
fn compare_with_rotations(graph: &Graph, robots: usize, stride: usize) -> [u64; 2] {
    let model = MotionModel::Standard;
    let reachability = Reachability::in_model(graph, robots, model).expect("a small graph");
    compare_with(&reachability, stride, |start, goal| instance(graph, start, goal).feasibility_in(model))
}

fn compare_with(
    reachability: &Reachability,
    stride: usize,
    verdict: impl Fn(&[Vertex], &[Vertex]) -> Result<(), InfeasibleError>,
) -> [u64; 2] {
    let goals: Vec<_> = reachability.placements().collect();
    let mut count = [0, 0];
    for start in goals.iter().filter(|places| places.is_sorted()) {
        for goal in goals.iter().step_by(stride) {
            let verdict = verdict(start, goal);
            let connected = reachability.connected(start, goal);
            assert_eq!(verdict.is_ok(), connected, "{start:?} to {goal:?} is {verdict:?}");
            count[0] += 1;
            count[1] += u64::from(connected);
        }
    }
    count
}

/// Compares with any number of robots on each graph.
fn compare_each(
    graphs: impl IntoIterator<Item = Graph>,
    stride: usize,
    compare: impl Fn(&Graph, usize, usize) -> [u64; 2],
) -> [u64; 2] {
    let mut sum = [0, 0];
    for graph in graphs {
        for robots in 0..=graph.vertex_count() {
            let count = compare(&graph, robots, stride);
            sum = [sum[0] + count[0], sum[1] + count[1]];
        }
    }
    sum
}

/// Compares with any number of robots on each graph.
fn compare_all(graphs: impl IntoIterator<Item = Graph>, stride: usize) -> [u64; 2] {
    compare_each(graphs, stride, compare)
}

#[test]
fn all_graphs_with_four_vertices_or_fewer() {
    let counts = [0, 1, 2, 3, 4].map(|vertices| compare_all(all_graphs(vertices), 1));
    assert_eq!(counts, [[1, 1], [2, 2], [14, 10], [272, 133], [13_376, 5_424]]);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn all_graphs_with_five_vertices() {
    assert_eq!(compare_all(all_graphs(5), 1), [1_583_104, 740_813]);
}

#[test]
fn all_kinds_of_connected_graphs_with_five_vertices() {
    assert_eq!(compare_all(connected_kinds(5), 1), [32_466, 21_717]);
}

#[test]
fn all_kinds_of_connected_graphs_with_six_vertices() {
    assert_eq!(
        compare_all(connected_kinds(6), cases(37, 1)),
        [cases(43_904, 1_492_624), cases(33_366, 1_107_076)]
    );
}

#[test]
fn rotations_on_all_graphs_with_four_vertices_or_fewer() {
    let compare_all = |graphs| compare_each(graphs, 1, compare_with_rotations);
    let counts = [0, 1, 2, 3, 4].map(|vertices| compare_all(all_graphs(vertices).collect::<Vec<_>>()));
    assert_eq!(counts, [[1, 1], [2, 2], [14, 10], [272, 135], [13_376, 6_402]]);
}

#[test]
fn rotations_on_all_kinds_of_connected_graphs_with_five_vertices() {
    assert_eq!(compare_each(connected_kinds(5), 1, compare_with_rotations), [32_466, 27_204]);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn rotations_on_all_graphs_with_five_vertices() {
    assert_eq!(compare_each(all_graphs(5), 1, compare_with_rotations), [1_583_104, 966_660]);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn rotations_on_all_kinds_of_connected_graphs_with_six_vertices() {
    assert_eq!(compare_each(connected_kinds(6), 1, compare_with_rotations), [1_492_624, 1_361_419]);
}

/// Compares rotations on graphs with few edges, which have bridges and corridors.
fn rotations_on_sparse_graphs(edges: usize, stride: usize) -> [u64; 2] {
    let sparse = connected_kinds(7).into_iter().filter(|graph| graph.edge_count() <= edges);
    compare_each(sparse, stride, compare_with_rotations)
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn samples_of_rotations_on_sparse_graphs_with_seven_vertices() {
    assert_eq!(rotations_on_sparse_graphs(7, 97), [62_084, 38_337]);
}

/// All goals on graphs with nine edges have been tried once: 28,540,996 pairs, of which 24,539,128
/// are feasible.
#[test]
#[ignore = "exhaustive: 0.3 minutes"]
fn rotations_on_more_graphs_with_seven_vertices() {
    assert_eq!(rotations_on_sparse_graphs(8, 7), [2_076_144, 1_614_350]);
}

/// Wilson's exception, with one blank.
fn theta_zero() -> Graph {
    graph(7, [(3, 5), (5, 0), (0, 6), (6, 1), (1, 4), (4, 3), (3, 2), (2, 6)])
}

#[test]
fn placements_on_theta_zero() {
    // All are feasible, for each of 7 blanks at the start, 7 at the goal and 120 permutations.
    let (stride, expected) = cases((19, [7 * 266, 307]), (1, [7 * 5040, 7 * 7 * 120]));
    assert_eq!(compare(&theta_zero(), 6, stride), expected);
}
