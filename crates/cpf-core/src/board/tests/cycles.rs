//! Tests of shifting paths and rotating cycles: the positions of robots afterwards.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Control, Token, Vertex};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

use super::settings::{Setting, graph, settings};
use crate::board::{OperationError, WorkingBoard};

/// Returns a random self-avoiding walk from a vertex.
fn some_path(graph: &Graph, from: Vertex, turns: &[Index]) -> Vec<Vertex> {
    let mut path = alloc::vec![from];
    for turn in turns {
        let next = graph.neighbours(path[path.len() - 1]).iter().copied();
        let next: Vec<_> = next.filter(|next| !path.contains(next)).collect();
        if next.is_empty() {
            break;
        }
        path.push(*turn.get(&next));
    }
    path
}

/// The robots on the vertices, in the order of the vertices.
fn standing(board: &WorkingBoard, vertices: &[Vertex]) -> Vec<Option<Token>> {
    vertices.iter().map(|&vertex| board.robot_at(vertex)).collect()
}

/// The robots on all other vertices.
fn beside(board: &WorkingBoard, vertices: &[Vertex]) -> Vec<(Vertex, Option<Token>)> {
    let others = board.graph().vertices().filter(|vertex| !vertices.contains(vertex));
    others.map(|vertex| (vertex, board.robot_at(vertex))).collect()
}

/// Returns the setting without locks, which do not matter here except for the check that no robot
/// enters a locked vertex.
fn unlocked(setting: &Setting) -> Setting {
    Setting { locked: alloc::vec![false; setting.locked.len()], ..setting.clone() }
}

/// Checks an operation. `turned` is the content of the vertices afterwards, `None` if nothing may
/// happen.
fn check(
    setting: &Setting,
    vertices: &[Vertex],
    operation: impl FnOnce(&mut WorkingBoard) -> Result<(), OperationError>,
    turned: impl FnOnce(Vec<Option<Token>>) -> Option<Vec<Option<Token>>>,
) {
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
    let (before, others) = (standing(&board, vertices), beside(&board, vertices));
    let expected = turned(before.clone());
    let result = operation(&mut board);
    assert_eq!(result, expected.as_ref().map(|_| ()).ok_or(OperationError::Blocked));
    assert_eq!(standing(&board, vertices), *expected.as_ref().unwrap_or(&before));
    assert_eq!(beside(&board, vertices), others);
    unlocked(setting).check_trail(&board, &[]);
    let robots = if expected.is_some() { before.iter().flatten().count() } else { 0 };
    assert!(board.trail().len() <= robots);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150, 1500)))]

    #[test]
    fn a_path_is_shifted_to_its_end(
        setting in settings(),
        from in any::<Index>(),
        turns in prop::collection::vec(any::<Index>(), 0..12),
    ) {
        let path = some_path(&setting.graph, setting.pick(from), &turns);
        check(&setting, &path, |board| board.shift(&path), |mut standing| {
            standing[path.len() - 1].is_none().then(|| {
                standing.rotate_right(1);
                standing
            })
        });
        check(&setting, &path, |board| board.shift_back(&path), |mut standing| {
            standing[0].is_none().then(|| {
                standing.rotate_left(1);
                standing
            })
        });
    }

    #[test]
    fn a_cycle_is_rotated_by_one(
        setting in settings(),
        from in any::<Index>(),
        turns in prop::collection::vec(any::<Index>(), 0..16),
    ) {
        let mut cycle = some_path(&setting.graph, setting.pick(from), &turns);
        // The longest prefix of the walk that closes.
        while cycle.len() > 2 && !setting.graph.has_edge(cycle[0], cycle[cycle.len() - 1]) {
            cycle.pop();
        }
        check(&setting, &cycle, |board| board.rotate(&cycle), |mut standing| {
            standing.contains(&None).then(|| {
                standing.rotate_right(1);
                standing
            })
        });
    }

    /// Checks that moves are counted, and that a step is refused if and only if it is illegal.
    #[test]
    fn a_step_is_legal_or_refused(setting in settings(), from in any::<Index>(), to in any::<Index>()) {
        let (from, to) = (setting.pick(from), setting.pick(to));
        let legal = setting.places.contains(&from)
            && !setting.places.contains(&to)
            && setting.graph.neighbours(from).contains(&to);
        check(&setting, &[from, to][..=usize::from(from != to)], |board| board.step(from, to), |standing| {
            legal.then(|| alloc::vec![None, standing[0]])
        });
    }
}

#[test]
fn vertices_that_are_no_neighbours_block() {
    let graph = graph(4, [(0, 1), (2, 3)]);
    let places = [0, 1, 2].map(Vertex).to_vec();
    let setting = Setting { graph, grid: None, goals: places.clone(), places, locked: alloc::vec![false; 4] };
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
    let path = [0, 1, 2, 3].map(Vertex);
    assert_eq!(board.shift(&path), Err(OperationError::Blocked));
    assert_eq!(board.trail().len(), 1);
    assert_eq!(board.rotate(&path), Err(OperationError::Blocked));
    let empty: [Vertex; 0] = [];
    assert_eq!(board.shift(&empty), Ok(()));
    assert_eq!(board.shift_back(&empty), Ok(()));
    assert_eq!(board.rotate(&empty), Err(OperationError::Blocked));
}
