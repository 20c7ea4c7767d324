//! Tests of budgets: the memory held and released, and the state when a budget ends.

use alloc::vec::Vec;

use motion_core::internal::Metered;
use motion_core::sink::Sink;
use motion_core::{Budget, Configuration, Control, Grid, Move, Plan, Stop, Token, Vertex};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

use super::blanks::routes;
use super::settings::{Setting, graph, settings};
use crate::board::{BlankRoute, GoalDistances, OperationError, WorkingBoard};

/// The documented memory: 29 bytes for each vertex, 4 for each robot, 12 for each move, and the
/// distances to goals.
fn documented_bytes(setting: &Setting, goal_distances: u64) -> u64 {
    29 * setting.graph.vertex_count() as u64 + 4 * setting.places.len() as u64 + goal_distances
}

/// A robot alone on an edge.
fn shuttle() -> Setting {
    let places = alloc::vec![Vertex(0)];
    let graph = graph(2, [(0, 1)]);
    Setting { graph, grid: None, goals: places.clone(), places, locked: alloc::vec![false; 2] }
}

/// Moves the robot back and forth until the budget ends; returns the result and the number of
/// moves.
fn run(board: &mut WorkingBoard, moves: usize) -> (Result<(), OperationError>, usize) {
    let steps = [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(0))].into_iter().cycle();
    let result = steps.take(moves).try_for_each(|(from, to)| board.step(from, to));
    (result, board.trail().len())
}

#[test]
fn what_is_held_is_given_back() {
    let setting = shuttle();
    let mut control = Control::unlimited();
    control.hold(1000).expect("no limit");
    {
        let mut board = setting.board(&mut control);
        let empty = 1000 + documented_bytes(&setting, board.goal_distances().heap_bytes());
        assert_eq!(board.goal_distances().heap_bytes(), 4);
        assert_eq!(board.control().stats().bytes, empty);
        let mut sink = Plan::new();
        for (more, capacity) in [(1, 256), (255, 256), (1, 512), (1000, 2048)] {
            let from = board.vertex_of(Token(0));
            let path = [from, Vertex(1 - from.0)];
            for turn in 0..more {
                assert_eq!(board.step(path[turn % 2], path[1 - turn % 2]), Ok(()));
            }
            assert_eq!(board.control().stats().bytes, empty + 12 * capacity);
        }
        // The trail keeps its memory, and the sink's memory is added once.
        let mut metered = Metered::new(&mut sink);
        for _ in 0..2 {
            assert_eq!(board.flush(&mut metered), Ok(()));
        }
        let held = board.control().stats().bytes - empty - 12 * 2048;
        metered.release(board.control());
        assert_eq!((sink.len(), held), (1257, sink.heap_bytes()));
        board.roll_back(board.mark());
        board.reset(&setting.start());
        assert_eq!(board.control().stats().bytes, empty + 12 * 2048);
    }
    assert_eq!(control.stats().bytes, 1000);
    assert!(control.stats().peak_bytes > 1000 + 12 * 2048);
}

#[test]
fn scarce_memory_stops_moves_and_takes_nothing_back() {
    let setting = shuttle();
    let empty = documented_bytes(&setting, 4);
    for (bytes, expected) in
        [(empty, 0), (empty + 3071, 0), (empty + 3072, 256), (empty + 9215, 256), (empty + 9216, 512)]
    {
        let mut control = Control::new(Budget::new().with_bytes(bytes));
        let mut board = setting.board(&mut control);
        let (result, moves) = run(&mut board, 1000);
        assert_eq!((result, moves), (Err(OperationError::Stop(Stop::Memory)), expected));
        setting.check_trail(&board, &[]);
        drop(board);
        assert_eq!(control.stats().bytes, 0);
        assert!(control.stats().peak_bytes <= bytes);
    }
}

#[test]
fn a_sink_that_grows_too_large_stops_the_run() {
    /// Claims to hold a million bytes for each move.
    struct LargeSink(u64);

    impl Sink<Move> for LargeSink {
        fn accept(&mut self, _: Move) {
            self.0 += 1_000_000;
        }

        fn heap_bytes(&self) -> u64 {
            self.0
        }
    }

    let setting = shuttle();
    let mut control = Control::new(Budget::new().with_bytes(2_500_000));
    let mut board = setting.board(&mut control);
    let mut sink = LargeSink(0);
    let mut metered = Metered::new(&mut sink);
    assert_eq!(run(&mut board, 2), (Ok(()), 2));
    assert_eq!(board.flush(&mut metered), Ok(()));
    let held = board.control().stats().bytes;
    assert_eq!(run(&mut board, 1), (Ok(()), 1));
    assert_eq!(board.flush(&mut metered), Err(Stop::Memory));
    metered.release(board.control());
    assert_eq!((sink.0, board.trail().len()), (3_000_000, 0));
    assert_eq!(board.control().stats().bytes, held - 2_000_000);
    drop(board);
    assert_eq!(control.stats().bytes, 0);
}

#[test]
fn a_long_search_is_work_though_nothing_moves() {
    let path = graph(5000, (1..5000).map(|vertex| (vertex - 1, vertex)));
    let places: Vec<_> = path.vertices().skip(1).collect();
    let start = Configuration::new(5000, &places).expect("distinct vertices");
    let mut control = Control::new(Budget::new().with_nodes(4096));
    let mut board =
        WorkingBoard::new(&path, start, GoalDistances::default(), &mut control).expect("no limit");
    let result = board.vacate(Vertex(4999), BlankRoute::Shortest);
    assert_eq!(result, Err(OperationError::Stop(Stop::Nodes)));
    assert!(board.trail().is_empty());
    assert_eq!(board.control().stats().nodes, 4096);
}

/// Both searches make nine moves and expand nine or ten vertices.
#[test]
fn searches_are_counted_as_well_as_moves() {
    let grid = Grid::new(1, 10).expect("a small grid");
    let graph = grid.to_graph().graph;
    let places: Vec<_> = graph.vertices().take(9).collect();
    let mut setting =
        Setting { graph, grid: Some(grid), goals: places.clone(), places, locked: alloc::vec![false; 10] };
    for grid in [setting.grid.take(), None] {
        setting.grid = grid;
        for route in [BlankRoute::Shortest, BlankRoute::default()] {
            let mut control = Control::unlimited();
            let mut board = setting.board(&mut control);
            let before = board.control().stats().nodes;
            assert_eq!(board.vacate(Vertex(0), route), Ok(()));
            assert_eq!(board.trail().len(), 9);
            assert!((18..=19).contains(&(board.control().stats().nodes - before)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 1000)))]

    /// The same run under a limit makes the same moves, or a prefix of them.
    #[test]
    fn nodes_end_a_run_early_but_do_not_change_it(
        setting in settings(),
        robots in (any::<Index>(), any::<Index>()),
        target in any::<Index>(),
        route in routes(),
        percent in 0u64..120,
    ) {
        let (Some(leader), Some(follower)) = (setting.pick_robot(robots.0), setting.pick_robot(robots.1)) else {
            return Ok(());
        };
        let target = setting.pick(target);
        let act = |board: &mut WorkingBoard| {
            board.vacate(target, route)?;
            if leader == follower {
                board.carry(leader, target, route)
            } else {
                board.carry_pair(leader, follower, target, route)
            }
        };
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let prepared = board.control().stats().nodes;
        let free = act(&mut board);
        let moves = board.trail().to_vec();
        drop(board);
        let needed = control.stats().nodes;
        // Every move counts, and every vertex expanded: searches are not free.
        prop_assert!(needed >= prepared + moves.len() as u64);
        let limit = prepared + percent * (needed - prepared) / 100;
        let mut control = Control::new(Budget::new().with_nodes(limit));
        let mut board = setting.board(&mut control);
        let stopped = act(&mut board);
        prop_assert!(moves.starts_with(board.trail()));
        prop_assert_eq!(stopped, if limit < needed { Err(OperationError::Stop(Stop::Nodes)) } else { free });
        setting.check_trail(&board, &[leader, follower]);
        for vertex in setting.graph.vertices() {
            prop_assert_eq!(board.is_locked(vertex), setting.is_locked(vertex));
        }
        drop(board);
        prop_assert!(control.stats().nodes <= limit);
        prop_assert_eq!(control.stats().bytes, 0);
    }

    #[test]
    fn a_board_needs_what_is_documented(setting in settings()) {
        let mut control = Control::unlimited();
        let goal_distances = setting.goal_distances(&mut control);
        let needed = documented_bytes(&setting, goal_distances.heap_bytes());
        for (bytes, suffices) in [(needed, true), (needed - 1, false)] {
            let mut control = Control::new(Budget::new().with_bytes(bytes));
            let board = WorkingBoard::new(&setting.graph, setting.start(), goal_distances.clone(), &mut control);
            prop_assert_eq!(board.as_ref().err(), if suffices { None } else { Some(&Stop::Memory) });
            drop(board);
            prop_assert_eq!(control.stats().bytes, 0);
            prop_assert_eq!(control.stats().peak_bytes, if suffices { bytes } else { 0 });
        }
    }
}
