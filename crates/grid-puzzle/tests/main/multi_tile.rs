//! IDA* for moves of any number of tiles of a line at once, compared with complete tables and
//! breadth-first search.

use std::time::Duration;

use grid_puzzle::internal::OptimalHeuristic;
use grid_puzzle::tables::CompleteTable;
use grid_puzzle::{Board, Instance, MoveMetric, Optimal};
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Solver, Stop, Walk};
use motion_testing::cases;
use proptest::prelude::*;
use rand::RngExt;

use crate::boards::{arrangements, board, reversed_goals, seeded, standard};
use crate::optimal::HEURISTICS;
use crate::properties::for_all;
use crate::verified;

fn solver(heuristic: OptimalHeuristic) -> Optimal {
    Optimal::default().with_metric(MoveMetric::MultiTile).with_heuristic(heuristic)
}

fn solve(solver: &Optimal, instance: &Instance) -> Walk {
    let (walk, quality) = verified::solve(solver, instance);
    assert_eq!(quality, Quality::Optimal);
    walk
}

/// Solves one in `one_of` of all boards. Returns how many of these are solvable, and the greatest
/// number of moves. Tables are compared with breadth-first search elsewhere.
fn exhaust(solver: &Optimal, goal: &Board, one_of: usize) -> (u32, u32) {
    let table =
        CompleteTable::new(goal, MoveMetric::MultiTile, &mut Control::unlimited()).expect("few cells");
    let (mut boards, mut most) = (0, 0);
    for tiles in arrangements(goal.rows() * goal.columns()).into_iter().step_by(one_of) {
        let instance = Instance::new(board(&tiles, goal.columns()), goal.clone()).expect("equal sizes");
        let Some(distance) = table.distance(&instance) else {
            assert_eq!(solver.solve(&instance, &mut Control::unlimited()), Outcome::Unsolvable);
            continue;
        };
        assert_eq!(
            MoveMetric::MultiTile.moves(&solve(solver, &instance)),
            u64::from(distance),
            "{}",
            instance.start()
        );
        (boards, most) = (boards + 1, most.max(distance));
    }
    (boards, most)
}

#[test]
fn boards_of_two_lines_take_the_fewest_moves() {
    let solver = solver(OptimalHeuristic::Automatic);
    for (rows, columns, boards, most) in [(2, 2, 12, 6), (2, 3, 360, 20), (3, 2, 360, 20)] {
        assert_eq!(exhaust(&solver, &standard(rows, columns), 1), (boards, most), "{rows}x{columns}");
    }
    for (rows, columns) in [(2, 4), (4, 2)] {
        let (boards, most) = exhaust(&solver, &standard(rows, columns), cases(53, 1));
        let expected = cases((350..420, 18), (20_160..20_161, 25));
        assert!(expected.0.contains(&boards) && most >= expected.1, "{boards} boards, {most} moves");
    }
}

#[test]
#[ignore = "exhaustive: 0.04 minutes"]
fn every_heuristic_solves_some_eight_puzzles_by_the_fewest_moves() {
    for heuristic in HEURISTICS {
        let (boards, most) = exhaust(&solver(heuristic), &standard(3, 3), 997);
        assert!((150..215).contains(&boards) && most >= 20, "{boards} boards, {most} moves");
    }
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn all_eight_puzzles_take_the_fewest_moves() {
    assert_eq!(exhaust(&solver(OptimalHeuristic::Automatic), &standard(3, 3), 1), (181_440, 24));
}

#[test]
fn every_heuristic_solves_all_small_boards_to_goals_of_every_blank() {
    for heuristic in HEURISTICS {
        let solver = solver(heuristic);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)].into_iter().take(cases(2, 3)) {
            for goal in reversed_goals(rows, columns) {
                exhaust(&solver, &goal, 1);
            }
        }
    }
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn random_boards_take_no_more_moves_than_another_walk_whatever_the_bound() {
    for_all(16, (2u32..=5, 2u32..=5, any::<u64>()), |(rows, columns, seed)| {
        let mut rng = seeded(seed);
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let mut start = goal.clone();
        let mut moves = 0;
        for _ in 0..7 {
            let direction = Direction::from_index(rng.random_range(0..4));
            let tiles = rng.random_range(1..5);
            moves += u64::from((0..tiles).filter(|_| start.slide(direction).is_some()).count() > 0);
        }
        let instance = Instance::new(start, goal).expect("equal sizes");
        let walk = solve(&solver(OptimalHeuristic::Automatic), &instance);
        prop_assert!(MoveMetric::MultiTile.moves(&walk) <= moves);
        let single = MoveMetric::SingleTile.moves(&solve(&Optimal::default(), &instance));
        prop_assert!(single <= walk.len() as u64);
        for heuristic in HEURISTICS {
            prop_assert_eq!(&solve(&solver(heuristic), &instance), &walk, "{:?}", heuristic);
        }
        Ok(())
    });
}

#[test]
fn large_boards_near_the_goal_are_solved_and_others_stopped_with_a_bound() {
    let mut rng = seeded(1);
    for (rows, columns) in [(5, 5), (9, 9), (2, 40), (30, 50)] {
        let goal = standard(rows, columns);
        let mut near = goal.clone();
        for direction in [Direction::Up, Direction::Left, Direction::Down, Direction::Right, Direction::Up] {
            while near.slide(direction).is_some() {}
        }
        let walk = solve(&solver(OptimalHeuristic::Automatic), &Instance::standard(near));
        assert!(MoveMetric::MultiTile.moves(&walk) <= 5);
        let far = Instance::random(goal, &mut rng);
        let flag = CancelFlag::new();
        flag.raise();
        for (budget, stop) in [
            (Budget::new().with_nodes(5000), Stop::Nodes),
            (Budget::new().with_cancel(flag), Stop::Cancelled),
            (Budget::new().with_time(Duration::ZERO), Stop::Time),
        ] {
            let mut control = Control::new(budget);
            let outcome = solver(OptimalHeuristic::Automatic).solve(&far, &mut control);
            let Outcome::Stopped { why, best: None, lower_bound: Some(bound) } = outcome else {
                panic!("{rows}x{columns} gave {outcome:?}");
            };
            assert_eq!((why, control.stats().bytes), (stop, 0));
            let most = u64::from(rows.max(columns) - 1);
            assert!(bound >= far.manhattan_distance().div_ceil(most), "a move carries no more tiles");
        }
    }
}
