//! Tests of nested locks, and of finished vertices, whose locks can be suspended.

use alloc::vec::Vec;

use motion_core::{Control, Move, Token, Vertex};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

use super::blanks::routes;
use super::settings::{Setting, graph, settings};
use crate::board::{BlankRoute, OperationError, WorkingBoard};

/// Runs a few operations that go around locked vertices; returns their results and moves.
fn work(
    setting: &Setting,
    board: &mut WorkingBoard,
    picks: [Index; 4],
    route: BlankRoute,
) -> ([Result<(), OperationError>; 4], Vec<Move>) {
    let [to, kept, other, robot] = picks;
    let robot = setting.pick_robot(robot).unwrap_or(Token(0));
    let results = [
        board.vacate(setting.pick(to), route),
        board.vacate_keeping(setting.pick(kept), |blank| blank == setting.pick(to)),
        board.carry(robot, setting.pick(other), route),
        board.nearest_free(setting.pick(to), |vertex| vertex == setting.pick(other)).map(|_| ()),
    ];
    (results, board.trail().to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200, 2000)))]

    /// Checks that finished vertices behave like locked ones, and like free ones while they are not
    /// locked.
    #[test]
    fn finished_vertices_are_locked_until_they_are_released(
        setting in settings().prop_filter("no robots", |setting| !setting.places.is_empty()),
        picks in any::<[Index; 4]>(),
        route in routes(),
        lock in any::<bool>(),
    ) {
        let free = Setting { locked: alloc::vec![false; setting.graph.vertex_count()], ..setting.clone() };
        let (mut control, mut other_control) = (Control::unlimited(), Control::unlimited());
        let mut finished = free.board(&mut control);
        for vertex in setting.graph.vertices().filter(|&vertex| setting.is_locked(vertex)) {
            finished.finish(vertex);
        }
        prop_assert!(finished.lock_finished(lock));
        let model = if lock { &setting } else { &free };
        let mut expected = model.board(&mut other_control);
        prop_assert_eq!(work(&setting, &mut finished, picks, route), work(&setting, &mut expected, picks, route));
        for vertex in setting.graph.vertices() {
            prop_assert_eq!(finished.is_finished(vertex), setting.is_locked(vertex));
            prop_assert_eq!(finished.is_locked(vertex), model.is_locked(vertex));
            prop_assert_eq!(finished.split().0.is_locked(vertex), model.is_locked(vertex));
        }
    }
}

fn path() -> Setting {
    let places = alloc::vec![Vertex(0)];
    let locked = alloc::vec![false; 3];
    Setting { graph: graph(3, [(0, 1), (1, 2)]), grid: None, goals: places.clone(), places, locked }
}

#[test]
fn locks_nest_and_leave_seals_alone() {
    let setting = path();
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
    let vertex = Vertex(1);
    board.finish(vertex);
    for _ in 0..127 {
        board.lock(vertex);
    }
    board.lock_finished(false);
    for _ in 0..127 {
        assert!(board.is_locked(vertex));
        board.unlock(vertex);
    }
    assert!(board.is_finished(vertex) && !board.is_locked(vertex));
    assert!(!board.lock_finished(true));
    board.finish(vertex);
    board.unfinish(vertex);
    assert!(!board.is_locked(vertex));
}

#[test]
#[should_panic(expected = "a vertex has too many nested locks")]
fn locks_do_not_become_seals() {
    let setting = path();
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
    (0..128).for_each(|_| board.lock(Vertex(0)));
}

#[test]
#[should_panic(expected = "a vertex without locks cannot be unlocked")]
fn seals_are_not_unlocked() {
    let setting = path();
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
    board.finish(Vertex(0));
    board.unlock(Vertex(0));
}
