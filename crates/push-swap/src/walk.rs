//! One robot on its way to the vertex that is finished next.

use alloc::vec::Vec;

use cpf_core::board::{Mark, Route, Trouble, Ways, WorkingBoard};
use motion_core::graph::Components;
use motion_core::{Move, Token, Vertex};
use smallvec::SmallVec;

/// How a robot finds its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Steps {
    /// Along a cheapest path that avoids narrow places and favours vacant ones.
    Path,
    /// At each step to that vertex nearer to the target which costs least, found out by trying: the fewest moves, and
    /// those that bring other robots nearer to their goals, where that is known.
    #[default]
    Best,
}

/// The board, with what is needed to walk and swap on it.
pub(crate) struct Mover<'a, 'c> {
    pub(crate) board: WorkingBoard<'a, 'c>,
    /// The way of the robot that walks; it must outlive what happens on it.
    way: Ways,
    /// Everything else.
    pub(crate) ways: Ways,
    pub(crate) route: Route,
    pub(crate) steps: Steps,
    components: Components,
    /// The number of blanks of each component.
    blanks: Vec<usize>,
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Whoever stands there is pushed aside.
    Push,
    /// Whoever stands there changes places.
    Swap,
    /// Whoever stands there is pushed aside, neither entering nor passing where the follower is, which steps on, too.
    TwinPush { behind: Vertex },
    /// Robot and follower jump over whoever stands there.
    TwinSwap { behind: Vertex },
}

impl<'a, 'c> Mover<'a, 'c> {
    pub(crate) fn new(board: WorkingBoard<'a, 'c>, ways: Ways, route: Route, steps: Steps) -> Self {
        let way = Ways::new(board.graph().vertex_count());
        let components = board.graph().components();
        let mut blanks = alloc::vec![0; components.count()];
        for vertex in board.configuration().vacant() {
            blanks[components.component_of(vertex)] += 1;
        }
        Self { board, way, ways, route, steps, components, blanks }
    }

    /// How many blanks there are in the component of a vertex.
    pub(crate) fn blanks_around(&self, vertex: Vertex) -> usize {
        self.blanks[self.components.component_of(vertex)]
    }

    /// Declares a vertex finished: nobody enters or leaves it but in a swap.
    pub(crate) fn finish(&mut self, vertex: Vertex) {
        self.board.seal(vertex);
    }

    /// Takes a robot to a vertex, around all finished ones.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where the robot can neither push another aside nor change places with it.
    pub(crate) fn walk(&mut self, robot: Token, target: Vertex) -> Result<(), Trouble> {
        if self.board.vertex_of(robot) == target {
            return Ok(());
        }
        self.find_way(robot, target)?;
        while self.board.vertex_of(robot) != target {
            self.walk_on(self.board.vertex_of(robot))?;
        }
        Ok(())
    }

    /// Makes one step of a robot on the way that was found.
    pub(crate) fn walk_on(&mut self, here: Vertex) -> Result<(), Trouble> {
        let next = self.candidates(here);
        match self.best_step(here, &next, Manner::Push) {
            Err(Trouble::Blocked) => self.best_step(here, &next, Manner::Swap),
            result => result,
        }
    }

    /// Searches for ways from everywhere to the target, as far as the robot may need them.
    pub(crate) fn find_way(&mut self, robot: Token, target: Vertex) -> Result<(), Trouble> {
        let Self { board, way, steps, .. } = self;
        let here = board.vertex_of(robot);
        let (view, control) = board.split();
        let graph = view.graph();
        let free = |vertex: Vertex| !view.is_locked(vertex);
        let price = |vertex: Vertex| {
            let degree = graph.neighbours(vertex).iter().filter(|&&next| free(next)).take(4).count();
            match steps {
                Steps::Path => [20, 20, 8, 6, 5][degree] - if view.is_vacant(vertex) { 2 } else { 0 },
                Steps::Best => [30, 30, 12, 7, 5][degree],
            }
        };
        let found = way.cheapest(graph, target, here, free, price, control)?;
        if found { Ok(()) } else { Err(Trouble::Blocked) }
    }

    /// The vertices to which the next step may lead.
    pub(crate) fn candidates(&self, here: Vertex) -> SmallVec<[Vertex; 4]> {
        if self.steps == Steps::Path {
            return [self.way.towards(here)].into_iter().collect();
        }
        let cost = self.way.cost(here);
        let neighbours = self.board.graph().neighbours(here).iter().copied();
        neighbours.filter(|&next| self.way.cost(next).is_some_and(|nearer| Some(nearer) < cost)).collect()
    }

    /// Makes the step whose moves weigh least, with regard to what is left of the way.
    pub(crate) fn best_step(
        &mut self,
        here: Vertex,
        candidates: &[Vertex],
        manner: Manner,
    ) -> Result<(), Trouble> {
        if let &[next] = candidates {
            return self.attempt(|this| this.make_step(here, next, manner));
        }
        let mut best = None;
        for &next in candidates {
            let mark = self.board.mark();
            match self.make_step(here, next, manner) {
                Err(Trouble::Blocked) => {}
                result => {
                    result?;
                    let left = self.way.cost(next).expect("invariant: it lies on a way");
                    let cost = self.weight_since(mark) + 10 * i64::from(left);
                    best = best.min(Some((cost, next))).or(Some((cost, next)));
                }
            }
            self.board.roll_back(mark);
        }
        let (_, next) = best.ok_or(Trouble::Blocked)?;
        self.make_step(here, next, manner)
    }

    fn make_step(&mut self, here: Vertex, next: Vertex, manner: Manner) -> Result<(), Trouble> {
        match manner {
            Manner::Push => {
                self.locked([here], |this| this.board.vacate(next, this.route))?;
                self.board.step(here, next)
            }
            Manner::Swap => self.swap(here, next),
            Manner::TwinPush { behind } => {
                self.locked([here, behind], |this| this.board.vacate(next, this.route))?;
                self.board.step(here, next)?;
                self.board.step(behind, here)
            }
            Manner::TwinSwap { behind } => self.pass_together(next, here, behind),
        }
    }

    /// What the moves since a mark weigh: ten each, with regard to whether they bring robots nearer to their homes.
    pub(crate) fn weight_since(&self, mark: Mark) -> i64 {
        let homes = self.board.homes();
        let weight = |&Move { token, from, to }: &Move| {
            10 + 9 * (i64::from(homes.distance(token, to)) - i64::from(homes.distance(token, from)))
        };
        self.board.record_since(mark).iter().map(weight).sum()
    }

    /// Does something, and where that fails, takes back whatever moves were made.
    pub(crate) fn attempt(
        &mut self,
        operation: impl FnOnce(&mut Self) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mark = self.board.mark();
        let result = operation(self);
        if result == Err(Trouble::Blocked) {
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
