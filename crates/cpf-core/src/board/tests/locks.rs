//! Locks that nest, and seals that can be ignored.

use alloc::vec::Vec;

use motion_core::{Control, Move, Token, Vertex};
use proptest::prelude::*;
use proptest::sample::Index;

use super::blanks::routes;
use super::settings::{Scene, graph, scenes};
use crate::board::{BlankRoute, OperationError, WorkingBoard};

/// A few operations that go around locked vertices, and what became of them.
fn work(
    scene: &Scene,
    board: &mut WorkingBoard,
    picks: [Index; 4],
    route: BlankRoute,
) -> ([Result<(), OperationError>; 4], Vec<Move>) {
    let [to, kept, other, robot] = picks;
    let robot = scene.pick_robot(robot).unwrap_or(Token(0));
    let results = [
        board.vacate(scene.pick(to), route),
        board.vacate_keeping(scene.pick(kept), |blank| blank == scene.pick(to)),
        board.carry(robot, scene.pick(other), route),
        board.nearest_free(scene.pick(to), |vertex| vertex == scene.pick(other)).map(|_| ()),
    ];
    (results, board.trail().to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Sealed vertices are as good as locked ones, and once seals are ignored, as good as free
    /// ones.
    #[test]
    fn seals_bar_like_locks_until_they_are_ignored(
        scene in scenes().prop_filter("nobody there", |scene| !scene.places.is_empty()),
        picks in any::<[Index; 4]>(),
        route in routes(),
        heed in any::<bool>(),
    ) {
        let free = Scene { locked: alloc::vec![false; scene.graph.vertex_count()], ..scene.clone() };
        let (mut control, mut other_control) = (Control::unlimited(), Control::unlimited());
        let mut sealed = free.board(&mut control);
        for vertex in scene.graph.vertices().filter(|&vertex| scene.is_locked(vertex)) {
            sealed.finish(vertex);
        }
        prop_assert!(sealed.lock_finished(heed));
        let model = if heed { &scene } else { &free };
        let mut expected = model.board(&mut other_control);
        prop_assert_eq!(work(&scene, &mut sealed, picks, route), work(&scene, &mut expected, picks, route));
        for vertex in scene.graph.vertices() {
            prop_assert_eq!(sealed.is_finished(vertex), scene.is_locked(vertex));
            prop_assert_eq!(sealed.is_locked(vertex), model.is_locked(vertex));
            prop_assert_eq!(sealed.split().0.is_locked(vertex), model.is_locked(vertex));
        }
    }
}

fn path() -> Scene {
    let places = alloc::vec![Vertex(0)];
    let locked = alloc::vec![false; 3];
    Scene { graph: graph(3, [(0, 1), (1, 2)]), grid: None, goal_distances: places.clone(), places, locked }
}

#[test]
fn locks_nest_and_leave_seals_alone() {
    let scene = path();
    let mut control = Control::unlimited();
    let mut board = scene.board(&mut control);
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
#[should_panic(expected = "locks nest a few levels deep")]
fn locks_do_not_become_seals() {
    let scene = path();
    let mut control = Control::unlimited();
    let mut board = scene.board(&mut control);
    (0..128).for_each(|_| board.lock(Vertex(0)));
}

#[test]
#[should_panic(expected = "what is unlocked was locked")]
fn seals_are_not_unlocked() {
    let scene = path();
    let mut control = Control::unlimited();
    let mut board = scene.board(&mut control);
    board.finish(Vertex(0));
    board.unlock(Vertex(0));
}
