//! The reasons, on the smallest instances that have them, and large instances.

use alloc::vec::Vec;

use motion_core::{Graph, Grid, Token, Vertex};

use super::Infeasible;
use crate::instance::Instance;

pub(super) fn graph(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let edges = edges.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
    Graph::from_edges(vertices as usize, edges).expect("a simple graph")
}

fn verdict(graph: Graph, robots: impl IntoIterator<Item = (u32, u32)>) -> Result<(), Infeasible> {
    let robots: Vec<_> = robots.into_iter().map(|(start, goal)| (Vertex(start), Vertex(goal))).collect();
    Instance::new(graph, &robots).expect("distinct vertices").feasibility()
}

fn home(vertices: impl Iterator<Item = u32>) -> impl Iterator<Item = (u32, u32)> {
    vertices.map(|vertex| (vertex, vertex))
}

const fn block(a: u32, b: u32) -> (Vertex, Vertex) {
    (Vertex(a), Vertex(b))
}

#[test]
fn every_reason_is_given() {
    let [zero, one, two] = [0, 1, 2].map(Token);
    let cycle = |length: u32| (0..length).map(move |a| (a, (a + 1) % length));
    let square = || graph(4, cycle(4));

    let islands = graph(4, [(0, 1), (2, 3)]);
    assert_eq!(verdict(islands.clone(), [(0, 0), (1, 2)]), Err(Infeasible::WrongComponent { robot: one }));
    assert_eq!(verdict(islands.clone(), [(0, 0), (2, 3), (3, 2)]), Err(Infeasible::NoBlank { robot: one }));
    assert_eq!(verdict(islands, [(0, 1), (2, 3)]), Ok(()));

    let path = graph(4, [(3, 1), (1, 0), (0, 2)]);
    let first_is_nearer_to_two = Infeasible::PathOrder { first: one, second: zero };
    assert_eq!(verdict(path, [(3, 0), (1, 3)]), Err(first_is_nearer_to_two));

    assert_eq!(verdict(square(), [(0, 3), (1, 0), (2, 1)]), Ok(()));
    assert_eq!(
        verdict(square(), [(0, 0), (1, 2), (2, 1)]),
        Err(Infeasible::CyclicOrder { first: zero, second: one })
    );
    // The same on a square with a tail.
    let kite = graph(5, cycle(4).chain([(0, 4)]));
    assert_eq!(
        verdict(kite.clone(), [(0, 0), (1, 2), (2, 1), (3, 3)]),
        Err(Infeasible::CyclicOrder { first: one, second: two })
    );
    assert_eq!(verdict(kite, [(4, 1), (1, 4), (2, 2), (3, 3)]), Err(Infeasible::LeavesBlock { robot: zero }));

    let grid = Grid::new(2, 3).expect("a small grid").to_graph().graph;
    assert_eq!(
        verdict(grid, [(0, 1), (1, 0), (2, 2), (3, 3), (4, 4)]),
        Err(Infeasible::Parity { block: block(0, 1) })
    );
    let theta_zero = graph(7, cycle(6).chain([(0, 6), (6, 3)]));
    assert_eq!(
        verdict(theta_zero, [(1, 2), (2, 1)].into_iter().chain(home(3..7))),
        Err(Infeasible::ThetaZero { block: block(0, 1) })
    );

    // Two stars joined by a corridor, three blanks: robots do not pass from one to the other.
    let stars = graph(8, [(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (5, 6), (5, 7)]);
    let far = [(1, 6), (2, 2), (3, 3), (4, 4), (6, 1)];
    assert_eq!(verdict(stars.clone(), far), Err(Infeasible::Separated { robot: zero }));
    // Two blanks more, and they do: it is three edges from hub to hub.
    let mut fewer = far.to_vec();
    fewer.retain(|&(start, goal)| start != 3 && start != 4 && goal != 3);
    assert_eq!(verdict(stars, fewer), Ok(()));
}

#[test]
fn numbers_are_those_of_the_instance() {
    // An edge that is settled, and then a path that is not.
    let islands = graph(5, [(0, 1), (2, 3), (3, 4)]);
    let robots = [(4, 2), (0, 0), (2, 4)];
    let expected = Infeasible::PathOrder { first: Token(2), second: Token(0) };
    assert_eq!(verdict(islands, robots), Err(expected));
}

/// The robots of a grid of 1000 × 1000 cells that miss as many as `blanks` at the end, all at home.
fn full_grid(blanks: u32) -> (Graph, Vec<(u32, u32)>) {
    let grid = Grid::new(1000, 1000).expect("a grid").to_graph().graph;
    (grid, home(0..1_000_000 - blanks).collect())
}

#[test]
fn a_large_grid_with_one_blank() {
    let (grid, mut robots) = full_grid(1);
    (robots[0].1, robots[1].1) = (1, 0);
    assert_eq!(verdict(grid.clone(), robots.clone()), Err(Infeasible::Parity { block: block(0, 1) }));
    (robots[2].1, robots[3].1) = (3, 2);
    assert_eq!(verdict(grid.clone(), robots.clone()), Ok(()));
    // The blank goes to the opposite corner, an even number of steps away, by one more exchange with a robot.
    let last = robots.iter().position(|&(_, goal)| goal == 0).expect("a robot");
    robots[last].1 = 999_999;
    assert_eq!(verdict(grid.clone(), robots.clone()), Err(Infeasible::Parity { block: block(0, 1) }));
    (robots[500].1, robots[501].1) = (robots[501].1, robots[500].1);
    assert_eq!(verdict(grid, robots), Ok(()));
}

#[test]
fn a_large_grid_with_more_blanks() {
    for blanks in [2, 3, 500_000] {
        let (grid, mut robots) = full_grid(blanks);
        (robots[0].1, robots[1].1) = (1, 0);
        assert_eq!(verdict(grid.clone(), robots.clone()), Ok(()));
        // And everybody somewhere else, blanks included.
        for (robot, (_, goal)) in (0u32..).zip(&mut robots) {
            *goal = u32::try_from((u64::from(robot) * 618_033 + 7) % 1_000_000).expect("a small number");
        }
        assert_eq!(verdict(grid, robots), Ok(()));
    }
}

#[test]
fn long_paths_and_cycles() {
    const LENGTH: u32 = 1_000_000;
    let path = || graph(LENGTH, (1..LENGTH).map(|b| (b - 1, b)));
    assert_eq!(verdict(path(), (1..LENGTH).map(|v| (v - 1, v))), Ok(()));
    let first_pair = Infeasible::PathOrder { first: Token(0), second: Token(1) };
    assert_eq!(verdict(path(), (1..LENGTH).map(|v| (v - 1, LENGTH - v))), Err(first_pair));

    let cycle = || graph(LENGTH, (0..LENGTH).map(|a| (a, (a + 1) % LENGTH)));
    let turned = |robots: u32| (0..robots).map(move |v| (v, (v + 123_456) % LENGTH));
    assert_eq!(verdict(cycle(), turned(LENGTH / 2)), Ok(()));
    let mirrored = (0..LENGTH / 2).map(|v| (v, LENGTH - 1 - v));
    assert_eq!(
        verdict(cycle(), mirrored),
        Err(Infeasible::CyclicOrder { first: Token(0), second: Token(1) })
    );
}

/// A path with a ray at every second vertex: blanks sink and rise along half a million edges.
#[test]
fn a_long_comb() {
    const TEETH: u32 = 300_000;
    // Spine 0 to 2T − 1, teeth 2T to 3T − 1.
    let comb = || {
        let spine = (1..2 * TEETH).map(|b| (b - 1, b));
        graph(3 * TEETH, spine.chain((0..TEETH).map(|tooth| (2 * tooth, 2 * TEETH + tooth))))
    };
    // The hubs are two edges apart, so with four blanks they are one subgraph.
    let ends = |blanks: u32| {
        home(0..3 * TEETH - blanks).map(|(start, goal)| match start {
            0 => (0, 2 * TEETH - 1),
            start if start == 2 * TEETH - 1 => (start, 0),
            start => (start, goal),
        })
    };
    assert_eq!(verdict(comb(), ends(4)), Ok(()));
    assert_eq!(verdict(comb(), ends(3)), Err(Infeasible::Separated { robot: Token(0) }));
    assert_eq!(verdict(comb(), ends(TEETH)), Ok(()));
    // From the spine to the other end of it.
    assert_eq!(verdict(comb(), (0..TEETH).map(|v| (v, 2 * TEETH - 1 - v))), Ok(()));
}

#[test]
fn many_small_components_and_blocks() {
    const COUNT: u32 = 200_000;
    let triangles = |a: u32| [(a, a + 1), (a + 1, a + 2), (a, a + 2)];
    let apart = graph(3 * COUNT, (0..COUNT).flat_map(|index| triangles(3 * index)));
    let turned = (0..COUNT).flat_map(|index| [(3 * index, 3 * index + 1), (3 * index + 1, 3 * index)]);
    assert_eq!(verdict(apart, turned), Ok(()));
    // The same in a chain, each with one vertex in common with the next.
    let chain = graph(2 * COUNT + 1, (0..COUNT).flat_map(|index| triangles(2 * index)));
    let turned = (0..COUNT).flat_map(|index| [(2 * index, 2 * index + 1), (2 * index + 1, 2 * index)]);
    assert_eq!(verdict(chain, turned), Ok(()));
}
