//! The board with finished robots, on which robots are placed one by one.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, LocalSearch, OperationError, TrailMark};
use motion_core::{Configuration, Stop, Token, Vertex};

use super::cycle_rotation::rotate_cycle;
use super::path_rule::{PathPrices, PathRule};
use crate::robot_walker::RobotWalker;
use crate::snake_cost::SnakeCost;

/// The reason why not all robots could be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceError {
    /// The budget is used up.
    Stop(Stop),
    /// A robot could neither push the one ahead aside nor swap with it.
    Stuck {
        /// The robot.
        robot: Token,
        /// The vertex ahead of it.
        next: Vertex,
    },
    /// Something else has failed.
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

/// A way of placing a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacingStrategy {
    pub(crate) route: BlankRoute,
    pub(crate) path_rule: PathRule,
    /// The cost that decides how two robots are placed.
    pub(crate) snake_cost: SnakeCost,
    /// Whether a robot that returns to a departed vertex rotates the cycle; otherwise it goes back
    /// along the departed vertices.
    pub(crate) rotates: bool,
}

/// The board, the finished robots, and the vertices to which some of them have to return.
pub(crate) struct Placer<'a, 'c> {
    /// The walker. The vertices of finished robots are marked as finished: swaps and rotations may
    /// move these robots, but put them back.
    pub(crate) walker: RobotWalker<'a, 'c>,
    pub(super) goal: &'a Configuration,
    pub(crate) strategy: PlacingStrategy,
    /// The search that guides the robot being placed.
    pub(super) path_search: LocalSearch,
    pub(super) finished: Vec<Token>,
    /// The vertices from which robots have departed since all finished robots were last at their
    /// goals (the papers' q).
    pub(super) departed: Vec<Vertex>,
    /// Whether two robots that moved together have departed from these vertices. The vertices are
    /// then not the path of one robot, and robots that the two have passed are two vertices from
    /// their goals.
    pub(super) departed_in_pairs: bool,
}

impl<'a, 'c> Placer<'a, 'c> {
    /// The bytes for each vertex, besides the board and the walker.
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

    pub(super) fn finish(&mut self, robot: Token) {
        self.finished.push(robot);
        self.walker.finish(self.walker.board.vertex_of(robot));
    }

    /// Undoes all moves since a mark at which no robot was finished.
    pub(crate) fn restart(&mut self, mark: TrailMark) {
        self.unfinish_all();
        self.walker.board.roll_back(mark);
    }

    /// Removes all robots from the finished ones.
    pub(crate) fn unfinish_all(&mut self) {
        self.departed.clear();
        self.departed_in_pairs = false;
        for robot in self.finished.drain(..) {
            self.walker.board.unfinish(self.walker.board.vertex_of(robot));
        }
    }

    /// Moves the mark of a finished robot along with the robot.
    pub(super) fn carry_finished_mark(&mut self, from: Vertex, to: Vertex) {
        let board = &mut self.walker.board;
        if board.is_finished(from) {
            board.unfinish(from);
            board.finish(to);
        }
    }

    /// Places a robot on its goal, and all other robots that must be placed so that all finished
    /// robots can return to their goals.
    ///
    /// # Errors
    /// On an error the board stays as at the failure, with finished robots away from their goals.
    pub(crate) fn relocate(&mut self, mut robot: Token) -> Result<(), PlaceError> {
        // No robot is placed twice, so this terminates.
        while !self.is_finished(robot) {
            self.move_to_goal(robot)?;
            self.finish(robot);
            match self.resolve()? {
                Some(other) => robot = other,
                None => return Ok(()),
            }
        }
        Err(PlaceError::Failed)
    }

    /// Moves a robot to its goal. The vertices that it leaves become departed ones.
    fn move_to_goal(&mut self, robot: Token) -> Result<(), PlaceError> {
        let target = self.goal.vertex_of(robot);
        self.find_path(self.walker.board.vertex_of(robot), target, None)?;
        self.follow(robot, |vertex| vertex == target)
    }

    /// Moves a robot along the path found, until it has arrived.
    pub(super) fn follow(
        &mut self,
        robot: Token,
        arrived: impl Fn(Vertex) -> bool,
    ) -> Result<(), PlaceError> {
        let mut here = self.walker.board.vertex_of(robot);
        // The path itself passes no vertex twice.
        let mut older = self.departed.len();
        while !arrived(here) {
            let next = self.path_search.towards(here);
            if let Some(first) = self.departed[..older].iter().position(|&vertex| vertex == next) {
                if self.departed_in_pairs {
                    return Err(PlaceError::Failed);
                } else if self.strategy.rotates {
                    self.rotate(robot, first)?;
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

    /// Rotates the cycle that a robot closes by returning to a departed vertex: it and all robots
    /// from there on move by one vertex around the cycle. On a cycle of two vertices this is a
    /// swap.
    fn rotate(&mut self, robot: Token, first: usize) -> Result<(), PlaceError> {
        let here = self.walker.board.vertex_of(robot);
        let next = self.departed[first];
        let mut cycle = self.departed[first..].to_vec();
        cycle.push(here);
        if cycle.len() == 2 && !self.walker.board.is_vacant(next) {
            return self.swap(robot, next);
        }
        match rotate_cycle(&mut self.walker, &cycle) {
            Err(OperationError::Blocked) => return Err(PlaceError::Stuck { robot, next }),
            result => result?,
        }
        // The marks of finished robots move along. The robot itself, at the end, has no mark.
        for pair in cycle.windows(2).rev() {
            self.carry_finished_mark(pair[0], pair[1]);
        }
        Ok(())
    }

    /// Moves a robot that returns to a departed vertex back along the departed vertices, so that
    /// all robots with which it swaps return to their places.
    fn retreat(&mut self, robot: Token, first: usize) -> Result<(), PlaceError> {
        while self.departed.len() > first
            && let Some(next) = self.departed.pop()
        {
            self.advance(robot, next)?;
        }
        Ok(())
    }

    /// Makes one step of a robot, by push or else by swap.
    pub(super) fn advance(&mut self, robot: Token, next: Vertex) -> Result<(), PlaceError> {
        match self.push(self.walker.board.vertex_of(robot), next) {
            Err(OperationError::Blocked) => self.swap(robot, next),
            result => Ok(result?),
        }
    }

    /// Searches for a path between two vertices that avoids a third.
    pub(super) fn find_path(
        &mut self,
        here: Vertex,
        target: Vertex,
        avoided: Option<Vertex>,
    ) -> Result<(), PlaceError> {
        let (view, control) = self.walker.board.split();
        let graph = view.graph();
        let passable = |vertex| Some(vertex) != avoided;
        if let Some(PathPrices { other, finished }) = self.strategy.path_rule.prices() {
            let price = |vertex| if view.is_locked(vertex) { finished } else { other };
            let found = self.path_search.cheapest(graph, target, here, passable, price, control)?;
            return if found { Ok(()) } else { Err(PlaceError::Failed) };
        }
        let is_here = |vertex| vertex == here;
        if self.strategy.path_rule == PathRule::AroundFinished {
            let free = |vertex| !view.is_locked(vertex) && passable(vertex);
            if self.path_search.breadth_first(graph, &[target], free, is_here, control)?.is_some() {
                return Ok(());
            }
        }
        let met = self.path_search.breadth_first(graph, &[target], passable, is_here, control)?;
        if met.is_some() { Ok(()) } else { Err(PlaceError::Failed) }
    }

    /// Makes the next vertex vacant, around all finished robots, and moves there.
    pub(super) fn push(&mut self, here: Vertex, next: Vertex) -> Result<(), OperationError> {
        let route = self.strategy.route;
        self.walker.locked([here], |walker| walker.board.vacate(next, route))?;
        self.walker.board.step(here, next)
    }

    /// Swaps with the robot on the next vertex.
    pub(super) fn swap(&mut self, robot: Token, next: Vertex) -> Result<(), PlaceError> {
        let here = self.walker.board.vertex_of(robot);
        match self.walker.swap(here, next) {
            Err(OperationError::Blocked) => return Err(PlaceError::Stuck { robot, next }),
            result => result?,
        }
        self.carry_finished_mark(next, here);
        Ok(())
    }

    /// Goes back over the departed vertices and moves finished robots on them to their goals. If
    /// another robot stands on such a goal, or on the path to it, that robot is returned and has to
    /// be placed first.
    pub(super) fn resolve(&mut self) -> Result<Option<Token>, PlaceError> {
        while let Some(&here) = self.departed.last() {
            let board = &mut self.walker.board;
            if let Some(robot) = board.robot_at(here).filter(|_| board.is_finished(here)) {
                let target = self.goal.vertex_of(robot);
                if target != here {
                    // Robots that a pair has passed are two steps from their goals.
                    let graph = board.graph();
                    let common = graph.neighbours(here).iter().filter(|&&next| graph.has_edge(next, target));
                    let between =
                        common.min_by_key(|&&next| (!board.is_vacant(next), board.is_finished(next)));
                    let between = between.filter(|_| !graph.has_edge(here, target));
                    let mut from = here;
                    for &to in [between, Some(&target)].into_iter().flatten() {
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
