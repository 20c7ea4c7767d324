//! Robots turn on a cycle: what Push and Rotate adds to Push and Swap.

use alloc::vec::Vec;

use cpf_core::board::{Route, Trouble};
use motion_core::{Move, Token, Vertex};

use super::{Halt, Placer};
use crate::walk::Mover;

impl Placer<'_, '_> {
    /// The robot comes back to a vertex of the trail: it and all robots from there on go one vertex on around the cycle.
    /// A cycle of two vertices is a swap.
    pub(super) fn turn(&mut self, robot: Token, first: usize) -> Result<(), Halt> {
        let here = self.mover.board.vertex_of(robot);
        let next = self.trail[first];
        let mut cycle = self.trail[first..].to_vec();
        cycle.push(here);
        if cycle.len() == 2 && !self.mover.board.is_vacant(next) {
            return self.swap(robot, next);
        }
        let heeded = self.mover.board.heed_seals(false);
        let result = if cycle.iter().any(|&vertex| self.mover.board.is_vacant(vertex)) {
            self.mover.board.rotate(&cycle)
        } else {
            (0..cycle.len())
                .map(|index| self.mover.attempt(|mover| rotate_full(mover, &cycle, index)))
                .find(|&result| result != Err(Trouble::Blocked))
                .unwrap_or(Err(Trouble::Blocked))
        };
        self.mover.board.heed_seals(heeded);
        match result {
            Err(Trouble::Blocked) => return Err(Halt::Stuck { robot, next }),
            result => result?,
        }
        // Seals go along; the robot itself, from whose vertex the last comes, has none.
        for pair in cycle.windows(2).rev() {
            self.carry_seal(pair[0], pair[1]);
        }
        Ok(())
    }
}

/// Turns a full cycle: one robot is moved off it, the one behind takes its place and changes places with it, and when the
/// others have gone on it comes back in that one's role.
fn rotate_full(mover: &mut Mover, cycle: &[Vertex], index: usize) -> Result<(), Trouble> {
    let length = cycle.len();
    let (behind, vertex) = (cycle[(index + length - 1) % length], cycle[index]);
    let leaving = mover.board.robot_at(vertex).ok_or(Trouble::Blocked)?;
    let mark = mover.board.mark();
    let others = || cycle.iter().copied().filter(|&other| other != vertex);
    others().for_each(|other| mover.board.lock(other));
    let cleared = mover.board.vacate(vertex, Route::Shortest);
    others().for_each(|other| mover.board.unlock(other));
    cleared?;
    let clearing: Vec<Move> = mover.board.record_since(mark).to_vec();
    let aside = mover.board.vertex_of(leaving);
    mover.board.step(behind, vertex)?;
    mover.swap(vertex, aside)?;
    mover.board.rotate(cycle)?;
    clearing.iter().rev().try_for_each(|action| mover.board.step(action.to, action.from))
}
