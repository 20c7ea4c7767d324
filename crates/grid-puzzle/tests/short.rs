//! Short solutions: always there, always verified, shorter with more work, the same every time.

use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::{Board, Instance, Parberry, Short, Snake, Solver, Tile};
use motion_core::{Budget, CancelFlag, Control, Direction, Observer, Outcome, Stats, Stop, Walk};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn random(rows: u32, columns: u32, seed: u64) -> Instance {
    let goal = Board::solved(rows, columns).expect("a legal size");
    Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}

fn nodes(limit: u64) -> Budget {
    Budget::unlimited().nodes(limit)
}

/// Solves and verifies; gives the walk.
fn solve(solver: Short, instance: &Instance, budget: Budget) -> Walk {
    let mut control = Control::new(budget);
    let walk = solver.solve(instance, &mut control).plan().expect("solvable, and first solutions are quick");
    assert_eq!(instance.verify(&walk), Ok(walk.len() as u64));
    assert_eq!(control.stats().bytes, 0, "all memory is given back");
    walk
}

/// Boards of one size, start and goal in any order.
fn boards(rows: u32, columns: u32) -> impl Strategy<Value = Instance> {
    let tiles: Vec<u32> = (0..rows * columns).collect();
    let board = Just(tiles).prop_shuffle().prop_map(move |tiles| {
        let rows = tiles.chunks(columns as usize);
        let rows = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join("\n").parse::<Board>().expect("a permutation")
    });
    (board.clone(), board).prop_map(|(start, goal)| Instance::new(start, goal).expect("equal sizes"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_solvable_board_of_any_shape_is_solved(
        instance in (2u32..11, 2u32..11).prop_flat_map(|(rows, columns)| boards(rows, columns)),
        rounds in 1u32..3,
    ) {
        let outcome = Short::default().with_rounds(rounds).solve(&instance, &mut Control::unlimited());
        match outcome {
            Outcome::Solved { plan, .. } => {
                prop_assert_eq!(instance.verify(&plan), Ok(plan.len() as u64));
                prop_assert!(plan.len() as u64 >= instance.manhattan_distance());
            }
            outcome => prop_assert_eq!((instance.is_solvable(), outcome), (false, Outcome::Unsolvable)),
        }
    }

    #[test]
    fn whatever_the_limit_the_solution_is_verified_and_never_longer_than_the_first(
        seed in 0u64..1000,
        limit in 0u64..300_000,
    ) {
        let instance = random(7, 6, seed);
        let first = Snake::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
        let mut control = Control::new(nodes(limit));
        match Short::default().solve(&instance, &mut control) {
            Outcome::Solved { plan, .. } => {
                prop_assert_eq!(instance.verify(&plan), Ok(plan.len() as u64));
                prop_assert!(plan.len() <= first.len());
            }
            Outcome::Stopped { why, .. } => prop_assert!(why == Stop::Nodes && limit < 10_000, "{limit}"),
            Outcome::Unsolvable => prop_assert!(false),
        }
        prop_assert!(control.stats().nodes <= limit);
        prop_assert_eq!(control.stats().bytes, 0);
    }
}

#[test]
fn large_and_long_boards_are_solved() {
    for (rows, columns) in [(2, 60), (60, 2), (3, 50), (40, 5), (10, 40), (30, 30)] {
        let instance = random(rows, columns, 3);
        let short = solve(Short::quick(), &instance, Budget::unlimited());
        let snake = Snake::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
        assert!(short.len() * 10 < snake.len() * 9, "{rows}x{columns}: {} {}", short.len(), snake.len());
    }
}

/// On average over some boards, a larger limit means a shorter solution.
#[test]
fn more_work_makes_shorter_solutions() {
    for (rows, columns) in [(4, 4), (5, 5), (6, 6), (4, 9), (9, 9)] {
        let mean = |limit| {
            let lengths =
                (0..8).map(|seed| solve(Short::default(), &random(rows, columns, seed), nodes(limit)).len());
            lengths.sum::<usize>()
        };
        let means = [5_000, 100_000, 500_000].map(mean);
        assert!(means.is_sorted_by(|a, b| a > b), "{rows}x{columns}: {means:?}");
    }
}

#[test]
fn the_same_limit_of_nodes_makes_the_same_solution() {
    let instance = random(8, 7, 5);
    for limit in [20_000, 200_000] {
        assert_eq!(
            solve(Short::default(), &instance, nodes(limit)),
            solve(Short::default(), &instance, nodes(limit))
        );
    }
}

/// Remembers the lengths it is told, and breaks off after so many.
struct Lengths(Vec<u64>, usize);

impl Observer for Lengths {
    fn improved(&mut self, cost: u64, _: &Stats) -> ControlFlow<()> {
        self.0.push(cost);
        if self.0.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn observers_are_told_of_shorter_and_shorter_solutions_and_may_break_off() {
    let instance = random(8, 8, 1);
    for most in [2, 3, usize::MAX] {
        let mut lengths = Lengths(Vec::new(), most);
        let mut control = Control::new(nodes(400_000)).observed_by(&mut lengths);
        let walk = Short::default().solve(&instance, &mut control).plan().expect("solvable");
        assert_eq!(instance.verify(&walk), Ok(walk.len() as u64));
        assert!(lengths.0.is_sorted_by(|a, b| a > b), "{:?}", lengths.0);
        assert_eq!(lengths.0.last(), Some(&(walk.len() as u64)));
        assert!(lengths.0.len() <= most && lengths.0.len() >= most.min(4));
    }
}

#[test]
fn limits_of_time_and_memory_and_flags_are_honoured() {
    let instance = random(20, 20, 1);
    let flag = CancelFlag::new();
    flag.raise();
    let outcome = Short::default().solve(&instance, &mut Control::new(Budget::unlimited().cancel(flag)));
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, best: None, .. }), "{outcome:?}");
    let snake = Snake::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
    for limit in [10 << 10, 16 << 10, 50 << 10, 200 << 10, 1 << 20, 8 << 20] {
        let mut control = Control::new(Budget::unlimited().bytes(limit));
        match Short::default().solve(&instance, &mut control) {
            Outcome::Solved { plan, .. } => {
                assert_eq!(instance.verify(&plan), Ok(plan.len() as u64));
                assert!(plan.len() < snake.len() || limit < 8 << 20);
            }
            outcome => {
                let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Bytes, .. });
                assert!(stopped && limit <= 16 << 10, "{limit}: {outcome:?}");
            }
        }
        assert!(control.stats().peak_bytes <= limit && control.stats().bytes == 0);
    }
    let walk = solve(Short::default(), &instance, Budget::unlimited().time(Duration::from_millis(300)));
    assert!(walk.len() < snake.len());
}

#[test]
fn unsolvable_boards_are_known_at_once() {
    let mut tiles: Vec<String> = (1..48).map(|tile| tile.to_string()).collect();
    tiles.swap(0, 1);
    tiles.push(Tile::BLANK.0.to_string());
    let rows: Vec<String> = tiles.chunks(8).map(|row| row.join(" ")).collect();
    let instance = Instance::to_standard(rows.join("\n").parse().expect("a board"));
    let mut control = Control::unlimited();
    assert_eq!(Short::default().solve(&instance, &mut control), Outcome::Unsolvable);
    assert_eq!(control.stats().nodes, 0);
}

#[test]
fn solutions_of_others_are_improved_and_wrong_ones_refused() {
    for (rows, columns) in [(3, 3), (2, 9), (6, 6), (12, 9)] {
        let instance = random(rows, columns, 7);
        let long = Parberry::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
        // With a loop: there and back again.
        let end = instance.goal().clone();
        let mut looped = long.clone();
        for direction in [Direction::Up, Direction::Left, Direction::Right, Direction::Down] {
            assert!(end.clone().slide(Direction::Up).is_some());
            looped.push(direction);
        }
        assert_eq!(instance.verify(&looped), Ok(long.len() as u64 + 4));
        let nothing = Short::default().with_rounds(0);
        let cut = nothing.improve(&instance, &looped, &mut Control::unlimited()).expect("a solution");
        assert!(cut.len() <= long.len());
        assert_eq!(instance.verify(&cut), Ok(cut.len() as u64));
        let short =
            Short::default().improve(&instance, &cut, &mut Control::new(nodes(100_000))).expect("a solution");
        assert_eq!(instance.verify(&short), Ok(short.len() as u64));
        assert!(short.len() <= cut.len() && (rows == 3 || short.len() < long.len()));
        let wrong: Walk = long.iter().skip(1).collect();
        assert!(Short::default().improve(&instance, &wrong, &mut Control::unlimited()).is_err());
    }
}

/// All but three tiles are at home, and these are far away: no window is too large, no table takes all memory.
#[test]
fn tiles_far_from_home_are_fetched() {
    let side = 40;
    let goal = Board::solved(side, side).expect("a legal size");
    let cell = |row: u32, column: u32| (row * side + column) as usize;
    for cycle in [[cell(0, 39), cell(38, 0), cell(38, 1)], [cell(0, 0), cell(39, 38), cell(20, 39)]] {
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(cycle[0], cycle[1]);
        tiles.swap(cycle[1], cycle[2]);
        let rows: Vec<String> = tiles
            .chunks(side as usize)
            .map(|row| row.iter().map(|tile| tile.0.to_string()).collect::<Vec<_>>().join(" "))
            .collect();
        let instance = Instance::to_standard(rows.join("\n").parse().expect("a board"));
        let budget = Budget::unlimited().bytes(64 << 20).nodes(3_000_000);
        assert!(solve(Short::quick(), &instance, budget).len() < 40_000);
    }
}

#[test]
fn nothing_cannot_be_shortened() {
    for side in 2..8 {
        let goal = Board::solved(side, side).expect("a legal size");
        let instance = Instance::to_standard(goal);
        for walk in ["", "UULLRRDD", "UDUD"] {
            let walk: Walk = walk.parse().expect("letters");
            if instance.verify(&walk).is_ok() {
                let short = Short::default().improve(&instance, &walk, &mut Control::unlimited());
                assert_eq!(short, Ok(Walk::new()));
            }
        }
        assert_eq!(solve(Short::default().with_rounds(25), &instance, Budget::unlimited()), Walk::new());
    }
}
