//! IDA* where any number of tiles of a line move at once, against complete tables and breadth-first truth.

use std::time::Duration;

use grid_puzzle::{Board, CompleteTable, Heuristic, Instance, Metric, Optimal, Solver};
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Stop, Walk};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const HEURISTICS: [Heuristic; 5] = [
    Heuristic::Automatic,
    Heuristic::Manhattan,
    Heuristic::LinearConflict,
    Heuristic::WalkingDistance,
    Heuristic::Patterns,
];

fn standard(rows: u32, columns: u32) -> Board {
    Board::solved(rows, columns).expect("a legal size")
}

fn solver(heuristic: Heuristic) -> Optimal {
    Optimal::default().with_metric(Metric::Multi).with_heuristic(heuristic)
}

/// All arrangements of so many numbers, the first ones first.
fn arrangements(numbers: u32) -> Vec<Vec<u32>> {
    (0..numbers).fold(vec![vec![]], |shorter, number| {
        let insert = |place: usize, tiles: &Vec<u32>| {
            let mut tiles = tiles.clone();
            tiles.insert(place, number);
            tiles
        };
        shorter.iter().flat_map(|tiles| (0..=tiles.len()).map(move |place| insert(place, tiles))).collect()
    })
}

fn board(tiles: &[u32], columns: u32) -> Board {
    let rows = tiles.chunks(columns as usize);
    let rows: Vec<_> = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")).collect();
    rows.join("\n").parse().expect("a board")
}

fn solve(solver: &Optimal, instance: &Instance) -> Walk {
    let outcome = solver.solve(instance, &mut Control::unlimited());
    let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("{outcome:?}") };
    assert_eq!(instance.verify(&plan), Ok(plan.len() as u64));
    plan
}

/// Solves one of so many boards; returns how many were solvable, and the most moves. Tables are compared with breadth-first
/// search elsewhere.
fn exhaust(solver: &Optimal, goal: &Board, one_of: usize) -> (u32, u32) {
    let table = CompleteTable::new(goal, Metric::Multi, &mut Control::unlimited()).expect("few cells");
    let (mut boards, mut most) = (0, 0);
    for tiles in arrangements(goal.rows() * goal.columns()).into_iter().step_by(one_of) {
        let instance = Instance::new(board(&tiles, goal.columns()), goal.clone()).expect("equal sizes");
        let Some(distance) = table.distance(&instance) else {
            assert_eq!(solver.solve(&instance, &mut Control::unlimited()), Outcome::Unsolvable);
            continue;
        };
        assert_eq!(
            Metric::Multi.moves(&solve(solver, &instance)),
            u64::from(distance),
            "{}",
            instance.start()
        );
        (boards, most) = (boards + 1, most.max(distance));
    }
    (boards, most)
}

#[test]
fn all_boards_up_to_two_by_four_take_the_fewest_moves() {
    for (rows, columns, boards, most) in
        [(2, 2, 12, 6), (2, 3, 360, 20), (3, 2, 360, 20), (2, 4, 20_160, 25), (4, 2, 20_160, 25)]
    {
        let solver = solver(Heuristic::Automatic);
        assert_eq!(exhaust(&solver, &standard(rows, columns), 1), (boards, most), "{rows}x{columns}");
    }
}

/// Every 53rd arrangement; all of them agree, but they take a minute and a half.
#[test]
fn eight_puzzles_take_the_fewest_moves() {
    let (boards, most) = exhaust(&solver(Heuristic::Automatic), &standard(3, 3), 53);
    assert!((3_000..4_000).contains(&boards) && most >= 22, "{boards} boards, {most} moves");
}

#[test]
fn every_heuristic_solves_all_small_boards_to_goals_of_every_blank() {
    for heuristic in HEURISTICS {
        let solver = solver(heuristic);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            for blank in 0..rows * columns {
                let mut tiles: Vec<u32> = (1..rows * columns).rev().collect();
                tiles.insert(blank as usize, 0);
                exhaust(&solver, &board(&tiles, columns), 1);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn never_more_moves_than_another_walk_whatever_the_bound(rows in 2u32..=5, columns in 2u32..=5, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let mut start = goal.clone();
        let mut moves = 0;
        for _ in 0..7 {
            let direction = Direction::from_index(rng.random_range(0..4));
            let tiles = rng.random_range(1..5);
            moves += u64::from((0..tiles).filter(|_| start.slide(direction).is_some()).count() > 0);
        }
        let instance = Instance::new(start, goal).expect("equal sizes");
        let walk = solve(&solver(Heuristic::Automatic), &instance);
        prop_assert!(Metric::Multi.moves(&walk) <= moves);
        let single = Metric::Single.moves(&solve(&Optimal::default(), &instance));
        prop_assert!(single <= walk.len() as u64);
        for heuristic in HEURISTICS {
            prop_assert_eq!(&solve(&solver(heuristic), &instance), &walk, "{:?}", heuristic);
        }
    }

    #[test]
    fn limits_are_kept_and_bounds_are_true(seed: u64, limit in 0u64..3000, bytes in 0u64..20_000) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = Instance::random(standard(3, 3), &mut rng);
        let length = Metric::Multi.moves(&solve(&solver(Heuristic::Automatic), &instance));
        for heuristic in HEURISTICS {
            for budget in [Budget::unlimited().nodes(limit), Budget::unlimited().bytes(bytes)] {
                let mut control = Control::new(budget);
                let outcome = solver(heuristic).solve(&instance, &mut control);
                let stats = control.stats();
                prop_assert_eq!(stats.bytes, 0);
                match outcome {
                    Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } => {
                        prop_assert!(stats.nodes <= limit && bound <= length && bound > 0);
                    }
                    Outcome::Stopped { why: Stop::Bytes, best: None, lower_bound: Some(bound) } => {
                        prop_assert!(bytes < 8000 && stats.peak_bytes <= bytes && bound <= length);
                    }
                    outcome => prop_assert!(outcome.is_solved(), "{:?}", outcome),
                }
            }
        }
    }
}

#[test]
fn large_boards_near_the_goal_are_solved_and_others_stopped_with_a_bound() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (rows, columns) in [(5, 5), (9, 9), (2, 40), (30, 50)] {
        let goal = standard(rows, columns);
        let mut near = goal.clone();
        for direction in [Direction::Up, Direction::Left, Direction::Down, Direction::Right, Direction::Up] {
            while near.slide(direction).is_some() {}
        }
        let walk = solve(&solver(Heuristic::Automatic), &Instance::to_standard(near));
        assert!(Metric::Multi.moves(&walk) <= 5);
        let far = Instance::random(goal, &mut rng);
        let flag = CancelFlag::new();
        flag.raise();
        for (budget, stop) in [
            (Budget::unlimited().nodes(5000), Stop::Nodes),
            (Budget::unlimited().cancel(flag), Stop::Cancelled),
            (Budget::unlimited().time(Duration::ZERO), Stop::Time),
        ] {
            let mut control = Control::new(budget);
            let outcome = solver(Heuristic::Automatic).solve(&far, &mut control);
            let Outcome::Stopped { why, best: None, lower_bound: Some(bound) } = outcome else {
                panic!("{rows}x{columns} gave {outcome:?}");
            };
            assert_eq!((why, control.stats().bytes), (stop, 0));
            let most = u64::from(rows.max(columns) - 1);
            assert!(bound >= far.manhattan_distance().div_ceil(most), "a move carries no more tiles");
        }
    }
}
