//! Rotates robots on a cycle: the operation that Push and Rotate adds to Push and Swap.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, OperationError};
use motion_core::{Move, Vertex};

use crate::robot_walker::RobotWalker;

/// Moves every robot on a cycle to the next vertex. Afterwards all other robots, including finished
/// ones, are where they were.
///
/// # Errors
/// [`OperationError::Blocked`] if the cycle has no blank and no robot can be moved off it.
pub(super) fn rotate_cycle(walker: &mut RobotWalker, cycle: &[Vertex]) -> Result<(), OperationError> {
    let before = walker.board.lock_finished(false);
    let result = if cycle.iter().any(|&vertex| walker.board.is_vacant(vertex)) {
        walker.board.rotate(cycle)
    } else {
        (0..cycle.len())
            .map(|index| walker.attempt(|walker| rotate_full(walker, cycle, index)))
            .find(|&result| result != Err(OperationError::Blocked))
            .unwrap_or(Err(OperationError::Blocked))
    };
    walker.board.lock_finished(before);
    result
}

/// Rotates a full cycle. One robot is moved off it, and the robot behind takes its vertex and swaps
/// with it. After the others have moved, the robot behind returns in the role of the first.
fn rotate_full(walker: &mut RobotWalker, cycle: &[Vertex], index: usize) -> Result<(), OperationError> {
    let length = cycle.len();
    let (behind, vertex) = (cycle[(index + length - 1) % length], cycle[index]);
    let leaving = walker.board.robot_at(vertex).ok_or(OperationError::Blocked)?;
    let mark = walker.board.mark();
    let others = || cycle.iter().copied().filter(|&other| other != vertex);
    others().for_each(|other| walker.board.lock(other));
    let cleared = walker.board.vacate(vertex, BlankRoute::Shortest);
    others().for_each(|other| walker.board.unlock(other));
    cleared?;
    let clearing: Vec<Move> = walker.board.trail_since(mark).to_vec();
    let aside = walker.board.vertex_of(leaving);
    walker.board.step(behind, vertex)?;
    walker.swap(vertex, aside)?;
    walker.board.rotate(cycle)?;
    clearing.iter().rev().try_for_each(|action| walker.board.step(action.to, action.from))
}
