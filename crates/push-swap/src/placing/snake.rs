//! Two robots on their way together, the follower always where the leader came from.
//!
//! `Relocate-Twin-Robots` and `Twin-Push` of appendix C of the paper on snakes, with the departures of
//! [`snake`](crate::snake). Finished robots over which a pair has jumped stand two vertices from their goals on the trail,
//! and go back over both of them. Where that is not enough – a robot comes back to such a trail, for one – the pair is
//! given up, and each robot goes alone.

use cpf_core::board::{OperationError, TrailMark};
use motion_core::{Token, Vertex};

use super::{PlaceError, Placer};
use crate::snake::SnakeMode;

impl Placer<'_, '_> {
    /// Places two robots together where that weighs less than one after the other; otherwise the first alone.
    ///
    /// # Errors
    /// Those of [`relocate`](Placer::relocate) for the first robot.
    pub(crate) fn relocate_two(&mut self, first: Token, second: Token) -> Result<(), PlaceError> {
        match self.best_mode(first, second)? {
            SnakeMode::Apart => self.relocate(first),
            mode => self.relocate_together(first, second, mode),
        }
    }

    /// Tries the three ways and takes everything back.
    fn best_mode(&mut self, first: Token, second: Token) -> Result<SnakeMode, PlaceError> {
        if self.walker.board.vertex_of(first) == self.goal.vertex_of(first) {
            return Ok(SnakeMode::Apart);
        }
        let (start, finished) = (self.walker.board.mark(), self.finished.len());
        let mut best: Option<(i64, SnakeMode)> = None;
        for mode in SnakeMode::ALL {
            let result = match mode {
                SnakeMode::Apart => self.relocate(first).and_then(|()| self.relocate_unless_finished(second)),
                mode => self.relocate_together(first, second, mode),
            };
            let weight = self.walker.weight_since(start);
            self.undo(start, finished);
            match result {
                Err(PlaceError::Stop(why)) => return Err(PlaceError::Stop(why)),
                Ok(()) if best.is_none_or(|(least, _)| weight < least) => best = Some((weight, mode)),
                _ => {}
            }
        }
        Ok(best.map_or(SnakeMode::Apart, |(_, mode)| mode))
    }

    fn relocate_unless_finished(&mut self, robot: Token) -> Result<(), PlaceError> {
        if self.is_finished(robot) { Ok(()) } else { self.relocate(robot) }
    }

    /// Takes all moves back that were made since a mark, when so many robots were finished and all of them at their
    /// goals.
    fn undo(&mut self, mark: TrailMark, finished: usize) {
        let board = &mut self.walker.board;
        for &robot in &self.finished {
            board.unfinish(board.vertex_of(robot));
        }
        board.roll_back(mark);
        self.finished.truncate(finished);
        for &robot in &self.finished {
            board.finish(board.vertex_of(robot));
        }
        self.departed.clear();
        self.departed_in_pairs = false;
    }

    fn relocate_together(&mut self, first: Token, second: Token, mode: SnakeMode) -> Result<(), PlaceError> {
        match mode {
            SnakeMode::FirstToSecond => self.lead_next_to(first, second)?,
            _ => self.lead_next_to(second, first)?,
        }
        // As far as the two are not in the way.
        self.resolve()?;
        self.departed_in_pairs = !self.departed.is_empty();
        self.lead_together(first, second)?;
        self.finish(first);
        self.resolve()?;
        self.relocate(second)?;
        let board = &self.walker.board;
        let at_home = |&robot: &Token| board.vertex_of(robot) == self.goal.vertex_of(robot);
        if self.finished.iter().all(at_home) { Ok(()) } else { Err(PlaceError::Failed) }
    }

    /// Leads a robot to a neighbour of another one, which is moved only in swaps.
    fn lead_next_to(&mut self, robot: Token, other: Token) -> Result<(), PlaceError> {
        let [here, there] = [robot, other].map(|robot| self.walker.board.vertex_of(robot));
        let graph = self.walker.board.graph();
        self.find_path(here, there, None)?;
        self.walker.board.finish(there);
        let result = self.follow(robot, |vertex| graph.has_edge(vertex, there));
        self.walker.board.unfinish(there);
        result
    }

    /// Leads a robot to its goal and another one, which is next to it, along.
    fn lead_together(&mut self, leader: Token, follower: Token) -> Result<(), PlaceError> {
        let target = self.goal.vertex_of(leader);
        let [here, behind] = [leader, follower].map(|robot| self.walker.board.vertex_of(robot));
        match self.find_path(here, target, Some(behind)) {
            Err(PlaceError::Failed) => self.find_path(here, target, None)?,
            result => result?,
        }
        loop {
            let [here, behind] = [leader, follower].map(|robot| self.walker.board.vertex_of(robot));
            if here == target {
                return Ok(());
            }
            let next = self.path_search.towards(here);
            if self.departed.contains(&next) {
                return Err(PlaceError::Failed);
            }
            match self.push_together(next, here, behind) {
                Err(OperationError::Blocked) => {
                    self.walker.attempt(|walker| walker.pass_together(next, here, behind))?;
                    self.carry_finished_mark(next, behind);
                }
                result => result?,
            }
            if next != behind {
                self.departed.push(behind);
                self.departed_in_pairs = true;
            }
        }
    }

    /// Makes the next vertex vacant around all finished robots and the two, and both go on.
    fn push_together(&mut self, next: Vertex, here: Vertex, behind: Vertex) -> Result<(), OperationError> {
        let route = self.strategy.route;
        self.walker.locked([here, behind], |walker| walker.board.vacate(next, route))?;
        self.walker.board.step(here, next)?;
        self.walker.board.step(behind, here)
    }
}
