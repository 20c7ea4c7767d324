//! Complete tables, compared with breadth-first search by the board's own rules and with IDA*.

use std::time::Duration;

use grid_puzzle::tables::{CompleteTable, PatternDatabases, TableError};
use grid_puzzle::{Board, Instance, MoveMetric, Optimal};
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Solver, Stop};
use rand::RngExt;

use crate::boards::{self, reachable, seeded, standard};
use crate::verified::solve;

fn table(goal: &Board, metric: MoveMetric) -> CompleteTable {
    let mut control = Control::unlimited();
    let table = CompleteTable::new(goal, metric, &mut control).expect("few cells, no limit");
    assert_eq!(control.stats().bytes, 0);
    assert!(control.stats().peak_bytes >= table.bytes() - 8 * table.boards_by_distance().len() as u64);
    assert_eq!(control.stats().nodes, table.boards_by_distance().iter().sum::<u64>());
    table
}

/// Compares every board; returns the greatest distance.
fn exhaust(goal: &Board, metric: MoveMetric) -> u32 {
    let table = table(goal, metric);
    let mut counts = vec![0; table.boards_by_distance().len()];
    for (start, distance) in reachable(goal, metric) {
        let instance = Instance::new(start, goal.clone()).expect("equal sizes");
        assert_eq!(table.distance(&instance), Some(distance), "{metric:?}: {instance:?}");
        let outcome = table.solve(&instance, &mut Control::unlimited());
        let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("{outcome:?}") };
        assert_eq!(instance.verify(&plan).map(|metrics| metrics.moves), Ok(plan.len() as u64));
        assert_eq!(metric.moves(&plan), u64::from(distance));
        counts[distance as usize] += 1;
    }
    assert_eq!(table.boards_by_distance(), counts);
    counts.len() as u32 - 1
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn all_boards_of_two_lines_have_the_distances_of_a_plain_search() {
    for (rows, columns, single, multi) in
        [(2, 2, 6, 6), (2, 3, 21, 20), (3, 2, 21, 20), (2, 4, 36, 25), (4, 2, 36, 25)]
    {
        let goal = standard(rows, columns);
        let most = [MoveMetric::SingleTile, MoveMetric::MultiTile].map(|metric| exhaust(&goal, metric));
        assert_eq!(most, [single, multi], "{rows}x{columns}");
    }
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn all_eight_puzzles_have_the_distances_of_a_plain_search() {
    let most = [MoveMetric::SingleTile, MoveMetric::MultiTile].map(|metric| exhaust(&standard(3, 3), metric));
    assert_eq!(most, [31, 24]);
}

#[test]
fn every_blank_and_every_order_of_tiles_may_be_the_goal() {
    let mut rng = seeded(7);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blank in 0..rows * columns {
            let mut goal = standard(rows, columns);
            while goal.blank().0 != blank {
                goal.slide(Direction::from_index(rng.random_range(0..4)));
            }
            exhaust(&goal, MoveMetric::SingleTile);
            exhaust(&goal, MoveMetric::MultiTile);
        }
    }
}

#[test]
fn the_longest_of_two_by_five_takes_55_moves() {
    for (rows, columns) in [(2, 5), (5, 2)] {
        let table = table(&standard(rows, columns), MoveMetric::SingleTile);
        let boards = table.boards_by_distance();
        assert_eq!((boards.len(), boards.iter().sum::<u64>()), (56, 1_814_400));
    }
}

#[test]
fn solutions_are_those_of_ida_star_move_by_move() {
    let goal = standard(3, 3);
    let table = table(&goal, MoveMetric::SingleTile);
    let solver = Optimal::default();
    let mut rng = seeded(8);
    for _ in 0..300 {
        let instance = boards::random(3, 3, &mut rng);
        let walk = table.solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
        let (other, _) = solve(&solver, &instance);
        assert_eq!(walk, other);
    }
}

#[test]
fn other_boards_are_not_answered() {
    let table = table(&standard(2, 3), MoveMetric::SingleTile);
    let twisted: Instance = "2 1 3\n4 5 0".parse().expect("an instance");
    assert_eq!(table.distance(&twisted), None);
    assert_eq!(table.solve(&twisted, &mut Control::unlimited()), Outcome::Unsolvable);
    for instance in [
        Instance::standard(standard(3, 2)),
        Instance::new(standard(2, 3), "0 1 2\n3 4 5".parse().expect("a board")).expect("equal sizes"),
    ] {
        assert!(!table.fits(instance.goal()));
        assert_eq!(table.distance(&instance), None);
        assert_eq!(table.solve(&instance, &mut Control::unlimited()), Outcome::stopped(Stop::Unsupported));
    }
    let large = CompleteTable::new(&standard(2, 7), MoveMetric::SingleTile, &mut Control::unlimited());
    assert_eq!(large.err(), Some(Stop::Unsupported));
}

#[test]
fn limits_end_the_making() {
    let flag = CancelFlag::new();
    flag.raise();
    let goal = standard(3, 3);
    for (budget, why) in [
        (Budget::new().with_nodes(181_439), Stop::Nodes),
        (Budget::new().with_bytes(90_000), Stop::Memory),
        (Budget::new().with_cancel(flag), Stop::Cancelled),
        (Budget::new().with_time(Duration::ZERO), Stop::Time),
    ] {
        let mut control = Control::new(budget);
        assert_eq!(CompleteTable::new(&goal, MoveMetric::SingleTile, &mut control).err(), Some(why));
        assert_eq!(control.stats().bytes, 0);
    }
    let instance: Instance = "8 6 7\n2 5 4\n3 0 1".parse().expect("an instance");
    let table = table(&goal, MoveMetric::SingleTile);
    let outcome = table.solve(&instance, &mut Control::new(Budget::new().with_nodes(30)));
    assert_eq!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(31) });
}

#[test]
fn tables_from_a_file_are_the_same_and_damage_is_seen() {
    for metric in [MoveMetric::SingleTile, MoveMetric::MultiTile] {
        let goal = standard(2, 3);
        let table = table(&goal, metric);
        let mut file = Vec::new();
        table.write(&mut file).expect("memory takes everything");
        let mut control = Control::unlimited();
        let read = CompleteTable::read(&mut file.as_slice(), &mut control).expect("what was written");
        assert_eq!((control.stats().bytes, read.metric(), read.bytes()), (0, metric, table.bytes()));
        for (start, _) in reachable(&goal, MoveMetric::SingleTile) {
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
        let other = PatternDatabases::read(&mut file.as_slice(), &mut Control::unlimited());
        assert!(matches!(other, Err(TableError::OtherKind)));
    }
}
