//! Tests of the guarantees of `Lacam` beyond those of every scheduler: completeness, optimality
//! when all configurations are exhausted, and instances of many robots.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::num::NonZeroU32;

use cpf_core::formats::moving_ai::{Map, Scenario};
use cpf_core::internal::{Reachability, connected_kinds};
use mapf::cpf_core::generate;
use mapf::motion_core::graph::Graph;
use mapf::motion_core::{Budget, Control, Move, Outcome, Quality, Schedule, Solver, Stop, Vertex};
use mapf::{Instance, Lacam, LacamTechnique, LacamTechniques, MotionModel, Objective, Scheduler, cpf_core};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use motion_testing::published;

fn instance(graph: &Graph, start: &[Vertex], goal: &[Vertex]) -> Instance {
    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

fn read(text: &str) -> Instance {
    text.parse().unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// Returns whether the schedule of one step between two placements is legal.
fn is_step(graph: &Graph, from: &[Vertex], to: &[Vertex], model: MotionModel) -> bool {
    let instance = instance(graph, from, to);
    let moves = instance.robots().filter_map(|robot| {
        let (from, to) = (instance.start().vertex_of(robot), instance.goal().vertex_of(robot));
        (from != to).then_some(Move { token: robot, from, to })
    });
    let mut schedule = Schedule::new();
    schedule.push_step(moves);
    instance.verify_schedule(&schedule, model).is_ok()
}

/// The cost of a step under the objective, as `Lacam` accumulates it.
fn accumulated(objective: Objective, from: &[Vertex], to: &[Vertex], goal: &[Vertex]) -> u64 {
    let cost = |robot: usize| match objective {
        Objective::Moves => u64::from(from[robot] != to[robot]),
        Objective::SumOfCosts => u64::from(from[robot] != goal[robot] || to[robot] != goal[robot]),
        Objective::Makespan => 0,
    };
    u64::from(objective == Objective::Makespan) + (0..from.len()).map(cost).sum::<u64>()
}

/// The least accumulated cost from every placement to a goal, by Dijkstra's algorithm over all
/// placements.
fn least_costs(
    steps: &[Vec<usize>],
    placements: &[Vec<Vertex>],
    goal: usize,
    objective: Objective,
) -> Vec<Option<u64>> {
    let mut least = vec![None; placements.len()];
    let mut queue = BinaryHeap::from([Reverse((0, goal))]);
    while let Some(Reverse((cost, to))) = queue.pop() {
        if least[to].is_none() {
            least[to] = Some(cost);
            // A legal step is also legal in reverse.
            for &from in &steps[to] {
                let step = accumulated(objective, &placements[from], &placements[to], &placements[goal]);
                queue.push(Reverse((cost + step, from)));
            }
        }
    }
    least
}

/// Compares `lacam` with Dijkstra's algorithm for every `stride`-th pair of placements, on all
/// connected graphs of this size up to isomorphism. Returns the numbers of instances with and
/// without a schedule.
fn compare(lacam: Lacam, vertices: u32, most_robots: usize, stride: usize) -> (usize, usize) {
    let (mut solved, mut unsolvable, mut number) = (0, 0, 0);
    let (model, objective) = (lacam.model(), lacam.objective());
    for graph in connected_kinds(vertices) {
        for robots in 1..=most_robots {
            let reachability = Reachability::new(&graph, robots).expect("a small graph");
            let placements: Vec<_> = reachability.placements().collect();
            let steps: Vec<Vec<usize>> = placements
                .iter()
                .map(|from| {
                    let is_next = |&to: &usize| is_step(&graph, from, &placements[to], model);
                    (0..placements.len()).filter(is_next).collect()
                })
                .collect();
            for goal in 0..placements.len() {
                let least = least_costs(&steps, &placements, goal, objective);
                for start in 0..placements.len() {
                    number += 1;
                    if number % stride != 0 {
                        continue;
                    }
                    let instance = instance(&graph, &placements[start], &placements[goal]);
                    if model != MotionModel::Standard {
                        assert_eq!(least[start].is_some(), instance.feasibility().is_ok(), "{instance}");
                    }
                    let outcome = lacam.solve(&instance, &mut Control::unlimited());
                    let Some(least) = least[start] else {
                        assert_eq!(outcome, Outcome::Unsolvable, "{lacam:?}\n{instance}");
                        unsolvable += 1;
                        continue;
                    };
                    solved += 1;
                    let Outcome::Solved { plan, quality } = outcome else {
                        panic!("{outcome:?} of {lacam:?}\n{instance}")
                    };
                    let cost =
                        instance.verify_schedule(&plan, model).expect("a legal schedule").cost(objective);
                    if objective == Objective::SumOfCosts && cost > least {
                        let expected = Quality::Bounded { lower_bound: least };
                        assert_eq!(quality, expected, "{lacam:?}\n{instance}");
                    } else {
                        assert_eq!((cost, quality), (least, Quality::Optimal), "{lacam:?}\n{instance}");
                    }
                }
            }
        }
    }
    (solved, unsolvable)
}

fn lacams(model: MotionModel, objective: Objective) -> [Lacam; 3] {
    let lacam = Lacam::default().with_model(model).with_objective(objective);
    let plain = lacam.with_techniques(LacamTechniques::NONE).with_tries(NonZeroU32::MIN);
    [lacam, plain, plain.with_techniques(LacamTechniques::NONE.with(LacamTechnique::Restarts))]
}

#[test]
fn exhaustion_proves_the_accumulated_cost_on_four_vertices() {
    for model in MotionModel::ALL {
        for objective in Objective::ALL {
            for lacam in lacams(model, objective) {
                let (solved, unsolvable) = compare(lacam, 4, 4, 211);
                assert!(solved > 4 && unsolvable > 1, "{solved} and {unsolvable} in {model}");
            }
        }
    }
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn exhaustion_proves_the_accumulated_cost_on_five_vertices() {
    for model in MotionModel::ALL {
        for objective in Objective::ALL {
            for lacam in lacams(model, objective) {
                let counts = [(4, 4, 3), (5, 3, 53), (5, 5, 1999)]
                    .map(|(vertices, robots, stride)| compare(lacam, vertices, robots, stride));
                println!("{model}, {objective}: {counts:?}");
            }
        }
    }
}

#[test]
fn a_full_cycle_turns_in_the_standard_model_only() {
    let cycle = read("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 2\nr 2 3\nr 3 4\nr 4 1\n");
    // With a vacant vertex, the robots follow each other around, except in `Pebble`.
    let gap = read("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 2\nr 2 3\nr 3 4\n");
    for objective in Objective::ALL {
        let makespan = |instance: &Instance, model| {
            let lacam = Lacam::default().with_model(model).with_objective(objective);
            let plan = lacam.solve(instance, &mut Control::unlimited()).plan()?;
            let metrics = instance.verify_schedule(&plan, model).expect("a legal schedule");
            (objective != Objective::Moves).then_some(metrics.makespan).or(Some(0))
        };
        let expect = |steps| if objective == Objective::Moves { 0 } else { steps };
        assert_eq!(makespan(&cycle, MotionModel::Standard), Some(expect(1)));
        assert_eq!(makespan(&cycle, MotionModel::Train), None);
        assert_eq!(makespan(&cycle, MotionModel::Pebble), None);
        let gaps = MotionModel::ALL.map(|model| makespan(&gap, model));
        assert_eq!(gaps, [3, 1, 1].map(|steps| Some(expect(steps))));
    }
}

#[test]
fn robots_that_cannot_pass_each_other_are_no_endless_search() {
    for (vertices, nodes) in [(2, None), (5, None), (9, None), (60, Some(50_000))] {
        let edges = (1..vertices).map(|b| (Vertex(b - 1), Vertex(b)));
        let path = Graph::from_edges(vertices as usize, edges).expect("a path");
        let ends = [Vertex(0), Vertex(vertices - 1)];
        let exchange = instance(&path, &ends, &[ends[1], ends[0]]);
        for model in MotionModel::ALL {
            let budget = nodes.map_or(Budget::new(), |nodes| Budget::new().with_nodes(nodes));
            let outcome = Lacam::default().with_model(model).solve(&exchange, &mut Control::new(budget));
            if model == MotionModel::Standard && nodes.is_some() {
                assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, .. }));
            } else {
                assert_eq!(outcome, Outcome::Unsolvable, "{vertices} vertices in {model}");
            }
        }
    }
}

#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn node_limits_and_seeds_decide_on_the_schedule() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let instance = generate::permutation_on_grid(8, 9, 20, rng).expect("a grid");
    for model in MotionModel::ALL {
        let solve = |seed, nodes| {
            let mut control = Control::new(Budget::new().with_nodes(nodes));
            let lacam = Lacam::default().with_model(model).with_seed(seed);
            let plan = lacam.solve(&instance, &mut control).plan().expect("a schedule");
            assert!(control.stats().nodes <= nodes && control.stats().bytes == 0);
            let cost = instance.verify_schedule(&plan, model).expect("a legal schedule").sum_of_costs;
            (plan, cost)
        };
        let first = solve(1, 400_000);
        assert_eq!(first, solve(1, 400_000));
        assert_ne!(first.0, solve(2, 400_000).0);
        let earlier = solve(1, 40_000);
        assert!(first.1 < earlier.1, "{} and then {} in {model}", earlier.1, first.1);
    }
}

#[test]
fn dense_permutations_move_in_trains() {
    let budget = || Control::new(Budget::new().with_nodes(1_000_000));
    for (size, vacant, most) in [(10, 10, 68), (20, 40, 141)] {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(0);
        let instance = generate::permutation_on_grid(size, size, vacant, rng).expect("a grid");
        for model in [MotionModel::Train, MotionModel::Standard] {
            let lacam = Lacam::default().with_model(model).with_objective(Objective::Makespan);
            let plan = lacam.solve(&instance, &mut budget()).plan().expect("a schedule");
            let makespan = instance.verify_schedule(&plan, model).expect("a legal schedule").makespan;
            assert!(makespan <= most, "{makespan} steps in {model}");
        }
    }
}

/// Random moves of single robots onto vacant vertices, and the instance that they solve.
fn wandering(rows: u32, vacant: usize, moves: usize, rng: &mut Xoshiro256PlusPlus) -> (Instance, Schedule) {
    let drawn = generate::permutation_on_grid(rows, rows, vacant, rng).expect("a grid");
    let mut places = drawn.start().clone();
    let mut schedule = Schedule::new();
    for _ in 0..moves {
        let free: Vec<_> = places.vacant().collect();
        let to = free[rng.random_range(0..free.len())];
        let around = drawn.graph().neighbours(to);
        let from = around[rng.random_range(0..around.len())];
        if let Some(token) = places.token_at(from) {
            places.relocate(token, to);
            schedule.push_step([Move { token, from, to }]);
        }
    }
    (instance(drawn.graph(), drawn.start().places(), places.places()), schedule)
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn a_known_schedule_is_inserted_and_made_cheaper() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for vacant in [1, 2, 5] {
        let (instance, known) = wandering(6, vacant, 400, rng);
        for model in MotionModel::ALL {
            for objective in Objective::ALL {
                let lacam = Lacam::default().with_model(model).with_objective(objective);
                let cost = |plan: &Schedule| {
                    instance.verify_schedule(plan, model).expect("a legal schedule").cost(objective)
                };
                let mut none = Control::new(Budget::new().with_bytes(0));
                let outcome = lacam.solve_from(&instance, &known, &mut none).expect("a legal schedule");
                assert_eq!(outcome.plan().map(|plan| cost(&plan)), Some(cost(&known)));
                let mut control = Control::new(Budget::new().with_nodes(200_000));
                let outcome = lacam.solve_from(&instance, &known, &mut control).expect("a legal schedule");
                let plan = outcome.plan().expect("at least the known schedule");
                assert!(cost(&plan) < cost(&known), "{} of {vacant} in {model}", cost(&plan));
                assert_eq!(control.stats().bytes, 0);
            }
        }
    }
}

#[test]
fn distances_on_demand_lead_many_robots_over_a_large_grid() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(9);
    let drawn = generate::permutation_on_grid(300, 300, 90_000 - 100, rng).expect("a grid");
    let mut control = Control::new(Budget::new().with_nodes(1_500_000).with_bytes(16 << 20));
    let lacam = Lacam::default().with_techniques(LacamTechniques::ALL.without(LacamTechnique::Guidance));
    let plan = lacam.solve(&drawn, &mut control).plan().expect("a schedule");
    let metrics = drawn.verify_schedule(&plan, MotionModel::Standard).expect("a legal schedule");
    let least = drawn.sum_of_distances().expect("an open grid");
    assert!(100 * metrics.sum_of_costs <= 106 * least, "{} of {least}", metrics.sum_of_costs);
    assert_eq!(control.stats().bytes, 0);
}

#[test]
fn all_robots_of_the_published_scenarios_reach_their_goals() {
    let Some(folder) = published("cpf") else { return };
    let text = |name: String| std::fs::read_to_string(folder.join(name)).expect("a readable file");
    let rows = BTreeMap::from([
        ("empty-16-16", 128),
        ("maze-32-32-2", 333),
        ("random-32-32-20", 409),
        ("room-64-64-8", 1000),
        ("warehouse-10-20-10-2-1", 1000),
    ]);
    for (name, robots) in rows {
        let map: Map = text(format!("{name}.map")).parse().expect("a map");
        let scenario: Scenario = text(format!("{name}-random-1.scen")).parse().expect("a scenario");
        let instance = scenario.instance(map, robots).expect("enough robots");
        let vertices = (instance.graph().vertex_count() * robots) as u64;
        let mut control = Control::new(Budget::new().with_nodes(vertices + 1_500_000));
        let plan = Lacam::default().solve(&instance, &mut control).plan().expect("a schedule");
        instance.verify_schedule(&plan, MotionModel::Standard).expect("a legal schedule");
    }
}
