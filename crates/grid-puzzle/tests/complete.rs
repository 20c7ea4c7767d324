//! Complete tables against breadth-first search by the board's own rules, and against IDA*.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::{Board, CompleteTable, Instance, Metric, Optimal, PatternTables, Solver, TableError};
use motion_core::search::{Space, explore};
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Stop, Walk};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// All boards, moved by one tile or by any number of tiles at once.
struct Boards(Metric);

impl Space for Boards {
    type State = Board;
    type Action = ();

    fn is_goal(&self, _: &Board) -> bool {
        false
    }

    fn successors(&self, board: &Board, visit: &mut impl FnMut((), Board, u32)) {
        for direction in Direction::ALL {
            let mut next = board.clone();
            while next.slide(direction).is_some() {
                visit((), next.clone(), 1);
                if self.0 == Metric::Single {
                    break;
                }
            }
        }
    }
}

fn distances(goal: &Board, metric: Metric) -> HashMap<Board, u32> {
    let mut distances = HashMap::new();
    explore(&Boards(metric), [goal.clone()], &mut Control::unlimited(), |board, depth| {
        distances.insert(board.clone(), depth);
        ControlFlow::Continue(())
    })
    .expect("no limit is set");
    distances
}

fn table(goal: &Board, metric: Metric) -> CompleteTable {
    let mut control = Control::unlimited();
    let table = CompleteTable::new(goal, metric, &mut control).expect("few cells, no limit");
    assert_eq!(control.stats().bytes, 0);
    assert!(control.stats().peak_bytes >= table.bytes() - 8 * table.boards_by_distance().len() as u64);
    assert_eq!(control.stats().nodes, table.boards_by_distance().iter().sum::<u64>());
    table
}

/// Compares every board; returns the greatest distance.
fn exhaust(goal: &Board, metric: Metric) -> u32 {
    let truth = distances(goal, metric);
    let table = table(goal, metric);
    let mut counts = vec![0; table.boards_by_distance().len()];
    for (start, &distance) in &truth {
        let instance = Instance::new(start.clone(), goal.clone()).expect("equal sizes");
        assert_eq!(table.distance(&instance), Some(distance), "{metric:?}: {start}");
        let outcome = table.solve(&instance, &mut Control::unlimited());
        let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("{outcome:?}") };
        assert_eq!(instance.verify(&plan), Ok(plan.len() as u64));
        assert_eq!(metric.moves(&plan), u64::from(distance));
        counts[distance as usize] += 1;
    }
    assert_eq!(table.boards_by_distance(), counts);
    counts.len() as u32 - 1
}

fn standard(rows: u32, columns: u32) -> Board {
    Board::solved(rows, columns).expect("a legal size")
}

#[test]
fn all_boards_have_the_distances_of_a_plain_search() {
    for (rows, columns, single, multi) in
        [(2, 2, 6, 6), (2, 3, 21, 20), (3, 2, 21, 20), (2, 4, 36, 25), (4, 2, 36, 25), (3, 3, 31, 24)]
    {
        let goal = standard(rows, columns);
        let most = [Metric::Single, Metric::Multi].map(|metric| exhaust(&goal, metric));
        assert_eq!(most, [single, multi], "{rows}x{columns}");
    }
}

#[test]
fn every_blank_and_every_order_of_tiles_may_be_the_goal() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blank in 0..rows * columns {
            let mut goal = standard(rows, columns);
            while goal.blank().0 != blank {
                goal.slide(Direction::from_index(rng.random_range(0..4)));
            }
            exhaust(&goal, Metric::Single);
            exhaust(&goal, Metric::Multi);
        }
    }
}

#[test]
fn the_longest_of_two_by_five_takes_55_moves() {
    for (rows, columns) in [(2, 5), (5, 2)] {
        let table = table(&standard(rows, columns), Metric::Single);
        let boards = table.boards_by_distance();
        assert_eq!((boards.len(), boards.iter().sum::<u64>()), (56, 1_814_400));
    }
}

#[test]
fn solutions_are_those_of_ida_star_move_by_move() {
    let goal = standard(3, 3);
    let table = table(&goal, Metric::Single);
    let solver = Optimal::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..300 {
        let instance = Instance::random(goal.clone(), &mut rng);
        let [walk, other]: [Option<Walk>; 2] = [
            table.solve(&instance, &mut Control::unlimited()).plan(),
            solver.solve(&instance, &mut Control::unlimited()).plan(),
        ];
        assert_eq!(walk, other);
    }
}

#[test]
fn other_boards_are_not_answered() {
    let table = table(&standard(2, 3), Metric::Single);
    let twisted = Instance::to_standard("2 1 3\n4 5 0".parse().expect("a board"));
    assert_eq!(table.distance(&twisted), None);
    assert_eq!(table.solve(&twisted, &mut Control::unlimited()), Outcome::Unsolvable);
    for instance in [
        Instance::to_standard(standard(3, 2)),
        Instance::new(standard(2, 3), "0 1 2\n3 4 5".parse().expect("a board")).expect("equal sizes"),
    ] {
        assert!(!table.fits(instance.goal()));
        assert_eq!(table.distance(&instance), None);
        assert_eq!(table.solve(&instance, &mut Control::unlimited()), Outcome::stopped(Stop::Untreated));
    }
    let large = CompleteTable::new(&standard(2, 7), Metric::Single, &mut Control::unlimited());
    assert_eq!(large.err(), Some(Stop::Untreated));
}

#[test]
fn limits_end_the_making() {
    let flag = CancelFlag::new();
    flag.raise();
    let goal = standard(3, 3);
    for (budget, why) in [
        (Budget::unlimited().nodes(181_439), Stop::Nodes),
        (Budget::unlimited().bytes(90_000), Stop::Bytes),
        (Budget::unlimited().cancel(flag), Stop::Cancelled),
        (Budget::unlimited().time(Duration::ZERO), Stop::Time),
    ] {
        let mut control = Control::new(budget);
        assert_eq!(CompleteTable::new(&goal, Metric::Single, &mut control).err(), Some(why));
        assert_eq!(control.stats().bytes, 0);
    }
    let instance = Instance::to_standard("8 6 7\n2 5 4\n3 0 1".parse().expect("a board"));
    let table = table(&goal, Metric::Single);
    let outcome = table.solve(&instance, &mut Control::new(Budget::unlimited().nodes(30)));
    assert_eq!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(31) });
}

#[test]
fn tables_from_a_file_are_the_same_and_damage_is_seen() {
    for metric in [Metric::Single, Metric::Multi] {
        let goal = standard(2, 3);
        let table = table(&goal, metric);
        let mut file = Vec::new();
        table.write(&mut file).expect("memory takes everything");
        let mut control = Control::unlimited();
        let read = CompleteTable::read(&mut file.as_slice(), &mut control).expect("what was written");
        assert_eq!((control.stats().bytes, read.metric(), read.bytes()), (0, metric, table.bytes()));
        for start in distances(&goal, Metric::Single).into_keys() {
            let instance = Instance::new(start, goal.clone()).expect("equal sizes");
            assert_eq!(read.distance(&instance), table.distance(&instance));
        }
        for place in 0..file.len() {
            let mut damaged = file.clone();
            damaged[place] ^= 0x10;
            let error = CompleteTable::read(&mut damaged.as_slice(), &mut Control::unlimited());
            assert!(error.is_err(), "byte {place}");
            let cut = CompleteTable::read(&mut &file[..place], &mut Control::unlimited());
            assert!(matches!(cut, Err(TableError::Truncated)), "{place} bytes");
        }
        let other = PatternTables::read(&mut file.as_slice(), &mut Control::unlimited());
        assert!(matches!(other, Err(TableError::OtherKind)));
    }
}
