//! Elimination against exhaustive search, on every small graph; against the feasibility test on
//! larger ones.

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, OperationError};
use cpf_core::exhaustive::{Reachability, connected_graphs};
use cpf_core::{Instance, generate};
use motion_core::{Control, Graph, Metered, Outcome, Plan, Quality, Solver, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::tests::samples::{Scattered, corridors, graph, instance, random_instance, scattered, wandering};
use crate::{BlankReserve, Elimination, NotEnoughBlanks, PushInstance, StepRule};

/// All variants of elimination.
fn solvers() -> [Elimination; 4] {
    let by_path = Elimination::default().with_step_rule(StepRule::CheapestPath);
    [
        Elimination::default(),
        Elimination::default().with_route(BlankRoute::Shortest).with_reserve(BlankReserve::Count(2)),
        by_path.with_reserve(BlankReserve::All),
        by_path.with_route(BlankRoute::Shortest).with_reserve(BlankReserve::Count(3)),
    ]
}

/// Solves an instance with and without asking for feasibility first.
///
/// Robots on paths and cycles may not be asked for what is infeasible.
fn check(instance: &Instance, feasible: bool, solver: Elimination) {
    let problem = PushInstance::new(instance).expect("room enough");
    if !feasible {
        let outcome = solver.solve(&problem, &mut Control::unlimited());
        assert_eq!(outcome, Outcome::Unsolvable, "{instance:?} by {solver:?}");
        if instance.graph().vertices().all(|vertex| instance.graph().degree(vertex) <= 2) {
            return;
        }
    }
    let mut plan = Plan::new();
    let result = solver.run(&problem, &mut Metered::new(&mut plan), &mut Control::unlimited());
    if feasible {
        let verified = instance.verify(&plan);
        assert!(result.is_ok() && verified.is_ok(), "{instance:?} by {solver:?}: {result:?}, {verified:?}");
    } else {
        assert_eq!(result, Err(OperationError::Blocked), "{instance:?} by {solver:?}");
    }
}

/// Solves every instance with that many blanks, or every `stride`-th; `count` is how many there
/// were.
fn compare(graph: &Graph, blanks: usize, stride: usize, count: &mut usize) {
    let reachability = Reachability::new(graph, graph.vertex_count() - blanks).expect("a small graph");
    let goals: Vec<_> = reachability.placements().collect();
    for start in goals.iter().filter(|places| places.is_sorted()) {
        for goal in &goals {
            *count += 1;
            if count.is_multiple_of(stride) {
                let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
                let instance = Instance::new(graph.clone(), &robots).expect("distinct vertices");
                let feasible = reachability.connected(start, goal);
                check(&instance, feasible, solvers()[*count / stride % 4]);
            }
        }
    }
}

#[test]
fn all_connected_graphs_with_four_vertices_or_fewer() {
    for (vertices, expected) in [(2, 1), (3, 4 * (3 * 3 + 1)), (4, 38 * (6 * 12 + 4 * 4 + 1))] {
        let mut count = 0;
        for graph in connected_graphs(vertices) {
            for blanks in 2..=vertices as usize {
                // Each in all variants.
                let before = count;
                for _ in 0..4 {
                    count = before;
                    compare(&graph, blanks, 1, &mut count);
                }
            }
        }
        assert_eq!(count, expected, "{vertices} vertices");
    }
}

fn compare_five_vertices(stride: usize) {
    let mut count = 0;
    for graph in connected_graphs(5) {
        (2..=5).for_each(|blanks| compare(&graph, blanks, stride, &mut count));
    }
    assert_eq!(count, 728 * (10 * 60 + 10 * 20 + 5 * 5 + 1));
}

#[test]
fn samples_of_five_vertices() {
    compare_five_vertices(31);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn all_connected_graphs_with_five_vertices() {
    compare_five_vertices(1);
}

/// Instances on every `step`-th graph; returns how many were compared.
fn compare_six_vertices(step: usize) -> usize {
    let mut count = 0;
    let stride = 601;
    for graph in connected_graphs(6).step_by(step) {
        (2..=5).for_each(|blanks| compare(&graph, blanks, stride, &mut count));
    }
    assert_eq!(count, 26_704_usize.div_ceil(step) * (15 * 360 + 20 * 120 + 15 * 30 + 6 * 6));
    count / stride
}

#[test]
fn samples_of_six_vertices() {
    assert!(compare_six_vertices(53) > 4_000);
}

#[test]
#[ignore = "exhaustive: 0.2 minutes"]
fn many_samples_of_six_vertices() {
    assert!(compare_six_vertices(1) > 200_000);
}

#[test]
fn lines_with_one_blank() {
    let mut count = 0;
    for vertices in 2..=6u32 {
        let path = graph(vertices, (1..vertices).map(|b| (b - 1, b)));
        let cycle =
            graph(vertices, (0..vertices).map(|a| (a, (a + 1) % vertices)).skip(usize::from(vertices == 2)));
        for blanks in 1..=vertices as usize {
            compare(&path, blanks, 1, &mut count);
            compare(&cycle, blanks, 1, &mut count);
        }
    }
    assert!(count > 10_000);
}

fn compare_corridors(seeds: u64) {
    let (mut feasible, mut all) = (0, 0);
    for seed in 0..seeds {
        let graph = corridors(seed);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        for stage in 0..8 {
            let most = graph.vertex_count() / 2;
            let blanks = if stage < 5 { 2 + stage % 4 } else { rng.random_range(2..=most.max(2)) };
            let mut instance = random_instance(&graph, blanks, rng);
            if stage % 2 == 0 {
                instance = wandering(&instance, rng);
            }
            all += 1;
            let is_feasible = instance.feasibility().is_ok();
            feasible += u64::from(is_feasible);
            check(&instance, is_feasible, solvers()[(seed as usize + stage) % 4]);
        }
    }
    assert!(all == 8 * seeds && feasible > 5 * seeds, "{feasible} of {all}");
}

#[test]
fn corridors_agree_with_the_feasibility_test() {
    compare_corridors(200);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn many_corridors_agree_with_the_feasibility_test() {
    compare_corridors(1500);
}

#[test]
fn larger_random_graphs() {
    for seed in 0..60 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let vertices = rng.random_range(30..=80);
        let extra = rng.random_range(0..40);
        let graph = generate::connected(vertices, extra, rng).expect("legal");
        for blanks in [2, 3, 6] {
            let instance = wandering(&random_instance(&graph, blanks, rng), rng);
            check(&instance, true, solvers()[seed as usize % 4]);
        }
    }
}

/// Where only the nearest hub is tried, these two cannot change places.
#[test]
fn the_nearest_hub_is_not_enough() {
    let triangle_with_tails = graph(5, [(0, 1), (1, 2), (2, 0), (0, 4), (1, 3)]);
    let exchange = instance(&triangle_with_tails, &[0, 1, 4], &[1, 0, 4]);
    for solver in solvers() {
        check(&exchange, true, solver);
    }
}

/// Where the goal's blanks stay where they are, these fail.
#[test]
fn the_goals_blanks_are_gathered() {
    let sparse = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    let frozen = instance(&sparse, &[5, 1, 4, 2], &[4, 1, 5, 0]);
    let ordered = instance(&sparse, &[1, 5, 2, 4], &[2, 1, 3, 0]);
    for solver in solvers() {
        check(&frozen, true, solver);
        check(&ordered, ordered.feasibility().is_ok(), solver);
    }
}

/// Swaps with what Push and Rotate leaves open: what is kept clear, which way is retreated, when a
/// side is cleared.
#[test]
fn swaps_where_published_rules_fail() {
    for (vertices, edges, first, second, others) in [
        (5, &[(0, 1), (0, 2), (0, 4), (1, 2), (1, 3)][..], 0, 1, &[2][..]),
        (7, &[(0, 1), (1, 2), (1, 6), (2, 3), (2, 5), (3, 4)], 1, 2, &[0, 5]),
        (5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], 0, 2, &[4]),
        (5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], 0, 4, &[2]),
    ] {
        let made = graph(vertices, edges.iter().copied());
        let starts: Vec<_> = [first, second].iter().chain(others).copied().collect();
        let goals: Vec<_> = [second, first].iter().chain(others).copied().collect();
        let exchange = instance(&made, &starts, &goals);
        for solver in solvers() {
            check(&exchange, true, solver);
        }
    }
}

/// Rotations, classless robots and polygons are special cases elsewhere.
#[test]
fn special_cases_of_push_and_rotate() {
    for (vertices, edges, starts, goals) in [
        (
            8,
            &[(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5), (4, 7)][..],
            &[6, 4, 3, 5, 7][..],
            &[4, 0, 3, 7, 1][..],
        ),
        (5, &[(0, 1), (0, 3), (0, 4), (1, 2)], &[0, 1, 2], &[4, 3, 0]),
        (4, &[(0, 2), (2, 1), (1, 3), (3, 0)], &[0, 1], &[2, 0]),
    ] {
        let made = instance(&graph(vertices, edges.iter().copied()), starts, goals);
        assert_eq!(made.feasibility(), Ok(()));
        for solver in solvers() {
            check(&made, true, solver);
        }
    }
}

#[test]
fn components_are_solved_one_by_one() {
    let Scattered { solved, stuck, elsewhere, .. } = scattered();
    for solver in solvers() {
        check(&solved, true, solver);
        for unsolvable in [&stuck, &elsewhere] {
            let problem = PushInstance::new(unsolvable).expect("room enough");
            assert_eq!(solver.solve(&problem, &mut Control::unlimited()), Outcome::Unsolvable);
        }
    }
}

#[test]
fn too_few_blanks_are_refused_where_they_matter() {
    // A path and a star with one blank each.
    let made = graph(7, [(0, 1), (1, 2), (3, 4), (3, 5), (3, 6)]);
    let starts = [0, 1, 4, 5, 6];
    let settled = instance(&made, &starts, &[1, 2, 4, 5, 6]);
    assert!(PushInstance::new(&settled).is_ok());
    for solver in solvers() {
        check(&settled, true, solver);
    }
    let refused = instance(&made, &starts, &[1, 2, 4, 5, 3]);
    let why = PushInstance::new(&refused).expect_err("one blank");
    assert_eq!(why, NotEnoughBlanks { vertex: Vertex(3) });
    assert!(PushInstance::new(&instance(&graph(0, []), &[], &[])).is_ok());
}

#[test]
fn lines_are_solved_by_the_fewest_moves() {
    let cycle = graph(6, (0..6).map(|a| (a, (a + 1) % 6)));
    for (starts, goals, moves) in
        [(&[0, 1, 2][..], &[5, 0, 1][..], 3), (&[0, 1, 2], &[3, 4, 5], 9), (&[0], &[4], 2)]
    {
        let made = instance(&cycle, starts, goals);
        let problem = PushInstance::new(&made).expect("a cycle");
        let outcome = Elimination::default().solve(&problem, &mut Control::unlimited());
        assert!(
            matches!(&outcome, Outcome::Solved { quality: Quality::Optimal, plan } if plan.len() == moves)
        );
    }
}
