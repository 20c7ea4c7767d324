//! Tests of every scheduler on all kinds of connected graphs with up to five vertices, against the
//! least costs found by trying every step from every placement.

use std::collections::BTreeMap;
use std::thread;

use cpf_core::internal::{JointSteps, Reachability, connected_kinds};
use mapf::motion_core::Vertex;
use mapf::motion_core::graph::Graph;
use mapf::{Instance, MotionModel, Objective, cpf_core};
use motion_testing::cases;

use crate::harness::{Candidate, Case, Endings, check, check_thoroughly, verdict};
use crate::schedulers::{each_once, joint_searches, schedulers};

/// The schedulers for a model and an objective.
type Schedulers = fn(MotionModel, Objective) -> Vec<Candidate>;

/// The endings of each scheduler's runs under each objective.
type Counts = BTreeMap<(&'static str, &'static str), Endings>;

/// The interval between instances that are checked thoroughly.
const THOROUGH: usize = 29;

fn instance(graph: &Graph, start: &[Vertex], goal: &[Vertex]) -> Instance {
    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

/// Compares every `stride`-th instance whose robots start in ascending order, for all numbers of
/// robots on all connected graphs with this many vertices. Other starts differ only in the robots'
/// numbers. Returns the number of instances, and how the runs of each scheduler ended.
fn compare(schedulers: Schedulers, model: MotionModel, vertices: u32, stride: usize) -> (usize, Counts) {
    let mut counts = Counts::new();
    let mut instances = 0;
    for objective in Objective::ALL {
        let schedulers = schedulers(model, objective);
        let mut number = 0;
        for graph in connected_kinds(vertices) {
            for robots in 0..=vertices as usize {
                let steps = JointSteps::new(&graph, robots, model).expect("a small graph");
                let placements: Vec<_> =
                    Reachability::new(&graph, robots).expect("a small graph").placements().collect();
                for start in placements.iter().filter(|places| places.is_sorted()) {
                    let costs = steps.least_costs(start, objective);
                    for goal in &placements {
                        number += 1;
                        if number % stride != 0 {
                            continue;
                        }
                        let instance = instance(&graph, start, goal);
                        let least = costs.to(goal).map(u64::from);
                        let case = Case { instance: &instance, model, objective, optimum: least };
                        let thorough = (number / stride).is_multiple_of(THOROUGH);
                        let known: Vec<_> = if thorough && least.is_some() {
                            Objective::ALL
                                .iter()
                                .filter_map(|&other| verdict(&instance, model, other).schedule())
                                .collect()
                        } else {
                            Vec::new()
                        };
                        for candidate in &schedulers {
                            let endings = counts.entry((candidate.name, objective.name())).or_default();
                            if thorough {
                                check_thoroughly(&case, candidate, &known, endings);
                            } else {
                                check(&case, candidate, endings);
                            }
                        }
                        instances += 1;
                    }
                }
            }
        }
    }
    for (&(name, objective), endings) in &counts {
        endings.report(&format!("{model}, {objective}, {name}"));
    }
    (instances, counts)
}

/// Compares in all models. Each model must have the expected number of instances.
fn compare_in_all_models(schedulers: Schedulers, vertices: u32, stride: usize, expected: usize) {
    thread::scope(|scope| {
        for model in MotionModel::ALL {
            scope.spawn(move || assert_eq!(compare(schedulers, model, vertices, stride).0, expected));
        }
    });
}

#[test]
fn up_to_three_vertices() {
    for (vertices, expected) in [(0, 3), (1, 6), (2, 21), (3, 3 * 2 * 34)] {
        compare_in_all_models(schedulers, vertices, 1, expected);
    }
}

#[test]
fn samples_on_four_vertices() {
    let stride = cases(53, 1);
    compare_in_all_models(schedulers, 4, stride, 3 * (6 * 209 / stride));
}

#[test]
fn samples_on_five_vertices() {
    let stride = cases(10_007, 13);
    compare_in_all_models(schedulers, 5, stride, 3 * (21 * 1546 / stride));
}

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn joint_search_on_all_with_five_vertices() {
    compare_in_all_models(joint_searches, 5, 1, 3 * 21 * 1546);
}

/// The number of instances on which each scheduler must be compared, in each model.
const MANY: u32 = 20_000;

#[test]
#[ignore = "exhaustive: 4 minutes"]
fn each_scheduler_on_twenty_thousand_instances_in_each_model() {
    for model in MotionModel::ALL {
        let mut compared = BTreeMap::<_, Endings>::new();
        for (vertices, stride) in [(4, 1), (5, 2)] {
            for ((name, _), endings) in compare(each_once, model, vertices, stride).1 {
                let sum = compared.entry(name).or_default();
                sum.instances += endings.instances;
                sum.stopped += endings.stopped;
                sum.gave_up += endings.gave_up;
            }
        }
        for (name, Endings { instances, stopped, gave_up, .. }) in compared {
            println!("{model}, {name}: {instances} instances, without {stopped} of them; {gave_up} given up");
            assert!(instances - stopped >= MANY, "{model}, {name}: only {instances} less {stopped}");
        }
    }
}
