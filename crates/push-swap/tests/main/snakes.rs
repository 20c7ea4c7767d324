//! Push and Rotate and Push and Swap with snakes: as complete as without, within limits, and shorter.

use alloc::vec::Vec;

use cpf_core::{Instance, Solver, generate};
use motion_core::{Control, Plan};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::referee::{corridors_are_solved, node_limits_are_kept, small_graphs_are_solved};
use crate::samples::random_instance;
use crate::{GoalOrder, PushAndRotate, PushAndSwap, PushInstance, VertexOrder};

fn solvers() -> [PushAndRotate; 3] {
    [GoalOrder::default(), GoalOrder::Outwards(VertexOrder::default()), GoalOrder::Numbers]
        .map(|order| PushAndRotate::default().with_order(order).with_snakes(true))
}

#[test]
fn small_graphs_and_corridors_are_solved() {
    small_graphs_are_solved(&solvers());
    corridors_are_solved(&solvers());
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
    node_limits_are_kept(&permutation(7, 1), &PushAndSwap::default().with_snakes(true));
}
