//! Tests graphs of ten or more vertices.

use cpf_core::generate;
use motion_core::Control;
use motion_core::graph::Graph;
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::super::rearrange;
use super::{checked, cycle, graph, grid, random_configuration, theta, thetas, with_two_exchanged};

/// Solves a random task, and the same task with two robots exchanged. With one blank on a bipartite
/// graph exactly one of the two is possible, otherwise both are. Returns the moves of a possible
/// one.
fn solve_both(graph: &Graph, blanks: usize, rng: &mut Xoshiro256PlusPlus) -> u32 {
    let [start, goal] = [(); 2].map(|()| random_configuration(graph, blanks, rng));
    let exchanged = with_two_exchanged(&goal, rng);
    let moves = [goal, exchanged].map(|goal| {
        let plan = rearrange(graph, &start, &goal, &mut Control::unlimited()).expect("no limit");
        plan.map(|plan| checked(graph, &start, &goal, &plan))
    });
    let all = blanks > 1 || graph.bipartition().is_err();
    assert_eq!(moves.iter().flatten().count(), if all { 2 } else { 1 });
    moves.into_iter().flatten().next().unwrap_or(0)
}

#[test]
fn all_theta_graphs_up_to_a_size() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for vertices in 10..=cases(14, 26) {
        for inner in thetas(vertices) {
            let graph = theta(inner);
            assert_eq!(graph.vertex_count(), vertices as usize);
            for blanks in [1, 2 + vertices as usize % 3] {
                let moves = solve_both(&graph, blanks, &mut rng);
                assert!(3 * moves < 2 * vertices.pow(3), "{inner:?} with {blanks} blanks: {moves} moves");
            }
        }
    }
}

#[test]
fn random_ear_graphs() {
    let of_each_size = cases(1, 10);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for vertices in 10..=24 {
        for _ in 0..of_each_size {
            let cycle = rng.random_range(3..=vertices);
            let mean_ear = rng.random_range(1..=3);
            let graph = generate::biconnected(cycle, mean_ear, vertices, &mut rng).expect("legal").graph;
            if graph.edge_count() > graph.vertex_count() {
                for blanks in 1..=3 {
                    solve_both(&graph, blanks, &mut rng);
                }
            }
        }
    }
}

#[test]
fn grids_and_dense_graphs() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let complete = |vertices| graph(vertices, (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))));
    let two_sides = |left, right| {
        graph(left + right, (0..left).flat_map(move |a| (left..left + right).map(move |b| (a, b))))
    };
    for graph in [grid(4, 4), grid(3, 5), grid(2, 8), complete(14), two_sides(2, 10), two_sides(5, 6)] {
        for blanks in [1, 1, 1, 2, 3, 8] {
            solve_both(&graph, blanks, &mut rng);
        }
    }
}

#[test]
fn cycles_turn_but_never_mix() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for vertices in [10, 11, 30] {
        let graph = cycle(vertices);
        for blanks in [1, 2, 7] {
            let start = random_configuration(&graph, blanks, &mut rng);
            // Robots walk randomly, so that the goal is reachable.
            let mut goal = start.clone();
            let mut walked = 0;
            for _ in 0..3000 {
                let robot = motion_core::Token(rng.random_range(0..start.token_count() as u32));
                let to = graph.neighbours(goal.vertex_of(robot))[usize::from(rng.random_bool(0.3))];
                walked += u32::from(goal.relocate(robot, to));
            }
            let plan = rearrange(&graph, &start, &goal, &mut Control::unlimited()).expect("no limit");
            let moves = checked(&graph, &start, &goal, &plan.expect("there is a way"));
            assert!(moves <= walked.min(vertices * start.token_count() as u32 / 2));
            let mixed = with_two_exchanged(&goal, &mut rng);
            assert_eq!(rearrange(&graph, &start, &mixed, &mut Control::unlimited()), Ok(None));
        }
    }
}
