//! Two robots on their way together, the follower always where the leader came from.
//!
//! After appendix C of the paper (`Relocate-Twin-Robots`, `Twin-Push`), with these departures:
//!
//! * Which of the three ways is the cheapest – the second robot first goes to the one that is finished next, or the
//!   other way round, or each goes alone – is found out by trying, as in the authors' own program. What counts is
//!   also whether others come nearer to their homes, where that is known: that saves twice as much.
//! * `Twin-Push` moves the follower to where the leader was, which the paper calls *u* without saying so.
//! * Where the follower bars the way of blanks, it may be pushed aside: it follows as long as it can.
//! * Where two swaps are cheaper than a twin swap, or only they are possible, they are made.
//! * A robot that has been finished along with another is not the leader of the next pair.

#[cfg(test)]
mod tests;

use cpf_core::board::Trouble;
use motion_core::{Token, Vertex};

use crate::walk::{Manner, Mover};

/// A robot and the vertex where it is finished.
pub(crate) type Task = (Token, Vertex);

/// How two robots come to their vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Company {
    /// One after the other.
    Apart,
    /// The second goes next to the first, and both go on together.
    SecondToFirst,
    /// The first goes next to the second, and both go on together.
    FirstToSecond,
}

impl Company {
    pub(crate) const ALL: [Self; 3] = [Self::Apart, Self::SecondToFirst, Self::FirstToSecond];
}

impl Mover<'_, '_> {
    /// Finishes two vertices together if that weighs less than one after the other; if not, finishes the first alone.
    /// Says whether both are finished.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where neither can be done.
    pub(crate) fn finish_two(&mut self, first: Task, second: Task) -> Result<bool, Trouble> {
        let company = self.best_company(first, second)?;
        self.bring_first(first, second, company)?;
        self.finish(first.1);
        if company != Company::Apart {
            self.walk(second.0, second.1)?;
            self.finish(second.1);
        }
        Ok(company != Company::Apart)
    }

    /// Tries the three ways and takes everything back.
    fn best_company(&mut self, first: Task, second: Task) -> Result<Company, Trouble> {
        if self.board.vertex_of(first.0) == first.1 || self.board.vertex_of(second.0) == second.1 {
            return Ok(Company::Apart);
        }
        let start = self.board.mark();
        let mut best: Option<(i64, Company)> = None;
        for company in Company::ALL {
            let done = self.succeeds(start, |this| {
                this.bring_first(first, second, company)?;
                this.finish(first.1);
                let walked = this.walk(second.0, second.1);
                this.board.unseal(first.1);
                walked
            })?;
            let weight = self.weight_since(start);
            if done && best.is_none_or(|(least, _)| weight < least) {
                best = Some((weight, company));
            }
            self.board.roll_back(start);
        }
        best.map(|(_, company)| company).ok_or(Trouble::Blocked)
    }

    /// Brings the first of two robots to its vertex, and may take the other along.
    pub(crate) fn bring_first(&mut self, first: Task, second: Task, company: Company) -> Result<(), Trouble> {
        let (robot, vertex) = first;
        match company {
            Company::Apart => {}
            Company::SecondToFirst => self.walk_next_to(second.0, robot)?,
            Company::FirstToSecond => self.walk_next_to(robot, second.0)?,
        }
        if company != Company::Apart {
            self.walk_together(robot, second.0, vertex)?;
        }
        self.walk(robot, vertex)
    }

    /// Takes a robot to a neighbour of another one, which may be moved only in swaps.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] as for [`walk`](Mover::walk).
    fn walk_next_to(&mut self, robot: Token, other: Token) -> Result<(), Trouble> {
        let there = self.board.vertex_of(other);
        let graph = self.board.graph();
        if graph.has_edge(self.board.vertex_of(robot), there) {
            return Ok(());
        }
        self.with_sealed(there, |this| {
            this.find_way(robot, there)?;
            loop {
                let here = this.board.vertex_of(robot);
                if graph.has_edge(here, there) {
                    return Ok(());
                }
                this.walk_on(here)?;
            }
        })
    }

    /// Takes a robot to a vertex, around all finished ones, and another one that is next to it along, as far as it can
    /// follow.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where the two cannot go on together.
    fn walk_together(&mut self, leader: Token, follower: Token, target: Vertex) -> Result<(), Trouble> {
        if self.board.vertex_of(leader) == target {
            return Ok(());
        }
        let behind = self.board.vertex_of(follower);
        match self.with_sealed(behind, |this| this.find_way(leader, target)) {
            Err(Trouble::Blocked) => self.find_way(leader, target)?,
            result => result?,
        }
        loop {
            let (here, behind) = (self.board.vertex_of(leader), self.board.vertex_of(follower));
            if here == target || !self.board.graph().has_edge(here, behind) {
                return Ok(());
            }
            let next = self.candidates(here);
            match self.best_step(here, &next, Manner::TwinPush { behind }) {
                Err(Trouble::Blocked) => {}
                result => {
                    result?;
                    continue;
                }
            }
            match self.best_step(here, &next, Manner::Push) {
                Err(Trouble::Blocked) => self.best_step(here, &next, Manner::TwinSwap { behind })?,
                result => {
                    result?;
                    let behind = self.board.vertex_of(follower);
                    if self.board.graph().has_edge(behind, here) && self.board.is_vacant(here) {
                        self.board.step(behind, here)?;
                    }
                }
            }
        }
    }

    /// Lets a pair jump over the robot ahead, in the cheaper of two ways. Where the follower itself is ahead, the two
    /// change places.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where neither can be done; moves that were made stand.
    pub(crate) fn pass_together(
        &mut self,
        next: Vertex,
        here: Vertex,
        behind: Vertex,
    ) -> Result<(), Trouble> {
        if next == behind {
            return self.swap(here, behind);
        }
        let start = self.board.mark();
        let twin = self.succeeds(start, |this| this.twin_swap([next, here, behind]))?;
        let moves = self.board.record_since(start).len();
        self.board.roll_back(start);
        let swaps = self.succeeds(start, |this| {
            this.swap(next, here)?;
            this.swap(here, behind)
        })?;
        if twin && (!swaps || moves < self.board.record_since(start).len()) {
            self.board.roll_back(start);
            return self.twin_swap([next, here, behind]);
        }
        if swaps { Ok(()) } else { Err(Trouble::Blocked) }
    }

    /// Does something while a vertex is sealed that is not sealed otherwise.
    fn with_sealed<T>(&mut self, vertex: Vertex, operation: impl FnOnce(&mut Self) -> T) -> T {
        self.board.seal(vertex);
        let result = operation(self);
        self.board.unseal(vertex);
        result
    }
}
