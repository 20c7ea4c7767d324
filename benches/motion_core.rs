//! Benchmarks of the engines and graph algorithms on spaces of known size.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motion_core::internal::Assignment;
use motion_core::search::{
    Backward, Bidirectional, IterativeDeepening, NoHeuristic, Space, a_star, breadth_first, explore,
};
use motion_core::{Cell, Control, Direction, Grid, Outcome};

/// Walks on an open grid from one corner to the opposite one.
struct Walks {
    grid: Grid,
    goal: Cell,
}

impl Space for Walks {
    type State = Cell;
    type Action = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &cell: &Cell) -> bool {
        cell == self.goal
    }

    fn successors(&self, (): &mut (), &cell: &Cell, visit: &mut impl FnMut(Direction, Cell, u32)) {
        for (direction, next) in self.grid.neighbours(cell) {
            visit(direction, next, 1);
        }
    }
}

const SIDE: u32 = 500;

fn engines(criterion: &mut Criterion) {
    let grid = Grid::new(SIDE, SIDE).expect("a legal size");
    let space = Walks { goal: Cell(SIDE * SIDE - 1), grid };
    let states = (SIDE * SIDE) as usize;
    let mut group = criterion.benchmark_group("search 500x500");
    group.sample_size(20).throughput(Throughput::Elements(states as u64));
    group.bench_function("explore", |bencher| {
        bencher.iter(|| {
            let control = &mut Control::unlimited();
            let reached = explore(&space, [Cell(0)], control, |_, _| ControlFlow::Continue(()));
            assert_eq!(reached, Ok(states));
        });
    });
    group.bench_function("breadth_first", |bencher| {
        bencher.iter(|| {
            let path = breadth_first(&space, Cell(0), &mut Control::unlimited()).plan();
            assert_eq!(path.map(|path| path.cost), Some(u64::from(2 * SIDE - 2)));
        });
    });
    group.bench_function("a_star without a bound", |bencher| {
        bencher.iter(|| {
            let path = a_star(&space, NoHeuristic, Cell(0), &mut Control::unlimited()).plan();
            assert_eq!(path.map(|path| path.cost), Some(u64::from(2 * SIDE - 2)));
        });
    });
    group.finish();
}

/// Sliding tiles on two rows of five: 1,814,400 boards in states of 24 bytes, the size of those of
/// a Sokoban level.
struct Tiles;

const ORDERED: [u64; 3] = [0x98_7654_3210, 0, 0];

impl Space for Tiles {
    type State = [u64; 3];
    /// The moves of the blank.
    type Action = u8;
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), &[board, ..]: &[u64; 3], visit: &mut impl FnMut(u8, [u64; 3], u32)) {
        let tile = |cell: u8| board >> (4 * cell) & 15;
        let blank = (0..10).find(|&cell| tile(cell) == 0).expect("a blank");
        let column = blank % 5;
        let across = if blank < 5 { blank + 5 } else { blank - 5 };
        let left = (column > 0).then(|| blank - 1);
        let right = (column < 4).then(|| blank + 1);
        for to in [left, right, Some(across)].into_iter().flatten() {
            let tile = tile(to);
            visit(to, [board & !(15 << (4 * to)) | tile << (4 * blank), 0, 0], 1);
        }
    }
}

impl Backward for Tiles {
    type Forward = u8;

    /// Returns the action itself, not its inverse, since only the length of the path is read.
    fn inverse(&self, action: u8) -> u8 {
        action
    }
}

/// Returns the board that is farthest from the ordered one, 55 moves away.
fn farthest() -> [u64; 3] {
    let mut farthest = ORDERED;
    let states = explore(&Tiles, [ORDERED], &mut Control::unlimited(), |&state, _| {
        farthest = state;
        ControlFlow::Continue(())
    });
    assert_eq!(states, Ok(1_814_400));
    farthest
}

fn states_of_24_bytes(criterion: &mut Criterion) {
    let farthest = farthest();
    let mut group = criterion.benchmark_group("search 2x5 tiles");
    group.sample_size(10).throughput(Throughput::Elements(1_814_400));
    group.bench_function("breadth_first", |bencher| {
        bencher.iter(|| {
            let control = &mut Control::unlimited();
            assert_eq!(breadth_first(&Tiles, ORDERED, control), Outcome::Unsolvable);
            assert_eq!(control.stats().nodes, 1_814_400);
            assert!(control.stats().peak_bytes < 64 * 1_814_400, "{:?}", control.stats());
        });
    });
    group.bench_function("a_star without a bound", |bencher| {
        bencher.iter(|| {
            let control = &mut Control::unlimited();
            assert_eq!(a_star(&Tiles, NoHeuristic, ORDERED, control), Outcome::Unsolvable);
            assert_eq!(control.stats().nodes, 1_814_400);
        });
    });
    group.bench_function("IterativeDeepening, first limit 30", |bencher| {
        bencher.iter(|| {
            let engine = IterativeDeepening::default().with_least(30);
            let control = &mut Control::unlimited();
            assert_eq!(engine.search(&Tiles, NoHeuristic, ORDERED, control), Outcome::Unsolvable);
            assert_eq!(control.stats().nodes, 2_125_650);
        });
    });
    group.bench_function("Bidirectional", |bencher| {
        bencher.iter(|| {
            let control = &mut Control::unlimited();
            let engine = Bidirectional::default();
            let path = engine.search(&Tiles, &ORDERED, &Tiles, &[farthest], control).plan();
            assert_eq!(path.map(|path| path.cost), Some(55));
        });
    });
    group.finish();
}

/// Returns random boxes or goals on a floor of 30 by 30.
fn scattered(count: u32, seed: u32) -> Vec<(u32, u32)> {
    let numbers = (1..=count).map(|index| (index * seed).wrapping_mul(0x9e37_79b9) >> 8);
    numbers.map(|number| (number % 30, number / 30 % 30)).collect()
}

fn assignment(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("assignment of 20 boxes");
    let (boxes, goals) = (scattered(20, 3), scattered(20, 7));
    let distance =
        |(row, column): (u32, u32), goal: (u32, u32)| Some(row.abs_diff(goal.0) + column.abs_diff(goal.1));
    let anew = || Assignment::new(20, 20, |row, column| distance(boxes[row], goals[column]));
    let least = anew().cost().expect("everything goes together");
    group.bench_function("anew", |bencher| {
        bencher.iter(|| assert_eq!(black_box(anew()).cost(), Some(least)));
    });
    let mut kept = anew();
    assert_eq!(kept.cost(), Some(least));
    group.throughput(Throughput::Elements(80));
    group.bench_function("each box pushed in each direction and back", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (index, &(row, column)) in boxes.iter().enumerate() {
                for pushed in
                    [(row + 1, column), (row, column + 1), (row.max(1) - 1, column), (row, column.max(1) - 1)]
                {
                    kept.mark();
                    kept.set_row(index, goals.iter().map(|&goal| distance(pushed, goal)));
                    sum += kept.cost().expect("everything goes together");
                    kept.roll_back();
                }
            }
            assert!(sum.abs_diff(80 * least) <= 80);
            assert_eq!(kept.cost(), Some(least));
        });
    });
    group.finish();
}

fn graphs(criterion: &mut Criterion) {
    let grid = Grid::new(1000, 1000).expect("a legal size");
    let mut group = criterion.benchmark_group("graph 1000x1000");
    group.sample_size(10).throughput(Throughput::Elements(1_000_000));
    group.bench_function("build", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&grid).to_graph().graph.edge_count(), 1_998_000));
    });
    let graph = grid.to_graph().graph;
    group.bench_function("distances", |bencher| {
        bencher.iter(|| {
            let farthest = graph.distances([motion_core::Vertex(0)]).farthest();
            assert_eq!(farthest.map(|(_, distance)| distance), Some(1998));
        });
    });
    group.bench_function("biconnected", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&graph).biconnected().blocks().len(), 1));
    });
    group.finish();
}

criterion_group!(benches, engines, states_of_24_bytes, assignment, graphs);
criterion_main!(benches);
