//! Near-optimal solutions: they always exist, are always verified, are shorter with more work, and
//! are the same every time.

use std::cell::Cell;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::{Instance, NearOptimal, Parberry, Snake};
use motion_core::observer::{Improvement, Observer};
use motion_core::{Budget, Control, Direction, Outcome, Quality, Solver, Stop, Walk};
use motion_testing::cases;
use proptest::prelude::*;

use crate::boards::{self, board, numbers, seeded, standard};
use crate::properties::for_all;
use crate::verified;
use crate::verified::WalkSolver;

fn random(rows: u32, columns: u32, seed: u64) -> Instance {
    boards::random(rows, columns, &mut seeded(seed))
}

/// Returns the walk of another solver, without limits.
fn walk(solver: &WalkSolver, instance: &Instance) -> Walk {
    verified::solve(solver, instance).0
}

fn nodes(limit: u64) -> Budget {
    Budget::new().with_nodes(limit)
}

/// Solves under this budget, and replays the walk on the board.
fn solve(solver: NearOptimal, instance: &Instance, budget: Budget) -> Walk {
    let mut control = Control::new(budget);
    let walk = solver.solve(instance, &mut control).plan().expect("solvable, and first solutions are quick");
    assert_eq!(instance.verify(&walk).map(|metrics| metrics.moves), Ok(walk.len() as u64));
    assert_eq!(control.stats().bytes, 0, "all memory is given back");
    walk
}

/// Generates boards of one size, with start and goal in any order.
fn any_boards(rows: u32, columns: u32) -> impl Strategy<Value = Instance> {
    let tiles: Vec<u32> = (0..rows * columns).collect();
    let board = Just(tiles).prop_shuffle().prop_map(move |tiles| board(&tiles, columns));
    (board.clone(), board).prop_map(|(start, goal)| Instance::new(start, goal).expect("equal sizes"))
}

#[test]
fn boards_of_any_shape_are_solved_if_they_are_solvable() {
    let cases = cases(20, 200);
    let instances = (2u32..11, 2u32..11).prop_flat_map(|(rows, columns)| any_boards(rows, columns));
    for_all(cases, (instances, 1u32..3), |(instance, rounds)| {
        let outcome = NearOptimal::default().with_rounds(rounds).solve(&instance, &mut Control::unlimited());
        match outcome {
            Outcome::Solved { plan, .. } => {
                prop_assert_eq!(instance.verify(&plan).map(|metrics| metrics.moves), Ok(plan.len() as u64));
                prop_assert!(plan.len() as u64 >= instance.manhattan_distance());
            }
            outcome => prop_assert_eq!((instance.is_solvable(), outcome), (false, Outcome::Unsolvable)),
        }
        Ok(())
    });
}

/// If the limit is reached before the first solution, small boards have the one of `Snake`.
#[test]
fn limits_that_come_first_leave_the_walk_of_snake() {
    let budgets = [nodes(0), nodes(1), Budget::new().with_time(Duration::ZERO)];
    for (side, budget) in [4, 32].into_iter().flat_map(|side| budgets.clone().map(|budget| (side, budget))) {
        let instance = random(side, side, 3);
        let mut control = Control::new(budget);
        let outcome = NearOptimal::default().solve(&instance, &mut control);
        let plan = walk(&Snake::default(), &instance);
        assert_eq!(outcome, Outcome::Solved { plan, quality: Quality::Feasible });
        assert!(matches!(control.limit_met(), Some(Stop::Nodes | Stop::Time)));
        assert_eq!(control.stats().bytes, 0);
    }
    let large = random(33, 33, 3);
    let outcome = NearOptimal::default().solve(&large, &mut Control::new(nodes(1)));
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, .. }));
    let mut control = Control::new(Budget::new().with_bytes(1));
    let outcome = NearOptimal::default().solve(&random(4, 4, 3), &mut control);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Memory, best: None, .. }));
}

#[test]
fn under_any_limit_the_solution_is_verified_and_never_longer_than_the_first() {
    let cases = cases(3, 200);
    for_all(cases, (0u64..1000, 0u64..300_000), |(seed, limit)| {
        let instance = random(7, 6, seed);
        let first = walk(&Snake::default(), &instance);
        let mut control = Control::new(nodes(limit));
        match NearOptimal::default().solve(&instance, &mut control) {
            Outcome::Solved { plan, .. } => {
                prop_assert_eq!(instance.verify(&plan).map(|metrics| metrics.moves), Ok(plan.len() as u64));
                prop_assert!(plan.len() <= first.len());
            }
            outcome => prop_assert!(false, "{limit}: {outcome:?}"),
        }
        prop_assert!(control.stats().nodes <= limit);
        prop_assert_eq!(control.stats().bytes, 0);
        Ok(())
    });
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn large_and_long_boards_are_solved() {
    for (rows, columns) in [(2, 60), (60, 2), (3, 50), (40, 5), (10, 40), (30, 30)] {
        let instance = random(rows, columns, 3);
        let short = solve(NearOptimal::quick(), &instance, Budget::new());
        let snake = walk(&Snake::default(), &instance);
        assert!(short.len() * 10 < snake.len() * 9, "{rows}x{columns}: {} {}", short.len(), snake.len());
    }
}

/// On average over some boards of a size, a larger limit means a shorter solution.
#[test]
fn more_work_makes_shorter_solutions() {
    let sizes = cases(&[(4, 4), (5, 5)][..], &[(4, 4), (5, 5), (6, 6), (4, 9), (9, 9)]);
    let boards = cases(1, 8);
    for &(rows, columns) in sizes {
        let moves = |limit| {
            let lengths = (0..boards)
                .map(|seed| solve(NearOptimal::default(), &random(rows, columns, seed), nodes(limit)).len());
            lengths.sum::<usize>()
        };
        let sums = [5_000, 100_000, 500_000].map(moves);
        // Small boards may be solved optimally before the last limit.
        let [least, .., most] = sums;
        assert!(sums.is_sorted_by(|a, b| a >= b) && least > most, "{rows}x{columns}: {sums:?}");
    }
}

#[test]
fn the_same_limit_of_nodes_makes_the_same_solution() {
    let instance = random(8, 7, 5);
    for limit in [20_000, 200_000] {
        assert_eq!(
            solve(NearOptimal::default(), &instance, nodes(limit)),
            solve(NearOptimal::default(), &instance, nodes(limit))
        );
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_solution() {
    // Long walks are polished in parts, except on small boards.
    for (side, limit) in [(9, 300_000), (26, 2_000_000)].into_iter().take(cases(1, 2)) {
        let instance = random(side, side, 5);
        let on = |threads| solve(NearOptimal::default(), &instance, nodes(limit).with_threads(threads));
        let [one, three] = [1, 3].map(|threads| on(NonZero::new(threads).expect("not zero")));
        assert_eq!(one, three, "{side}");
    }
}

#[test]
#[ignore = "exhaustive: 0.04 minutes"]
fn parts_that_need_fewer_nodes_leave_them_to_the_others() {
    let instance = random(26, 26, 5);
    for threads in [1, 2] {
        let threads = NonZero::new(threads).expect("not zero");
        let mut control = Control::new(nodes(2_000_000).with_threads(threads));
        assert!(NearOptimal::default().solve(&instance, &mut control).into_result().is_ok());
        assert!(control.stats().nodes > 1_900_000, "{:?}", control.stats());
    }
}

/// An observer that records the lengths of the solutions, and ends the run after this number of
/// them.
struct Lengths(Vec<u64>, usize);

impl Observer for Lengths {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let walk: Walk = improvement.solution().expect("a walk");
        assert_eq!(walk.len() as u64, improvement.cost);
        self.0.push(improvement.cost);
        if self.0.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn observers_are_shown_shorter_and_shorter_solutions_and_may_end_the_run() {
    let instance = random(8, 8, 1);
    for most in [2, 3, usize::MAX] {
        let mut lengths = Lengths(Vec::new(), most);
        let mut control = Control::new(nodes(400_000)).with_observer(&mut lengths);
        let walk = NearOptimal::default().solve(&instance, &mut control).plan().expect("solvable");
        assert_eq!(instance.verify(&walk).map(|metrics| metrics.moves), Ok(walk.len() as u64));
        assert!(lengths.0.is_sorted_by(|a, b| a > b), "{:?}", lengths.0);
        assert_eq!(lengths.0.last(), Some(&(walk.len() as u64)));
        assert!(lengths.0.len() <= most && lengths.0.len() >= most.min(4));
    }
}

#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn limits_of_memory_still_give_short_solutions() {
    let instance = random(20, 20, 1);
    let snake = walk(&Snake::default(), &instance);
    for limit in [10 << 10, 16 << 10, 50 << 10, 200 << 10, 1 << 20, 8 << 20] {
        let mut control = Control::new(Budget::new().with_bytes(limit));
        match NearOptimal::default().solve(&instance, &mut control) {
            Outcome::Solved { plan, .. } => {
                assert_eq!(instance.verify(&plan).map(|metrics| metrics.moves), Ok(plan.len() as u64));
                assert!(plan.len() < snake.len() || limit < 8 << 20);
            }
            outcome => {
                let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Memory, .. });
                assert!(stopped && limit <= 16 << 10, "{limit}: {outcome:?}");
            }
        }
        assert!(control.stats().peak_bytes <= limit && control.stats().bytes == 0);
    }
}

thread_local! {
    static TENTHS: Cell<u32> = const { Cell::new(0) };
}

/// Reads a clock on which a tenth of a millisecond passes between two readings.
fn readings() -> Duration {
    TENTHS.set(TENTHS.get() + 1);
    Duration::from_micros(100) * TENTHS.get()
}

#[test]
#[ignore = "exhaustive: 0.04 minutes"]
fn limits_of_time_still_give_short_solutions() {
    for (side, limits) in [(9, [20, 100]), (20, [100, 600]), (35, [200, 1000])] {
        let instance = random(side, side, 1);
        let snake = walk(&Snake::default(), &instance);
        let lengths = limits.map(|limit| {
            let budget = Budget::new().with_time_by(readings, Duration::from_millis(limit));
            solve(NearOptimal::default(), &instance, budget).len()
        });
        assert!(lengths[1] < lengths[0] && lengths[0] < snake.len(), "{side}: {} {lengths:?}", snake.len());
    }
}

#[test]
fn unsolvable_boards_are_known_at_once() {
    let mut tiles = numbers(&standard(6, 8));
    tiles.swap(0, 1);
    let instance = Instance::standard(board(&tiles, 8));
    let mut control = Control::unlimited();
    assert_eq!(NearOptimal::default().solve(&instance, &mut control), Outcome::Unsolvable);
    assert_eq!(control.stats().nodes, 0);
}

#[test]
fn solutions_of_other_solvers_are_improved_and_wrong_ones_refused() {
    for (rows, columns) in [(3, 3), (2, 9), (6, 6), (12, 9)] {
        let instance = random(rows, columns, 7);
        let long = walk(&Parberry::default(), &instance);
        // A walk with a loop: there and back again.
        let end = instance.goal().clone();
        let mut looped = long.clone();
        for direction in [Direction::Up, Direction::Left, Direction::Right, Direction::Down] {
            assert!(end.clone().slide(Direction::Up).is_some());
            looped.push(direction);
        }
        assert_eq!(instance.verify(&looped).map(|metrics| metrics.moves), Ok(long.len() as u64 + 4));
        let nothing = NearOptimal::default().with_rounds(0);
        let cut = nothing.improve(&instance, &looped, &mut Control::unlimited()).expect("a solution");
        assert!(cut.len() <= long.len());
        assert_eq!(instance.verify(&cut).map(|metrics| metrics.moves), Ok(cut.len() as u64));
        let short = NearOptimal::default()
            .improve(&instance, &cut, &mut Control::new(nodes(100_000)))
            .expect("a solution");
        assert_eq!(instance.verify(&short).map(|metrics| metrics.moves), Ok(short.len() as u64));
        assert!(short.len() <= cut.len() && (rows == 3 || short.len() < long.len()));
        let wrong: Walk = long.iter().skip(1).collect();
        assert!(NearOptimal::default().improve(&instance, &wrong, &mut Control::unlimited()).is_err());
    }
}

/// Three tiles are far from their goals, and all others are at theirs. No window is too large, and
/// no table takes all memory.
#[test]
fn tiles_far_from_their_goals_are_placed() {
    let side = 40;
    let cell = |row: u32, column: u32| (row * side + column) as usize;
    for cycle in [[cell(0, 39), cell(38, 0), cell(38, 1)], [cell(0, 0), cell(39, 38), cell(20, 39)]] {
        let mut tiles = numbers(&standard(side, side));
        tiles.swap(cycle[0], cycle[1]);
        tiles.swap(cycle[1], cycle[2]);
        let instance = Instance::standard(board(&tiles, side));
        let budget = Budget::new().with_bytes(64 << 20).with_nodes(3_000_000);
        assert!(solve(NearOptimal::quick(), &instance, budget).len() < 40_000);
    }
}

#[test]
fn solved_boards_need_no_moves() {
    for side in 2..8 {
        let instance = Instance::standard(standard(side, side));
        for walk in ["", "UULLRRDD", "UDUD"] {
            let walk: Walk = walk.parse().expect("letters");
            if instance.verify(&walk).is_ok() {
                let short = NearOptimal::default().improve(&instance, &walk, &mut Control::unlimited());
                assert_eq!(short, Ok(Walk::new()));
            }
        }
        assert_eq!(solve(NearOptimal::default().with_rounds(25), &instance, Budget::new()), Walk::new());
    }
}
