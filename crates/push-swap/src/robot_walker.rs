//! Moves one robot to the next vertex that is to be finished.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, LocalSearch, OperationError, TrailMark, WorkingBoard};
use motion_core::graph::Components;
use motion_core::{Move, Stop, Token, Vertex};
use smallvec::SmallVec;

use crate::snake_cost::SnakeCost;

/// The way in which a robot chooses its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepRule {
    /// Along a cheapest path, on which narrow passages cost more and vacant vertices less.
    CheapestPath,
    /// At each step, tries all vertices nearer to the target and takes the cheapest. The cost is
    /// the number of moves. If distances are known, a move that brings a robot nearer to its goal
    /// counts less, and one that takes it farther away counts more.
    #[default]
    Greedy,
}

/// The board, with the searches and options for walking and swapping on it.
pub(crate) struct RobotWalker<'a, 'c> {
    pub(crate) board: WorkingBoard<'a, 'c>,
    /// The search for the path of the walking robot. Its labels must last while the robot walks.
    path_search: LocalSearch,
    /// The search for everything else.
    pub(crate) search: LocalSearch,
    pub(crate) route: BlankRoute,
    pub(crate) step_rule: StepRule,
    components: Components,
    /// The number of blanks of each component.
    blanks: Vec<usize>,
}

/// A kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// A robot ahead is pushed aside.
    Push,
    /// The robot swaps with the one ahead.
    Swap,
    /// A robot ahead is pushed aside, but not over the follower's vertex. Then the follower moves
    /// up.
    TwinPush { behind: Vertex },
    /// The robot and its follower pass the robot ahead.
    TwinSwap { behind: Vertex },
}

impl<'a, 'c> RobotWalker<'a, 'c> {
    pub(crate) fn new(
        mut board: WorkingBoard<'a, 'c>,
        search: LocalSearch,
        route: BlankRoute,
        step_rule: StepRule,
    ) -> Result<Self, Stop> {
        let graph = board.graph();
        let path_search = LocalSearch::new(graph.vertex_count());
        let components = graph.components_within(board.control())?;
        let mut blanks = alloc::vec![0; components.count()];
        for vertex in board.configuration().vacant() {
            blanks[components.component_of(vertex)] += 1;
        }
        Ok(Self { board, path_search, search, route, step_rule, components, blanks })
    }

    /// The number of blanks in the component of a vertex.
    pub(crate) fn blanks_around(&self, vertex: Vertex) -> usize {
        self.blanks[self.components.component_of(vertex)]
    }

    /// Marks a vertex as finished: robots enter or leave it only in swaps.
    pub(crate) fn finish(&mut self, vertex: Vertex) {
        self.board.finish(vertex);
    }

    /// Moves a robot to a vertex, around all finished vertices.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the robot can neither push another robot aside nor swap with
    /// it.
    pub(crate) fn walk(&mut self, robot: Token, target: Vertex) -> Result<(), OperationError> {
        if self.board.vertex_of(robot) == target {
            return Ok(());
        }
        self.find_path(robot, target)?;
        while self.board.vertex_of(robot) != target {
            self.walk_on(self.board.vertex_of(robot))?;
        }
        Ok(())
    }

    /// Makes one step of a robot on the path found.
    pub(crate) fn walk_on(&mut self, here: Vertex) -> Result<(), OperationError> {
        let next = self.candidates(here);
        match self.best_step(here, &next, StepKind::Push) {
            Err(OperationError::Blocked) => self.best_step(here, &next, StepKind::Swap),
            result => result,
        }
    }

    /// Searches for paths to the target from every vertex to which the robot may come.
    pub(crate) fn find_path(&mut self, robot: Token, target: Vertex) -> Result<(), OperationError> {
        let Self { board, path_search, step_rule, .. } = self;
        let here = board.vertex_of(robot);
        let (view, control) = board.split();
        let graph = view.graph();
        let free = |vertex: Vertex| !view.is_locked(vertex);
        let price = |vertex: Vertex| {
            let degree = graph.neighbours(vertex).iter().filter(|&&next| free(next)).take(4).count();
            match step_rule {
                StepRule::CheapestPath => {
                    [20, 20, 8, 6, 5][degree] - if view.is_vacant(vertex) { 2 } else { 0 }
                }
                StepRule::Greedy => [30, 30, 12, 7, 5][degree],
            }
        };
        let found = path_search.cheapest(graph, target, here, free, price, control)?;
        if found { Ok(()) } else { Err(OperationError::Blocked) }
    }

    /// The candidates for the next step.
    pub(crate) fn candidates(&self, here: Vertex) -> SmallVec<[Vertex; 4]> {
        if self.step_rule == StepRule::CheapestPath {
            return [self.path_search.towards(here)].into_iter().collect();
        }
        let cost = self.path_search.cost(here);
        let neighbours = self.board.graph().neighbours(here).iter().copied();
        neighbours
            .filter(|&next| self.path_search.cost(next).is_some_and(|nearer| Some(nearer) < cost))
            .collect()
    }

    /// Makes the step with the least weight, including the rest of the path.
    pub(crate) fn best_step(
        &mut self,
        here: Vertex,
        candidates: &[Vertex],
        kind: StepKind,
    ) -> Result<(), OperationError> {
        if let &[next] = candidates {
            return self.attempt(|this| this.make_step(here, next, kind));
        }
        let mut best = None;
        for &next in candidates {
            let mark = self.board.mark();
            match self.make_step(here, next, kind) {
                Err(OperationError::Blocked) => {}
                result => {
                    result?;
                    let left = self.path_search.cost(next).expect("invariant: it lies on a path");
                    let cost = self.weight_since(mark) + 10 * i64::from(left);
                    best = best.min(Some((cost, next))).or(Some((cost, next)));
                }
            }
            self.board.roll_back(mark);
        }
        let (_, next) = best.ok_or(OperationError::Blocked)?;
        self.make_step(here, next, kind)
    }

    fn make_step(&mut self, here: Vertex, next: Vertex, kind: StepKind) -> Result<(), OperationError> {
        match kind {
            StepKind::Push => {
                self.locked([here], |this| this.board.vacate(next, this.route))?;
                self.board.step(here, next)
            }
            StepKind::Swap => self.swap(here, next),
            StepKind::TwinPush { behind } => {
                self.locked([here, behind], |this| this.board.vacate(next, this.route))?;
                self.board.step(here, next)?;
                self.board.step(behind, here)
            }
            StepKind::TwinSwap { behind } => self.pass_together(next, here, behind),
        }
    }

    /// The cost of the moves since a mark, as compared for snakes.
    pub(crate) fn cost_since(&self, mark: TrailMark, choice: SnakeCost) -> i64 {
        match choice {
            SnakeCost::Moves => (self.board.trail_since(mark).len() as u64).cast_signed(),
            SnakeCost::Weight => self.weight_since(mark),
            // Distances are compared beforehand.
            SnakeCost::Distances => 0,
        }
    }

    /// The weight of the moves since a mark: ten for each move, 9 less if it brings a robot nearer
    /// to its goal and 9 more if farther away.
    fn weight_since(&self, mark: TrailMark) -> i64 {
        let distances = self.board.goal_distances();
        let weight = |&Move { token, from, to }: &Move| {
            10 + 9 * (i64::from(distances.distance(token, to)) - i64::from(distances.distance(token, from)))
        };
        self.board.trail_since(mark).iter().map(weight).sum()
    }

    /// Does an operation, and undoes its moves if it is blocked.
    pub(crate) fn attempt(
        &mut self,
        operation: impl FnOnce(&mut Self) -> Result<(), OperationError>,
    ) -> Result<(), OperationError> {
        let mark = self.board.mark();
        let result = operation(self);
        if result == Err(OperationError::Blocked) {
            self.board.roll_back(mark);
        }
        result
    }

    /// Does an operation while these vertices are locked.
    pub(crate) fn locked<const N: usize, T>(
        &mut self,
        vertices: [Vertex; N],
        operation: impl FnOnce(&mut Self) -> T,
    ) -> T {
        for &vertex in &vertices {
            self.board.lock(vertex);
        }
        let result = operation(self);
        for &vertex in &vertices {
            self.board.unlock(vertex);
        }
        result
    }
}
