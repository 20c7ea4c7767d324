//! Tests of the schedulers of directed instances on all kinds of strongly connected graphs with up
//! to four vertices, and on some with five, against the least costs found by trying every step
//! along arcs from every placement.

use std::collections::BTreeMap;
use std::thread;

use cpf_core::directed::{DirectedGraph, DirectedInstance};
use cpf_core::internal::{JointSteps, Reachability, strongly_connected_kinds};
use mapf::motion_core::{Control, Grid, Outcome, Schedule, Solver, Stop, Vertex};
use mapf::{
    CollisionRepair, ConflictSearch, ConflictTechnique, ConflictTechniques, JointSearch, Lacam,
    LacamTechniques, MotionModel, Objective, ScheduleImprover, cpf_core,
};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::conflict_search::alone;
use crate::harness::{Candidate, Case, Endings, Promise, check, check_limits, check_repetition};

/// A scheduler of directed instances.
type Directed = dyn Solver<DirectedInstance, Solution = Schedule>;

/// The endings of each scheduler's runs under each objective.
type Counts = BTreeMap<(&'static str, &'static str), Endings>;

/// The interval between instances on which limits and repetitions are checked.
const THOROUGH: usize = 23;

/// The node limit of a scheduler that may not end by itself.
const NODES: u64 = 5_000;

/// The most placements of conflict-based search in the model `Pebble`. Where a single vertex is
/// vacant, the limit of nodes would stop most searches.
const PEBBLE_PLACEMENTS: f64 = 300.0;

/// The schedulers for a model and an objective, one line for each set of options.
fn schedulers(model: MotionModel, objective: Objective) -> Vec<Candidate<Directed>> {
    let optimal = |name, search| Candidate::<Directed>::boxed(name, Promise::Optimal, search);
    let joint = JointSearch::default().with_model(model).with_objective(objective);
    let lacam = Lacam::default().with_model(model).with_objective(objective);
    let some = |name, lacam| {
        Candidate::<Directed>::boxed(name, Promise::Feasible, Box::new(lacam)).within_nodes(NODES)
    };
    let repair = CollisionRepair::default().with_model(model).with_objective(objective).with_patience(50);
    let improver = ScheduleImprover::default().with_model(model).with_objective(objective);
    let attempt = |name, scheduler| {
        Candidate::<Directed>::boxed(name, Promise::Attempt, scheduler).within_nodes(NODES / 10)
    };
    let mut schedulers = vec![
        optimal("joint", Box::new(joint)),
        optimal("joint, all robots together", Box::new(joint.with_independence_detection(false))),
        some("lacam", lacam),
        some("lacam, no technique", lacam.with_techniques(LacamTechniques::NONE)),
        attempt("repair", Box::new(repair)),
        attempt("improver", Box::new(improver)),
    ];
    if objective != Objective::Moves {
        let search = ConflictSearch::default().with_model(model).with_objective(objective);
        let many = |name, techniques| {
            optimal(name, Box::new(search.with_techniques(techniques))).within_nodes(NODES)
        };
        let within = search.with_ratio(1200).with_techniques(ConflictTechniques::ALL);
        let all = [
            many("conflicts", ConflictTechniques::default()),
            many("conflicts, all techniques", ConflictTechniques::ALL),
            many("conflicts, no technique", ConflictTechniques::NONE),
            many("conflicts, corridors alone", alone(ConflictTechnique::Corridor)),
            many("conflicts, disjoint splitting alone", alone(ConflictTechnique::DisjointSplitting)),
            Candidate::<Directed>::boxed("conflicts, 1.2", Promise::Percent(120), Box::new(within))
                .within_nodes(NODES),
        ];
        let most = if model == MotionModel::Pebble { PEBBLE_PLACEMENTS } else { f64::INFINITY };
        schedulers.extend(all.map(|search| search.on_at_most_placements(most)));
    }
    schedulers
}

/// Compares the schedulers on one instance under all objectives.
fn compare_on(
    steps: &JointSteps,
    graph: &DirectedGraph,
    [start, goal]: [&[Vertex]; 2],
    (model, thorough): (MotionModel, bool),
    counts: &mut Counts,
) {
    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
    let instance = DirectedInstance::new(graph.clone(), &robots).expect("distinct vertices");
    for objective in Objective::ALL {
        let optimum = steps.least_costs(start, objective).to(goal).map(u64::from);
        let case = Case { instance: &instance, model, objective, optimum };
        for candidate in schedulers(model, objective) {
            let endings = counts.entry((candidate.name, objective.name())).or_default();
            check(&case, &candidate, endings);
            if thorough {
                check_repetition(&case, &candidate);
                check_limits(&case, &candidate);
            }
        }
    }
}

/// Compares every `stride`-th instance whose robots start in ascending order, for all numbers of
/// robots on all kinds with this many vertices. Other starts differ only in the robots' numbers.
/// Returns the number of instances.
fn compare(model: MotionModel, vertices: u32, stride: usize) -> usize {
    let mut counts = Counts::new();
    let mut number = 0;
    for graph in strongly_connected_kinds(vertices) {
        for robots in 0..=vertices as usize {
            let placements: Vec<_> =
                Reachability::new(graph.underlying(), robots).expect("a small graph").placements().collect();
            let mut steps = None;
            for start in placements.iter().filter(|places| places.is_sorted()) {
                for goal in &placements {
                    number += 1;
                    if number % stride != 0 {
                        continue;
                    }
                    let all_steps = || JointSteps::along_arcs(&graph, robots, model).expect("a small graph");
                    let steps = steps.get_or_insert_with(all_steps);
                    let thorough = (number / stride).is_multiple_of(THOROUGH);
                    compare_on(steps, &graph, [start, goal], (model, thorough), &mut counts);
                }
            }
        }
    }
    for (&(name, objective), endings) in &counts {
        endings.report(&format!("{model}, {objective}, {name}"));
    }
    number / stride
}

/// Compares in all models. Each model must have the expected number of instances.
fn compare_in_all_models(vertices: u32, stride: usize, expected: usize) {
    thread::scope(|scope| {
        for model in MotionModel::ALL {
            scope.spawn(move || assert_eq!(compare(model, vertices, stride), expected));
        }
    });
}

#[test]
fn up_to_three_vertices() {
    let stride = cases(5, 1);
    for (vertices, all) in [(1, 2), (2, 7), (3, 5 * 34)] {
        compare_in_all_models(vertices, stride, all / stride);
    }
}

#[test]
fn samples_on_four_vertices() {
    // All instances take 100 seconds; they have been compared once.
    let stride = cases(997, 3);
    compare_in_all_models(4, stride, 83 * 209 / stride);
}

#[test]
#[ignore = "exhaustive: 0.9 minutes"]
fn five_thousand_instances_on_five_vertices() {
    let stride = 1553;
    compare_in_all_models(5, stride, 5048 * 1546 / stride);
}

/// Robots on a grid of 3×4 cells, some of whose edges lead one way only.
fn one_way_grid(robots: usize, rng: &mut Xoshiro256PlusPlus) -> DirectedInstance {
    let grid = Grid::new(3, 4).expect("a grid").to_graph().graph;
    loop {
        let mut edges: Vec<_> = grid.edges().collect();
        edges.shuffle(rng);
        // Some edges are left out, so that there are corridors.
        edges.truncate(edges.len() - rng.random_range(0..4));
        let arcs = edges.into_iter().flat_map(|(a, b)| match rng.random_range(0..3) {
            0 => vec![(a, b)],
            1 => vec![(b, a)],
            _ => vec![(a, b), (b, a)],
        });
        let graph = DirectedGraph::from_arcs(grid.vertex_count(), arcs).expect("a directed graph");
        let [starts, goals] = [0, 1].map(|_| {
            let mut places: Vec<_> = grid.vertices().collect();
            places.shuffle(rng);
            places
        });
        let ends: Vec<_> = starts.into_iter().zip(goals).take(robots).collect();
        if graph.is_strongly_connected()
            && let Ok(instance) = DirectedInstance::new(graph, &ends)
        {
            return instance;
        }
    }
}

/// Compares with joint search, which the other tests have compared with all steps.
#[test]
fn grids_with_one_way_edges() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut counts = Counts::new();
    for number in 0..cases(3, 1000) {
        let instance = one_way_grid(2 + number % 3, &mut rng);
        for model in MotionModel::ALL {
            for objective in Objective::ALL {
                let joint = JointSearch::default().with_model(model).with_objective(objective);
                let best = match joint.solve(&instance, &mut Control::unlimited()) {
                    Outcome::Solved { plan, .. } => Some(plan),
                    Outcome::Unsolvable => None,
                    Outcome::Stopped { why, .. } => panic!("joint search ends with {why:?}"),
                };
                let mut case = Case { instance: &instance, model, objective, optimum: None };
                case.optimum = best.map(|plan| case.cost(&plan));
                for candidate in schedulers(model, objective).iter().skip(1) {
                    check(&case, candidate, counts.entry((candidate.name, objective.name())).or_default());
                }
            }
        }
    }
    for (&(name, objective), endings) in &counts {
        endings.report(&format!("{objective}, {name}"));
    }
}

/// On two directed triangles with a common arc, robots can only be permuted evenly, whereas the
/// square that the triangles form could turn on the underlying graph.
#[test]
fn a_full_board_that_cannot_turn_is_recognised() {
    let arcs = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 0)].map(|(a, b)| (Vertex(a), Vertex(b)));
    let graph = DirectedGraph::from_arcs(4, arcs).expect("a directed graph");
    let robots = [(0, 1), (1, 0), (2, 2), (3, 3)].map(|(start, goal)| (Vertex(start), Vertex(goal)));
    let instance = DirectedInstance::new(graph, &robots).expect("an instance");
    let model = MotionModel::Standard;
    assert_eq!(instance.underlying().feasibility_in(model), Ok(()));
    let complete: [(_, Box<Directed>); 4] = [
        ("joint", Box::new(JointSearch::default().with_objective(Objective::Makespan))),
        ("lacam", Box::new(Lacam::default())),
        ("conflicts", Box::new(ConflictSearch::default())),
        ("conflicts, 1.2", Box::new(ConflictSearch::default().with_ratio(1200))),
    ];
    for (name, scheduler) in complete {
        let outcome = scheduler.solve(&instance, &mut Control::unlimited());
        assert_eq!(outcome, Outcome::Unsolvable, "{name}");
    }
    let repair = CollisionRepair::default().with_patience(50);
    let outcome = Solver::solve(&repair, &instance, &mut Control::unlimited());
    assert_eq!(outcome, Outcome::stopped(Stop::GaveUp));
}
