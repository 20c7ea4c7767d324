//! Push and Rotate and Push and Swap with snakes: as complete as without, within limits, and shorter.

use alloc::vec::Vec;

use cpf_core::exhaustive::connected_graphs;
use cpf_core::{Instance, Solver, generate};
use motion_core::sink::Count;
use motion_core::{Budget, Control, Outcome, Plan, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::samples::{corridors, random_instance};
use crate::{GoalOrder, PushAndRotate, PushAndSwap, PushInstance, VertexOrder};

fn orders() -> [GoalOrder; 3] {
    [GoalOrder::default(), GoalOrder::Outwards(VertexOrder::default()), GoalOrder::Numbers]
}

fn check(instance: &Instance, order: GoalOrder) -> bool {
    let problem = PushInstance::new(instance).expect("two blanks or more");
    let feasible = instance.feasibility().is_ok();
    let solver = PushAndRotate::default().with_order(order).with_snakes(true);
    match solver.solve(&problem, &mut Control::unlimited()) {
        Outcome::Solved { plan, .. } => assert!(instance.verify_plan(&plan).is_ok(), "{instance:?}"),
        outcome => assert!(outcome == Outcome::Unsolvable && !feasible, "{instance:?}: {outcome:?}"),
    }
    feasible
}

#[test]
fn small_graphs_are_solved() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut feasible = 0;
    for graph in (4..=6).flat_map(connected_graphs) {
        for (blanks, order) in (2..graph.vertex_count()).zip(orders().into_iter().cycle()) {
            feasible += usize::from(check(&random_instance(&graph, blanks, rng), order));
        }
    }
    assert!(feasible > 50_000, "{feasible}");
}

#[test]
fn corridors_are_solved() {
    let mut feasible = 0;
    for seed in 0..3000 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = random_instance(&corridors(seed), 2 + seed as usize % 5, rng);
        feasible += usize::from(check(&instance, orders()[seed as usize % 3]));
    }
    assert!(feasible > 500, "{feasible}");
}

fn permutation(side: u32, seed: u64) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    generate::permutation_on_grid(side, side, 3, rng).expect("legal")
}

#[test]
fn grids_and_bi_connected_graphs_take_fewer_moves() {
    let grids = (0..20).map(|seed| permutation(8, seed)).collect::<Vec<_>>();
    let ears = (0..20).map(|seed| {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let graph = generate::biconnected(6, 10, 60, rng).expect("legal").graph;
        random_instance(&graph, 5, rng)
    });
    for instances in [grids, ears.collect()] {
        let moves = |snakes| -> usize {
            let solver = PushAndSwap::default().with_snakes(snakes);
            let plans = instances.iter().map(|instance| {
                let problem = PushInstance::new(instance).expect("three blanks or more");
                let plan: Plan = solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
                assert!(instance.verify_plan(&plan).is_ok());
                plan.len()
            });
            plans.sum()
        };
        let (alone, together) = (moves(false), moves(true));
        assert!(100 * together < 98 * alone, "{together} instead of {alone}");
    }
}

#[test]
fn limits_are_kept() {
    let instance = permutation(7, 1);
    let problem = PushInstance::new(&instance).expect("three blanks");
    let solver = PushAndSwap::default().with_snakes(true);
    let mut unlimited = Control::unlimited();
    let whole = solver.solve(&problem, &mut unlimited).plan().expect("solvable");
    assert_eq!(unlimited.stats().bytes, 0);
    let needed = unlimited.stats().nodes;
    for limit in [0, needed / 9, needed / 3, needed - 1] {
        let mut control = Control::new(Budget::unlimited().nodes(limit));
        let mut written = Plan::new();
        let outcome = solver.solve_into(&problem, &mut written, &mut control);
        assert_eq!(outcome, Outcome::stopped(Stop::Nodes));
        assert!(control.stats().nodes <= limit && control.stats().bytes == 0);
        assert!(whole.moves().starts_with(written.moves()));
    }
    let mut count = Count::default();
    assert!(solver.solve_into(&problem, &mut count, &mut Control::unlimited()).is_solved());
    assert_eq!(count.get(), whole.len() as u64);
}
