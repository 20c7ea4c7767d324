//! Tests the reasons on the smallest instances that have them, and large instances.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Grid, Token, Vertex};
use motion_testing::cases;
use motion_testing_robots::samples::graph;

use super::InfeasibleError;
use crate::MotionModel;
use crate::instance::Instance;

fn verdict(graph: Graph, robots: impl IntoIterator<Item = (u32, u32)>) -> Result<(), InfeasibleError> {
    let robots: Vec<_> = robots.into_iter().map(|(start, goal)| (Vertex(start), Vertex(goal))).collect();
    Instance::new(graph, &robots).expect("distinct vertices").feasibility()
}

fn settled(vertices: impl Iterator<Item = u32>) -> impl Iterator<Item = (u32, u32)> {
    vertices.map(|vertex| (vertex, vertex))
}

const fn block(a: u32, b: u32) -> (Vertex, Vertex) {
    (Vertex(a), Vertex(b))
}

#[test]
fn rotations_have_reasons_of_their_own() {
    let verdict = |graph: Graph, robots: &[(u32, u32)]| {
        let robots: Vec<_> = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
        let instance = Instance::new(graph, &robots).expect("distinct vertices");
        instance.feasibility_in(MotionModel::Standard)
    };
    let [zero, one] = [0, 1].map(Token);
    let triangles = graph(6, [(5, 0), (0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]);
    // Vertex 5 hangs on one of two triangles.
    let with = |few: &[(u32, u32)]| {
        let rest = (0..6).filter(|&vertex| few.iter().all(|&(start, _)| start != vertex));
        few.iter().copied().chain(settled(rest)).collect::<Vec<_>>()
    };
    let three = with(&[(0, 3), (3, 4), (4, 0)]);
    assert_eq!(verdict(triangles.clone(), &three), Ok(()));
    let two = with(&[(0, 3), (3, 0)]);
    assert_eq!(verdict(triangles.clone(), &two), Err(InfeasibleError::OddCycles { part: block(0, 1) }));
    let over_the_bridge = with(&[(5, 0), (0, 5)]);
    assert_eq!(verdict(triangles.clone(), &over_the_bridge), Err(InfeasibleError::Bridge { robot: zero }));
    // With one vacant vertex, all these goals can be reached; but a tail of two vertices is too
    // long.
    for robots in [two, over_the_bridge] {
        assert_eq!(verdict(triangles.clone(), &robots[..5]), Ok(()));
    }
    let tail = graph(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]);
    let exchanged = [(3, 4), (4, 3), (1, 1), (2, 2)];
    assert_eq!(verdict(tail.clone(), &exchanged), Err(InfeasibleError::Separated { robot: zero }));
    assert_eq!(verdict(tail.clone(), &exchanged[..3]), Ok(()));
    let other_way = [(0, 1), (1, 0), (2, 2), (3, 3), (4, 4)];
    let around = Err(InfeasibleError::CyclicOrder { first: zero, second: one });
    assert_eq!(verdict(tail, &other_way), around);
    assert_eq!(verdict(graph(3, [(0, 1), (1, 2), (2, 0)]), &other_way[..3]), around);
    let path = graph(2, [(0, 1)]);
    assert_eq!(verdict(path, &other_way[..2]), Err(InfeasibleError::NoBlank { robot: zero }));
}

#[test]
fn numbers_are_those_of_the_instance() {
    // A settled edge, then an unsettled path.
    let islands = graph(5, [(0, 1), (2, 3), (3, 4)]);
    let robots = [(4, 2), (0, 0), (2, 4)];
    let expected = InfeasibleError::PathOrder { first: Token(2), second: Token(0) };
    assert_eq!(verdict(islands, robots), Err(expected));
}

/// Robots at their goals on a square grid, with `blanks` vacant cells at the end.
fn full_grid(side: u32, blanks: u32) -> (Graph, Vec<(u32, u32)>) {
    let grid = Grid::new(side, side).expect("a grid").to_graph().graph;
    (grid, settled(0..side * side - blanks).collect())
}

#[test]
fn a_large_grid_with_one_blank() {
    let side = cases(100, 1000);
    let (grid, mut robots) = full_grid(side, 1);
    (robots[0].1, robots[1].1) = (1, 0);
    assert_eq!(verdict(grid.clone(), robots.clone()), Err(InfeasibleError::Parity { block: block(0, 1) }));
    (robots[2].1, robots[3].1) = (3, 2);
    assert_eq!(verdict(grid.clone(), robots.clone()), Ok(()));
    // The blank goes to the opposite corner, an even number of steps away, through one more
    // exchange with a robot.
    let last = robots.iter().position(|&(_, goal)| goal == 0).expect("a robot");
    robots[last].1 = side * side - 1;
    assert_eq!(verdict(grid.clone(), robots.clone()), Err(InfeasibleError::Parity { block: block(0, 1) }));
    (robots[500].1, robots[501].1) = (robots[501].1, robots[500].1);
    assert_eq!(verdict(grid, robots), Ok(()));
}

#[test]
fn a_large_grid_with_more_blanks() {
    let side = cases(100, 1000);
    for blanks in [2, 3, side * side / 2] {
        let (grid, mut robots) = full_grid(side, blanks);
        (robots[0].1, robots[1].1) = (1, 0);
        assert_eq!(verdict(grid.clone(), robots.clone()), Ok(()));
        // All robots and blanks elsewhere.
        for (robot, (_, goal)) in (0u32..).zip(&mut robots) {
            let cells = u64::from(side * side);
            *goal = u32::try_from((u64::from(robot) * 618_033 + 7) % cells).expect("a small number");
        }
        assert_eq!(verdict(grid, robots), Ok(()));
    }
}

#[test]
fn long_paths_and_cycles_keep_their_order() {
    let length = cases(100_000, 1_000_000);
    let path = || graph(length, (1..length).map(|b| (b - 1, b)));
    assert_eq!(verdict(path(), (1..length).map(|v| (v - 1, v))), Ok(()));
    let first_pair = InfeasibleError::PathOrder { first: Token(0), second: Token(1) };
    assert_eq!(verdict(path(), (1..length).map(|v| (v - 1, length - v))), Err(first_pair));

    let cycle = || graph(length, (0..length).map(|a| (a, (a + 1) % length)));
    let turned = |robots: u32| (0..robots).map(move |v| (v, (v + 123_456) % length));
    assert_eq!(verdict(cycle(), turned(length / 2)), Ok(()));
    let mirrored = (0..length / 2).map(|v| (v, length - 1 - v));
    assert_eq!(
        verdict(cycle(), mirrored),
        Err(InfeasibleError::CyclicOrder { first: Token(0), second: Token(1) })
    );
}

/// A path with a ray at every second vertex: blanks sink and rise along the whole path.
#[test]
fn a_long_comb() {
    let teeth = cases(20_000, 300_000);
    // The spine is 0 to 2t − 1, the teeth are 2t to 3t − 1.
    let comb = || {
        let spine = (1..2 * teeth).map(|b| (b - 1, b));
        graph(3 * teeth, spine.chain((0..teeth).map(|tooth| (2 * tooth, 2 * teeth + tooth))))
    };
    // The hubs are two edges apart, so with four blanks they form one subgraph.
    let ends = |blanks: u32| {
        settled(0..3 * teeth - blanks).map(|(start, goal)| match start {
            0 => (0, 2 * teeth - 1),
            start if start == 2 * teeth - 1 => (start, 0),
            start => (start, goal),
        })
    };
    assert_eq!(verdict(comb(), ends(4)), Ok(()));
    assert_eq!(verdict(comb(), ends(3)), Err(InfeasibleError::Separated { robot: Token(0) }));
    assert_eq!(verdict(comb(), ends(teeth)), Ok(()));
    // From one end of the spine to the other.
    assert_eq!(verdict(comb(), (0..teeth).map(|v| (v, 2 * teeth - 1 - v))), Ok(()));
}

#[test]
fn many_small_components_and_blocks() {
    let count = cases(20_000, 200_000);
    let triangles = |a: u32| [(a, a + 1), (a + 1, a + 2), (a, a + 2)];
    let apart = graph(3 * count, (0..count).flat_map(|index| triangles(3 * index)));
    let turned = (0..count).flat_map(|index| [(3 * index, 3 * index + 1), (3 * index + 1, 3 * index)]);
    assert_eq!(verdict(apart, turned), Ok(()));
    // The same in a chain, where consecutive triangles share a vertex.
    let chain = graph(2 * count + 1, (0..count).flat_map(|index| triangles(2 * index)));
    let turned = (0..count).flat_map(|index| [(2 * index, 2 * index + 1), (2 * index + 1, 2 * index)]);
    assert_eq!(verdict(chain, turned), Ok(()));
}
