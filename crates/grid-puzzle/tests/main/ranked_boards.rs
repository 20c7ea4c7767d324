//! All boards of a size as ranks: conversion, both kinds of search, and neighbourhoods.

use std::ops::ControlFlow;
use std::thread;

use grid_puzzle::internal::{RankedBoards, RankingError};
use grid_puzzle::{Board, MoveMetric, Tile};
use motion_core::Control;
use motion_core::internal::{RankGroup, RankVisitor, RankedSpace, explore_ranked};
use motion_core::search::{PackedSpace, Space, breadth_first, explore};
use rand::RngExt;

use crate::boards::{self, reachable, seeded, standard};

const METRICS: [MoveMetric; 2] = [MoveMetric::SingleTile, MoveMetric::MultiTile];

fn ranked(rows: u32, columns: u32, metric: MoveMetric) -> RankedBoards {
    RankedBoards::new(standard(rows, columns), metric).expect("few cells")
}

#[test]
fn every_board_has_one_rank_and_every_rank_its_depth() {
    for metric in METRICS {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
            let space = ranked(rows, columns, metric);
            let mut depths = vec![None; RankedSpace::states(&space) as usize];
            let start = [space.goal_rank()];
            let counts = explore_ranked(&space, start, &mut Control::unlimited(), |group, depth| {
                group.ranks().for_each(|rank| depths[rank as usize] = Some(depth));
            });
            for (board, depth) in reachable(space.goal(), metric) {
                let rank = space.rank(&board).expect("it can reach the goal");
                assert_eq!(space.board(rank), board);
                assert_eq!(depths[rank as usize].take(), Some(depth), "{board}");
            }
            assert!(depths.iter().all(Option::is_none), "as many boards as ranks");
            let mut by_depth = Vec::new();
            let states = explore(&space, start, &mut Control::unlimited(), |_, depth| {
                by_depth.resize(depth as usize + 1, 0);
                by_depth[depth as usize] += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(states, Ok(RankedSpace::states(&space) as usize));
            assert_eq!(counts, Ok(by_depth));
        }
    }
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn bounds_are_distances_and_never_too_great() {
    for metric in METRICS {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            let space = ranked(rows, columns, metric);
            let goal = space.goal();
            let place = |cell: u32| (cell / columns, cell % columns);
            let carried = if metric == MoveMetric::SingleTile { 1 } else { rows.max(columns) - 1 };
            let mut bounds = 0;
            for (board, depth) in reachable(goal, metric) {
                let distance = |(cell, tile): (usize, &Tile)| {
                    let at = goal.tiles().iter().position(|other| other == tile).expect("the same tiles");
                    let ((row, column), (goal_row, goal_column)) = (place(cell as u32), place(at as u32));
                    row.abs_diff(goal_row) + column.abs_diff(goal_column)
                };
                let tiles =
                    board.tiles().iter().enumerate().filter(|(_, tile)| **tile != goal.tile(goal.blank()));
                let expected = tiles.map(distance).sum::<u32>().div_ceil(carried);
                let bound = space.lower_bound(space.rank(&board).expect("it can reach the goal"));
                assert_eq!(bound, expected, "{board}");
                assert!(bound <= depth, "{board}");
                bounds += bound;
            }
            assert!(bounds > 0);
        }
    }
}

/// A visitor that collects the ranks of successors.
struct Successors(Vec<u64>);

impl RankVisitor for Successors {
    fn visit(&mut self, rank: u64) {
        self.0.push(rank);
    }
}

/// Returns the successors of these ascending ranks.
fn expanded(space: &RankedBoards, ranks: &[u64]) -> Vec<u64> {
    let len = u64::from(space.neighbourhood_len());
    let mut successors = Successors(Vec::new());
    for ranks in ranks.chunk_by(|one, next| one / len == next / len) {
        let first = ranks[0] / len * len;
        let offsets: Vec<u32> = ranks.iter().map(|rank| (rank - first) as u32).collect();
        space.expand(&mut (), &RankGroup { first, offsets: &offsets }, &mut successors);
    }
    successors.0
}

#[test]
fn threads_share_a_level_by_ranges_of_ranks() {
    for metric in METRICS {
        let space = &ranked(2, 4, metric);
        let mut is_known = vec![false; RankedSpace::states(space) as usize];
        let mut level = vec![space.goal_rank()];
        let mut counts = Vec::new();
        while !level.is_empty() {
            for &rank in &level {
                is_known[rank as usize] = true;
            }
            counts.push(level.len() as u64);
            let mut next: Vec<u64> = thread::scope(|scope| {
                let parts = level.chunks(level.len().div_ceil(3));
                let threads: Vec<_> = parts.map(|part| scope.spawn(|| expanded(space, part))).collect();
                threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
            });
            next.retain(|&rank| !is_known[rank as usize]);
            next.sort_unstable();
            next.dedup();
            level = next;
        }
        let start = [space.goal_rank()];
        assert_eq!(explore_ranked(space, start, &mut Control::unlimited(), |_, _| ()), Ok(counts));
    }
}

#[test]
fn boards_of_any_size_are_converted() {
    let mut rng = seeded(3);
    for (rows, columns) in [(3, 3), (3, 4), (4, 4), (2, 8), (3, 5), (4, 5), (2, 10), (10, 2)] {
        let goal = boards::random(rows, columns, &mut rng).start().clone();
        let space = RankedBoards::new(goal.clone(), MoveMetric::MultiTile).expect("few cells");
        assert_eq!(space.rank(&goal), Some(space.goal_rank()));
        for _ in 0..100 {
            let rank = rng.random_range(0..RankedSpace::states(&space));
            assert_eq!(space.rank(&space.board(rank)), Some(rank));
            assert_eq!(space.unpack(&space.pack(&rank)), rank);
        }
    }
    assert_eq!(RankedSpace::states(&ranked(4, 4, MoveMetric::SingleTile)), 10_461_394_944_000);
}

#[test]
fn boards_without_ranks_are_refused() {
    let space = ranked(2, 3, MoveMetric::SingleTile);
    for other in ["2 1 3\n4 5 0", "1 2\n3 4\n5 0", "1 2 3\n4 0 0"] {
        assert_eq!(space.rank(&other.parse::<Board>().expect("a board")), None, "{other}");
    }
    let large = RankedBoards::new(standard(3, 7), MoveMetric::SingleTile);
    assert_eq!(large.err(), Some(RankingError::TooManyCells { cells: 21, most: 20 }));
    let two = Board::solved_with_blanks(2, 3, 2).expect("a legal size");
    let two = RankedBoards::new(two, MoveMetric::SingleTile);
    assert_eq!(two.err(), Some(RankingError::SeveralBlanks { blanks: 2 }));
}

#[test]
fn paths_are_shortest_ones() {
    for (metric, most) in [(MoveMetric::SingleTile, 31), (MoveMetric::MultiTile, 24)] {
        let space = ranked(3, 3, metric);
        let start = "8 6 7\n2 5 4\n3 0 1".parse().expect("a board");
        let start = space.rank(&start).expect("it can reach the goal");
        let path = breadth_first(&space, start, &mut Control::unlimited()).plan().expect("solvable");
        assert!(path.cost <= most);
        let mut board = space.board(start);
        for (direction, tiles) in path.actions {
            (0..tiles).for_each(|_| assert!(board.slide(direction).is_some()));
        }
        assert_eq!(board, *space.goal());
    }
}

#[test]
fn moves_along_rows_stay_in_a_neighbourhood() {
    let mut rng = seeded(4);
    for (rows, columns) in [(3, 3), (2, 5), (3, 4), (4, 4)] {
        let space = ranked(rows, columns, MoveMetric::SingleTile);
        assert!(PackedSpace::is_reversible(&space));
        let (mut moves, mut stays) = (0, 0);
        for _ in 0..1000 {
            let rank = rng.random_range(0..RankedSpace::states(&space));
            let home = space.neighbourhood(&space.pack(&rank));
            Space::successors(&space, &mut (), &rank, &mut |(direction, _), next, _| {
                let stay = space.neighbourhood(&space.pack(&next)) == home;
                let is_along_row = direction.delta().0 == 0;
                assert!(stay || !is_along_row);
                moves += 1;
                stays += u32::from(stay);
            });
        }
        assert!(2 * stays > moves, "{rows}x{columns}: {stays} of {moves} stay");
    }
}

#[test]
fn fingerprints_tell_spaces_apart_and_never_change() {
    let spaces = [(3, 4), (4, 3), (4, 4)].map(|(rows, columns)| {
        METRICS.map(|metric| RankedSpace::fingerprint(&ranked(rows, columns, metric)))
    });
    let mut prints = spaces.concat();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!(prints.len(), 6);
    assert_eq!(spaces[0], [7_205_150_667_243_863_782, 159_121_411_275_633_862]);
    let space = ranked(3, 4, MoveMetric::SingleTile);
    assert_eq!(PackedSpace::fingerprint(&space), spaces[0][0]);
}
