//! Benchmarks of searches on disk, beside the same searches in memory.
//!
//! Every benchmark asserts its histogram or the length of its path. Throughput is states per second
//! of wall time.

use std::num::NonZero;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_puzzle::internal::RankedBoards;
use grid_puzzle::{Board, MoveMetric};
use motion_benches::states_by_depth;
use motion_core::internal::explore_ranked;
use motion_core::search::PackedSpace;
use motion_core::{Budget, Control};
use motion_distributed::{DiskSolver, Explorer};
use sokoban::Level;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::search::{Position, Pushes};

/// Returns a control with little memory, so that candidates are written as runs.
fn control(workers: usize) -> Control<'static> {
    let threads = NonZero::new(workers).expect("a worker");
    Control::new(Budget::new().with_threads(threads).with_bytes((4 * workers as u64) << 20))
}

/// Explores a space in memory, and on disk with one worker and with two.
fn explorers<S: PackedSpace<N>, const N: usize>(
    criterion: &mut Criterion,
    name: &str,
    space: &S,
    start: &S::State,
    count: u64,
) {
    let expected = states_by_depth(space, start);
    assert_eq!(expected.iter().sum::<u64>(), count);
    let mut group = criterion.benchmark_group(format!("explore {name}"));
    group.sample_size(10).throughput(Throughput::Elements(count));
    group.bench_function("in memory", |bencher| {
        bencher.iter(|| assert_eq!(states_by_depth(space, start), expected));
    });
    for workers in [1, 2] {
        group.bench_function(format!("on disk, workers: {workers}"), |bencher| {
            bencher.iter(|| {
                let folder = tempfile::tempdir().expect("a folder");
                let explorer = Explorer::new(folder.path());
                let explored = explorer.explore(space, [start.clone()], &mut control(workers));
                assert_eq!(explored.expect("no fault").states, expected);
            });
        });
    }
    group.finish();
}

fn boards(columns: u32) -> RankedBoards {
    let solved = Board::solved(2, columns).expect("a legal size");
    RankedBoards::new(solved, MoveMetric::SingleTile).expect("few cells")
}

/// Measures a space whose moves can be undone.
fn sliding(criterion: &mut Criterion) {
    let space = boards(5);
    let start = space.goal_rank();
    explorers(criterion, "2x5", &space, &start, 1_814_400);
    let expected = states_by_depth(&space, &start);
    let mut group = criterion.benchmark_group("explore 2x5");
    group.sample_size(10).throughput(Throughput::Elements(1_814_400));
    group.bench_function("by ranks", |bencher| {
        bencher.iter(|| {
            let states = explore_ranked(&space, [start], &mut Control::unlimited(), |_, _| {});
            assert_eq!(states.as_ref(), Ok(&expected));
        });
    });
    group.finish();
}

struct Hall<'c>(&'c mut Criterion);

impl BoardSearch for Hall<'_> {
    type Output = ();

    fn run<const W: usize>(self, board: &SearchBoard) {
        let start = Position::<W>::start(board).expect("no box on a dead square");
        explorers(self.0, "hall", &Pushes::<W>::new(board), &start, HALL_POSITIONS);
    }
}

const HALL_POSITIONS: u64 = 33_430;

/// Measures a space whose pushes cannot be undone.
fn sokoban(criterion: &mut Criterion) {
    let text = include_str!("../crates/sokoban/testdata/hall.xsb");
    let level: Level = text.parse().expect("a level");
    SearchBoard::new(&level).with_packed_width(Hall(criterion)).expect("few squares");
}

/// Solves the farthest board of eight cells.
fn solver(criterion: &mut Criterion) {
    let space = boards(4);
    let board: Board = "0 7 2 1\n4 3 6 5".parse().expect("a board");
    let start = space.rank(&board).expect("it can be solved");
    let mut group = criterion.benchmark_group("solve 2x4");
    group.sample_size(10);
    group.bench_function("on disk", |bencher| {
        bencher.iter(|| {
            let folder = tempfile::tempdir().expect("a folder");
            let bound = || |&rank: &u64| Some(space.lower_bound(rank));
            let path = DiskSolver::new(folder.path()).solve(&space, bound, &start, &mut control(1));
            let path = path.expect("no fault").plan();
            assert_eq!(path.map(|path| path.cost), Some(36));
        });
    });
    group.finish();
}

criterion_group!(benches, sliding, sokoban, solver);
criterion_main!(benches);
