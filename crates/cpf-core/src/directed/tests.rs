//! Tests directed graphs by brute force.

use alloc::vec::Vec;

use motion_core::{Budget, Control, Move, Outcome, Plan, Quality, Solver, Token, Vertex};

use super::{Directed, DirectedError, DirectedGraph, DirectedInstance, DirectedVerifyError};
use crate::exhaustive::{Reachability, all_graphs, reached_along_arcs, strongly_connected_kinds};
use crate::instance::Instance;

fn digraph(vertices: usize, arcs: impl IntoIterator<Item = (u32, u32)>) -> DirectedGraph {
    let arcs = arcs.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
    DirectedGraph::from_arcs(vertices, arcs).expect("a directed graph")
}

/// `[a][b]`: whether a directed path leads from a to b (Warshall's algorithm).
fn reachable(graph: &DirectedGraph) -> Vec<Vec<bool>> {
    let vertices = || graph.underlying().vertices();
    let row = |a| vertices().map(|b| a == b || graph.has_arc(a, b)).collect();
    let mut joined: Vec<Vec<bool>> = vertices().map(row).collect();
    for via in 0..joined.len() {
        let onwards = joined[via].clone();
        for row in joined.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&onwards).for_each(|(here, &there)| *here |= there);
        }
    }
    joined
}

#[test]
fn arcs_that_do_not_lead_back_are_found() {
    let [mut strong, mut one_way] = [0, 0];
    // Every choice of directions for every graph.
    for graph in (0..=4).flat_map(all_graphs) {
        let edges: Vec<_> = graph.edges().collect();
        for directions in 0..3u32.pow(edges.len() as u32) {
            let arcs = edges.iter().enumerate().flat_map(|(index, &(a, b))| {
                let direction = directions / 3u32.pow(index as u32) % 3;
                [(a, b), (b, a)].into_iter().enumerate().filter(move |&(way, _)| direction != way as u32)
            });
            let graph = DirectedGraph::from_arcs(graph.vertex_count(), arcs.map(|(_, arc)| arc));
            let graph = graph.expect("a directed graph");
            let joined = reachable(&graph);
            let leads_back = |(a, b): (Vertex, Vertex)| joined[b.index()][a.index()];
            let expected = graph.arcs().find(|&arc| !leads_back(arc));
            assert_eq!(graph.one_way(), expected, "{graph:?}");
            let is_strong = joined.iter().flatten().all(|&joined| joined);
            assert_eq!(graph.is_strongly_connected(), is_strong, "{graph:?}");
            assert_eq!(graph.is_strongly_biconnected(), is_strong && graph.underlying().is_biconnected());
            strong += u32::from(is_strong);
            one_way += u32::from(expected.is_some());
        }
    }
    // OEIS A003030: 1, 1, 1, 18 and 1,606, including the graph without vertices.
    assert_eq!((strong, one_way), (1 + 1 + 1 + 18 + 1606, 2452));
}

#[test]
fn kinds_are_as_many_as_known() {
    // OEIS A035512.
    assert_eq!([0, 1, 2, 3, 4, 5].map(|count| strongly_connected_kinds(count).len()), [1, 1, 1, 5, 83, 5048]);
}

/// Checks that moves along arcs reach the same placements as if arcs led both ways, on every
/// `stride`-th kind, from all starts with ascending robots. Returns the number of pairs of start
/// and goal.
fn compare(vertices: u32, stride: usize) -> u64 {
    let mut pairs = 0;
    for graph in strongly_connected_kinds(vertices).iter().step_by(stride) {
        for robots in 0..=graph.vertex_count() {
            let both_ways = Reachability::new(graph.underlying(), robots).expect("a small graph");
            for start in both_ways.placements().filter(|places| places.is_sorted()) {
                let reached = reached_along_arcs(graph, &start).expect("a small graph");
                let expected = both_ways.placements().filter(|goal| both_ways.connected(&start, goal));
                assert!(reached.iter().cloned().eq(expected), "{start:?} on {graph:?}");
                pairs += both_ways.placement_count() as u64;
            }
        }
    }
    pairs
}

#[test]
fn moves_along_arcs_reach_what_moves_both_ways_reach() {
    let counts = [0, 1, 2, 3, 4].map(|vertices| compare(vertices, 1));
    assert_eq!(counts, [1, 2, 7, 170, 17_347]);
    assert_eq!(compare(5, 60), 85 * 1546);
}

#[test]
#[ignore = "exhaustive: 0.2 minutes"]
fn moves_along_arcs_reach_what_moves_both_ways_reach_on_five_vertices() {
    assert_eq!(compare(5, 1), 5048 * 1546);
}

#[test]
fn arcs_that_do_not_lead_back_are_refused() {
    let graph = digraph(4, [(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)]);
    let refused = DirectedInstance::new(graph, &[]).expect_err("an arc that does not lead back");
    assert_eq!(refused, DirectedError::OneWay { from: Vertex(1), to: Vertex(2) });
}

#[test]
fn moves_against_arcs_are_refused() {
    let step = |from, to| Move { token: Token(0), from: Vertex(from), to: Vertex(to) };
    let triangle = DirectedInstance::new(digraph(3, [(0, 1), (1, 2), (2, 0)]), &[(Vertex(0), Vertex(2))]);
    let triangle = triangle.expect("an instance");
    let back = step(0, 2);
    let verdict = triangle.verify(&Plan::from(alloc::vec![back]));
    assert_eq!(verdict, Err(DirectedVerifyError::AgainstArc { number: 0, action: back }));
    let around = Plan::from(alloc::vec![step(0, 1), step(1, 2)]);
    assert_eq!(triangle.verify(&around).map(|metrics| metrics.moves), Ok(2));
    assert!(matches!(triangle.verify(&Plan::new()), Err(DirectedVerifyError::Plan(_))));
}

/// A solver that makes the given moves.
struct Given(Vec<Move>);

impl Solver<Instance> for Given {
    type Solution = Plan;

    fn solve(&self, _: &Instance, _: &mut Control) -> Outcome<Plan> {
        Outcome::Solved { plan: self.0.iter().copied().collect(), quality: Quality::Optimal }
    }
}

/// A solver that works until the limit is reached, like solvers that improve their plans.
struct UntilTheLimit(Given);

impl Solver<Instance> for UntilTheLimit {
    type Solution = Plan;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        while control.spend(1).is_ok() {}
        self.0.solve(instance, control)
    }
}

#[test]
fn a_part_of_the_limits_is_kept_for_moves_against_arcs() {
    let triangle = DirectedInstance::new(digraph(3, [(0, 1), (1, 2), (2, 0)]), &[(Vertex(1), Vertex(0))]);
    let triangle = triangle.expect("an instance");
    let back = Move { token: Token(0), from: Vertex(1), to: Vertex(0) };
    let solver = Directed::new(UntilTheLimit(Given([back].into())));
    let mut control = Control::new(Budget::new().with_nodes(1000));
    let plan = solver.solve(&triangle, &mut control).plan().expect("a plan within the limit");
    assert_eq!(triangle.verify(&plan).map(|metrics| metrics.moves), Ok(2));
}

/// Replaces random moves on the underlying graph, along arcs and against them.
#[test]
fn random_moves_are_replaced() {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut turned = 0;
    for graph in strongly_connected_kinds(5).into_iter().step_by(7) {
        for blanks in 1..=3 {
            let mut places: Vec<_> = graph.underlying().vertices().collect();
            places.shuffle(&mut rng);
            places.truncate(5 - blanks);
            let start = motion_core::Configuration::new(5, &places).expect("distinct vertices");
            let mut now = start.clone();
            let mut moves = Vec::new();
            for _ in 0..30 {
                let token = Token(rng.random_range(0..places.len() as u32));
                let from = now.vertex_of(token);
                let around = graph.underlying().neighbours(from);
                let to = around[rng.random_range(0..around.len())];
                if now.relocate(token, to) {
                    moves.push(Move { token, from, to });
                }
            }
            let robots: Vec<_> = places.iter().copied().zip(now.places().iter().copied()).collect();
            let instance = DirectedInstance::new(graph.clone(), &robots).expect("an instance");
            let outcome = Directed::new(Given(moves)).solve(&instance, &mut Control::unlimited());
            let Outcome::Solved { plan, quality } = outcome else { panic!("{outcome:?}") };
            assert!(instance.verify(&plan).is_ok(), "{:?} on {graph:?}", instance.verify(&plan));
            turned += u32::from(quality != Quality::Optimal);
        }
    }
    assert!(turned > 1000, "{turned}");
}
