//! Moves a robot to a vertex, alone or with a follower (a snake).

use motion_core::{Token, Vertex};
use smallvec::SmallVec;

use super::blank_route::BlankRoute;
use super::operation_error::OperationError;
use super::working_board::{AGAINST_ARC, WorkingBoard};

/// The way in which a robot's path is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathGuide {
    /// By the closed form of the distance, while it leads to an unlocked neighbour.
    ClosedForm,
    /// By a search from the target around the locked vertices.
    Search,
}

/// Neighbours that are nearer to the target.
type NearerNeighbours = SmallVec<[Vertex; 4]>;

impl WorkingBoard<'_, '_> {
    /// Moves a robot to an unlocked vertex, step by step. Each step goes to the neighbour on a
    /// shortest path that a blank can reach most cheaply.
    ///
    /// Other robots are moved aside. On an open grid the path follows the closed form of the
    /// distance. It is searched for only where locked vertices block it, and may then be longer
    /// than a shortest path.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the locked vertices leave no path for the robot, or no path
    /// for a blank to the robot's next vertex. That cannot happen if the unlocked vertices are
    /// bi-connected, the robot stands on one of them, and one of them is vacant.
    ///
    /// # Complexity
    /// Besides the moves, one search for the path; none on an open grid unless locked vertices
    /// block the direct path.
    pub fn carry(&mut self, robot: Token, target: Vertex, route: BlankRoute) -> Result<(), OperationError> {
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

    /// Moves two robots to a vertex like a snake. The follower is first brought next to the leader.
    /// Then the leader goes to the target, and the follower always moves to the vertex that the
    /// leader has left.
    ///
    /// Blanks go around the follower where they can. Afterwards the follower stands next to the
    /// target, unless a blank could pass only by moving it.
    ///
    /// # Errors
    /// Those of [`carry`](WorkingBoard::carry), for the leader. A follower that cannot follow is no
    /// error.
    pub fn carry_pair(
        &mut self,
        leader: Token,
        follower: Token,
        target: Vertex,
        route: BlankRoute,
    ) -> Result<(), OperationError> {
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
            if next == Err(OperationError::Blocked) {
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

    /// Moves a robot to an unlocked neighbour of another robot, which stays in place. If no path
    /// leads there, the robot stops where it is blocked.
    fn bring_next_to(&mut self, robot: Token, other: Token, route: BlankRoute) -> Result<(), OperationError> {
        let there = self.vertex_of(other);
        if self.graph.has_edge(self.vertex_of(robot), there) {
            return Ok(());
        }
        let beside: NearerNeighbours = self.graph.neighbours(there).iter().copied().collect();
        self.lock(there);
        let nearest = self.search_path(robot, &beside);
        let mut result = nearest.map(|_| ());
        while result.is_ok() && self.robot_search.cost(self.vertex_of(robot)).is_some_and(|cost| cost > 0) {
            let here = self.vertex_of(robot);
            let nearer = self.nearer_by_search(here);
            self.lock(here);
            let next = self.vacate_one_of(&nearer, route);
            self.unlock(here);
            result = next.and_then(|next| self.step(here, next));
        }
        self.unlock(there);
        match result {
            Err(OperationError::Blocked) => Ok(()),
            result => result,
        }
    }

    /// Returns the unlocked neighbours of a robot's vertex that are one step nearer to the target.
    fn nearer(
        &mut self,
        robot: Token,
        target: Vertex,
        guide: &mut Option<PathGuide>,
    ) -> Result<NearerNeighbours, OperationError> {
        let here = self.vertex_of(robot);
        if *guide != Some(PathGuide::Search) {
            if let Some(steps) = self.goal_distances.open_rectangle().filter(|_| self.arcs.is_none()) {
                let distance = steps.between(here, target);
                let neighbours = self.graph.neighbours(here).iter().copied();
                let is_nearer = |&next: &Vertex| steps.between(next, target) < distance;
                let nearer: NearerNeighbours =
                    neighbours.filter(|&next| !self.is_locked(next)).filter(is_nearer).collect();
                if !nearer.is_empty() {
                    *guide = Some(PathGuide::ClosedForm);
                    return Ok(nearer);
                }
            }
            self.search_path(robot, &[target])?;
            *guide = Some(PathGuide::Search);
        }
        Ok(self.nearer_by_search(here))
    }

    fn nearer_by_search(&self, here: Vertex) -> NearerNeighbours {
        if self.arcs.is_some() {
            return [self.robot_search.towards(here)].into_iter().collect();
        }
        let neighbours = self.graph.neighbours(here).iter().copied();
        let cost = self.robot_search.cost(here);
        let is_nearer =
            |&next: &Vertex| self.robot_search.cost(next).is_some_and(|nearer| Some(nearer) < cost);
        neighbours.filter(is_nearer).collect()
    }

    /// Searches from the targets, around locked vertices, until the robot is reached.
    fn search_path(&mut self, robot: Token, targets: &[Vertex]) -> Result<Vertex, OperationError> {
        let Self { graph, configuration, locks, robot_search, control, arcs, .. } = self;
        let here = configuration.vertex_of(robot);
        let passable = |vertex: Vertex| locks.are_open(vertex) || vertex == here;
        let met = if let Some(arcs) = *arcs {
            let passed = |vertex| (vertex != here).then_some(robot);
            let weight = |_, to| move |from| if arcs.has_arc(from, to) { 1 } else { AGAINST_ARC };
            robot_search.weighted(graph, targets, passable, passed, weight, |_| 0, control)?
        } else {
            robot_search.breadth_first(graph, targets, passable, |vertex| vertex == here, control)?
        };
        met.ok_or(OperationError::Blocked)
    }
}
