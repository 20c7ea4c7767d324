//! Shortest solutions, compared with breadth-first search, A*, published lengths and the other
//! solvers.

use std::fs;
use std::thread;

use grid_puzzle::clockwise::Clockwise;
use grid_puzzle::internal::OptimalHeuristic;
use grid_puzzle::tables::{PatternDatabases, TableError};
use grid_puzzle::{Board, Instance, MoveMetric, Optimal, Parberry, Snake};
use motion_core::search::a_star;
use motion_core::{Budget, Control, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use proptest::prelude::*;

use crate::boards::{self, Boards, board, reachable, reversed_goals, seeded, standard, walked};
use crate::properties::for_all;
use crate::verified::{moves, solve};
use motion_testing::published;

pub(crate) const HEURISTICS: [OptimalHeuristic; 5] = [
    OptimalHeuristic::Automatic,
    OptimalHeuristic::Manhattan,
    OptimalHeuristic::LinearConflict,
    OptimalHeuristic::WalkingDistance,
    OptimalHeuristic::PatternDatabases,
];

/// Solves one in `one_of` of the boards from which a goal can be reached. Returns the number of
/// these boards, the greatest number of moves and the sum of all.
fn exhaust(solver: &Optimal, goal: &Board, one_of: usize) -> (u64, u32, u64) {
    let distances = reachable(goal, MoveMetric::SingleTile);
    for (start, distance) in distances.iter().step_by(one_of) {
        let instance = Instance::new(start.clone(), goal.clone()).expect("equal sizes");
        let (walk, quality) = solve(solver, &instance);
        assert_eq!((walk.len() as u64, quality), (u64::from(*distance), Quality::Optimal), "{start}");
    }
    let (_, most) = *distances.last().expect("the goal itself");
    let sum = distances.iter().map(|&(_, distance)| u64::from(distance)).sum();
    (distances.len() as u64, most, sum)
}

#[test]
fn eight_puzzles_are_solved_by_the_fewest_moves() {
    let one_of = cases(20, 1);
    let (boards, most, sum) = exhaust(&Optimal::default(), &standard(3, 3), one_of);
    assert_eq!((boards, most), (181_440, 31));
    assert_eq!((100 * sum + boards / 2) / boards, 2197, "21.97 on average");
}

#[test]
fn all_boards_of_two_lines_are_solved_by_the_fewest_moves() {
    for (rows, columns, boards, most) in
        [(2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21), (2, 4, 20_160, 36), (4, 2, 20_160, 36)]
    {
        let (solved, longest, _) = exhaust(&Optimal::default(), &standard(rows, columns), 1);
        assert_eq!((solved, longest), (boards, most), "{rows}x{columns}");
    }
}

#[test]
fn every_heuristic_solves_all_small_boards_to_goals_of_every_blank() {
    for heuristic in HEURISTICS {
        let solver = Optimal::default().with_heuristic(heuristic);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            for goal in reversed_goals(rows, columns) {
                exhaust(&solver, &goal, 1);
            }
        }
    }
}

#[test]
fn random_boards_take_as_few_moves_as_by_a_star_whatever_the_bound() {
    let cases = cases(1, 12);
    for_all(cases, any::<(bool, u64)>(), |(turned, seed)| {
        let mut rng = seeded(seed);
        let (rows, columns) = if turned { (4, 3) } else { (3, 4) };
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let instance = Instance::new(walked(&goal, 40, &mut rng), goal.clone()).expect("equal sizes");
        let space = Boards { goal, metric: MoveMetric::SingleTile };
        let outcome = a_star(
            &space,
            |board: &_| space.lower_bound(board),
            instance.start().clone(),
            &mut Control::unlimited(),
        );
        let path = outcome.plan().expect("solvable");
        let mut first = None;
        for heuristic in HEURISTICS {
            let (walk, _) = solve(&Optimal::default().with_heuristic(heuristic), &instance);
            prop_assert_eq!(walk.len() as u64, path.cost, "{:?}", heuristic);
            prop_assert_eq!(first.get_or_insert(walk.clone()), &walk);
        }
        Ok(())
    });
}

#[test]
fn never_longer_than_by_any_other_solver() {
    for_all(12, (2u32..=6, 2u32..=6, any::<u64>()), |(rows, columns, seed)| {
        let mut rng = seeded(seed);
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let instance = Instance::new(walked(&goal, 25, &mut rng), goal).expect("equal sizes");
        let optimal = moves(&Optimal::default(), &instance);
        let others: [u64; 4] = [
            moves(&Parberry::default(), &instance),
            moves(&Snake::default(), &instance),
            moves(&Clockwise::default(), &instance),
            moves(&Clockwise::anywhere(), &instance),
        ];
        prop_assert!(others.iter().all(|&other| optimal <= other), "{} {:?}", optimal, others);
        prop_assert!(optimal >= instance.manhattan_distance());
        Ok(())
    });
}

#[test]
fn the_other_half_of_all_boards_is_proved_unsolvable() {
    for text in ["2 1\n3 0", "1 2 3\n4 5 6\n8 7 0", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0"] {
        let instance = Instance::standard(text.parse().expect("a board"));
        let mut control = Control::unlimited();
        assert_eq!(Optimal::default().solve(&instance, &mut control), Outcome::Unsolvable);
        assert_eq!(control.stats().nodes, 0);
    }
}

#[test]
fn large_boards_near_the_goal_are_solved_and_others_stopped() {
    let mut rng = seeded(1);
    for (rows, columns) in [(9, 9), (2, 40), (30, 50)] {
        let goal = standard(rows, columns);
        let near = Instance::standard(walked(&goal, 20, &mut rng));
        assert!(moves(&Optimal::default(), &near) <= 20);
        let far = Instance::random(goal, &mut rng);
        let mut control = Control::new(Budget::new().with_nodes(5000));
        let outcome = Optimal::default().solve(&far, &mut control);
        let Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } = outcome else {
            panic!("{rows}x{columns} gave {outcome:?}");
        };
        assert!(bound >= far.manhattan_distance() && control.stats().nodes == 5000);
    }
}

#[test]
fn tables_serve_again_and_are_counted_each_time() {
    let solver = Optimal::default().with_heuristic(OptimalHeuristic::PatternDatabases);
    let instance = boards::random(3, 3, &mut seeded(3));
    let runs = [(); 2].map(|()| {
        let mut control = Control::unlimited();
        assert!(solver.solve(&instance, &mut control).is_solved());
        *control.stats()
    });
    assert!(runs[1].nodes < runs[0].nodes, "{runs:?}");
    assert!(runs[1].peak_bytes >= 2 * 6561 && runs[1].peak_bytes < runs[0].peak_bytes, "{runs:?}");
    let mut control = Control::unlimited();
    assert!(solver.clone().solve(&instance, &mut control).is_solved());
    assert_eq!(*control.stats(), runs[1], "clones share them");
}

/// Solves the first 15-puzzles of Korf 1985, each by the published number of moves. The file has
/// one line per instance: its number, its moves and its tiles. The goal's blank is at the top left.
#[test]
fn korfs_fifteen_puzzles_take_the_published_moves() {
    let first = cases(2, 100);
    let Some(file) = published("sliding/korf100.txt") else { return };
    let text = fs::read_to_string(file).expect("a text");
    let goal = board(&(0..16).collect::<Vec<_>>(), 4);
    let solver = Optimal::default();
    let mut instances = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).take(first) {
        let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let instance = Instance::new(board(&numbers[2..], 4), goal.clone()).expect("equal sizes");
        assert_eq!(moves(&solver, &instance), u64::from(numbers[1]), "number {}", numbers[0]);
        instances += 1;
    }
    assert_eq!(instances, first);
}

fn written(goal: &Board) -> Vec<u8> {
    let tables = PatternDatabases::new(goal, MoveMetric::SingleTile, &mut Control::unlimited())
        .expect("no limit is set");
    let mut file = Vec::new();
    tables.write(&mut file).expect("memory takes everything");
    file
}

#[test]
fn tables_from_a_file_are_as_good_as_new_ones() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3)] {
        let goal = standard(rows, columns);
        let file = written(&goal);
        let mut rest = file.as_slice();
        let mut control = Control::unlimited();
        let tables = PatternDatabases::read(&mut rest, &mut control).expect("what was written");
        assert_eq!((rest.len(), control.stats().bytes), (0, 0));
        assert!(control.stats().peak_bytes >= tables.bytes());
        assert!(tables.fits(&goal) && !tables.fits(&standard(columns + 1, rows)));
        let loaded =
            Optimal::default().with_heuristic(OptimalHeuristic::PatternDatabases).with_databases(tables);
        let made = Optimal::default().with_heuristic(OptimalHeuristic::PatternDatabases);
        let mut rng = seeded(5);
        assert!(made.databases().is_none());
        let first = Instance::random(goal.clone(), &mut rng);
        assert_eq!(moves(&made, &first), moves(&loaded, &first));
        for _ in 0..20 {
            let instance = Instance::random(goal.clone(), &mut rng);
            let runs = [&made, &loaded].map(|solver| {
                let mut control = Control::unlimited();
                let outcome = solver.solve(&instance, &mut control);
                (outcome, *control.stats())
            });
            assert_eq!(runs[0], runs[1], "the same search");
        }
        let mut again = Vec::new();
        loaded.databases().expect("they were given").write(&mut again).expect("memory takes everything");
        assert_eq!(again, file);
    }
}

#[test]
fn damaged_tables_are_never_read() {
    let file = written(&standard(2, 3));
    let read = |mut file: &[u8]| PatternDatabases::read(&mut file, &mut Control::unlimited());
    for place in 0..file.len() {
        for flipped in [1, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[place] ^= flipped;
            let mut control = Control::unlimited();
            let error =
                PatternDatabases::read(&mut damaged.as_slice(), &mut control).expect_err("damage is seen");
            assert_eq!(control.stats().bytes, 0);
            let is_foreign = matches!(error, TableError::NotATable);
            assert_eq!(is_foreign, place < 8, "byte {place}: {error}");
        }
        assert!(matches!(read(&file[..place]), Err(TableError::Truncated)), "{place} bytes");
    }
    let mut control = Control::new(Budget::new().with_bytes(1000));
    let refused = PatternDatabases::read(&mut file.as_slice(), &mut control);
    assert!(matches!(refused, Err(TableError::Stopped(Stop::Memory))));
}

#[test]
fn threads_share_a_solver() {
    let solver = Optimal::default().with_heuristic(OptimalHeuristic::PatternDatabases);
    let mut rng = seeded(6);
    let instances: Vec<_> = (0..8).map(|_| boards::random(3, 3, &mut rng)).collect();
    let alone: Vec<_> = instances.iter().map(|instance| moves(&Optimal::default(), instance)).collect();
    let together: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> =
            instances.iter().map(|instance| scope.spawn(|| moves(&solver, instance))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(together, alone);
}
