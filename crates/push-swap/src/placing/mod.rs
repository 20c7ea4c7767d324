//! Robots placed one by one, each at once on its goal: what Push and Swap and Push and Rotate have in common.

mod classes;
mod goals;
mod job;
mod push_and_rotate;
mod push_and_swap;
mod snake;
#[cfg(test)]
mod tests;
mod turn;

use alloc::vec::Vec;

use cpf_core::board::{Mark, Route, Trouble, Ways};
use motion_core::{Configuration, Stop, Token, Vertex};

use crate::walk::Mover;

pub use classes::Priorities;
pub use goals::GoalOrder;
pub use push_and_rotate::PushAndRotate;
pub use push_and_swap::PushAndSwap;

/// Which of the shortest ways to its goal a robot takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paths {
    /// The shortest, whoever stands on it. With those who are finished it changes places.
    #[default]
    Direct,
    /// The shortest around all robots that are finished; where they leave none, the shortest.
    AroundFinished,
}

/// Why robots could not all be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
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

impl From<Stop> for Halt {
    fn from(why: Stop) -> Self {
        Self::Stop(why)
    }
}

impl From<Trouble> for Halt {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Stop(why) => Self::Stop(why),
            Trouble::Blocked => Self::Failed,
        }
    }
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stop(why) => Self::Stop(why),
            Halt::Stuck { .. } | Halt::Failed => Self::Blocked,
        }
    }
}

/// How a robot is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    pub(crate) route: Route,
    pub(crate) paths: Paths,
    /// Whether a robot that comes back to a vertex of the trail turns the cycle; else it goes back along the trail.
    pub(crate) turns: bool,
}

/// The board, with who is finished and who has yet to return.
pub(crate) struct Placer<'a, 'c> {
    /// Sealed are the vertices where finished robots stand: these may be moved by swaps and turns, but are in the end
    /// where they were.
    pub(crate) mover: Mover<'a, 'c>,
    goal: &'a Configuration,
    pub(crate) manner: Manner,
    /// The search that leads the robot which is being placed.
    way: Ways,
    finished: Vec<Token>,
    /// The vertices that robots have come from since all finished ones were at their goals (the papers' q).
    trail: Vec<Vertex>,
    /// Whether two robots have left the trail that went together: it is not the way of one, and whom they have jumped over
    /// is two vertices from home.
    twin_trail: bool,
}

impl<'a, 'c> Placer<'a, 'c> {
    /// Memory for each vertex, beside the board and the mover.
    pub(crate) const BYTES_PER_VERTEX: usize =
        Ways::BYTES_PER_VERTEX + size_of::<Token>() + size_of::<Vertex>();

    pub(crate) fn new(mover: Mover<'a, 'c>, goal: &'a Configuration, manner: Manner) -> Self {
        let way = Ways::new(goal.vertex_count());
        Self { mover, goal, manner, way, finished: Vec::new(), trail: Vec::new(), twin_trail: false }
    }

    pub(crate) fn is_finished(&self, robot: Token) -> bool {
        self.mover.board.is_sealed(self.mover.board.vertex_of(robot))
    }

    fn finish(&mut self, robot: Token) {
        self.finished.push(robot);
        self.mover.finish(self.mover.board.vertex_of(robot));
    }

    /// Takes all moves back that were made since a mark, when nobody was finished.
    pub(crate) fn restart(&mut self, mark: Mark) {
        self.forget();
        self.mover.board.roll_back(mark);
    }

    /// Nobody is finished any more.
    pub(crate) fn forget(&mut self) {
        self.trail.clear();
        self.twin_trail = false;
        for robot in self.finished.drain(..) {
            self.mover.board.unseal(self.mover.board.vertex_of(robot));
        }
    }

    /// If the robot that stood on a vertex was finished, it still is, on another vertex.
    fn carry_seal(&mut self, from: Vertex, to: Vertex) {
        let board = &mut self.mover.board;
        if board.is_sealed(from) {
            board.unseal(from);
            board.seal(to);
        }
    }

    /// Places a robot on its goal, and whoever else has to be placed so that all finished robots can return to theirs.
    ///
    /// # Errors
    /// The board is then as it was when something failed, with finished robots that are not at their goals.
    pub(crate) fn relocate(&mut self, mut robot: Token) -> Result<(), Halt> {
        // Nobody is placed twice, so that this ends.
        while !self.is_finished(robot) {
            self.lead(robot)?;
            self.finish(robot);
            match self.resolve()? {
                Some(other) => robot = other,
                None => return Ok(()),
            }
        }
        Err(Halt::Failed)
    }

    /// Leads a robot to its goal. What it leaves behind is added to the trail.
    fn lead(&mut self, robot: Token) -> Result<(), Halt> {
        let target = self.goal.vertex_of(robot);
        self.find_way(self.mover.board.vertex_of(robot), target, None)?;
        self.follow(robot, |vertex| vertex == target)
    }

    /// Lets a robot follow the way that was found, until it has arrived.
    fn follow(&mut self, robot: Token, arrived: impl Fn(Vertex) -> bool) -> Result<(), Halt> {
        let mut here = self.mover.board.vertex_of(robot);
        // The way itself meets no vertex twice.
        let mut older = self.trail.len();
        while !arrived(here) {
            let next = self.way.towards(here);
            if let Some(first) = self.trail[..older].iter().position(|&vertex| vertex == next) {
                if self.twin_trail {
                    return Err(Halt::Failed);
                } else if self.manner.turns {
                    self.turn(robot, first)?;
                } else {
                    self.retreat(robot, first)?;
                }
                self.trail.truncate(first);
                older = first;
            } else {
                self.advance(robot, next)?;
                self.trail.push(here);
            }
            here = next;
        }
        Ok(())
    }

    /// The robot comes back to a vertex of the trail: it goes there along the trail, so that everybody with whom it
    /// changes places returns to where they were.
    fn retreat(&mut self, robot: Token, first: usize) -> Result<(), Halt> {
        while self.trail.len() > first
            && let Some(next) = self.trail.pop()
        {
            self.advance(robot, next)?;
        }
        Ok(())
    }

    /// One step of a robot, by push or else by swap.
    fn advance(&mut self, robot: Token, next: Vertex) -> Result<(), Halt> {
        match self.push(self.mover.board.vertex_of(robot), next) {
            Err(Trouble::Blocked) => self.swap(robot, next),
            result => Ok(result?),
        }
    }

    /// Searches for a way between two vertices, and through none that is avoided.
    fn find_way(&mut self, here: Vertex, target: Vertex, avoided: Option<Vertex>) -> Result<(), Halt> {
        let (view, control) = self.mover.board.split();
        let graph = view.graph();
        let is_here = |vertex| vertex == here;
        if self.manner.paths == Paths::AroundFinished {
            let free = |vertex| !view.is_locked(vertex) && Some(vertex) != avoided;
            if self.way.breadth_first(graph, &[target], free, is_here, control)?.is_some() {
                return Ok(());
            }
        }
        let passable = |vertex| Some(vertex) != avoided;
        let met = self.way.breadth_first(graph, &[target], passable, is_here, control)?;
        if met.is_some() { Ok(()) } else { Err(Halt::Failed) }
    }

    /// Makes the next vertex vacant around all finished robots, and goes there.
    fn push(&mut self, here: Vertex, next: Vertex) -> Result<(), Trouble> {
        let route = self.manner.route;
        self.mover.locked([here], |mover| mover.board.vacate(next, route))?;
        self.mover.board.step(here, next)
    }

    /// Changes places with whoever stands on the next vertex.
    fn swap(&mut self, robot: Token, next: Vertex) -> Result<(), Halt> {
        let here = self.mover.board.vertex_of(robot);
        match self.mover.swap(here, next) {
            Err(Trouble::Blocked) => return Err(Halt::Stuck { robot, next }),
            result => result?,
        }
        self.carry_seal(next, here);
        Ok(())
    }

    /// Goes back over the trail and sends finished robots that stand there home. Where somebody stands on such a home, or
    /// on the way there, they have to be placed first.
    fn resolve(&mut self) -> Result<Option<Token>, Halt> {
        while let Some(&here) = self.trail.last() {
            let board = &mut self.mover.board;
            if let Some(robot) = board.robot_at(here).filter(|_| board.is_sealed(here)) {
                let home = self.goal.vertex_of(robot);
                if home != here {
                    // Those over whom two robots have jumped have two steps to go.
                    let graph = board.graph();
                    let common = graph.neighbours(here).iter().filter(|&&next| graph.has_edge(next, home));
                    let between = common.min_by_key(|&&next| (!board.is_vacant(next), board.is_sealed(next)));
                    let between = between.filter(|_| !graph.has_edge(here, home));
                    let mut from = here;
                    for &to in [between, Some(&home)].into_iter().flatten() {
                        if let Some(other) = board.robot_at(to) {
                            return Ok(Some(other));
                        }
                        board.step(from, to)?;
                        board.unseal(from);
                        board.seal(to);
                        from = to;
                    }
                }
            }
            self.trail.pop();
        }
        self.twin_trail = false;
        Ok(None)
    }
}
