//! Two robots that move together; the follower always moves to the vertex that the leader has left.
//!
//! It follows appendix C of the paper (`Relocate-Twin-Robots`, `Twin-Push`), with these departures:
//!
//! * There are three modes: the second robot first goes to the first, or the first to the second,
//!   or each goes alone. The cheapest is found by trial, as in the authors' own program, which
//!   counts moves, or by the distances of the pseudo-code ([`SnakeCost`]).
//! * `Twin-Push` moves the follower to the vertex that the leader left; the paper calls it *u*
//!   without defining it.
//! * If the follower blocks the routes of blanks, it may be pushed aside; it follows while it can.
//! * Two swaps are made if they are cheaper than a twin swap or if only they are possible.
//! * A robot that was finished along with another does not lead the next pair.

#[cfg(test)]
mod tests;

use cpf_core::internal::OperationError;
use motion_core::{Stop, Token, Vertex};
use smallvec::SmallVec;

use crate::robot_walker::{RobotWalker, StepKind};
use crate::snake_cost::SnakeCost;

/// A robot and the vertex on which it is finished.
pub(crate) type RobotGoal = (Token, Vertex);

/// A way in which two robots come to their goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SnakeMode {
    /// One after the other.
    Apart,
    /// The second goes next to the first, and both go on together.
    SecondToFirst,
    /// The first goes next to the second, and both go on together.
    FirstToSecond,
}

impl SnakeMode {
    pub(crate) const ALL: [Self; 3] = [Self::Apart, Self::SecondToFirst, Self::FirstToSecond];
}

impl RobotWalker<'_, '_> {
    /// Finishes two vertices together if that costs less than finishing one after the other;
    /// otherwise finishes the first alone. Returns whether both are finished.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if neither is possible.
    pub(crate) fn finish_two(
        &mut self,
        first: RobotGoal,
        second: RobotGoal,
        choice: SnakeCost,
    ) -> Result<bool, OperationError> {
        let mode = self.best_mode(first, second, choice)?;
        self.bring_first(first, second, mode)?;
        self.finish(first.1);
        if mode != SnakeMode::Apart {
            self.walk(second.0, second.1)?;
            self.finish(second.1);
        }
        Ok(mode != SnakeMode::Apart)
    }

    /// Tries the three modes, undoes all moves, and returns the cheapest mode.
    fn best_mode(
        &mut self,
        first: RobotGoal,
        second: RobotGoal,
        choice: SnakeCost,
    ) -> Result<SnakeMode, OperationError> {
        if self.board.vertex_of(first.0) == first.1 || self.board.vertex_of(second.0) == second.1 {
            return Ok(SnakeMode::Apart);
        }
        let start = self.board.mark();
        let mut best: Option<(i64, SnakeMode)> = None;
        for mode in self.modes(first, second, choice)? {
            let done = self.succeeds(start, |this| {
                this.bring_first(first, second, mode)?;
                this.finish(first.1);
                let walked = this.walk(second.0, second.1);
                this.board.unfinish(first.1);
                walked
            })?;
            let cost = self.cost_since(start, choice);
            if done && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, mode));
            }
            self.board.roll_back(start);
            if done && choice == SnakeCost::Distances {
                break;
            }
        }
        best.map(|(_, mode)| mode).ok_or(OperationError::Blocked)
    }

    /// The modes to be tried, in order.
    pub(crate) fn modes(
        &mut self,
        first: RobotGoal,
        second: RobotGoal,
        choice: SnakeCost,
    ) -> Result<SmallVec<[SnakeMode; 3]>, Stop> {
        Ok(match choice {
            SnakeCost::Moves | SnakeCost::Weight => SnakeMode::ALL.into_iter().collect(),
            SnakeCost::Distances => {
                [self.nearest_mode(first, second)?, SnakeMode::Apart].into_iter().collect()
            }
        })
    }

    /// Returns the mode chosen by lines 12 to 14 of algorithm 4. The algorithm leaves the
    /// neighbours u and w open; here they are the nearest.
    fn nearest_mode(&mut self, first: RobotGoal, second: RobotGoal) -> Result<SnakeMode, Stop> {
        let [leader, follower] = [first.0, second.0].map(|robot| self.board.vertex_of(robot));
        let Self { board, search, .. } = self;
        let (view, control) = board.split();
        let mut distances = |from: Vertex, to: [Vertex; 2]| {
            search.breadth_first(view.graph(), &[from], |_| true, |_| false, control)?;
            Ok(to.map(|vertex| search.cost(vertex).expect("invariant: robots of one component")))
        };
        let [leader_to_goal, follower_to_goal] = distances(first.1, [leader, follower])?;
        let [between, follower_home] = distances(follower, [leader, second.1])?;
        let beside = between - 1;
        let (to_first, to_second) = (beside + leader_to_goal, beside + follower_to_goal);
        Ok(if to_first.min(to_second) >= leader_to_goal + follower_home {
            SnakeMode::Apart
        } else if to_first < to_second {
            SnakeMode::SecondToFirst
        } else {
            SnakeMode::FirstToSecond
        })
    }

    /// Brings the first of two robots to its goal; the other may come along.
    pub(crate) fn bring_first(
        &mut self,
        first: RobotGoal,
        second: RobotGoal,
        mode: SnakeMode,
    ) -> Result<(), OperationError> {
        let (robot, vertex) = first;
        match mode {
            SnakeMode::Apart => {}
            SnakeMode::SecondToFirst => self.walk_next_to(second.0, robot)?,
            SnakeMode::FirstToSecond => self.walk_next_to(robot, second.0)?,
        }
        if mode != SnakeMode::Apart {
            self.walk_together(robot, second.0, vertex)?;
        }
        self.walk(robot, vertex)
    }

    /// Moves a robot to a neighbour of another one, which may be moved only in swaps.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] as for [`walk`](RobotWalker::walk).
    fn walk_next_to(&mut self, robot: Token, other: Token) -> Result<(), OperationError> {
        let there = self.board.vertex_of(other);
        let graph = self.board.graph();
        if graph.has_edge(self.board.vertex_of(robot), there) {
            return Ok(());
        }
        self.with_finished(there, |this| {
            this.find_path(robot, there)?;
            loop {
                let here = this.board.vertex_of(robot);
                if graph.has_edge(here, there) {
                    return Ok(());
                }
                this.walk_on(here)?;
            }
        })
    }

    /// Moves a robot to a vertex, around all finished vertices, together with another robot next to
    /// it while that one can follow.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the two cannot go on together.
    fn walk_together(
        &mut self,
        leader: Token,
        follower: Token,
        target: Vertex,
    ) -> Result<(), OperationError> {
        if self.board.vertex_of(leader) == target {
            return Ok(());
        }
        let behind = self.board.vertex_of(follower);
        match self.with_finished(behind, |this| this.find_path(leader, target)) {
            Err(OperationError::Blocked) => self.find_path(leader, target)?,
            result => result?,
        }
        loop {
            let (here, behind) = (self.board.vertex_of(leader), self.board.vertex_of(follower));
            if here == target || !self.board.graph().has_edge(here, behind) {
                return Ok(());
            }
            let next = self.candidates(here);
            match self.best_step(here, &next, StepKind::TwinPush { behind }) {
                Err(OperationError::Blocked) => {}
                result => {
                    result?;
                    continue;
                }
            }
            match self.best_step(here, &next, StepKind::Push) {
                Err(OperationError::Blocked) => self.best_step(here, &next, StepKind::TwinSwap { behind })?,
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

    /// Lets a pair pass the robot ahead, in the cheaper of two ways. If the follower itself is
    /// ahead, the two swap.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if neither is possible; moves already made stand.
    pub(crate) fn pass_together(
        &mut self,
        next: Vertex,
        here: Vertex,
        behind: Vertex,
    ) -> Result<(), OperationError> {
        if next == behind {
            return self.swap(here, behind);
        }
        let start = self.board.mark();
        let twin = self.succeeds(start, |this| this.twin_swap([next, here, behind]))?;
        let moves = self.board.trail_since(start).len();
        self.board.roll_back(start);
        let swaps = self.succeeds(start, |this| {
            this.swap(next, here)?;
            this.swap(here, behind)
        })?;
        if twin && (!swaps || moves < self.board.trail_since(start).len()) {
            self.board.roll_back(start);
            return self.twin_swap([next, here, behind]);
        }
        if swaps { Ok(()) } else { Err(OperationError::Blocked) }
    }

    /// Does an operation while an unfinished vertex is marked as finished.
    fn with_finished<T>(&mut self, vertex: Vertex, operation: impl FnOnce(&mut Self) -> T) -> T {
        self.board.finish(vertex);
        let result = operation(self);
        self.board.unfinish(vertex);
        result
    }
}
