//! Elimination with snakes: still complete, still within limits, and shorter.

use alloc::vec::Vec;

use cpf_core::board::{Homes, Route, Ways, WorkingBoard};
use cpf_core::{Instance, Solver, generate};
use motion_core::{Configuration, Control, Graph, Plan, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::referee::{corridors_are_solved, node_limits_are_kept, small_graphs_are_solved};
use crate::samples::graph;
use crate::walk::Mover;
use crate::{Elimination, PushInstance, Steps};

fn solvers() -> [Elimination; 3] {
    let snakes = Elimination::default().with_snakes(true);
    [snakes, snakes.with_route(Route::Shortest), snakes.with_steps(Steps::Path)]
}

#[test]
fn small_graphs_and_corridors_are_solved() {
    small_graphs_are_solved(&solvers());
    corridors_are_solved(&solvers());
}

fn permutation(side: u32, blanks: usize, seed: u64) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    generate::permutation_on_grid(side, side, blanks, rng).expect("legal")
}

#[test]
fn snakes_save_moves_on_grids() {
    for route in [Route::Shortest, Route::default()] {
        let alone = Elimination::default().with_route(route);
        let moves = |solver: Elimination| -> usize {
            let plans = (0..10).map(|seed| {
                let instance = permutation(12, 3, seed);
                let problem = PushInstance::new(&instance).expect("three blanks");
                let plan: Plan = solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
                plan.len()
            });
            plans.sum()
        };
        let (alone, together) = (moves(alone), moves(alone.with_snakes(true)));
        assert!(100 * together < 99 * alone, "{together} instead of {alone}");
    }
}

#[test]
fn limits_are_kept() {
    let instance = permutation(8, 3, 1);
    for solver in solvers() {
        node_limits_are_kept(&instance, &solver);
    }
}

fn mover<'a, 'c>(graph: &'a Graph, places: &[u32], control: &'a mut Control<'c>) -> Mover<'a, 'c> {
    let places: Vec<_> = places.iter().copied().map(Vertex).collect();
    let start = Configuration::new(graph.vertex_count(), &places).expect("distinct vertices");
    let board = WorkingBoard::new(graph, start, Homes::default(), control).expect("no limit");
    Mover::new(board, Ways::new(graph.vertex_count()), Route::Shortest, Steps::Path)
}

/// Past a robot on a ray of a hub with four of them it takes 10 moves, where two swaps take 12. With three rays two
/// swaps are all there is.
#[test]
fn the_cheaper_way_past_a_robot_is_taken() {
    let star = graph(5, (1..=4).map(|ray| (0, ray)));
    let spider = graph(7, [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]);
    for (made, row, expected) in [(star, [2, 0, 1], 10), (spider, [0, 1, 4], 20)] {
        let mut control = Control::unlimited();
        let mut mover = mover(&made, &row, &mut control);
        let [next, here, behind] = row.map(Vertex);
        assert_eq!(mover.pass_together(next, here, behind), Ok(()));
        assert_eq!(mover.board.configuration().places(), [behind, next, here]);
        assert_eq!(mover.board.record().len(), expected);
    }
}
