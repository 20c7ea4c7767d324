//! Compares arranging ear by ear with exhaustive search on every small graph, and with the
//! feasibility test on larger ones.
//!
//! A small graph could be a core as a whole, and nothing would be left to arrange. Here the core is
//! as small as possible.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, OperationError, Reachability, Stages};
use cpf_core::{Instance, generate};
use motion_core::graph::Graph;
use motion_core::{Control, Move, Plan, Vertex};
use motion_testing::cases;
use motion_testing_robots::samples::{self, graph, odd_cycle};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::ear_solver::{CarryMethod, EarSolver, EarStrategy};
use crate::internal::{EarShift, SnakeChoice, SnakeDistance, SnakePairing, SnakeRule};
use crate::prepared::{CoreSize, PreparedEars};
use crate::tests::for_all;
use crate::tests::samples::{biconnected_graphs, biconnected_kinds};
use crate::{EarDecomposition, EarInstance};

const WEIGHTED: BlankRoute = BlankRoute::Weighted { eighths: 7 };

const fn steps(route: BlankRoute, snake: bool) -> EarStrategy {
    EarStrategy { route, method: CarryMethod::SingleSteps, snake }
}

const fn rotations(shift: EarShift, snake: bool, rule: SnakeRule) -> EarStrategy {
    EarStrategy { route: BlankRoute::Shortest, method: CarryMethod::BigCycles(shift, rule), snake }
}

/// Returns all strategies for arranging ears; the first two are tried on every instance.
fn manners() -> Vec<EarStrategy> {
    let rule = SnakeRule::default();
    let disjoint = rule.with_pairing(SnakePairing::Disjoint);
    let fewest = rule.with_choice(SnakeChoice::FewestMoves);
    let cycles = |snake, rule| rotations(EarShift::EarOnly, snake, rule);
    let whole = |snake, rule| rotations(EarShift::WholeCycle, snake, rule);
    [
        steps(BlankRoute::Shortest, false),
        cycles(false, rule),
        steps(WEIGHTED, false),
        steps(BlankRoute::Shortest, true),
        steps(WEIGHTED, true),
        cycles(true, rule),
        whole(false, rule),
        whole(true, rule),
        cycles(true, disjoint.with_distance(SnakeDistance::WholeGraph)),
        cycles(true, rule.with_longest(4)),
        cycles(true, fewest),
        cycles(true, fewest.with_longest(3).with_pairing(SnakePairing::Disjoint)),
        whole(true, disjoint.with_longest(usize::MAX)),
        whole(true, fewest.with_longest(4)),
    ]
    .into()
}

/// Returns the moves of one run without the feasibility test; `None` if the core cannot be
/// arranged.
fn arrange(problem: &EarInstance, strategy: EarStrategy, core: CoreSize) -> Option<Vec<Move>> {
    let prepared = PreparedEars::new(problem, core, &mut Control::unlimited()).expect("no limit");
    let mut control = Control::unlimited();
    let goal_distances = prepared.goal_distances(true, &mut control).expect("no limit");
    let mut at = EarSolver::new(&prepared, goal_distances, &mut control).expect("no limit");
    let done = (0..at.ear_count()).rev().try_for_each(|ear| at.arrange(ear, strategy));
    assert_eq!(done, Ok::<(), OperationError>(()), "{problem:?} by {strategy:?}");
    at.finish().expect("no limit").then(|| at.board.trail().to_vec())
}

fn check(problem: &EarInstance, feasible: bool, strategy: EarStrategy, core: CoreSize) {
    let moves = arrange(problem, strategy, core);
    assert_eq!(moves.is_some(), feasible, "{problem:?} by {strategy:?}");
    if let Some(moves) = moves {
        let verified = problem.instance().verify(&Plan::from(moves));
        assert!(verified.is_ok(), "{problem:?} by {strategy:?}: {verified:?}");
    }
}

/// Solves every `stride`-th instance with this many blanks, and counts all of them in `count`.
fn compare(graph: &Graph, blanks: usize, stride: usize, count: &mut usize) {
    let reachability = Reachability::new(graph, graph.vertex_count() - blanks).expect("a small graph");
    let goals: Vec<_> = reachability.placements().collect();
    let manners = manners();
    for start in goals.iter().filter(|places| places.is_sorted()) {
        for goal in &goals {
            *count += 1;
            if !count.is_multiple_of(stride) {
                continue;
            }
            let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
            let instance = Instance::new(graph.clone(), &robots).expect("distinct vertices");
            let problem = EarInstance::new(&instance).expect("a bi-connected graph");
            let feasible = reachability.connected(start, goal);
            // Two strategies are always tried, the others alternately.
            let (always, others) = manners.split_at(2);
            for &strategy in always.iter().chain([&others[*count / stride % others.len()]]) {
                check(&problem, feasible, strategy, CoreSize::Smallest);
            }
        }
    }
}

/// Tries every `stride`-th instance on graphs with six vertices, and on cycles every seventh of
/// those.
#[test]
fn bi_connected_graphs_with_six_vertices_or_fewer() {
    let stride = cases(409, 1);
    for (blanks, expected) in
        [(1, [18, 4 * 24 * 2, 5 * 120 * 9, 6 * 720 * 55]), (2, [9, 6 * 12 * 2, 10 * 60 * 9, 15 * 360 * 55])]
    {
        for (vertices, expected) in (3..=6).zip(expected) {
            let kinds = biconnected_kinds(vertices);
            let (cycles, others): (Vec<_>, Vec<_>) =
                kinds.into_iter().partition(|graph| graph.edge_count() == graph.vertex_count());
            let stride = if vertices < 6 { 1 } else { stride };
            let mut count = 0;
            for graph in &others {
                compare(graph, blanks, stride, &mut count);
            }
            if vertices > 3 {
                assert_eq!(count, expected, "{vertices} vertices, {blanks} blanks");
            }
            for graph in &cycles {
                compare(graph, blanks, 7 * stride, &mut count);
            }
        }
    }
}

/// Tries the exceptional graph, alone and with every chord, on every `share`-th of many instances.
#[test]
fn wilsons_exception_and_its_relatives() {
    let share = cases(13, 1);
    let theta: Vec<(u32, u32)> = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)].to_vec();
    let mut count = 0;
    compare(&graph(7, theta.iter().copied()), 1, 5 * share, &mut count);
    compare(&graph(7, theta.iter().copied()), 2, 31 * share, &mut count);
    for a in 0..7u32 {
        for b in a + 1..7 {
            let chord = (a, b);
            if !theta.iter().any(|&(c, d)| (c.min(d), c.max(d)) == chord) {
                compare(&graph(7, theta.iter().copied().chain([chord])), 1, 61 * share, &mut count);
            }
        }
    }
    assert!(count > 400_000);
}

#[test]
fn samples_of_seven_vertices() {
    let graphs = cases(3, 120);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut solved = 0;
    while solved < graphs {
        let made = generate::biconnected(rng.random_range(3..=6), rng.random_range(1..=2), 7, &mut rng);
        let made = made.expect("legal").graph;
        if made.vertex_count() == 7 {
            compare(&made, 1 + solved % 2, 101, &mut 0);
            solved += 1;
        }
    }
}

fn random_instance(graph: &Graph, blanks: usize, seed: u64) -> Instance {
    samples::random_instance(graph, blanks, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}

/// On graphs without short odd cycles, cores are too large for a search.
#[test]
fn odd_cycles_without_shorter_ones() {
    let sizes = [(7, 5), (9, 4), (11, 6), (13, 8), (15, 14), (21, 10)];
    for (cycle, over) in sizes.into_iter().take(cases(2, 6)) {
        let made = odd_cycle(cycle, over);
        for seed in 0..4 {
            for blanks in 1..=3 {
                let instance = random_instance(&made, blanks, seed);
                let problem = EarInstance::new(&instance).expect("a bi-connected graph");
                let feasible = instance.feasibility().is_ok();
                assert!(feasible, "an odd cycle allows every permutation");
                for strategy in manners() {
                    check(&problem, feasible, strategy, CoreSize::Smallest);
                }
            }
        }
    }
}

#[test]
fn the_smallest_cores_agree_with_the_feasibility_test() {
    let strategy = (biconnected_graphs(24), 0usize..100, any::<u64>());
    // Any number of blanks, up to a single robot.
    for_all(cases(60, 400), strategy, |(graph, share, seed)| {
        let most = graph.vertex_count() - 1;
        let few = 1 + (seed % 3) as usize;
        let blanks = if seed & 64 == 0 { few } else { 1 + share * most / 100 };
        let instance = random_instance(&graph, blanks.min(most), seed);
        let feasible = instance.feasibility().is_ok();
        let problem = EarInstance::new(&instance).expect("a bi-connected graph");
        for strategy in manners() {
            check(&problem, feasible, strategy, CoreSize::Smallest);
        }
    });
}

/// A caller's decomposition works as well, wherever its odd cycle lies.
#[test]
fn any_decomposition_will_do() {
    let cases = cases(12, 400);
    for_all(cases, (biconnected_graphs(16), 1usize..4, any::<u64>()), |(graph, blanks, seed)| {
        let instance = random_instance(&graph, blanks, seed);
        let feasible = instance.feasibility().is_ok();
        let near = [Vertex(seed as u32 % graph.vertex_count() as u32)];
        let cycle = crate::ears::cycles::shortest_cycle(&graph, near, &mut Control::unlimited());
        let cycle = cycle.expect("without limits").expect("a cycle");
        let ears = EarDecomposition::breadth_first(&graph, cycle).expect("a bi-connected graph");
        let turned: Vec<Vec<Vertex>> = ears.ears().map(|ear| ear.iter().rev().copied().collect()).collect();
        let ears =
            EarDecomposition::new(&graph, ears.cycle().to_vec(), turned).expect("the same the other way");
        let problem = EarInstance::with_ears(&instance, ears).expect("ears of this graph");
        for strategy in manners() {
            check(&problem, feasible, strategy, CoreSize::Smallest);
            check(&problem, feasible, strategy, CoreSize::AtMostNine);
        }
    });
}
