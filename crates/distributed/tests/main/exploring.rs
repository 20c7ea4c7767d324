//! Explorations on disk, whose histograms are those of the search in memory.

use std::num::NonZero;
use std::ops::ControlFlow;

use motion_core::search::{PackedSpace, explore};
use motion_core::{Budget, Control};
use motion_distributed::{Exploration, Explorer};
use motion_testing::cases;

use crate::spaces::{Jumps, Tiles};

pub(crate) fn in_memory<S: PackedSpace<N>, const N: usize>(space: &S, start: S::State) -> Vec<u64> {
    let mut states = Vec::new();
    explore(space, [start], &mut Control::unlimited(), |_, depth| {
        states.resize(states.len().max(depth as usize + 1), 0);
        states[depth as usize] += 1;
        ControlFlow::Continue(())
    })
    .expect("no limit");
    states
}

/// Explores the same space by this many workers with this many MiB each.
pub(crate) fn on_disk<S: PackedSpace<N>, const N: usize>(
    space: &S,
    start: S::State,
    workers: usize,
    mebibytes: u64,
) -> Exploration<S::State> {
    let folder = tempfile::tempdir().expect("a folder");
    let threads = NonZero::new(workers).expect("a worker");
    let limit = (workers as u64 * mebibytes) << 20;
    let mut control = Control::new(Budget::new().with_threads(threads).with_bytes(limit));
    let explored = Explorer::new(folder.path()).explore(space, [start], &mut control).expect("explored");
    assert!(control.stats().peak_bytes <= limit && control.stats().bytes == 0);
    assert_eq!(control.stats().nodes, explored.states.iter().sum::<u64>(), "each is expanded once");
    explored
}

#[test]
fn boards_are_counted_as_in_memory() {
    let space = Tiles { rows: 3, columns: 3 };
    let states = in_memory(&space, space.solved());
    assert_eq!((states.len(), states.iter().sum::<u64>()), (32, 181_440));
    let mut farthest = Vec::new();
    for workers in (1..=4).step_by(cases(2, 1)) {
        let explored = on_disk(&space, space.solved(), workers, 1);
        assert_eq!(explored.states, states, "{workers} workers");
        farthest.extend(explored.farthest);
    }
    farthest.dedup();
    assert_eq!(farthest.len(), 1, "the same board, whatever the number of workers");
}

#[test]
fn spaces_whose_steps_cannot_be_undone_are_counted_as_in_memory() {
    for limit in [1, 2, 1_000, 30_030, 100_003].into_iter().take(cases(4, 5)) {
        let space = Jumps { limit, goal: limit };
        let start = [0, u64::MAX, 0];
        let states = in_memory(&space, start);
        for workers in [1, 3] {
            assert_eq!(on_disk(&space, start, workers, 1).states, states, "{limit}, {workers} workers");
        }
    }
}
