//! Every solver against exhaustive search, on every small graph; against the feasibility test on larger ones.
//!
//! Small graphs are small enough to be a core as a whole, so that nothing would be left to arrange. Here the core is
//! no larger than it must be.

use alloc::vec::Vec;
use std::boxed::Box;

use cpf_core::beam::Rounds;
use cpf_core::board::{Route, Trouble};
use cpf_core::exhaustive::Reachability;
use cpf_core::{Instance, Solver, generate};
use motion_core::{Control, Graph, Move, Outcome, Plan, Token, Vertex};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::arranger::{Arranger, Manner, Transport};
use crate::samples::{biconnected_graphs, biconnected_kinds, graph};
use crate::task::{Core, Task};
use crate::{Bibox, BiboxTheta, EarBeam, EarDecomposition, EarInsertion, EarInstance};

const WEIGHTED: Route = Route::Weighted { eighths: 7 };

const fn steps(route: Route, snake: bool) -> Manner {
    Manner { route, transport: Transport::SingleSteps, snake }
}

const fn cycles(snake: bool) -> Manner {
    Manner { route: Route::Shortest, transport: Transport::BigCycles, snake }
}

const MANNERS: [Manner; 6] = [
    steps(Route::Shortest, false),
    cycles(false),
    steps(WEIGHTED, false),
    steps(Route::Shortest, true),
    steps(WEIGHTED, true),
    cycles(true),
];

/// The moves of one run without asking for feasibility first; `None` where the core cannot be arranged.
fn arrange(problem: &EarInstance, manner: Manner, core: Core) -> Option<Vec<Move>> {
    let task = Task::new(problem, core);
    let mut control = Control::unlimited();
    let homes = task.homes(true, &mut control).expect("no limit");
    let mut at = Arranger::new(&task, homes, &mut control).expect("no limit");
    let done = (0..at.ear_count()).rev().try_for_each(|ear| at.arrange(ear, manner));
    assert_eq!(done, Ok::<(), Trouble>(()), "{problem:?} by {manner:?}");
    at.finish().expect("no limit").then(|| at.board.record().to_vec())
}

fn check(problem: &EarInstance, feasible: bool, manner: Manner, core: Core) {
    let moves = arrange(problem, manner, core);
    assert_eq!(moves.is_some(), feasible, "{problem:?} by {manner:?}");
    if let Some(moves) = moves {
        let verified = problem.instance().verify_plan(&Plan::from(moves));
        assert!(verified.is_ok(), "{problem:?} by {manner:?}: {verified:?}");
    }
}

/// Solves every instance with that many blanks, or every `stride`-th; returns how many there were.
fn compare(graph: &Graph, blanks: usize, stride: usize, count: &mut usize) {
    let reachability = Reachability::new(graph, graph.vertex_count() - blanks).expect("a small graph");
    let goals: Vec<_> = reachability.placements().collect();
    for start in goals.iter().filter(|places| places.is_sorted()) {
        for goal in &goals {
            *count += 1;
            if !count.is_multiple_of(stride) {
                continue;
            }
            let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
            let instance = Instance::new(graph.clone(), &robots).expect("distinct vertices");
            let problem = EarInstance::new(&instance).expect("a bi-connected graph");
            let feasible = reachability.connected(start, goal);
            // Two manners always, the others in turn.
            for manner in [0, 1, 2 + *count / stride % 4] {
                check(&problem, feasible, MANNERS[manner], Core::Smallest);
            }
        }
    }
}

#[test]
fn all_bi_connected_graphs_with_six_vertices_or_fewer() {
    for (blanks, expected) in
        [(1, [18, 4 * 24 * 2, 5 * 120 * 9, 6 * 720 * 55]), (2, [9, 6 * 12 * 2, 10 * 60 * 9, 15 * 360 * 55])]
    {
        for (vertices, expected) in (3..=6).zip(expected) {
            let kinds = biconnected_kinds(vertices);
            let (cycles, others): (Vec<_>, Vec<_>) =
                kinds.into_iter().partition(|graph| graph.edge_count() == graph.vertex_count());
            let mut count = 0;
            for graph in &others {
                compare(graph, blanks, 1, &mut count);
            }
            if vertices > 3 {
                assert_eq!(count, expected, "{vertices} vertices, {blanks} blanks");
            }
            for graph in &cycles {
                compare(graph, blanks, 7, &mut count);
            }
        }
    }
}

/// The exceptional graph, alone and with every chord and every ear over it.
#[test]
fn wilsons_exception_and_its_relatives() {
    let theta: Vec<(u32, u32)> = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)].to_vec();
    let mut count = 0;
    compare(&graph(7, theta.iter().copied()), 1, 5, &mut count);
    compare(&graph(7, theta.iter().copied()), 2, 31, &mut count);
    for a in 0..7u32 {
        for b in a + 1..7 {
            let chord = (a, b);
            if !theta.iter().any(|&(c, d)| (c.min(d), c.max(d)) == chord) {
                compare(&graph(7, theta.iter().copied().chain([chord])), 1, 61, &mut count);
            }
        }
    }
    assert!(count > 400_000);
}

#[test]
fn samples_of_seven_vertices() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut solved = 0;
    while solved < 120 {
        let made = generate::biconnected(rng.random_range(3..=6), rng.random_range(1..=2), 7, &mut rng);
        let made = made.expect("legal").graph;
        if made.vertex_count() == 7 {
            compare(&made, 1 + solved % 2, 101, &mut 0);
            solved += 1;
        }
    }
}

fn random_instance(graph: &Graph, blanks: usize, seed: u64) -> Instance {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut place = || {
        let mut places: Vec<_> = graph.vertices().collect();
        places.shuffle(&mut rng);
        places
    };
    let (starts, goals) = (place(), place());
    let robots: Vec<_> = starts.into_iter().zip(goals).skip(blanks).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

/// Graphs without short odd cycles: cores are beyond what a search can do.
#[test]
fn long_odd_cycles() {
    for (cycle, over) in [(7, 5), (9, 4), (11, 6), (13, 8), (15, 14), (21, 10)] {
        let edges = (0..cycle).map(|a| (a, (a + 1) % cycle));
        // The same parity both ways around, so that no shorter odd cycle arises.
        let ear: Vec<_> = [0].into_iter().chain(cycle..cycle + over - 1).chain([over]).collect();
        let ear = ear.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
        let made = graph(cycle + over - 1, edges.chain(ear));
        for seed in 0..4 {
            for blanks in 1..=3 {
                let instance = random_instance(&made, blanks, seed);
                let problem = EarInstance::new(&instance).expect("a bi-connected graph");
                let feasible = instance.feasibility().is_ok();
                assert!(feasible, "an odd cycle allows every permutation");
                for manner in MANNERS {
                    check(&problem, feasible, manner, Core::Smallest);
                }
            }
        }
    }
}

pub(crate) type Named = (&'static str, Box<dyn for<'i> Solver<EarInstance<'i>>>);

pub(crate) fn solvers() -> [Named; 6] {
    [
        ("default", Box::new(EarInsertion::default())),
        ("single steps", Box::new(EarInsertion::single_steps().with_snakes(true))),
        ("beam", Box::new(EarBeam::default().with_width(4).with_windows(None))),
        ("bibox", Box::new(Bibox::default())),
        ("bibox with snakes", Box::new(Bibox::default().with_snakes(true))),
        ("bibox-theta", Box::new(BiboxTheta::default().with_snakes(true))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Any number of blanks, up to a single robot.
    #[test]
    fn every_solver_agrees_with_the_feasibility_test(
        graph in biconnected_graphs(24),
        share in 0u64..100,
        seed in any::<u64>(),
    ) {
        let most = graph.vertex_count() - 1;
        let few = 1 + (seed % 3) as usize;
        let blanks = if seed & 64 == 0 { few } else { 1 + share as usize * most / 100 };
        let instance = random_instance(&graph, blanks.min(most), seed);
        let feasible = instance.feasibility().is_ok();
        let problem = EarInstance::new(&instance).expect("a bi-connected graph");
        for (name, solver) in solvers() {
            match solver.solve(&problem, &mut Control::unlimited()) {
                Outcome::Solved { plan, .. } => {
                    prop_assert!(feasible, "{}", name);
                    let verified = instance.verify_plan(&plan);
                    prop_assert!(verified.is_ok(), "{}: {:?}", name, verified);
                }
                outcome => prop_assert!(outcome == Outcome::Unsolvable && !feasible, "{}: {:?}", name, outcome),
            }
        }
        for manner in MANNERS {
            check(&problem, feasible, manner, Core::Smallest);
        }
    }

    /// A caller's decomposition is as good, wherever its odd cycle comes.
    #[test]
    fn any_decomposition_will_do(graph in biconnected_graphs(16), blanks in 1usize..4, seed in any::<u64>()) {
        let instance = random_instance(&graph, blanks, seed);
        let feasible = instance.feasibility().is_ok();
        let near = [Vertex(seed as u32 % graph.vertex_count() as u32)];
        let cycle = crate::ears::shortest_cycle(&graph, near).expect("a cycle");
        let ears = EarDecomposition::breadth_first(&graph, cycle).expect("a bi-connected graph");
        let turned: Vec<Vec<Vertex>> = ears.ears().map(|ear| ear.iter().rev().copied().collect()).collect();
        let ears = EarDecomposition::new(&graph, ears.cycle().to_vec(), turned).expect("the same the other way");
        let problem = EarInstance::with_ears(&instance, ears).expect("ears of this graph");
        for manner in MANNERS {
            check(&problem, feasible, manner, Core::Smallest);
            check(&problem, feasible, manner, Core::UpToNine);
        }
    }
}

#[test]
fn nothing_to_do_and_nobody_to_move() {
    let square = graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)]);
    let everywhere: Vec<_> = square.vertices().map(|vertex| (vertex, vertex)).collect();
    for robots in [&everywhere[..], &everywhere[..3], &[]] {
        let instance = Instance::new(square.clone(), robots).expect("distinct vertices");
        let problem = EarInstance::new(&instance).expect("a cycle");
        for (name, solver) in solvers() {
            let plan = solver.solve(&problem, &mut Control::unlimited()).plan();
            assert_eq!(plan, Some(Plan::new()), "{name}");
        }
    }
    let mut turned = everywhere.clone();
    for robot in &mut turned {
        robot.1 = Vertex((robot.1.0 + 1) % 4);
    }
    let full = Instance::new(square, &turned).expect("distinct vertices");
    let problem = EarInstance::new(&full).expect("a cycle");
    for (name, solver) in solvers() {
        assert_eq!(solver.solve(&problem, &mut Control::unlimited()), Outcome::Unsolvable, "{name}");
    }
    assert_eq!(full.robots().last(), Some(Token(3)));
}
