//! Tests all small graphs, or many of them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Vertex};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::super::{cycle, large, parity, rearrange, small};
use super::{checked, configuration, graph, theta};

/// Wilson's exception, on which no three robots can be moved alone, even if others count as vacant.
const THETA_ZERO: [u32; 3] = [1, 2, 2];

/// Returns one bi-connected graph of each kind with this many vertices.
fn kinds(vertices: u32) -> Vec<Graph> {
    let pairs: Vec<_> = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b))).collect();
    let orders = orders(vertices);
    let number =
        |a: u32, b: u32| pairs.iter().position(|&pair| pair == (a.min(b), a.max(b))).expect("a pair");
    let renumberings: Vec<Vec<usize>> = orders
        .iter()
        .map(|order| pairs.iter().map(|&(a, b)| number(order[a as usize], order[b as usize])).collect())
        .collect();
    let mut seen = alloc::vec![false; 1 << pairs.len()];
    let mut kinds = Vec::new();
    for chosen in 0..1usize << pairs.len() {
        if seen[chosen] {
            continue;
        }
        for renumbering in &renumberings {
            let image = |set: usize, pair: usize| set | (chosen >> pair & 1) << renumbering[pair];
            seen[(0..pairs.len()).fold(0, image)] = true;
        }
        let edges = (0..pairs.len()).filter(|pair| chosen >> pair & 1 == 1).map(|pair| pairs[pair]);
        kinds.push(graph(vertices, edges));
    }
    kinds.retain(Graph::is_biconnected);
    kinds
}

/// Returns all orders of the numbers below `count`.
fn orders(count: u32) -> Vec<Vec<u32>> {
    (0..count).fold(alloc::vec![Vec::new()], |orders, next| {
        let longer = |order: Vec<u32>| {
            (0..=order.len()).map(move |position| {
                let mut order = order.clone();
                order.insert(position, next);
                order
            })
        };
        orders.into_iter().flat_map(longer).collect()
    })
}

/// Returns the least number of moves to each reachable arrangement, by places.
fn all_distances(graph: &Graph, from: &Configuration) -> BTreeMap<Vec<Vertex>, u32> {
    let mut distances = BTreeMap::from([(from.places().to_vec(), 0)]);
    let mut layer = alloc::vec![from.places().to_vec()];
    for depth in 1.. {
        let mut next = Vec::new();
        for places in layer {
            for (robot, &place) in places.iter().enumerate() {
                for &to in graph.neighbours(place).iter().filter(|to| !places.contains(to)) {
                    let mut after = places.clone();
                    after[robot] = to;
                    if !distances.contains_key(&after) {
                        distances.insert(after.clone(), depth);
                        next.push(after);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// Compares all applicable solvers with the oracle, for every goal that a random draw accepts, from
/// one placement of robots on each set of vertices (other numberings would be equivalent). Returns
/// the numbers of reachable and of unreachable goals.
fn compare(graph: &Graph, blanks: usize, is_theta_zero: bool, mut draw: impl FnMut() -> bool) -> [u32; 2] {
    let vertices = graph.vertex_count() as u32;
    let mut starts: Vec<Vec<Vertex>> = Vec::new();
    let mut goals = Vec::new();
    for order in orders(vertices) {
        let (vacant, places) = order.split_at(blanks);
        if vacant.is_sorted() {
            let places: Vec<_> = places.iter().copied().map(Vertex).collect();
            if places.is_sorted() {
                starts.push(places.clone());
            }
            goals.push(places);
        }
    }
    let mut counts = [0, 0];
    for start in starts {
        let start = configuration(graph, &start);
        let distances = all_distances(graph, &start);
        for places in goals.iter().filter(|_| draw()) {
            let goal = configuration(graph, places);
            let control = &mut Control::unlimited();
            let expected = distances.get(places).copied();
            let by_search = small::solve(graph, &start, &goal, control).expect("no limit");
            assert_eq!(by_search.map(|plan| checked(graph, &start, &goal, &plan)), expected);
            let by_rule = rearrange(graph, &start, &goal, control).expect("no limit");
            assert_eq!(by_rule.map(|plan| checked(graph, &start, &goal, &plan)), expected);
            if graph.edge_count() == graph.vertex_count() {
                let turned = cycle::solve(graph, &start, &goal, control).expect("no limit");
                assert_eq!(turned.map(|plan| checked(graph, &start, &goal, &plan)), expected);
            } else if !is_theta_zero {
                assert_eq!(parity::forbids(graph, &start, &goal), expected.is_none());
                if expected.is_some() {
                    let plan = large::solve(graph, &start, &goal, control).expect("no limit");
                    checked(graph, &start, &goal, &plan);
                }
            }
            counts[usize::from(expected.is_none())] += 1;
        }
    }
    counts
}

/// Compares every goal that a random draw accepts on all graphs with this many vertices. Returns
/// the numbers of graphs, of reachable goals and of unreachable ones.
fn compare_all(vertices: u32, mut draw: impl FnMut() -> bool) -> (usize, [u32; 2]) {
    let kinds = kinds(vertices);
    let mut counts = [0, 0];
    for graph in &kinds {
        for blanks in 1..vertices as usize {
            let count = compare(graph, blanks, false, &mut draw);
            counts = [counts[0] + count[0], counts[1] + count[1]];
        }
    }
    (kinds.len(), counts)
}

#[test]
fn all_graphs_with_four_vertices_or_fewer_and_samples_of_five() {
    // On the square, half of the 4! goals from 4 starts are unreachable.
    assert_eq!([3, 4].map(|vertices| compare_all(vertices, || true)), [(1, [27, 0]), (3, [504, 48])]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (kinds, [reached, missed]) = compare_all(5, || rng.random_bool(0.05));
    assert!(kinds == 10 && reached > 500 && missed > 30, "{reached} {missed}");
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn all_graphs_with_five_vertices() {
    // Unreachable are, on the pentagon, 100 of 5! goals from 5 starts with one blank and 30 of 60
    // from 10 with two blanks; between two and three vertices, half of 5! from 5 starts.
    assert_eq!(compare_all(5, || true), (10, [13_150, 500 + 300 + 300]));
}

/// Compares a share of the largest sample on all kinds of graphs with six vertices.
#[test]
fn all_kinds_of_graphs_with_six_vertices() {
    let share = cases(0.02, 1.0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let kinds = kinds(6);
    assert_eq!(kinds.len(), 56);
    for graph in &kinds {
        for (blanks, most) in [(1, 0.01), (2, 0.005), (3, 0.01), (4, 0.05), (5, 0.5)] {
            let [reached, _] = compare(graph, blanks, false, || rng.random_bool(most * share));
            assert!(reached > 0 || share < 1.0);
        }
    }
}

/// Compares a share of the largest sample on graphs with three paths between two ends.
fn compare_thetas(graphs: &[[u32; 3]], share: f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for &inner in graphs {
        let graph = theta(inner);
        let most = if graph.vertex_count() == 7 { 2e-3 } else { 1e-4 };
        for blanks in [1, 2, 3] {
            let draw = || rng.random_bool(most * share);
            let [reached, missed] = compare(&graph, blanks, inner == THETA_ZERO, draw);
            assert!(reached > 0);
            let few = blanks == 1 && (graph.bipartition().is_ok() || inner == THETA_ZERO);
            assert_eq!(missed > 0, few, "{inner:?} with {blanks} blanks");
        }
    }
}

#[test]
fn some_graphs_with_seven_vertices() {
    compare_thetas(&[[0, 1, 4], THETA_ZERO], 0.5);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn some_graphs_with_seven_and_eight_vertices() {
    let eight = [[0, 1, 5], [1, 2, 3], [2, 2, 2]];
    let seven = [[0, 1, 4], [0, 2, 3], [1, 1, 3], THETA_ZERO];
    compare_thetas(&[&seven[..], &eight].concat(), 1.0);
}

/// Wilson's exception.
#[test]
fn theta_zero() {
    let graph = theta(THETA_ZERO);
    let places = |order: Vec<u32>| order.into_iter().map(|place| Vertex(place + 1)).collect::<Vec<_>>();
    let start = configuration(&graph, &places((0..6).collect()));
    let goals = orders(6).into_iter().map(places);
    let is_solved = |goal: &Vec<Vertex>| {
        let goal = configuration(&graph, goal);
        let plan = rearrange(&graph, &start, &goal, &mut Control::unlimited()).expect("no limit");
        plan.is_some_and(|plan| checked(&graph, &start, &goal, &plan) > 0 || goal == start)
    };
    assert_eq!(goals.len(), 720);
    assert_eq!(goals.filter(is_solved).count(), 120);
}
