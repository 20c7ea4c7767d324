//! Robots on their way to a vertex, one alone or two like a snake.

use motion_core::{Token, Vertex};
use smallvec::SmallVec;

use super::{Route, Trouble, WorkingBoard};

/// How the way of a robot is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guide {
    /// The closed form of the distance, as long as an unlocked neighbour is nearer.
    ClosedForm,
    /// A search from the target that goes around the locked vertices.
    Search,
}

/// Neighbours that are nearer to the target.
type Nearer = SmallVec<[Vertex; 4]>;

impl WorkingBoard<'_, '_> {
    /// Takes a robot to an unlocked vertex: step by step, each time to that neighbour on a shortest way to which a
    /// blank comes most cheaply.
    ///
    /// Other robots are moved out of the way. On an open grid the way is found by the closed form of the distance, and
    /// searched for only from where locked vertices bar it: it may then be longer than the shortest.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where the locked vertices leave no way for the robot, or none for a blank to its next
    /// vertex. Where the unlocked vertices are bi-connected, the robot stands on one of them, and one of them is
    /// vacant, that does not happen.
    ///
    /// # Complexity
    /// Beside the moves, one search for the way; none on an open grid unless locked vertices are in the way.
    pub fn carry(&mut self, robot: Token, target: Vertex, route: Route) -> Result<(), Trouble> {
        let mut guide = None;
        loop {
            let here = self.vertex_of(robot);
            if here == target {
                return Ok(());
            }
            let nearer = self.nearer(robot, target, &mut guide)?;
            self.lock(here);
            let next = self.vacate_one_of(&nearer, route);
            self.unlock(here);
            self.step(here, next?)?;
        }
    }

    /// Takes two robots to a vertex like a snake: the follower is brought next to the leader, then the leader goes
    /// to the target and the follower always to where the leader came from.
    ///
    /// Blanks go around the follower as long as they can. In the end the follower stands next to the target, unless
    /// there was no way without moving it.
    ///
    /// # Errors
    /// Those of [`carry`](WorkingBoard::carry), for the leader; where the follower cannot follow, it does not.
    pub fn carry_pair(
        &mut self,
        leader: Token,
        follower: Token,
        target: Vertex,
        route: Route,
    ) -> Result<(), Trouble> {
        self.bring_next_to(follower, leader, route)?;
        let mut guide = None;
        loop {
            let (here, behind) = (self.vertex_of(leader), self.vertex_of(follower));
            if here == target {
                return Ok(());
            }
            let nearer = self.nearer(leader, target, &mut guide)?;
            self.lock(here);
            self.lock(behind);
            let mut next = self.vacate_one_of(&nearer, route);
            self.unlock(behind);
            if next == Err(Trouble::Blocked) {
                next = self.vacate_one_of(&nearer, route);
            }
            self.unlock(here);
            self.step(here, next?)?;
            let behind = self.vertex_of(follower);
            if self.graph.has_edge(behind, here) && !self.is_locked(here) && !self.is_locked(behind) {
                self.step(behind, here)?;
            }
        }
    }

    /// Takes a robot to an unlocked neighbour of another one, which stays where it is. Where that cannot be done,
    /// the robot stops on the way.
    fn bring_next_to(&mut self, robot: Token, other: Token, route: Route) -> Result<(), Trouble> {
        let there = self.vertex_of(other);
        if self.graph.has_edge(self.vertex_of(robot), there) {
            return Ok(());
        }
        let beside: Nearer = self.graph.neighbours(there).iter().copied().collect();
        self.lock(there);
        let nearest = self.search_way(robot, &beside);
        let mut result = nearest.map(|_| ());
        while result.is_ok() && self.way.cost(self.vertex_of(robot)).is_some_and(|cost| cost > 0) {
            let here = self.vertex_of(robot);
            let nearer = self.nearer_by_search(here);
            self.lock(here);
            let next = self.vacate_one_of(&nearer, route);
            self.unlock(here);
            result = next.and_then(|next| self.step(here, next));
        }
        self.unlock(there);
        match result {
            Err(Trouble::Blocked) => Ok(()),
            result => result,
        }
    }

    /// The unlocked neighbours of a robot that are one step nearer to the target.
    fn nearer(&mut self, robot: Token, target: Vertex, guide: &mut Option<Guide>) -> Result<Nearer, Trouble> {
        let here = self.vertex_of(robot);
        if *guide != Some(Guide::Search) {
            if let Some(steps) = self.homes.open_grid() {
                let distance = steps.between(here, target);
                let neighbours = self.graph.neighbours(here).iter().copied();
                let is_nearer = |&next: &Vertex| steps.between(next, target) < distance;
                let nearer: Nearer =
                    neighbours.filter(|&next| !self.is_locked(next)).filter(is_nearer).collect();
                if !nearer.is_empty() {
                    *guide = Some(Guide::ClosedForm);
                    return Ok(nearer);
                }
            }
            self.search_way(robot, &[target])?;
            *guide = Some(Guide::Search);
        }
        Ok(self.nearer_by_search(here))
    }

    fn nearer_by_search(&self, here: Vertex) -> Nearer {
        let neighbours = self.graph.neighbours(here).iter().copied();
        let cost = self.way.cost(here);
        let is_nearer = |&next: &Vertex| self.way.cost(next).is_some_and(|nearer| Some(nearer) < cost);
        neighbours.filter(is_nearer).collect()
    }

    /// Measures from the targets, around locked vertices, until the robot is met.
    fn search_way(&mut self, robot: Token, targets: &[Vertex]) -> Result<Vertex, Trouble> {
        let Self { graph, configuration, locks, way, control, .. } = self;
        let here = configuration.vertex_of(robot);
        let passable = |vertex: Vertex| locks.are_open(vertex) || vertex == here;
        let met = way.breadth_first(graph, targets, passable, |vertex| vertex == here, control)?;
        met.ok_or(Trouble::Blocked)
    }
}
