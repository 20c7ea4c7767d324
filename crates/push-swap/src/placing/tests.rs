//! Push and Rotate against exhaustive search and the feasibility test, and against rules that are
//! wrong; Push and Swap where it has to succeed, and where it gives up.

use alloc::vec::Vec;

use cpf_core::board::BlankRoute;
use cpf_core::exhaustive::{Reachability, connected_graphs, connected_kinds};
use cpf_core::{Instance, generate};
use motion_core::sink::Count;
use motion_core::{Control, Graph, Metered, Outcome, Plan, Quality, Solver, Stop};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::path_rule::PathRule;
use super::placement_run::{PlacementRun, PlacingRules};
use super::placer::PlaceError;
use super::{GoalOrder, Priorities, PushAndRotate, PushAndSwap};
use crate::tests::samples::{Scattered, corridors, graph, instance, random_instance, scattered, wandering};
use crate::{PushInstance, Root, SnakeCost, VertexOrder};

const BREADTH_FIRST: VertexOrder = VertexOrder::BREADTH_FIRST_FROM_GOAL_BLANK.with_root(Root::Centre);
const CORNER: VertexOrder = BREADTH_FIRST.with_root(Root::Periphery);
const FROM_CENTRE: GoalOrder = GoalOrder::Outwards(BREADTH_FIRST);
const TOWARDS_CENTRE: GoalOrder = GoalOrder::Inwards(BREADTH_FIRST);
const FROM_CORNER: GoalOrder = GoalOrder::Outwards(CORNER);
const TOWARDS_CORNER: GoalOrder = GoalOrder::Inwards(CORNER);
const ORDERS: [GoalOrder; 5] = [TOWARDS_CORNER, FROM_CORNER, TOWARDS_CENTRE, FROM_CENTRE, GoalOrder::Numbers];

/// Many variants.
fn solvers() -> [PushAndRotate; 9] {
    let default = PushAndRotate::default();
    let learnt = default.with_priorities(Priorities::Learnt);
    let around = default.with_path_rule(PathRule::AroundFinished);
    let weighted = default.with_route(BlankRoute::default());
    [
        default,
        learnt.with_order(TOWARDS_CORNER),
        around.with_order(TOWARDS_CENTRE),
        weighted.with_order(FROM_CORNER),
        learnt.with_order(FROM_CENTRE),
        default.with_order(GoalOrder::Numbers),
        around.with_order(GoalOrder::Numbers).with_priorities(Priorities::Learnt),
        default.with_path_rule(PathRule::FewestFinished),
        learnt.with_path_rule(PathRule::Direct).with_order(FROM_CORNER),
    ]
}

/// Solves an instance; one that is infeasible also without asking for feasibility first.
fn check(instance: &Instance, feasible: bool, solver: PushAndRotate) {
    let problem = PushInstance::new(instance).expect("room enough");
    let outcome = solver.solve(&problem, &mut Control::unlimited());
    if feasible {
        let Outcome::Solved { plan, quality: Quality::Feasible } = outcome else {
            panic!("{instance:?} by {solver:?}: {outcome:?}");
        };
        assert!(instance.verify(&plan).is_ok(), "{instance:?} by {solver:?}");
    } else {
        assert_eq!(outcome, Outcome::Unsolvable, "{instance:?} by {solver:?}");
        let result =
            solver.run().run(&problem, &mut Metered::new(&mut Count::default()), &mut Control::unlimited());
        assert!(
            matches!(result, Err(PlaceError::Stuck { .. } | PlaceError::Failed)),
            "{instance:?} by {solver:?}: {result:?}"
        );
    }
}

/// Every `stride`-th instance with that many blanks.
fn compare(graph: &Graph, blanks: usize, stride: usize, count: &mut usize) {
    let reachability = Reachability::new(graph, graph.vertex_count() - blanks).expect("a small graph");
    let goals: Vec<_> = reachability.placements().collect();
    for start in goals.iter().filter(|places| places.is_sorted()) {
        for goal in &goals {
            *count += 1;
            if count.is_multiple_of(stride) {
                let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
                let instance = Instance::new(graph.clone(), &robots).expect("distinct vertices");
                let solver = solvers()[*count / stride % solvers().len()];
                check(&instance, reachability.connected(start, goal), solver);
            }
        }
    }
}

/// The same graph under other numbers.
fn renamed(graph: &Graph, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let mut names: Vec<_> = graph.vertices().collect();
    names.shuffle(rng);
    let edges = graph.edges().map(|(a, b)| (names[a.index()], names[b.index()]));
    Graph::from_edges(names.len(), edges).expect("a simple graph")
}

#[test]
fn all_connected_graphs_with_four_vertices_or_fewer() {
    for (vertices, expected) in [(2, 1), (3, 4 * (3 * 3 + 1)), (4, 38 * (6 * 12 + 4 * 4 + 1))] {
        for first in 0..solvers().len() {
            // Each in all variants.
            let mut count = first;
            for graph in connected_graphs(vertices) {
                (2..=vertices as usize).for_each(|blanks| compare(&graph, blanks, 1, &mut count));
            }
            assert_eq!(count - first, expected, "{vertices} vertices");
        }
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

/// On each kind of graphs under four numberings; returns how many were compared.
fn compare_six_vertices(stride: usize) -> usize {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    let mut count = 0;
    for kind in connected_kinds(6) {
        for _ in 0..4 {
            let graph = renamed(&kind, rng);
            (2..=5).for_each(|blanks| compare(&graph, blanks, stride, &mut count));
        }
    }
    count / stride
}

#[test]
fn samples_of_six_vertices() {
    assert!(compare_six_vertices(401) > 9_000);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn many_samples_of_six_vertices() {
    assert!(compare_six_vertices(17) > 200_000);
}

#[test]
fn lines_by_the_polygon_rule() {
    let mut count = 0;
    for vertices in 3..=6u32 {
        let path = graph(vertices, (1..vertices).map(|b| (b - 1, b)));
        let cycle = graph(vertices, (0..vertices).map(|a| (a, (a + 1) % vertices)));
        for blanks in 1..=vertices as usize {
            compare(&path, blanks, 1, &mut count);
            compare(&cycle, blanks, 1, &mut count);
        }
    }
    assert!(count > 10_000);
    for seed in 0..300 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let vertices = rng.random_range(7..40);
        let cycle = renamed(&graph(vertices, (0..vertices).map(|a| (a, (a + 1) % vertices))), rng);
        let blanks = rng.random_range(1..vertices as usize);
        let made = wandering(&random_instance(&cycle, blanks, rng), rng);
        check(&made, true, solvers()[seed as usize % 9]);
    }
}

fn compare_corridors(seeds: u64) {
    let (mut feasible, mut all) = (0, 0);
    for seed in 0..seeds {
        let graph = corridors(seed);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        for round in 0..3 {
            let most = graph.vertex_count() / 2;
            let blanks = if round < 2 { 2 + seed as usize % 4 } else { rng.random_range(2..=most.max(2)) };
            let mut instance = random_instance(&graph, blanks, rng);
            if round == 0 {
                instance = wandering(&instance, rng);
            }
            all += 1;
            let is_feasible = instance.feasibility().is_ok();
            feasible += usize::from(is_feasible);
            check(&instance, is_feasible, solvers()[all % 9]);
        }
    }
    assert!(all == 3 * seeds as usize && 2 * feasible > all, "{feasible} of {all}");
}

#[test]
fn corridors_agree_with_the_feasibility_test() {
    compare_corridors(400);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn many_corridors_agree_with_the_feasibility_test() {
    compare_corridors(5200);
}

#[test]
fn larger_random_graphs() {
    for seed in 0..42 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let vertices = rng.random_range(30..=80);
        let graph = generate::connected(vertices, rng.random_range(0..40), rng).expect("legal");
        for blanks in [2, 3, 6] {
            let instance = wandering(&random_instance(&graph, blanks, rng), rng);
            check(&instance, true, solvers()[seed as usize % 9]);
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

/// Places robots by some of the rules, and returns the number of moves.
fn by(rules: PlacingRules, order: GoalOrder, instance: &Instance) -> Result<u64, PlaceError> {
    let problem = PushInstance::new(instance).expect("room enough");
    let mut plan = Plan::new();
    let job = PlacementRun {
        order,
        route: BlankRoute::Shortest,
        path_rule: PathRule::Direct,
        snakes: false,
        snake_cost: SnakeCost::default(),
        rules,
    };
    job.run(&problem, &mut Metered::new(&mut plan), &mut Control::unlimited())?;
    Ok(instance.verify(&plan).expect("a plan").moves)
}

/// The orders in which the rules fail, and the complete ones do not.
fn failures(rules: PlacingRules, instance: &Instance) -> Vec<GoalOrder> {
    assert_eq!(instance.feasibility(), Ok(()));
    for solver in solvers() {
        check(instance, true, solver);
    }
    let fails = |&order: &GoalOrder| {
        assert!(by(PlacingRules::PUSH_AND_ROTATE, order, instance).is_ok());
        by(rules, order, instance).is_err()
    };
    ORDERS.into_iter().filter(fails).collect()
}

/// A robot that ends on the border of a foreign subgraph may not come before the robots of the
/// subgraph.
#[test]
fn without_priorities_borders_are_closed() {
    let sparse = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    let unordered =
        PlacingRules { classes: Some(Priorities::Learnt), repair: false, ..PlacingRules::PUSH_AND_ROTATE };
    let made = instance(&sparse, &[1, 5, 2, 4], &[2, 1, 3, 0]);
    assert_eq!(failures(unordered, &made), [FROM_CENTRE]);
    let frozen = instance(&sparse, &[5, 1, 4, 2], &[4, 1, 5, 0]);
    assert_eq!(failures(unordered, &frozen), [FROM_CORNER, FROM_CENTRE]);
    // The other way around, priorities would close them, too.
    let ordered = PlacingRules { repair: false, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(ordered, &made), []);
    assert_eq!(failures(ordered, &frozen), []);
}

/// Priorities alone do not help where finished robots of a third class keep the blanks out.
#[test]
fn without_repair_the_blanks_are_walled_off() {
    let edges =
        [(0, 2), (1, 7), (1, 8), (2, 12), (3, 7), (3, 10), (3, 11), (4, 8), (5, 9), (6, 8), (7, 9), (9, 12)];
    let (starts, goals) = ([10, 11, 1, 3, 9, 6, 5, 4, 0, 8, 2], [11, 10, 3, 7, 9, 8, 5, 6, 0, 1, 12]);
    let made = instance(&graph(13, edges), &starts, &goals);
    let unrepaired = PlacingRules { repair: false, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(unrepaired, &made), [FROM_CORNER, TOWARDS_CENTRE, FROM_CENTRE]);
}

/// Robots that are never exchanged for another can be pushed only when all others are through.
#[test]
fn without_classes_robots_without_one_come_too_early() {
    let made = instance(&graph(5, [(0, 1), (0, 3), (0, 4), (1, 2)]), &[0, 1, 2], &[4, 3, 0]);
    let unordered = PlacingRules { classes: None, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(unordered, &made), [FROM_CORNER, FROM_CENTRE]);
}

/// On a cycle, a shortest way may lead through a robot that is finished.
#[test]
fn without_polygons_cycles_fail() {
    let made = instance(&graph(4, [(0, 2), (2, 1), (1, 3), (3, 0)]), &[0, 1], &[2, 0]);
    assert_eq!(failures(PlacingRules { polygons: false, ..PlacingRules::PUSH_AND_ROTATE }, &made), ORDERS);
}

/// A robot comes back to where another one has yet to return, and the cycle turns. Going back along
/// the departed vertices takes more moves.
#[test]
fn cycles_turn() {
    let edges = [(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5), (4, 7)];
    let made = instance(&graph(8, edges), &[6, 4, 3, 5, 7], &[4, 0, 3, 7, 1]);
    let retreating = PlacingRules { rotates: false, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(retreating, &made), []);
    let moves = |rules| by(rules, GoalOrder::Numbers, &made).expect("solved");
    assert!(moves(PlacingRules::PUSH_AND_ROTATE) < moves(retreating));
}

/// Exchanges of two neighbours by swaps alone: they fail where swaps follow the published rules.
fn exchange(vertices: u32, edges: &[(u32, u32)], [first, second]: [u32; 2], others: &[u32]) {
    let starts: Vec<_> = [first, second].iter().chain(others).copied().collect();
    let goals: Vec<_> = [second, first].iter().chain(others).copied().collect();
    let made = instance(&graph(vertices, edges.iter().copied()), &starts, &goals);
    assert_eq!(failures(PlacingRules::PUSH_AND_SWAP, &made), []);
}

#[test]
fn stage_three_keeps_clear_where_the_second_robot_was() {
    exchange(5, &[(0, 1), (0, 2), (0, 4), (1, 2), (1, 3)], [0, 1], &[2]);
}

#[test]
fn stage_four_retreats_to_any_neighbour() {
    exchange(7, &[(0, 1), (1, 2), (1, 6), (2, 3), (2, 5), (3, 4)], [1, 2], &[0, 5]);
}

#[test]
fn stage_four_clears_the_second_side_when_the_two_are_back() {
    exchange(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], [0, 2], &[4]);
    exchange(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], [0, 4], &[2]);
}

#[test]
fn swaps_do_not_stop_at_the_nearest_hub() {
    exchange(5, &[(0, 1), (1, 2), (2, 0), (0, 4), (1, 3)], [0, 1], &[4]);
}

fn push_and_swaps() -> [PushAndSwap; 4] {
    let around = PushAndSwap::default().with_path_rule(PathRule::AroundFinished);
    [
        PushAndSwap::default(),
        around.with_order(TOWARDS_CENTRE),
        PushAndSwap::default().with_order(FROM_CORNER),
        around.with_route(BlankRoute::default()),
    ]
}

fn push_and_swap_on_grids_and_bi_connected_graphs(seeds: u64) {
    for seed in 0..seeds {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let grid = generate::permutation_on_grid(4 + seed as u32 % 9, 9, 3, rng).expect("legal");
        let blanks = 2 + seed as usize % 5;
        let ears = generate::biconnected(5, 1 + seed as u32 % 6, 10 + seed as u32, rng);
        let ears = random_instance(&ears.expect("legal").graph, blanks, rng);
        for made in [grid, ears] {
            let problem = PushInstance::new(&made).expect("room enough");
            for solver in push_and_swaps() {
                let plan = solver.solve(&problem, &mut Control::unlimited()).plan();
                let plan = plan.unwrap_or_else(|| panic!("{solver:?} gives up on {made:?}"));
                assert!(made.verify(&plan).is_ok());
            }
        }
    }
}

#[test]
fn push_and_swap_solves_grids_and_bi_connected_graphs() {
    push_and_swap_on_grids_and_bi_connected_graphs(12);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn push_and_swap_solves_many_grids_and_bi_connected_graphs() {
    push_and_swap_on_grids_and_bi_connected_graphs(60);
}

/// A subgraph is closed by a robot that ends on its border.
#[test]
fn push_and_swap_gives_up_where_push_and_rotate_does_not() {
    let sparse = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    let made = instance(&sparse, &[1, 5, 2, 4], &[2, 1, 3, 0]);
    let problem = PushInstance::new(&made).expect("two blanks");
    let control = &mut Control::unlimited();
    let outwards = FROM_CENTRE;
    let outcome = PushAndSwap::default().with_order(outwards).solve(&problem, control);
    assert_eq!(outcome, Outcome::stopped(Stop::GaveUp));
    assert!(PushAndRotate::default().with_order(outwards).solve(&problem, control).is_solved());
}
