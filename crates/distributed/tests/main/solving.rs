//! Paths found on disk, which are as short as those of the search in memory and lead to a goal.

use std::num::NonZero;

use motion_core::search::{Heuristic, NoHeuristic, PackedSpace, breadth_first};
use motion_core::{Budget, Control, Outcome, Quality, Stop};
use motion_distributed::DiskSolver;
use motion_testing::cases;

use crate::spaces::{Jumps, Tiles};

/// Returns the length of a solution on disk, whose actions are replayed.
fn length<S: PackedSpace<N, Action: PartialEq>, H: Heuristic<S>, const N: usize>(
    space: &S,
    heuristic: impl Fn() -> H + Sync,
    start: &S::State,
    workers: usize,
) -> Option<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let threads = NonZero::new(workers).expect("a worker");
    let budget = Budget::new().with_threads(threads).with_bytes((workers as u64) << 20);
    let solver = DiskSolver::new(folder.path());
    let outcome = solver.solve(space, heuristic, start, &mut Control::new(budget)).expect("no fault");
    let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else {
        assert_eq!(outcome.map(|_| ()), Outcome::Unsolvable);
        return None;
    };
    assert_eq!(plan.cost, plan.actions.len() as u64);
    let (mut state, mut scratch) = (start.clone(), space.scratch());
    for &chosen in &plan.actions {
        let mut next = None;
        space.successors(&mut scratch, &state, &mut |action, successor, _| {
            if action == chosen {
                next = Some(successor);
            }
        });
        state = next.expect("a legal action");
    }
    assert!(space.is_goal(&mut scratch, &state));
    Some(plan.cost)
}

fn least<S: PackedSpace<N>, const N: usize>(space: &S, start: &S::State) -> Option<u64> {
    let outcome = breadth_first(space, start.clone(), &mut Control::unlimited());
    outcome.into_result().ok().map(|path| path.cost)
}

/// Returns boards a few thousand moves away from the solved one.
fn boards(space: &Tiles, count: usize) -> Vec<u64> {
    use motion_core::search::Space;
    let (mut board, mut seed) = (space.solved(), 1_u64);
    let mut boards = vec![board];
    while boards.len() < count {
        for _ in 0..2_001 {
            let mut next = Vec::new();
            space.successors(&mut (), &board, &mut |_, successor, _| next.push(successor));
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            board = next[(seed >> 40) as usize % next.len()];
        }
        boards.push(board);
    }
    boards
}

#[test]
fn boards_are_solved_in_the_fewest_moves() {
    let space = Tiles { rows: 3, columns: 3 };
    for (number, board) in boards(&space, cases(1, 12)).into_iter().enumerate() {
        let distance = || |board: &u64| Some(space.distance(*board));
        let found = length(&space, distance, &board, 1 + number % 3);
        assert_eq!(found, least(&space, &board), "{board:x}");
    }
    let space = Tiles { rows: 2, columns: 4 };
    let two_exchanged = space.solved() ^ 0x330;
    assert_eq!(length(&space, || |_: &u64| Some(29), &two_exchanged, 2), None);
}

#[test]
fn steps_that_cannot_be_undone_are_found_backwards() {
    let start = [0, u64::MAX, 0];
    for goal in [0, 1, 5, 17, 999, 1_234, 5_000].into_iter().step_by(cases(3, 1)) {
        let space = Jumps { limit: 5_000, goal };
        for workers in [1, 3] {
            assert_eq!(length(&space, || NoHeuristic, &start, workers), least(&space, &start), "{goal}");
        }
    }
}

#[test]
fn a_stopped_search_knows_a_bound_and_goes_on() {
    let space = Tiles { rows: 3, columns: 3 };
    let board = boards(&space, 2)[1];
    let least = least(&space, &board).expect("solvable");
    let folder = tempfile::tempdir().expect("a folder");
    let distance = || |board: &u64| Some(space.distance(*board));
    let (mut bounds, mut resumes) = (Vec::new(), false);
    for nodes in (1..).map(|run| 100 * run) {
        let solver = DiskSolver::new(folder.path()).with_resume(resumes);
        let mut control = Control::new(Budget::new().with_nodes(nodes));
        match solver.solve(&space, distance, &board, &mut control).expect("no fault") {
            Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } => bounds.push(bound),
            outcome => {
                assert_eq!(outcome.into_result().map(|path| path.cost), Ok(least));
                break;
            }
        }
        resumes = true;
    }
    assert!(bounds.len() > 2 && bounds.is_sorted() && bounds.iter().all(|&bound| bound <= least));
}
