//! One robot on its way to the vertex that is finished next.

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, LocalSearch, OperationError, TrailMark, WorkingBoard};
use motion_core::graph::Components;
use motion_core::{Move, Token, Vertex};
use smallvec::SmallVec;

/// How a robot finds its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepRule {
    /// Along a cheapest path that avoids narrow places and favours vacant ones.
    CheapestPath,
    /// At each step to that vertex nearer to the target which costs least, found out by trying: the fewest moves, and
    /// those that bring other robots nearer to their goals, where that is known.
    #[default]
    Greedy,
}

/// The board, with what is needed to walk and swap on it.
pub(crate) struct RobotWalker<'a, 'c> {
    pub(crate) board: WorkingBoard<'a, 'c>,
    /// The way of the robot that walks; it must outlive what happens on it.
    path_search: LocalSearch,
    /// Everything else.
    pub(crate) search: LocalSearch,
    pub(crate) route: BlankRoute,
    pub(crate) step_rule: StepRule,
    components: Components,
    /// The number of blanks of each component.
    blanks: Vec<usize>,
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// Whoever stands there is pushed aside.
    Push,
    /// Whoever stands there changes places.
    Swap,
    /// Whoever stands there is pushed aside, neither entering nor passing where the follower is, which steps on, too.
    TwinPush { behind: Vertex },
    /// Robot and follower jump over whoever stands there.
    TwinSwap { behind: Vertex },
}

impl<'a, 'c> RobotWalker<'a, 'c> {
    pub(crate) fn new(
        board: WorkingBoard<'a, 'c>,
        search: LocalSearch,
        route: BlankRoute,
        step_rule: StepRule,
    ) -> Self {
        let path_search = LocalSearch::new(board.graph().vertex_count());
        let components = board.graph().components();
        let mut blanks = alloc::vec![0; components.count()];
        for vertex in board.configuration().vacant() {
            blanks[components.component_of(vertex)] += 1;
        }
        Self { board, path_search, search, route, step_rule, components, blanks }
    }

    /// How many blanks there are in the component of a vertex.
    pub(crate) fn blanks_around(&self, vertex: Vertex) -> usize {
        self.blanks[self.components.component_of(vertex)]
    }

    /// Declares a vertex finished: nobody enters or leaves it but in a swap.
    pub(crate) fn finish(&mut self, vertex: Vertex) {
        self.board.finish(vertex);
    }

    /// Takes a robot to a vertex, around all finished ones.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] where the robot can neither push another aside nor change places with it.
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

    /// Makes one step of a robot on the way that was found.
    pub(crate) fn walk_on(&mut self, here: Vertex) -> Result<(), OperationError> {
        let next = self.candidates(here);
        match self.best_step(here, &next, StepKind::Push) {
            Err(OperationError::Blocked) => self.best_step(here, &next, StepKind::Swap),
            result => result,
        }
    }

    /// Searches for ways from everywhere to the target, as far as the robot may need them.
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

    /// The vertices to which the next step may lead.
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

    /// Makes the step whose moves weigh least, with regard to what is left of the way.
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
                    let left = self.path_search.cost(next).expect("invariant: it lies on a way");
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

    /// What the moves since a mark weigh: ten each, with regard to whether they bring robots nearer to their homes.
    pub(crate) fn weight_since(&self, mark: TrailMark) -> i64 {
        let distances = self.board.goal_distances();
        let weight = |&Move { token, from, to }: &Move| {
            10 + 9 * (i64::from(distances.distance(token, to)) - i64::from(distances.distance(token, from)))
        };
        self.board.trail_since(mark).iter().map(weight).sum()
    }

    /// Does something, and where that fails, takes back whatever moves were made.
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

    /// Does something while these vertices are locked.
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
