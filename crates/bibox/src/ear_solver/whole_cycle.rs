//! Lines 16 to 51 of `Solve-Regular-Ear` as printed: the whole cycle of an ear is rotated.

use alloc::vec::Vec;

use cpf_core::internal::OperationError;
use motion_core::{Token, Vertex};

use super::base::{EarSolver, EarStrategy, SnakeForm};
use crate::big_cycle;
use crate::disjoint_paths::{FanEnds, shortest};

/// C(L), the cycle of an ear and a shortest path between its ends, in both directions.
#[derive(Clone)]
pub(super) struct EarCycle {
    mouth: Vertex,
    exit: Vertex,
    inwards: Vec<Vertex>,
    outwards: Vec<Vertex>,
}

impl EarCycle {
    /// Finds the cycle of an ear whose inner vertices are locked.
    pub(super) fn of(at: &mut EarSolver, ear: &[Vertex]) -> Result<Self, OperationError> {
        let (mouth, exit) = (ear[0], ear[ear.len() - 1]);
        let (graph, board) = (at.board.graph(), &at.board);
        let path = shortest(graph, exit, FanEnds::One(mouth), &|vertex| !board.is_locked(vertex));
        at.board.control().spend(graph.vertex_count() as u64)?;
        let path = path.ok_or(OperationError::Blocked)?;
        let inwards: Vec<_> = ear.iter().chain(&path[1..path.len() - 1]).copied().collect();
        let outwards = inwards.iter().rev().copied().collect();
        Ok(Self { mouth, exit, inwards, outwards })
    }

    /// Stacks a robot in the ear with this number.
    ///
    /// A robot inside is first put aside on a vertex that is not on the cycle. There is one: if a
    /// shortest path between two vertices passed all vertices, the graph without the ear would not
    /// be bi-connected. Unlike in lines 35 and 36, the robot is put aside alone, and followers come
    /// with it when it is brought to the mouth (line 47).
    pub(super) fn push(
        &self,
        at: &mut EarSolver,
        number: usize,
        robot: Token,
        followers: &[Token],
        strategy: EarStrategy,
        form: SnakeForm,
    ) -> Result<(), OperationError> {
        if at.place_within(number, at.board.vertex_of(robot)).is_some() {
            self.take_out(at, robot, strategy)?;
        }
        let followers = at.outside(number, followers);
        at.bring(robot, followers, self.mouth, strategy, form)?;
        at.board.lock(self.mouth);
        let vacated = at.board.vacate(self.exit, strategy.route);
        at.board.unlock(self.mouth);
        vacated?;
        at.board.rotate(&self.inwards)
    }

    /// Takes a robot out of the ear (lines 27 to 46).
    fn take_out(
        &self,
        at: &mut EarSolver,
        robot: Token,
        strategy: EarStrategy,
    ) -> Result<(), OperationError> {
        let mut turns = 0;
        while at.board.vertex_of(robot) != self.exit {
            at.board.vacate(self.exit, strategy.route)?;
            at.board.rotate(&self.inwards)?;
            turns += 1;
        }
        let aside = at.board.nearest_free(self.exit, |vertex| !self.inwards.contains(&vertex))?;
        big_cycle::carry(&mut at.board, robot, aside)?;
        at.board.lock(aside);
        let mut result = Ok(());
        for _ in 0..turns {
            let vacated = at.board.vacate(self.mouth, strategy.route);
            result = vacated.and_then(|()| at.board.rotate(&self.outwards));
            if result.is_err() {
                break;
            }
        }
        at.board.unlock(aside);
        result
    }
}
