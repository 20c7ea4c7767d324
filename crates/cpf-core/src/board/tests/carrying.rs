//! Tests of carrying a robot alone and two robots like a snake.

use alloc::vec::Vec;

use motion_core::{Budget, Configuration, Control, Grid, Move, Token, Vertex};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

use super::blanks::routes;
use super::settings::{Setting, biconnected_scenes, is_biconnected, least, settings};
use crate::board::{BlankRoute, OperationError, WorkingBoard};

/// More nodes than any of these runs needs, so that an endless run also ends.
fn enough() -> Control<'static> {
    Control::new(Budget::new().with_nodes(100_000))
}

/// Returns the steps of a robot to the target around locked vertices; its own vertex may be locked.
fn steps_of(setting: &Setting, robot: Token, target: Vertex) -> Option<u32> {
    let here = setting.places[robot.index()];
    setting.steps(here, |vertex| setting.is_free(vertex) || vertex == here)[target.index()]
}

fn moves_of(board: &WorkingBoard, robot: Token) -> u32 {
    board.trail().iter().filter(|action| action.token == robot).count() as u32
}

fn check_locks(setting: &Setting, board: &WorkingBoard) {
    assert!(setting.graph.vertices().all(|vertex| board.is_locked(vertex) == setting.is_locked(vertex)));
}

/// Fails unless the robot took the fewest possible steps; on an open grid, locked vertices may cost
/// a detour.
fn check_way(setting: &Setting, board: &WorkingBoard, robot: Token, steps: Option<u32>) {
    let moves = moves_of(board, robot);
    if is_straight(setting) {
        assert_eq!(Some(moves), steps);
    } else {
        assert!(steps.is_some_and(|steps| moves >= steps && (moves - steps).is_multiple_of(2)));
    }
}

/// Whether the distances around locked vertices are those of the closed form, if the board uses it.
fn is_straight(setting: &Setting) -> bool {
    !setting.is_open_rectangle() || !setting.locked.contains(&true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150, 1500)))]

    #[test]
    fn a_robot_arrives_by_a_shortest_way_or_is_blocked(
        setting in settings(),
        robot in any::<Index>(),
        target in any::<Index>(),
        route in routes(),
    ) {
        let Some(robot) = setting.pick_robot(robot) else { return Ok(()) };
        let target = setting.pick(target);
        let mut control = enough();
        let mut board = setting.board(&mut control);
        let steps = steps_of(&setting, robot, target).filter(|&steps| steps == 0 || setting.is_free(target));
        match board.carry(robot, target, route) {
            Ok(()) => {
                prop_assert_eq!(board.vertex_of(robot), target);
                check_way(&setting, &board, robot, steps);
            }
            Err(error) => {
                prop_assert_eq!(error, OperationError::Blocked);
                prop_assert_ne!(steps, Some(0));
                prop_assert_ne!(board.vertex_of(robot), target);
            }
        }
        if steps.is_none() && is_straight(&setting) {
            prop_assert!(board.trail().is_empty());
        }
        setting.check_trail(&board, &[robot]);
        check_locks(&setting, &board);
    }

    #[test]
    fn nothing_is_in_the_way_on_bi_connected_graphs(
        setting in biconnected_scenes(),
        robot in any::<Index>(),
        target in any::<Index>(),
        route in routes(),
    ) {
        let Some(robot) = setting.pick_robot(robot) else { return Ok(()) };
        let target = setting.pick(target);
        // From a locked vertex a robot may take the only blank away, because other robots cannot
        // enter that vertex.
        let (here, steps) = (setting.places[robot.index()], steps_of(&setting, robot, target));
        let blanks = setting.start().vacant().filter(|&vertex| setting.is_free(vertex)).count();
        if setting.is_locked(target) || steps.is_none() || setting.is_locked(here) && blanks < 2 {
            return Ok(());
        }
        let mut control = enough();
        let mut board = setting.board(&mut control);
        prop_assert_eq!(board.carry(robot, target, route), Ok(()));
        prop_assert_eq!(board.vertex_of(robot), target);
        check_way(&setting, &board, robot, steps);
        setting.check_trail(&board, &[robot]);
    }

    /// Checks that each step leads to the nearer neighbour that a blank reaches with the fewest
    /// moves.
    #[test]
    fn the_blank_comes_most_cheaply(setting in settings(), robot in any::<Index>(), target in any::<Index>()) {
        let Some(robot) = setting.pick_robot(robot) else { return Ok(()) };
        let target = setting.pick(target);
        if !is_straight(&setting) {
            return Ok(());
        }
        let mut control = enough();
        let mut board = setting.board(&mut control);
        let Ok(()) = board.carry(robot, target, BlankRoute::Shortest) else { return Ok(()) };
        let mut now = setting.start();
        let here = setting.places[robot.index()];
        let steps = setting.steps(target, |vertex| setting.is_free(vertex) || vertex == here);
        for moves in board.trail().split_inclusive(|action| action.token == robot) {
            let here = now.vertex_of(robot);
            let nearer = setting.graph.neighbours(here).iter().copied();
            let nearer: Vec<_> = nearer
                .filter(|&next| setting.is_free(next) && steps[next.index()] < steps[here.index()])
                .filter(|&next| steps[next.index()].is_some())
                .collect();
            let free = |vertex: Vertex| setting.is_free(vertex) && vertex != here;
            let from_nearer = least(&setting.graph, &nearer, |a, b| (free(a) && free(b)).then_some(1));
            let fewest = now.vacant().filter_map(|vertex| from_nearer[vertex.index()]).min();
            prop_assert_eq!(Some(moves.len() as u32 - 1), fewest);
            prop_assert!(moves.iter().all(|action| now.relocate(action.token, action.to)));
        }
    }

    #[test]
    fn a_pair_arrives_like_a_snake(
        setting in settings(),
        robots in (any::<Index>(), any::<Index>()),
        target in any::<Index>(),
        route in routes(),
    ) {
        carry_pair(&setting, robots, target, route);
    }

    #[test]
    fn a_pair_arrives_on_bi_connected_graphs(
        setting in biconnected_scenes(),
        robots in (any::<Index>(), any::<Index>()),
        target in any::<Index>(),
        route in routes(),
    ) {
        carry_pair(&setting, robots, target, route);
    }
}

fn carry_pair(setting: &Setting, robots: (Index, Index), target: Index, route: BlankRoute) {
    let (Some(leader), Some(follower)) = (setting.pick_robot(robots.0), setting.pick_robot(robots.1)) else {
        return;
    };
    let target = setting.pick(target);
    let steps = steps_of(setting, leader, target).filter(|&steps| steps == 0 || setting.is_free(target));
    if leader == follower || steps.is_none() {
        return;
    }
    let mut control = enough();
    let mut board = setting.board(&mut control);
    let result = board.carry_pair(leader, follower, target, route);
    setting.check_trail(&board, &[leader, follower]);
    check_locks(setting, &board);
    // From locked vertices, the two may take the only blank away.
    let free = |vertex: Vertex| setting.is_free(vertex);
    let within = [leader, follower].iter().all(|robot| free(setting.places[robot.index()]));
    let must = within && is_biconnected(&setting.graph, free) && setting.start().vacant().any(free);
    assert!(result == Ok(()) || !must && result == Err(OperationError::Blocked));
    let arrived = result.is_ok();
    assert_eq!(board.vertex_of(leader) == target, arrived);
    if arrived {
        check_way(setting, &board, leader, steps);
        if is_straight(setting) {
            check_snake(setting, board.trail(), leader, follower, target);
        }
    }
}

/// Fails unless the follower comes next to the leader and stays there, except where no blank can
/// pass without moving it.
fn check_snake(setting: &Setting, record: &[Move], leader: Token, follower: Token, target: Vertex) {
    let mut now = setting.start();
    let locked = |vertex| setting.is_locked(vertex);
    let adjacent =
        |now: &Configuration| setting.graph.has_edge(now.vertex_of(leader), now.vertex_of(follower));
    // The follower approaches.
    let mut rest = record.iter();
    while !adjacent(&now) {
        let Some(action) = rest.next() else { return };
        if action.token == leader {
            // It was blocked, and nothing is promised.
            return;
        }
        assert!(now.relocate(action.token, action.to));
    }
    let rest: Vec<_> = rest.copied().collect();
    let steps = {
        let here = setting.places[leader.index()];
        setting.steps(target, |vertex| setting.is_free(vertex) || vertex == here)
    };
    let mut rest = &rest[..];
    while let Some(length) = rest.iter().position(|action| action.token == leader) {
        let (here, behind) = (now.vertex_of(leader), now.vertex_of(follower));
        let free = |vertex: Vertex| !locked(vertex) && vertex != here && vertex != behind;
        let nearer = setting.graph.neighbours(here).iter().copied();
        let nearer: Vec<_> = nearer
            .filter(|&next| free(next) && steps[next.index()].is_some())
            .filter(|&next| steps[next.index()] < steps[here.index()])
            .collect();
        let reached = least(&setting.graph, &nearer, |a, b| (free(a) && free(b)).then_some(1));
        let way_around = now.vacant().any(|vertex| reached[vertex.index()].is_some());
        for action in &rest[..=length] {
            assert!(!(way_around && action.token == follower), "{action:?} was not needed");
            assert!(now.relocate(action.token, action.to));
        }
        rest = &rest[length + 1..];
        let follows = !locked(behind) && !locked(here);
        if way_around && follows && setting.graph.has_edge(here, behind) {
            assert_eq!(rest[0], Move { token: follower, from: behind, to: here });
        }
        if let [action, more @ ..] = rest
            && action.token == follower
            && action.to == here
        {
            assert!(now.relocate(follower, here));
            rest = more;
        }
        // Robots that were moved aside may be left behind, but no others.
        if !adjacent(&now) {
            assert!(!(way_around && follows));
            return;
        }
    }
    assert!(rest.is_empty());
    assert!(adjacent(&now));
}

/// A leader in a dead end stays in place while the follower comes. The target may be the leader's
/// own vertex.
#[test]
fn a_leader_at_its_target_waits_for_the_follower() {
    let graph = super::settings::graph(5, [(0, 1), (1, 2), (2, 3), (3, 4)]);
    let places = [0, 3].map(Vertex).to_vec();
    let setting = Setting { graph, grid: None, goals: places.clone(), places, locked: alloc::vec![false; 5] };
    let mut control = enough();
    let mut board = setting.board(&mut control);
    assert_eq!(board.carry_pair(Token(0), Token(1), Vertex(0), BlankRoute::Shortest), Ok(()));
    assert_eq!(board.configuration().places(), [Vertex(0), Vertex(1)]);
    assert_eq!(board.trail().len(), 2);
}

/// Tests a detail of `carry`: on an open grid the path follows distances that ignore locks. Around
/// the locked middle of nine cells, the robot turns into the dead end with the blank.
#[test]
fn locked_vertices_on_an_open_grid_may_cost_a_detour() {
    let grid = Grid::new(3, 3).expect("a small grid");
    let places = [8, 4, 3, 6, 1, 5, 2, 0].map(Vertex).to_vec();
    let locked = (0..9).map(|vertex| vertex == 4).collect();
    let graph = grid.to_graph().graph;
    let mut setting = Setting { graph, grid: Some(grid), goals: places.clone(), places, locked };
    for (grid, moves) in [(setting.grid.take(), 5), (None, 3)] {
        setting.grid = grid;
        let mut control = enough();
        let mut board = setting.board(&mut control);
        assert_eq!(board.carry(Token(0), Vertex(1), BlankRoute::Shortest), Ok(()));
        assert_eq!(moves_of(&board, Token(0)), moves);
        assert_eq!(steps_of(&setting, Token(0), Vertex(1)), Some(3));
    }
}
