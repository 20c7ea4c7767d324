//! Compares swaps and twin swaps with their documentation and with the feasibility test.

use alloc::vec::Vec;

use cpf_core::internal::{OperationError, connected_graphs};
use motion_core::graph::Graph;
use motion_core::{Control, Vertex};
use motion_testing::cases;
use motion_testing_robots::samples::{corridors, graph, instance};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::robot_walker::RobotWalker;
use crate::tests::walker;

/// Returns all ways to put a row on robots' vertices.
fn rows<const N: usize>(graph: &Graph, places: &[Vertex]) -> Vec<[Vertex; N]> {
    let mut rows: Vec<Vec<Vertex>> = places.iter().map(|&first| alloc::vec![first]).collect();
    for _ in 1..N {
        let longer = |row: Vec<Vertex>| {
            let last = row[row.len() - 1];
            let next = graph.neighbours(last).iter().copied();
            let next = next.filter(|vertex| places.contains(vertex) && !row.contains(vertex));
            next.map(|vertex| row.iter().copied().chain([vertex]).collect()).collect::<Vec<Vec<_>>>()
        };
        rows = rows.into_iter().flat_map(longer).collect();
    }
    rows.into_iter().map(|row| row.try_into().expect("as long as that")).collect()
}

/// Lets a robot jump, checks the result, and returns the number of moves.
fn jump<const N: usize>(walker: &mut RobotWalker, row: [Vertex; N]) -> Option<usize> {
    let graph = walker.board.graph();
    let before = walker.board.configuration().clone();
    let locked: Vec<_> = graph.vertices().filter(|&vertex| walker.board.is_locked(vertex)).collect();
    let start = walker.board.mark();
    let result = match row[..] {
        [first, second] => walker.swap(first, second),
        [first, second, third] => walker.twin_swap([first, second, third]),
        _ => unreachable!("two or three"),
    };
    assert_eq!(locked, graph.vertices().filter(|&vertex| walker.board.is_locked(vertex)).collect::<Vec<_>>());
    let made = walker.board.trail_since(start);
    let mut replayed = before.clone();
    assert_eq!(graph.replay(&mut replayed, made.iter().copied()), Ok(made.len() as u64));
    assert_eq!(&replayed, walker.board.configuration());
    for vertex in graph.vertices() {
        let from = match (result, row.iter().position(|&other| other == vertex)) {
            (Ok(()), Some(place)) => row[(place + 1) % N],
            _ => vertex,
        };
        assert_eq!(replayed.token_at(vertex), before.token_at(from), "{graph:?}, {before:?}, {row:?}");
    }
    if result == Err(OperationError::Blocked) {
        assert!(made.is_empty());
    }
    let moves = made.len();
    walker.board.roll_back(start);
    result.is_ok().then_some(moves)
}

/// Whether the robots of a row can jump at all.
fn is_feasible<const N: usize>(graph: &Graph, places: &[Vertex], row: [Vertex; N]) -> bool {
    let jumped = |&from: &Vertex| {
        let place = row.iter().position(|&vertex| vertex == from);
        place.map_or(from, |place| row[(place + N - 1) % N])
    };
    let goals: Vec<_> = places.iter().map(|from| jumped(from).0).collect();
    let starts: Vec<_> = places.iter().map(|from| from.0).collect();
    instance(graph, &starts, &goals).feasibility().is_ok()
}

/// Returns the robots' vertices for each way to leave this many vertices vacant.
fn placements(graph: &Graph, blanks: u32) -> impl Iterator<Item = Vec<Vertex>> {
    let count = graph.vertex_count() as u32;
    let chosen = (0..1u32 << count).filter(move |chosen| chosen.count_ones() == count - blanks);
    chosen.map(move |chosen| (0..count).filter(|bit| chosen >> bit & 1 == 1).map(Vertex).collect())
}

/// Tries all graphs with at most five vertices and every `step`-th with six; returns the number of
/// pairs.
fn exchange_pairs(step: usize) -> usize {
    let mut count = 0;
    let graphs = (3..=6).flat_map(connected_graphs).enumerate();
    for (_, graph) in graphs.filter(|(index, graph)| graph.vertex_count() < 6 || index.is_multiple_of(step)) {
        if graph.vertices().all(|vertex| graph.degree(vertex) < 3) {
            continue;
        }
        for places in (2..graph.vertex_count() as u32).flat_map(|blanks| placements(&graph, blanks)) {
            let mut control = Control::unlimited();
            let mut walker = walker(&graph, &places, &mut control);
            for row in rows::<2>(&graph, &places) {
                count += 1;
                let feasible = is_feasible(&graph, &places, row);
                assert_eq!(jump(&mut walker, row).is_some(), feasible, "{graph:?}, {places:?}, {row:?}");
            }
        }
    }
    count
}

#[test]
fn two_change_places_wherever_that_is_possible() {
    assert!(exchange_pairs(cases(290, 29)) > cases(40_000, 150_000));
}

/// Tries all graphs with at most five vertices and every `step`-th with six; returns the number of
/// triples.
fn exchange_triples(step: usize) -> usize {
    let (mut count, mut done) = (0, 0);
    let graphs = (4..=6).flat_map(connected_graphs).enumerate();
    for (index, graph) in
        graphs.filter(|(index, graph)| graph.vertex_count() < 6 || index.is_multiple_of(step))
    {
        if graph.vertices().all(|vertex| graph.degree(vertex) < 4) {
            continue;
        }
        // Two blanks may also be enough.
        let fewest = if index.is_multiple_of(4) { 2 } else { 3 };
        for places in (fewest..=3).flat_map(|blanks| placements(&graph, blanks)) {
            let mut control = Control::unlimited();
            let mut walker = walker(&graph, &places, &mut control);
            for row in rows::<3>(&graph, &places) {
                count += 1;
                let moves = jump(&mut walker, row);
                done += usize::from(moves.is_some());
                let rays = |hub: Vertex| {
                    graph.neighbours(hub).iter().filter(|&&ray| walker.board.is_vacant(ray)).count()
                };
                if rays(row[1]) >= 2 && graph.degree(row[1]) >= 4 {
                    assert_eq!(moves, Some(10));
                } else if rays(row[0]) >= 3 || rays(row[2]) >= 3 {
                    assert!(moves.is_some_and(|moves| moves <= 12));
                }
            }
        }
    }
    assert!(done > count / 2, "{done} of {count}");
    count
}

#[test]
fn three_change_places_and_nobody_else() {
    assert!(exchange_triples(cases(37, 1)) > cases(30_000, 1_000_000));
}

/// Tests larger graphs, with other robots on the way, and finished vertices, which do not matter.
#[test]
fn sealed_vertices_are_no_obstacle_and_stay_sealed() {
    let seeds = cases(400, 2000);
    let (mut swaps, mut twins) = (0, 0);
    for seed in 0..seeds {
        let graph = corridors(seed);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let places: Vec<_> = graph.vertices().filter(|_| rng.random_bool(0.7)).collect();
        let mut control = Control::unlimited();
        let mut walker = walker(&graph, &places, &mut control);
        let pairs = rows::<2>(&graph, &places);
        let triples = rows::<3>(&graph, &places);
        let found = |walker: &mut RobotWalker| {
            let pairs: Vec<_> = pairs.iter().map(|&row| jump(walker, row)).collect();
            (pairs, triples.iter().map(|&row| jump(walker, row)).collect::<Vec<_>>())
        };
        let free = found(&mut walker);
        for vertex in graph.vertices().filter(|_| rng.random_bool(0.5)) {
            walker.finish(vertex);
        }
        assert_eq!(found(&mut walker), free);
        swaps += free.0.iter().flatten().count();
        twins += free.1.iter().flatten().count();
    }
    assert!(swaps as u64 > 5 * seeds && twins as u64 > seeds / 2, "{swaps}, {twins}");
}

/// Locked vertices block a swap; finished ones do not.
#[test]
fn locks_are_heeded() {
    let star = graph(5, (1..5).map(|ray| (0, ray)));
    let mut control = Control::unlimited();
    let mut walker = walker(&star, &[Vertex(0), Vertex(1)], &mut control);
    let row = [Vertex(0), Vertex(1)];
    walker.finish(Vertex(2));
    walker.finish(Vertex(3));
    assert_eq!(jump(&mut walker, row), Some(6));
    let barred = walker.locked([Vertex(2), Vertex(3)], |walker| walker.swap(row[0], row[1]));
    assert_eq!(barred, Err(OperationError::Blocked));
}

/// Two robots need six moves at a hub; three need twelve, or ten around it (lemma 2 has the first
/// two numbers).
#[test]
fn exchanges_take_as_many_moves_as_lemma_2_says() {
    // A hub with four rays, one of them a corridor.
    let corridor = [(0, 1), (0, 2), (0, 3), (0, 4), (4, 5), (5, 6)];
    let made = graph(7, corridor);
    for (row, moves) in [([0, 4, 5], 12), ([5, 4, 0], 12), ([1, 0, 2], 10), ([1, 0, 4], 10), ([4, 5, 6], 18)]
    {
        let row = row.map(Vertex);
        let mut control = Control::unlimited();
        let mut walker = walker(&made, &row, &mut control);
        assert_eq!(jump(&mut walker, row), Some(moves), "{row:?}");
    }
    let row = [0, 4].map(Vertex);
    let mut control = Control::unlimited();
    let mut walker = walker(&made, &row, &mut control);
    assert_eq!(jump(&mut walker, row), Some(6));
}

/// The nearest hub needs a ray cleared from far away; the next one does not.
#[test]
fn the_cheaper_hub_is_taken() {
    let rays = [(0, 1), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6)];
    let next = [(0, 7), (7, 8), (8, 9), (8, 10)];
    let made = graph(11, rays.into_iter().chain(next));
    let places: Vec<_> = [0, 7, 1, 2, 3, 4, 5].map(Vertex).into();
    let mut control = Control::unlimited();
    let mut walker = walker(&made, &places, &mut control);
    assert_eq!(jump(&mut walker, [Vertex(0), Vertex(7)]), Some(4 + 6));
}
