//! Rotating robots on a cycle: what Push and Rotate adds to Push and Swap.

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, OperationError};
use motion_core::{Move, Token, Vertex};

use super::{PlaceError, Placer};
use crate::robot_walker::RobotWalker;

impl Placer<'_, '_> {
    /// The robot returns to a departed vertex: it and all robots from there on move by one vertex
    /// around the cycle. On a cycle of two vertices that is a swap.
    pub(super) fn rotate(&mut self, robot: Token, first: usize) -> Result<(), PlaceError> {
        let here = self.walker.board.vertex_of(robot);
        let next = self.departed[first];
        let mut cycle = self.departed[first..].to_vec();
        cycle.push(here);
        if cycle.len() == 2 && !self.walker.board.is_vacant(next) {
            return self.swap(robot, next);
        }
        let before = self.walker.board.lock_finished(false);
        let result = if cycle.iter().any(|&vertex| self.walker.board.is_vacant(vertex)) {
            self.walker.board.rotate(&cycle)
        } else {
            (0..cycle.len())
                .map(|index| self.walker.attempt(|walker| rotate_full(walker, &cycle, index)))
                .find(|&result| result != Err(OperationError::Blocked))
                .unwrap_or(Err(OperationError::Blocked))
        };
        self.walker.board.lock_finished(before);
        match result {
            Err(OperationError::Blocked) => return Err(PlaceError::Stuck { robot, next }),
            result => result?,
        }
        // The marks of finished robots move along; the robot itself, at the end, has none.
        for pair in cycle.windows(2).rev() {
            self.carry_finished_mark(pair[0], pair[1]);
        }
        Ok(())
    }
}

/// Rotates a full cycle: one robot is moved off it, the one behind takes its vertex and swaps with
/// it; after the others have moved, that one returns in the role of the first.
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
