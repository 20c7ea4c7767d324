//! Pairs that go together save moves.

use cpf_core::board::BlankRoute;
use cpf_core::{Instance, generate};
use motion_core::{Control, Plan, Solver};
use push_swap::{Elimination, PushAndSwap, PushInstance};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cases::permutation;
use crate::samples::random_instance;

/// The moves of all plans together.
fn moves(solver: &dyn for<'i> Solver<PushInstance<'i>, Solution = Plan>, instances: &[Instance]) -> usize {
    let moves = |instance: &Instance| {
        let problem = PushInstance::new(instance).expect("two blanks or more");
        let plan = solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
        assert!(instance.verify(&plan).is_ok());
        plan.len()
    };
    instances.iter().map(moves).sum()
}

#[test]
fn eliminations_on_grids_take_fewer_moves() {
    let grids: Vec<_> = (0..10).map(|seed| permutation(12, 12, 3, seed)).collect();
    for route in [BlankRoute::Shortest, BlankRoute::default()] {
        let alone = Elimination::default().with_route(route);
        let (alone, together) = (moves(&alone, &grids), moves(&alone.with_snakes(true), &grids));
        assert!(100 * together < 99 * alone, "{together} instead of {alone}");
    }
}

fn place_on_grids_and_bi_connected_graphs(seeds: u64) {
    let grids: Vec<_> = (0..seeds).map(|seed| permutation(8, 8, 3, seed)).collect();
    let ears = (0..seeds).map(|seed| {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let graph = generate::biconnected(6, 10, 60, rng).expect("legal").graph;
        random_instance(&graph, 5, rng)
    });
    for instances in [grids, ears.collect()] {
        let solver = PushAndSwap::default();
        let (alone, together) = (moves(&solver, &instances), moves(&solver.with_snakes(true), &instances));
        assert!(100 * together < 98 * alone, "{together} instead of {alone}");
    }
}

#[test]
fn placings_on_grids_and_bi_connected_graphs_take_fewer_moves() {
    place_on_grids_and_bi_connected_graphs(4);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn placings_on_many_grids_and_bi_connected_graphs_take_fewer_moves() {
    place_on_grids_and_bi_connected_graphs(20);
}
