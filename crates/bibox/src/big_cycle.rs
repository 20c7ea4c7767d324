//! Robots moved as the paper describes it: by rotating a cycle through the robot and its target.
//!
//! Every step of the robot moves all robots on the cycle, so a robot at distance d costs about d²
//! moves. Therefore the paper's plans are long, and its snakes worthwhile.

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, OperationError, WorkingBoard};
use motion_core::{Token, Vertex};

use crate::disjoint_paths::{FanEnds, fan};

/// `Move-Robot`: moves a robot to an unlocked vertex by rotating a cycle through both, in the
/// shorter direction.
///
/// If no unlocked cycle contains both, the robot is carried step by step.
pub(crate) fn carry(board: &mut WorkingBoard, robot: Token, target: Vertex) -> Result<(), OperationError> {
    let here = board.vertex_of(robot);
    if here == target {
        return Ok(());
    }
    let free = |vertex| !board.is_locked(vertex);
    let Some([way, back]) = fan(board.graph(), target, FanEnds::One(here), free) else {
        return board.carry(robot, target, BlankRoute::Shortest);
    };
    let steps = way.len() - 1;
    let cycle: Vec<_> = way.into_iter().rev().chain(inner(&back)).collect();
    rotate(board, &cycle, &[here], steps)
}

/// The part of `Move-Robot-Snake` that moves both: moves the follower next to the leader, then the
/// leader to an unlocked vertex by rotating a cycle on which the follower comes right behind it.
///
/// If no such unlocked cycle exists, or no blank can come to it, the leader is carried alone.
pub(crate) fn carry_pair(
    board: &mut WorkingBoard,
    leader: Token,
    follower: Token,
    target: Vertex,
) -> Result<(), OperationError> {
    let here = board.vertex_of(leader);
    if here == target {
        return Ok(());
    }
    bring_next_to(board, follower, here)?;
    let behind = board.vertex_of(follower);
    if behind == target || !board.graph().has_edge(here, behind) {
        return carry(board, leader, target);
    }
    let free = |vertex| !board.is_locked(vertex);
    let Some([way, back]) = fan(board.graph(), target, FanEnds::Two(here, behind), free) else {
        return carry(board, leader, target);
    };
    let steps = way.len() - 1;
    let cycle: Vec<_> = way.into_iter().rev().chain(back.into_iter().skip(1)).collect();
    match rotate(board, &cycle, &[here, behind], steps) {
        Err(OperationError::Blocked) => carry(board, leader, target),
        rotated => rotated,
    }
}

/// Moves a robot next to a vertex, without entering it; the robot stays where it is if that cannot
/// be done.
fn bring_next_to(board: &mut WorkingBoard, robot: Token, vertex: Vertex) -> Result<(), OperationError> {
    let here = board.vertex_of(robot);
    let graph = board.graph();
    if graph.has_edge(here, vertex) {
        return Ok(());
    }
    board.lock(vertex);
    let beside = board.nearest_free(here, |there| graph.has_edge(there, vertex));
    let moved = beside.and_then(|beside| carry(board, robot, beside));
    board.unlock(vertex);
    match moved {
        Err(OperationError::Blocked) => Ok(()),
        moved => moved,
    }
}

fn inner(path: &[Vertex]) -> impl Iterator<Item = Vertex> {
    path[1..path.len() - 1].iter().copied()
}

/// Makes one vertex of the cycle vacant without moving the carried robots on it, and rotates the
/// cycle some steps.
fn rotate(
    board: &mut WorkingBoard,
    cycle: &[Vertex],
    carried: &[Vertex],
    steps: usize,
) -> Result<(), OperationError> {
    for &vertex in carried {
        board.lock(vertex);
    }
    let vacated = board.vacate_one_of(cycle, BlankRoute::Shortest);
    for &vertex in carried {
        board.unlock(vertex);
    }
    vacated?;
    (0..steps).try_for_each(|_| board.rotate(cycle))
}
