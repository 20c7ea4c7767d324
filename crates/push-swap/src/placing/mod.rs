//! Robots placed one by one, each at once on its goal: what Push and Swap and Push and Rotate have in common.

mod classes;
mod cycle_rotation;
mod goals;
mod placement_run;
mod push_and_rotate;
mod push_and_swap;
mod snake;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, LocalSearch, OperationError, TrailMark};
use motion_core::{Configuration, Stop, Token, Vertex};

use crate::robot_walker::RobotWalker;

pub use classes::Priorities;
pub use goals::GoalOrder;
pub use push_and_rotate::PushAndRotate;
pub use push_and_swap::PushAndSwap;

/// Which of the shortest ways to its goal a robot takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathRule {
    /// The shortest, whoever stands on it. With those who are finished it changes places.
    #[default]
    Direct,
    /// The shortest around all robots that are finished; where they leave none, the shortest.
    AroundFinished,
}

/// Why robots could not all be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceError {
    /// The budget is used up.
    Stop(Stop),
    /// A robot could neither push the one before it aside nor change places with it.
    Stuck {
        /// The robot.
        robot: Token,
        /// The vertex that it wanted to go to.
        next: Vertex,
    },
    /// Anything else has failed.
    Failed,
}

impl From<Stop> for PlaceError {
    fn from(why: Stop) -> Self {
        Self::Stop(why)
    }
}

impl From<OperationError> for PlaceError {
    fn from(error: OperationError) -> Self {
        match error {
            OperationError::Stop(why) => Self::Stop(why),
            OperationError::Blocked => Self::Failed,
        }
    }
}

impl From<PlaceError> for OperationError {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Stop(why) => Self::Stop(why),
            PlaceError::Stuck { .. } | PlaceError::Failed => Self::Blocked,
        }
    }
}

/// How a robot is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacingStrategy {
    pub(crate) route: BlankRoute,
    pub(crate) path_rule: PathRule,
    /// Whether a robot that comes back to a vertex of the trail turns the cycle; else it goes back along the trail.
    pub(crate) turns: bool,
}

/// The board, with who is finished and who has yet to return.
pub(crate) struct Placer<'a, 'c> {
    /// Sealed are the vertices where finished robots stand: these may be moved by swaps and turns, but are in the end
    /// where they were.
    pub(crate) walker: RobotWalker<'a, 'c>,
    goal: &'a Configuration,
    pub(crate) strategy: PlacingStrategy,
    /// The search that leads the robot which is being placed.
    path_search: LocalSearch,
    finished: Vec<Token>,
    /// The vertices that robots have come from since all finished ones were at their goals (the papers' q).
    departed: Vec<Vertex>,
    /// Whether two robots have left the trail that went together: it is not the way of one, and whom they have jumped over
    /// is two vertices from home.
    departed_in_pairs: bool,
}

impl<'a, 'c> Placer<'a, 'c> {
    /// Memory for each vertex, beside the board and the walker.
    pub(crate) const BYTES_PER_VERTEX: usize =
        LocalSearch::BYTES_PER_VERTEX + size_of::<Token>() + size_of::<Vertex>();

    pub(crate) fn new(
        walker: RobotWalker<'a, 'c>,
        goal: &'a Configuration,
        strategy: PlacingStrategy,
    ) -> Self {
        let path_search = LocalSearch::new(goal.vertex_count());
        Self {
            walker,
            goal,
            strategy,
            path_search,
            finished: Vec::new(),
            departed: Vec::new(),
            departed_in_pairs: false,
        }
    }

    pub(crate) fn is_finished(&self, robot: Token) -> bool {
        self.walker.board.is_finished(self.walker.board.vertex_of(robot))
    }

    fn finish(&mut self, robot: Token) {
        self.finished.push(robot);
        self.walker.finish(self.walker.board.vertex_of(robot));
    }

    /// Takes all moves back that were made since a mark, when nobody was finished.
    pub(crate) fn restart(&mut self, mark: TrailMark) {
        self.forget();
        self.walker.board.roll_back(mark);
    }

    /// Nobody is finished any more.
    pub(crate) fn forget(&mut self) {
        self.departed.clear();
        self.departed_in_pairs = false;
        for robot in self.finished.drain(..) {
            self.walker.board.unfinish(self.walker.board.vertex_of(robot));
        }
    }

    /// If the robot that stood on a vertex was finished, it still is, on another vertex.
    fn carry_finished_mark(&mut self, from: Vertex, to: Vertex) {
        let board = &mut self.walker.board;
        if board.is_finished(from) {
            board.unfinish(from);
            board.finish(to);
        }
    }

    /// Places a robot on its goal, and whoever else has to be placed so that all finished robots can return to theirs.
    ///
    /// # Errors
    /// The board is then as it was when something failed, with finished robots that are not at their goals.
    pub(crate) fn relocate(&mut self, mut robot: Token) -> Result<(), PlaceError> {
        // Nobody is placed twice, so that this ends.
        while !self.is_finished(robot) {
            self.lead(robot)?;
            self.finish(robot);
            match self.resolve()? {
                Some(other) => robot = other,
                None => return Ok(()),
            }
        }
        Err(PlaceError::Failed)
    }

    /// Leads a robot to its goal. What it leaves behind is added to the trail.
    fn lead(&mut self, robot: Token) -> Result<(), PlaceError> {
        let target = self.goal.vertex_of(robot);
        self.find_path(self.walker.board.vertex_of(robot), target, None)?;
        self.follow(robot, |vertex| vertex == target)
    }

    /// Lets a robot follow the way that was found, until it has arrived.
    fn follow(&mut self, robot: Token, arrived: impl Fn(Vertex) -> bool) -> Result<(), PlaceError> {
        let mut here = self.walker.board.vertex_of(robot);
        // The way itself meets no vertex twice.
        let mut older = self.departed.len();
        while !arrived(here) {
            let next = self.path_search.towards(here);
            if let Some(first) = self.departed[..older].iter().position(|&vertex| vertex == next) {
                if self.departed_in_pairs {
                    return Err(PlaceError::Failed);
                } else if self.strategy.turns {
                    self.turn(robot, first)?;
                } else {
                    self.retreat(robot, first)?;
                }
                self.departed.truncate(first);
                older = first;
            } else {
                self.advance(robot, next)?;
                self.departed.push(here);
            }
            here = next;
        }
        Ok(())
    }

    /// The robot comes back to a vertex of the trail: it goes there along the trail, so that everybody with whom it
    /// changes places returns to where they were.
    fn retreat(&mut self, robot: Token, first: usize) -> Result<(), PlaceError> {
        while self.departed.len() > first
            && let Some(next) = self.departed.pop()
        {
            self.advance(robot, next)?;
        }
        Ok(())
    }

    /// One step of a robot, by push or else by swap.
    fn advance(&mut self, robot: Token, next: Vertex) -> Result<(), PlaceError> {
        match self.push(self.walker.board.vertex_of(robot), next) {
            Err(OperationError::Blocked) => self.swap(robot, next),
            result => Ok(result?),
        }
    }

    /// Searches for a way between two vertices, and through none that is avoided.
    fn find_path(&mut self, here: Vertex, target: Vertex, avoided: Option<Vertex>) -> Result<(), PlaceError> {
        let (view, control) = self.walker.board.split();
        let graph = view.graph();
        let is_here = |vertex| vertex == here;
        if self.strategy.path_rule == PathRule::AroundFinished {
            let free = |vertex| !view.is_locked(vertex) && Some(vertex) != avoided;
            if self.path_search.breadth_first(graph, &[target], free, is_here, control)?.is_some() {
                return Ok(());
            }
        }
        let passable = |vertex| Some(vertex) != avoided;
        let met = self.path_search.breadth_first(graph, &[target], passable, is_here, control)?;
        if met.is_some() { Ok(()) } else { Err(PlaceError::Failed) }
    }

    /// Makes the next vertex vacant around all finished robots, and goes there.
    fn push(&mut self, here: Vertex, next: Vertex) -> Result<(), OperationError> {
        let route = self.strategy.route;
        self.walker.locked([here], |walker| walker.board.vacate(next, route))?;
        self.walker.board.step(here, next)
    }

    /// Changes places with whoever stands on the next vertex.
    fn swap(&mut self, robot: Token, next: Vertex) -> Result<(), PlaceError> {
        let here = self.walker.board.vertex_of(robot);
        match self.walker.swap(here, next) {
            Err(OperationError::Blocked) => return Err(PlaceError::Stuck { robot, next }),
            result => result?,
        }
        self.carry_finished_mark(next, here);
        Ok(())
    }

    /// Goes back over the trail and sends finished robots that stand there home. Where somebody stands on such a home, or
    /// on the way there, they have to be placed first.
    fn resolve(&mut self) -> Result<Option<Token>, PlaceError> {
        while let Some(&here) = self.departed.last() {
            let board = &mut self.walker.board;
            if let Some(robot) = board.robot_at(here).filter(|_| board.is_finished(here)) {
                let home = self.goal.vertex_of(robot);
                if home != here {
                    // Those over whom two robots have jumped have two steps to go.
                    let graph = board.graph();
                    let common = graph.neighbours(here).iter().filter(|&&next| graph.has_edge(next, home));
                    let between =
                        common.min_by_key(|&&next| (!board.is_vacant(next), board.is_finished(next)));
                    let between = between.filter(|_| !graph.has_edge(here, home));
                    let mut from = here;
                    for &to in [between, Some(&home)].into_iter().flatten() {
                        if let Some(other) = board.robot_at(to) {
                            return Ok(Some(other));
                        }
                        board.step(from, to)?;
                        board.unfinish(from);
                        board.finish(to);
                        from = to;
                    }
                }
            }
            self.departed.pop();
        }
        self.departed_in_pairs = false;
        Ok(None)
    }
}
