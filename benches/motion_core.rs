//! The engines and graph algorithms on spaces whose size is known.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motion_core::search::{Space, a_star, breadth_first, explore};
use motion_core::{Cell, Control, Direction, Grid};

/// Walks on an open grid from one corner to the opposite one.
struct Walks {
    grid: Grid,
    goal: Cell,
}

impl Space for Walks {
    type State = Cell;
    type Action = Direction;

    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    fn successors(&self, &cell: &Cell, visit: &mut impl FnMut(Direction, Cell, u32)) {
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
            let path = a_star(&space, Cell(0), &mut Control::unlimited()).plan();
            assert_eq!(path.map(|path| path.cost), Some(u64::from(2 * SIDE - 2)));
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

criterion_group!(benches, engines, graphs);
criterion_main!(benches);
