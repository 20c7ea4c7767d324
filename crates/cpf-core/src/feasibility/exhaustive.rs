//! The answer for every instance on small graphs.

use alloc::vec::Vec;

use motion_core::{Graph, Vertex};

use super::tests::graph;
use crate::exhaustive::{JointSteps, Reachability, all_graphs, connected_kinds};
use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::objective::Objective;

/// Robots by starts and goals.
pub(super) fn instance(graph: &Graph, start: &[Vertex], goal: &[Vertex]) -> Instance {
    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

/// Compares every `stride`-th goal for all starts with ascending robots; other starts differ only
/// in the robots' numbers. Returns the number of pairs and how many of them are feasible.
fn compare(graph: &Graph, robots: usize, stride: usize) -> [u64; 2] {
    let reachability = Reachability::new(graph, robots).expect("a small graph");
    let goals: Vec<_> = reachability.placements().collect();
    let mut count = [0, 0];
    for start in goals.iter().filter(|places| places.is_sorted()) {
        for goal in goals.iter().step_by(stride) {
            let verdict = instance(graph, start, goal).feasibility();
            let connected = reachability.connected(start, goal);
            assert_eq!(verdict.is_ok(), connected, "{graph:?}: {start:?} to {goal:?} is {verdict:?}");
            count[0] += 1;
            count[1] += u64::from(connected);
        }
    }
    count
}

/// Any number of robots on each of the graphs.
fn compare_all(graphs: impl IntoIterator<Item = Graph>, stride: usize) -> [u64; 2] {
    let each = graphs
        .into_iter()
        .flat_map(|graph| (0..=graph.vertex_count()).map(move |robots| compare(&graph, robots, stride)));
    each.fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
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
fn samples_on_all_kinds_of_connected_graphs_with_six_vertices() {
    assert_eq!(compare_all(connected_kinds(6), 37), [43_904, 33_366]);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn all_kinds_of_connected_graphs_with_six_vertices() {
    assert_eq!(compare_all(connected_kinds(6), 1), [1_492_624, 1_107_076]);
}

/// Wilson's exception, with one blank.
fn theta_zero() -> Graph {
    graph(7, [(3, 5), (5, 0), (0, 6), (6, 1), (1, 4), (4, 3), (3, 2), (2, 6)])
}

#[test]
fn samples_on_theta_zero() {
    assert_eq!(compare(&theta_zero(), 6, 19), [7 * 266, 307]);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn everything_on_theta_zero() {
    // For each of 7 blanks at the start, 7 at the goal and 120 permutations.
    assert_eq!(compare(&theta_zero(), 6, 1), [7 * 5040, 7 * 7 * 120]);
}

/// Returns how many instances are compared, and of how many the answer is not known.
fn compare_with_rotations(graph: &Graph) -> [u64; 2] {
    let mut count = [0, 0];
    for robots in 0..=graph.vertex_count() {
        let all: Vec<_> = Reachability::new(graph, robots).expect("a small graph").placements().collect();
        let steps = JointSteps::new(graph, robots, MotionModel::Standard).expect("a small graph");
        for start in all.iter().filter(|places| places.is_sorted()) {
            let costs = steps.least_costs(start, Objective::Makespan);
            for goal in &all {
                count[0] += 1;
                match instance(graph, start, goal).feasibility_in(MotionModel::Standard) {
                    Some(answer) => {
                        let is_right = answer.is_ok() == costs.to(goal).is_some();
                        assert!(is_right, "{graph:?}: {start:?} to {goal:?}");
                    }
                    None => count[1] += 1,
                }
            }
        }
    }
    count
}

#[test]
fn with_rotations_what_is_known_is_right() {
    let counts = all_graphs(4).chain(connected_kinds(5)).map(|graph| compare_with_rotations(&graph));
    let sum = counts.fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
    assert_eq!(sum, [45_842, 9_125]);
}
