//! Tests directed graphs by brute force.

use alloc::vec::Vec;

use motion_core::{Budget, Control, Move, Outcome, Plan, Quality, Schedule, Solver, Token, Vertex};

use super::{Directed, DirectedError, DirectedGraph, DirectedInstance, DirectedVerifyError};
use crate::exhaustive::{JointSteps, Reachability, all_graphs, reached_along_arcs, strongly_connected_kinds};
use crate::instance::Instance;
use crate::motion_model::MotionModel::{self, Standard};
use crate::objective::Objective;

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

/// Compares the placements that steps in the model `Standard` reach along arcs with those that they
/// reach if arcs lead both ways. Returns the number of pairs of start and goal, and the number of
/// those that are connected only both ways. The instance must say if there may be such pairs.
fn compare_in_standard(graph: &DirectedGraph, robots: usize) -> [u64; 2] {
    let both_ways = Reachability::in_model(graph.underlying(), robots, Standard).expect("a small graph");
    let steps = JointSteps::along_arcs(graph, robots, Standard).expect("a small graph");
    let [mut pairs, mut differ] = [0, 0];
    for start in both_ways.placements().filter(|places| places.is_sorted()) {
        let robots: Vec<_> = start.iter().map(|&place| (place, place)).collect();
        let instance = DirectedInstance::new(graph.clone(), &robots).expect("an instance");
        let decides = |model| instance.underlying_decides_within(model, &mut Control::unlimited());
        assert!(MotionModel::ALL.iter().all(|&model| model == Standard || decides(model) == Ok(true)));
        let costs = steps.least_costs(&start, Objective::Makespan);
        for goal in both_ways.placements() {
            let [is_reached, expected] = [costs.to(&goal).is_some(), both_ways.connected(&start, &goal)];
            assert!(expected || !is_reached, "{start:?} to {goal:?} on {graph:?}");
            assert!(is_reached == expected || decides(Standard) == Ok(false), "{start:?} on {graph:?}");
            pairs += 1;
            differ += u64::from(is_reached != expected);
        }
    }
    [pairs, differ]
}

/// The sums of [`compare_in_standard`] for every `stride`-th kind and all numbers of robots.
fn compare_kinds_in_standard(vertices: u32, stride: usize) -> [u64; 2] {
    let kinds = strongly_connected_kinds(vertices);
    let graphs = kinds.iter().step_by(stride);
    let counts = graphs.flat_map(|graph| (0..=vertices as usize).map(move |robots| (graph, robots)));
    counts.fold([0, 0], |[pairs, differ], (graph, robots)| {
        let [more, which_differ] = compare_in_standard(graph, robots);
        [pairs + more, differ + which_differ]
    })
}

#[test]
fn in_standard_a_vacant_vertex_makes_arcs_lead_both_ways() {
    let counts = [0, 1, 2, 3, 4].map(|vertices| compare_kinds_in_standard(vertices, 1));
    assert_eq!(counts, [[1, 0], [2, 0], [7, 0], [170, 0], [17_347, 144]]);
    assert_eq!(compare_kinds_in_standard(5, 500), [11 * 1546, 60]);
}

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn in_standard_a_vacant_vertex_makes_arcs_lead_both_ways_on_five_vertices() {
    assert_eq!(compare_kinds_in_standard(5, 1), [5048 * 1546, 10_584]);
}

/// Tests the exception to Wilson's theorem, with its three paths in all different directions. Arcs
/// both ways would add steps.
#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn in_standard_theta_zero_is_no_exception() {
    let [first, second, third] = [[0, 1, 2, 3].as_slice(), &[0, 5, 4, 3], &[0, 6, 3]];
    for back in [first, third] {
        let arcs = [first, second, third].into_iter().flat_map(|path| {
            path.windows(2).map(move |arc| if path == back { (arc[1], arc[0]) } else { (arc[0], arc[1]) })
        });
        let graph = digraph(7, arcs);
        assert!(graph.is_strongly_biconnected());
        assert_eq!(compare_in_standard(&graph, 6), [7 * 5040, 0]);
    }
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

    let mut schedule = Schedule::new();
    schedule.push_step([step(0, 1)]);
    let open = triangle.verify_schedule(&schedule, Standard);
    assert!(matches!(open, Err(DirectedVerifyError::Plan(_))));
    schedule.push_step([]);
    schedule.push_step([step(1, 2)]);
    let metrics = triangle.verify_schedule(&schedule, MotionModel::Pebble).expect("a legal schedule");
    assert_eq!((metrics.moves, metrics.makespan, metrics.sum_of_costs), (2, 3, 3));
    let back = step(2, 1);
    schedule.push_step([back]);
    let verdict = triangle.verify_schedule(&schedule, Standard);
    assert_eq!(verdict, Err(DirectedVerifyError::AgainstArc { number: 3, action: back }));
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
