//! Tests the answer for samples of the instances on graphs too large to try all instances.

use cpf_core::MotionModel;
use cpf_core::internal::{Reachability, connected_kinds};
use motion_core::graph::Graph;
use motion_testing::cases;
use motion_testing_robots::samples::{graph, renamed};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::instance;

/// Makes a tree in which every vertex hangs on one of the few before it, so that corridors are
/// likely, with some more edges.
fn sparse_graph(vertices: u32, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for vertex in 1..vertices {
        edges.push((vertex - rng.random_range(1..=vertex.min(3)), vertex));
    }
    for _ in 0..rng.random_range(0..3) {
        let (a, b) = (rng.random_range(0..vertices), rng.random_range(0..vertices));
        let pair = (a.min(b), a.max(b));
        if a != b && !edges.contains(&pair) {
            edges.push(pair);
        }
    }
    renamed(&graph(vertices, edges), rng)
}

/// Compares random goals for random starts. Every second goal is known to be feasible.
fn compare(graph: &Graph, robots: usize, samples: usize, rng: &mut Xoshiro256PlusPlus) {
    let reachability = Reachability::new(graph, robots).expect("a small graph");
    compare_in(MotionModel::Pebble, &reachability, graph, samples, rng);
}

fn compare_in(
    model: MotionModel,
    reachability: &Reachability,
    graph: &Graph,
    samples: usize,
    rng: &mut Xoshiro256PlusPlus,
) {
    let placements: Vec<_> = reachability.placements().collect();
    for sample in 0..samples {
        let start = placements.choose(rng).expect("a placement");
        let mut goal = rng.random_range(0..placements.len());
        while sample % 2 == 0 && !reachability.connected(start, &placements[goal]) {
            goal = (goal + 1) % placements.len();
        }
        let goal = &placements[goal];
        let verdict = instance(graph, start, goal).feasibility_in(model);
        let connected = reachability.connected(start, goal);
        assert_eq!(verdict.is_ok(), connected, "{graph:?}: {start:?} to {goal:?} is {verdict:?}");
    }
}

/// On some of the 853 kinds of graphs.
#[test]
fn connected_graphs_with_seven_vertices() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    let kinds = connected_kinds(7);
    assert_eq!(kinds.len(), 853);
    for graph in kinds.iter().step_by(cases(400, 10)) {
        for robots in 2..7 {
            compare(graph, robots, 200, rng);
        }
    }
}

/// On `count` graphs, and with many robots on a thirtieth of that number.
#[test]
fn sparse_graphs_with_eight_and_nine_vertices() {
    let count = cases(3, 150);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(89);
    for _ in 0..count {
        let graph = sparse_graph(8, rng);
        for robots in 2..6 {
            compare(&graph, robots, 100, rng);
        }
        let graph = sparse_graph(9, rng);
        for robots in 2..5 {
            compare(&graph, robots, 100, rng);
        }
    }
    for _ in 0..count / 30 {
        for robots in [6, 7] {
            compare(&sparse_graph(8, rng), robots, 1000, rng);
        }
    }
}

/// On cycles and stars joined by corridors, the number of blanks decides.
#[test]
fn corridors_between_hubs() {
    let samples = cases(150, 1500);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(10);
    // Stars, triangles and a square, with corridors of one to four edges between them or at the
    // end.
    let shapes: [&[(u32, u32)]; 7] = [
        &[(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (5, 6), (5, 7)],
        &[(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (4, 6)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (5, 7)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (5, 7)],
        &[(0, 1), (0, 2), (0, 3), (3, 4), (3, 5), (5, 6), (6, 7), (6, 8)],
        &[(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (5, 6), (6, 7), (6, 8)],
        &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 7)],
    ];
    for shape in shapes {
        let vertices = shape.iter().map(|&(a, b)| a.max(b) + 1).max().expect("edges");
        let graph = renamed(&graph(vertices, shape.iter().copied()), rng);
        for robots in 2..vertices as usize - 2 {
            compare(&graph, robots, samples, rng);
        }
    }
}

/// The same if cycles turn. Two cycles need as many vacant vertices as edges join them, a cycle and
/// a star one more, two stars two more.
#[test]
fn rotations_over_corridors() {
    let (samples, most_robots) = cases((20, 5), (1000, 8));
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let shapes: [&[(u32, u32)]; 7] = [
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (5, 7)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 4)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (5, 7)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (4, 6), (6, 7)],
        &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 7)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (3, 5), (5, 6), (6, 7)],
        &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 3), (5, 6), (6, 7)],
    ];
    for shape in shapes {
        let vertices = shape.iter().map(|&(a, b)| a.max(b) + 1).max().expect("edges");
        let graph = renamed(&graph(vertices, shape.iter().copied()), rng);
        for robots in 2..=most_robots.min(vertices as usize) {
            let model = MotionModel::Standard;
            let reachability = Reachability::in_model(&graph, robots, model).expect("a small graph");
            compare_in(model, &reachability, &graph, samples, rng);
        }
    }
}

/// θ₀ with a tail, θ₀ with a chord that ends the exception, other graphs of three paths between two
/// ends, and blocks of other kinds that meet.
#[test]
fn one_blank_on_several_blocks() {
    let samples = cases(60, 1000);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let theta_zero = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)];
    let with = |edge| theta_zero.into_iter().chain([edge]).collect::<Vec<_>>();
    let tails = (0..7).map(|at| (8, with((at, 7))));
    let chords = [(1, 5), (1, 4), (0, 3), (1, 6), (2, 5), (0, 2)].map(|chord| (7, with(chord)));
    let others = [
        (6, vec![(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (4, 5)]),
        (6, vec![(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4), (4, 5), (5, 3)]),
        (7, vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 1), (4, 5), (5, 6), (6, 1)]),
    ];
    // Paths with 1, 1 and 3, with 0, 1 and 4, and with 0, 2 and 3 inner vertices.
    let thetas = [
        vec![(0, 2), (2, 1), (0, 3), (3, 1), (0, 4), (4, 5), (5, 6), (6, 1)],
        vec![(0, 1), (0, 2), (2, 1), (0, 3), (3, 4), (4, 5), (5, 6), (6, 1)],
        vec![(0, 1), (0, 2), (2, 3), (3, 1), (0, 4), (4, 5), (5, 6), (6, 1)],
    ]
    .map(|edges| (7, edges));
    for (vertices, edges) in tails.chain(chords).chain(thetas).chain(others) {
        compare(&renamed(&graph(vertices, edges), rng), vertices as usize - 1, samples, rng);
    }
}
