//! Two robots on their way together, the follower always where the leader came from.
//!
//! `Relocate-Twin-Robots` and `Twin-Push` of appendix C of the paper on snakes, with the departures of
//! [`snake`](crate::snake). Finished robots over which a pair has jumped stand two vertices from their goals on the trail,
//! and go back over both of them. Where that is not enough – a robot comes back to such a trail, for one – the pair is
//! given up, and each robot goes alone.

use cpf_core::board::{Mark, Trouble};
use motion_core::{Token, Vertex};

use super::{Halt, Placer};
use crate::snake::Company;

impl Placer<'_, '_> {
    /// Places two robots together where that weighs less than one after the other; otherwise the first alone.
    ///
    /// # Errors
    /// Those of [`relocate`](Placer::relocate) for the first robot.
    pub(crate) fn relocate_two(&mut self, first: Token, second: Token) -> Result<(), Halt> {
        match self.best_company(first, second)? {
            Company::Apart => self.relocate(first),
            company => self.relocate_together(first, second, company),
        }
    }

    /// Tries the three ways and takes everything back.
    fn best_company(&mut self, first: Token, second: Token) -> Result<Company, Halt> {
        if self.mover.board.vertex_of(first) == self.goal.vertex_of(first) {
            return Ok(Company::Apart);
        }
        let (start, finished) = (self.mover.board.mark(), self.finished.len());
        let mut best: Option<(i64, Company)> = None;
        for company in Company::ALL {
            let result = match company {
                Company::Apart => self.relocate(first).and_then(|()| self.relocate_unless_finished(second)),
                company => self.relocate_together(first, second, company),
            };
            let weight = self.mover.weight_since(start);
            self.undo(start, finished);
            match result {
                Err(Halt::Stop(why)) => return Err(Halt::Stop(why)),
                Ok(()) if best.is_none_or(|(least, _)| weight < least) => best = Some((weight, company)),
                _ => {}
            }
        }
        Ok(best.map_or(Company::Apart, |(_, company)| company))
    }

    fn relocate_unless_finished(&mut self, robot: Token) -> Result<(), Halt> {
        if self.is_finished(robot) { Ok(()) } else { self.relocate(robot) }
    }

    /// Takes all moves back that were made since a mark, when so many robots were finished and all of them at their
    /// goals.
    fn undo(&mut self, mark: Mark, finished: usize) {
        let board = &mut self.mover.board;
        for &robot in &self.finished {
            board.unseal(board.vertex_of(robot));
        }
        board.roll_back(mark);
        self.finished.truncate(finished);
        for &robot in &self.finished {
            board.seal(board.vertex_of(robot));
        }
        self.trail.clear();
        self.twin_trail = false;
    }

    fn relocate_together(&mut self, first: Token, second: Token, company: Company) -> Result<(), Halt> {
        match company {
            Company::FirstToSecond => self.lead_next_to(first, second)?,
            _ => self.lead_next_to(second, first)?,
        }
        // As far as the two are not in the way.
        self.resolve()?;
        self.twin_trail = !self.trail.is_empty();
        self.lead_together(first, second)?;
        self.finish(first);
        self.resolve()?;
        self.relocate(second)?;
        let board = &self.mover.board;
        let at_home = |&robot: &Token| board.vertex_of(robot) == self.goal.vertex_of(robot);
        if self.finished.iter().all(at_home) { Ok(()) } else { Err(Halt::Failed) }
    }

    /// Leads a robot to a neighbour of another one, which is moved only in swaps.
    fn lead_next_to(&mut self, robot: Token, other: Token) -> Result<(), Halt> {
        let [here, there] = [robot, other].map(|robot| self.mover.board.vertex_of(robot));
        let graph = self.mover.board.graph();
        self.find_way(here, there, None)?;
        self.mover.board.seal(there);
        let result = self.follow(robot, |vertex| graph.has_edge(vertex, there));
        self.mover.board.unseal(there);
        result
    }

    /// Leads a robot to its goal and another one, which is next to it, along.
    fn lead_together(&mut self, leader: Token, follower: Token) -> Result<(), Halt> {
        let target = self.goal.vertex_of(leader);
        let [here, behind] = [leader, follower].map(|robot| self.mover.board.vertex_of(robot));
        match self.find_way(here, target, Some(behind)) {
            Err(Halt::Failed) => self.find_way(here, target, None)?,
            result => result?,
        }
        loop {
            let [here, behind] = [leader, follower].map(|robot| self.mover.board.vertex_of(robot));
            if here == target {
                return Ok(());
            }
            let next = self.way.towards(here);
            if self.trail.contains(&next) {
                return Err(Halt::Failed);
            }
            match self.push_together(next, here, behind) {
                Err(Trouble::Blocked) => {
                    self.mover.attempt(|mover| mover.pass_together(next, here, behind))?;
                    self.carry_seal(next, behind);
                }
                result => result?,
            }
            if next != behind {
                self.trail.push(behind);
                self.twin_trail = true;
            }
        }
    }

    /// Makes the next vertex vacant around all finished robots and the two, and both go on.
    fn push_together(&mut self, next: Vertex, here: Vertex, behind: Vertex) -> Result<(), Trouble> {
        let route = self.manner.route;
        self.mover.locked([here, behind], |mover| mover.board.vacate(next, route))?;
        self.mover.board.step(here, next)?;
        self.mover.board.step(behind, here)
    }
}
