use std::vec::Vec;

use cpf_core::Instance;
use motion_core::{Control, Outcome, Plan, Solver, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::tests::samples::graph;

fn solve(instance: &Instance) -> Outcome<Plan> {
    let problem = BlockInstance::new(instance).expect("one blank, connected");
    BlockByBlock::default().solve(&problem, &mut Control::unlimited())
}

/// Makes blocks on blocks on bridges, with a goal reached by a random walk of the blank.
fn wandered(seed: u64) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut vertices = 1;
    for _ in 0..rng.random_range(1..12) {
        let gate = rng.random_range(0..vertices);
        let length = rng.random_range(1..7);
        let first = vertices;
        for step in 0..length {
            edges.push((if step == 0 { gate } else { vertices - 1 }, vertices));
            vertices += 1;
        }
        if length > 1 && rng.random_bool(0.8) {
            edges.push((gate, vertices - 1));
            if length > 3 && rng.random_bool(0.5) {
                edges.push((first, vertices - 1));
            }
        }
    }
    let mut names: Vec<_> = (0..vertices).collect();
    names.shuffle(rng);
    let graph = graph(vertices, edges.into_iter().map(|(a, b)| (names[a as usize], names[b as usize])));
    let mut at: Vec<_> = (1..vertices).map(Vertex).collect();
    let mut blank = Vertex(0);
    for _ in 0..rng.random_range(0..3000) {
        let around = graph.neighbours(blank);
        let next = around[rng.random_range(0..around.len())];
        let robot = at.iter().position(|&place| place == next).expect("one blank");
        at[robot] = blank;
        blank = next;
    }
    let robots: Vec<_> = (1..vertices).map(Vertex).zip(at).collect();
    Instance::new(graph, &robots).expect("distinct vertices")
}

#[test]
fn what_a_blank_has_done_is_found() {
    let mut largest = 0;
    for seed in 0..2000 {
        let instance = wandered(seed);
        largest = largest.max(instance.graph().vertex_count());
        let outcome = solve(&instance);
        let Outcome::Solved { plan, .. } = outcome else { panic!("seed {seed}: {outcome:?}") };
        assert_eq!(instance.verify(&plan).err(), None, "seed {seed}");
    }
    assert!(largest > 40);
}

/// If all blocks are already arranged, the blank only goes to its goal.
#[test]
fn a_blank_that_only_has_to_go_home_does() {
    let row = graph(40_000, (1..40_000).map(|b| (b - 1, b)));
    let robots: Vec<_> = (1..40_000).map(|vertex| (Vertex(vertex), Vertex(vertex - 1))).collect();
    let instance = Instance::new(row, &robots).expect("distinct vertices");
    assert_eq!(solve(&instance).plan().map(|plan| plan.len()), Some(39_999));
}

/// A chain of triangles, each of which has to be rotated separately.
#[test]
fn a_long_chain_takes_no_longer_than_its_links() {
    let links = 20_000;
    let edges =
        (0..links).flat_map(|link| [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (2 * link + a, 2 * link + b)));
    let chain = graph(2 * links + 1, edges);
    let robots = (0..links).flat_map(|link| [(1, 2), (2, 1)].map(|(a, b)| (2 * link + a, 2 * link + b)));
    let robots: Vec<_> = robots.map(|(a, b)| (Vertex(a), Vertex(b))).collect();
    let instance = Instance::new(chain, &robots).expect("distinct vertices");
    let plan = solve(&instance).plan().expect("solvable");
    assert!(instance.verify(&plan).is_ok() && plan.len() < 12 * links as usize);
}

#[test]
fn doors_are_closed_to_others() {
    let two = graph(4, [(0, 1), (2, 3)]);
    let apart = Instance::new(two.clone(), &[0, 1, 2].map(|v| (Vertex(v), Vertex(v)))).expect("distinct");
    assert_eq!(BlockInstance::new(&apart), Err(NotOneBlankError::Disconnected));
    let full = Instance::new(two, &[0, 1, 2, 3].map(|v| (Vertex(v), Vertex(v)))).expect("distinct");
    assert_eq!(BlockInstance::new(&full), Err(NotOneBlankError::Blanks { blanks: 0 }));
}

/// A cycle with a triangle at each vertex. All triangles have to be rotated; one walk passes them
/// all.
#[test]
fn work_around_a_long_cycle_takes_one_walk() {
    let links = 3000;
    let cycle = (0..links).map(|a| (a, (a + 1) % links));
    let triangles = (0..links)
        .flat_map(|a| [(a, links + 2 * a), (links + 2 * a, links + 2 * a + 1), (links + 2 * a + 1, a)]);
    let graph = graph(3 * links, cycle.chain(triangles));
    let turned =
        (0..links).flat_map(|a| [(links + 2 * a, links + 2 * a + 1), (links + 2 * a + 1, links + 2 * a)]);
    let robots = (1..links).map(|a| (a, a)).chain(turned);
    let robots: Vec<_> = robots.map(|(a, b)| (Vertex(a), Vertex(b))).collect();
    let instance = Instance::new(graph, &robots).expect("distinct vertices");
    let plan = solve(&instance).plan().expect("solvable");
    assert!(instance.verify(&plan).is_ok() && plan.len() < 6 * links as usize, "{}", plan.len());
}
