//! Two robots that move together; the follower always moves to the vertex that the leader has left.
//!
//! `Relocate-Twin-Robots` and `Twin-Push` of appendix C of the paper on snakes, with the departures
//! of [`snake`](crate::snake). Finished robots that a pair has passed stand on departed vertices
//! two steps from their goals, and return over both vertices. If that is impossible, for example
//! because a robot returns to such a vertex, each robot goes alone.

use cpf_core::internal::{OperationError, TrailMark};
use motion_core::{Token, Vertex};

use super::placer::{PlaceError, Placer};
use crate::snake::SnakeMode;
use crate::snake_cost::SnakeCost;

impl Placer<'_, '_> {
    /// Places two robots together if that costs less than placing one after the other; otherwise
    /// places the first alone.
    ///
    /// # Errors
    /// Those of [`relocate`](Placer::relocate) for the first robot.
    pub(crate) fn relocate_two(&mut self, first: Token, second: Token) -> Result<(), PlaceError> {
        match self.best_mode(first, second)? {
            SnakeMode::Apart => self.relocate(first),
            mode => self.relocate_together(first, second, mode),
        }
    }

    /// Tries the three modes, undoes all moves, and returns the cheapest mode.
    fn best_mode(&mut self, first: Token, second: Token) -> Result<SnakeMode, PlaceError> {
        if self.walker.board.vertex_of(first) == self.goal.vertex_of(first) {
            return Ok(SnakeMode::Apart);
        }
        let (start, finished) = (self.walker.board.mark(), self.finished.len());
        let mut best: Option<(i64, SnakeMode)> = None;
        let goals = [first, second].map(|robot| (robot, self.goal.vertex_of(robot)));
        let choice = self.strategy.snake_cost;
        for mode in self.walker.modes(goals[0], goals[1], choice)? {
            let result = match mode {
                SnakeMode::Apart => self.relocate(first).and_then(|()| self.relocate_unless_finished(second)),
                mode => self.relocate_together(first, second, mode),
            };
            let cost = self.walker.cost_since(start, choice);
            self.undo(start, finished);
            match result {
                Err(PlaceError::Stop(why)) => return Err(PlaceError::Stop(why)),
                Ok(()) if choice == SnakeCost::Distances => return Ok(mode),
                Ok(()) if best.is_none_or(|(least, _)| cost < least) => best = Some((cost, mode)),
                _ => {}
            }
        }
        Ok(best.map_or(SnakeMode::Apart, |(_, mode)| mode))
    }

    fn relocate_unless_finished(&mut self, robot: Token) -> Result<(), PlaceError> {
        if self.is_finished(robot) { Ok(()) } else { self.relocate(robot) }
    }

    /// Undoes all moves since a mark at which `finished` robots were finished and at their goals.
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
            SnakeMode::FirstToSecond => self.move_next_to(first, second)?,
            _ => self.move_next_to(second, first)?,
        }
        // This leaves departed vertices only if one of the two is in the way.
        self.resolve()?;
        self.departed_in_pairs = !self.departed.is_empty();
        self.move_together(first, second)?;
        self.finish(first);
        self.resolve()?;
        self.relocate(second)?;
        let board = &self.walker.board;
        let at_goal = |&robot: &Token| board.vertex_of(robot) == self.goal.vertex_of(robot);
        if self.finished.iter().all(at_goal) { Ok(()) } else { Err(PlaceError::Failed) }
    }

    /// Moves a robot to a neighbour of another one, which is moved only in swaps.
    fn move_next_to(&mut self, robot: Token, other: Token) -> Result<(), PlaceError> {
        let [here, there] = [robot, other].map(|robot| self.walker.board.vertex_of(robot));
        let graph = self.walker.board.graph();
        self.find_path(here, there, None)?;
        self.walker.board.finish(there);
        let result = self.follow(robot, |vertex| graph.has_edge(vertex, there));
        self.walker.board.unfinish(there);
        result
    }

    /// Moves a robot to its goal, together with another one next to it.
    fn move_together(&mut self, leader: Token, follower: Token) -> Result<(), PlaceError> {
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

    /// Makes the next vertex vacant, around all finished robots and the two, and moves both on.
    fn push_together(&mut self, next: Vertex, here: Vertex, behind: Vertex) -> Result<(), OperationError> {
        let route = self.strategy.route;
        self.walker.locked([here, behind], |walker| walker.board.vacate(next, route))?;
        self.walker.board.step(here, next)?;
        self.walker.board.step(behind, here)
    }
}
