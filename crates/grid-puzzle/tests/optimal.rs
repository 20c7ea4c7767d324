//! Shortest solutions against breadth-first truth, A*, published lengths and the other solvers.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use grid_puzzle::{
    Board, Clockwise, Heuristic, Instance, Optimal, Parberry, PatternTables, Snake, Solver, TableError,
};
use motion_core::search::{Space, a_star, explore};
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Stop};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

const HEURISTICS: [Heuristic; 5] = [
    Heuristic::Automatic,
    Heuristic::Manhattan,
    Heuristic::LinearConflict,
    Heuristic::WalkingDistance,
    Heuristic::Patterns,
];

/// All boards of one size, moved by the board's own rules.
struct Boards(Board);

impl Space for Boards {
    type State = Board;
    type Action = Direction;

    fn is_goal(&self, board: &Board) -> bool {
        *board == self.0
    }

    fn successors(&self, board: &Board, visit: &mut impl FnMut(Direction, Board, u32)) {
        for direction in Direction::ALL {
            let mut next = board.clone();
            if next.slide(direction).is_some() {
                visit(direction, next, 1);
            }
        }
    }

    fn lower_bound(&self, board: &Board) -> Option<u32> {
        let instance = Instance::new(board.clone(), self.0.clone()).ok()?;
        Some(instance.manhattan_distance() as u32)
    }
}

fn moves(solver: &impl Solver, instance: &Instance) -> u64 {
    match solver.solve(instance, &mut Control::unlimited()) {
        Outcome::Solved { plan, .. } => instance.verify(&plan).expect("a solution"),
        outcome => panic!("{instance:?} gave {outcome:?}"),
    }
}

/// Solves every board from which a goal can be reached; returns how many, the most moves and their sum.
fn exhaust(solver: &Optimal, goal: &Board) -> (u64, u64, u64) {
    let mut distances = HashMap::new();
    explore(&Boards(goal.clone()), [goal.clone()], &mut Control::unlimited(), |board, depth| {
        distances.insert(board.clone(), depth);
        ControlFlow::Continue(())
    })
    .expect("no limit is set");
    let (mut most, mut sum) = (0, 0);
    for (start, &distance) in &distances {
        let instance = Instance::new(start.clone(), goal.clone()).expect("equal sizes");
        let outcome = solver.solve(&instance, &mut Control::unlimited());
        let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else {
            panic!("{start} gave {outcome:?}");
        };
        assert_eq!(instance.verify(&plan), Ok(u64::from(distance)), "{start}");
        most = most.max(u64::from(distance));
        sum += u64::from(distance);
    }
    (distances.len() as u64, most, sum)
}

fn standard(rows: u32, columns: u32) -> Board {
    Board::solved(rows, columns).expect("a legal size")
}

#[test]
fn all_eight_puzzles_are_solved_by_the_fewest_moves() {
    let (boards, most, sum) = exhaust(&Optimal::default(), &standard(3, 3));
    assert_eq!((boards, most), (181_440, 31));
    assert_eq!((100 * sum + boards / 2) / boards, 2197, "21.97 in the mean");
}

#[test]
fn all_boards_of_two_lines_are_solved_by_the_fewest_moves() {
    for (rows, columns, boards, most) in
        [(2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21), (2, 4, 20_160, 36), (4, 2, 20_160, 36)]
    {
        let (solved, longest, _) = exhaust(&Optimal::default(), &standard(rows, columns));
        assert_eq!((solved, longest), (boards, most), "{rows}x{columns}");
    }
}

#[test]
fn every_heuristic_solves_all_small_boards_to_goals_of_every_blank() {
    for heuristic in HEURISTICS {
        let solver = Optimal::default().with_heuristic(heuristic);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            for blank in 0..rows * columns {
                let mut tiles: Vec<u32> = (1..rows * columns).rev().collect();
                tiles.insert(blank as usize, 0);
                exhaust(&solver, &board(&tiles, columns));
            }
        }
    }
}

fn board(tiles: &[u32], columns: u32) -> Board {
    let rows = tiles.chunks(columns as usize);
    let rows: Vec<_> = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")).collect();
    rows.join("\n").parse().expect("a board")
}

/// A board so many random moves away.
fn walked(goal: &Board, moves: u32, rng: &mut impl Rng) -> Board {
    let mut start = goal.clone();
    for _ in 0..moves {
        start.slide(Direction::from_index(rng.random_range(0..4)));
    }
    start
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn as_short_as_by_a_star_whatever_the_bound(turned: bool, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (rows, columns) = if turned { (4, 3) } else { (3, 4) };
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let instance = Instance::new(walked(&goal, 40, &mut rng), goal.clone()).expect("equal sizes");
        let control = &mut Control::unlimited();
        let path = a_star(&Boards(goal), instance.start().clone(), control).plan().expect("solvable");
        let mut first = None;
        for heuristic in HEURISTICS {
            let walk = Optimal::default().with_heuristic(heuristic).solve(&instance, control).plan();
            let walk = walk.expect("solvable");
            prop_assert_eq!(instance.verify(&walk), Ok(path.cost), "{:?}", heuristic);
            prop_assert_eq!(first.get_or_insert(walk.clone()), &walk);
        }
    }

    #[test]
    fn never_longer_than_by_any_other_solver(rows in 2u32..=6, columns in 2u32..=6, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
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
    }

    #[test]
    fn limits_are_kept_and_bounds_are_true(seed: u64, limit in 0u64..3000, bytes in 0u64..200_000) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = Instance::random(standard(3, 3), &mut rng);
        let length = moves(&Optimal::default(), &instance);
        for heuristic in HEURISTICS {
            let solver = Optimal::default().with_heuristic(heuristic);
            let mut control = Control::new(Budget::unlimited().nodes(limit));
            let outcome = solver.solve(&instance, &mut control);
            prop_assert_eq!(control.stats().bytes, 0);
            if let Outcome::Stopped { why, best, lower_bound } = outcome {
                prop_assert_eq!((why, best), (Stop::Nodes, None));
                prop_assert!(control.stats().nodes <= limit && control.stats().nodes + 512 > limit);
                let bound = lower_bound.expect("every run knows one");
                prop_assert!((instance.manhattan_distance()..=length).contains(&bound));
            }
            // Bytes that do not suffice for tables still do for a search.
            let mut control = Control::new(Budget::unlimited().bytes(bytes));
            let outcome = solver.solve(&instance, &mut control);
            prop_assert!(control.stats().peak_bytes <= bytes);
            prop_assert_eq!(control.stats().bytes, 0);
            match outcome {
                Outcome::Stopped { why: Stop::Bytes, best: None, lower_bound: Some(bound) } if bytes < 4000 => {
                    prop_assert!(bound <= length && (bound > 0 || length == 0));
                }
                outcome => prop_assert!(outcome.is_solved(), "{bytes} bytes: {outcome:?}"),
            }
        }
    }
}

#[test]
fn the_other_half_of_all_boards_is_proved_unsolvable() {
    for text in ["2 1\n3 0", "1 2 3\n4 5 6\n8 7 0", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0"] {
        let instance = Instance::to_standard(text.parse().expect("a board"));
        let mut control = Control::unlimited();
        assert_eq!(Optimal::default().solve(&instance, &mut control), Outcome::Unsolvable);
        assert_eq!(control.stats().nodes, 0);
    }
}

#[test]
fn large_boards_near_the_goal_are_solved_and_others_stopped() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (rows, columns) in [(9, 9), (2, 40), (30, 50)] {
        let goal = standard(rows, columns);
        let near = Instance::to_standard(walked(&goal, 20, &mut rng));
        assert!(moves(&Optimal::default(), &near) <= 20);
        let far = Instance::random(goal, &mut rng);
        let mut control = Control::new(Budget::unlimited().nodes(5000));
        let outcome = Optimal::default().solve(&far, &mut control);
        let Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } = outcome else {
            panic!("{rows}x{columns} gave {outcome:?}");
        };
        assert!(bound >= far.manhattan_distance() && control.stats().nodes == 5000);
    }
}

#[test]
fn cancelled_and_late_runs_stop_with_a_bound() {
    let instance = Instance::random(standard(5, 5), &mut Xoshiro256PlusPlus::seed_from_u64(2));
    let flag = CancelFlag::new();
    flag.raise();
    for (budget, why) in [
        (Budget::unlimited().cancel(flag), Stop::Cancelled),
        (Budget::unlimited().time(Duration::from_millis(20)), Stop::Time),
    ] {
        for heuristic in HEURISTICS {
            let mut control = Control::new(budget.clone());
            let outcome = Optimal::default().with_heuristic(heuristic).solve(&instance, &mut control);
            let Outcome::Stopped { why: stop, best: None, lower_bound: Some(bound) } = outcome else {
                panic!("{heuristic:?} gave {outcome:?}");
            };
            assert_eq!(stop, why);
            assert!(bound >= instance.manhattan_distance());
            assert_eq!(control.stats().bytes, 0);
        }
    }
}

#[test]
fn tables_serve_again_and_are_counted_each_time() {
    let solver = Optimal::default().with_heuristic(Heuristic::Patterns);
    let instance = Instance::random(standard(3, 3), &mut Xoshiro256PlusPlus::seed_from_u64(3));
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

/// The hundred 15-puzzles of Korf 1985, each by the published number of moves. The file holds a line an instance: its
/// number, its moves, its tiles; the goal's blank is at the top left.
#[test]
fn korfs_hundred_fifteen_puzzles_take_the_published_moves() {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let file = env::var_os("MOTION_DATA").map_or_else(beside, PathBuf::from).join("sliding/korf100.txt");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: {} is not there; MOTION_DATA names the folder", file.display());
        return;
    };
    let goal = board(&(0..16).collect::<Vec<_>>(), 4);
    let solver = Optimal::default();
    let mut instances = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let instance = Instance::new(board(&numbers[2..], 4), goal.clone()).expect("equal sizes");
        assert_eq!(moves(&solver, &instance), u64::from(numbers[1]), "number {}", numbers[0]);
        instances += 1;
    }
    assert_eq!(instances, 100);
}

fn written(goal: &Board) -> Vec<u8> {
    let tables = PatternTables::new(goal, &mut Control::unlimited()).expect("no limit is set");
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
        let tables = PatternTables::read(&mut rest, &mut control).expect("what was written");
        assert_eq!((rest.len(), control.stats().bytes), (0, 0));
        assert!(control.stats().peak_bytes >= tables.bytes());
        assert!(tables.fits(&goal) && !tables.fits(&standard(columns + 1, rows)));
        let loaded = Optimal::default().with_heuristic(Heuristic::Patterns).with_tables(tables);
        let made = Optimal::default().with_heuristic(Heuristic::Patterns);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        assert!(made.tables().is_none());
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
        loaded.tables().expect("they were given").write(&mut again).expect("memory takes everything");
        assert_eq!(again, file);
    }
}

#[test]
fn damaged_tables_are_never_read() {
    let file = written(&standard(2, 3));
    let read = |mut file: &[u8]| PatternTables::read(&mut file, &mut Control::unlimited());
    for place in 0..file.len() {
        for flipped in [1, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[place] ^= flipped;
            let mut control = Control::unlimited();
            let error =
                PatternTables::read(&mut damaged.as_slice(), &mut control).expect_err("damage is seen");
            assert_eq!(control.stats().bytes, 0);
            let is_foreign = matches!(error, TableError::Foreign);
            assert_eq!(is_foreign, place < 8, "byte {place}: {error}");
        }
        assert!(matches!(read(&file[..place]), Err(TableError::Truncated)), "{place} bytes");
    }
    let mut control = Control::new(Budget::unlimited().bytes(1000));
    let refused = PatternTables::read(&mut file.as_slice(), &mut control);
    assert!(matches!(refused, Err(TableError::Stopped(Stop::Bytes))));
}

#[test]
fn threads_share_a_solver() {
    let solver = Optimal::default().with_heuristic(Heuristic::Patterns);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let instances: Vec<_> = (0..8).map(|_| Instance::random(standard(3, 3), &mut rng)).collect();
    let alone: Vec<_> = instances.iter().map(|instance| moves(&Optimal::default(), instance)).collect();
    let together: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> =
            instances.iter().map(|instance| scope.spawn(|| moves(&solver, instance))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(together, alone);
}
