//! Makes a vertex vacant by a chosen blank on a chosen route.

use core::cmp::Ordering;

use motion_core::{Move, Stop, Token, Vertex};
use smallvec::SmallVec;

use super::blank_route::BlankRoute;
use super::operation_error::OperationError;
use super::working_board::{AGAINST_ARC, WorkingBoard};

/// The cost of a move that does not change the robot's distance to its goal.
const STEP: u32 = 8;

impl WorkingBoard<'_, '_> {
    /// Makes a vertex vacant: the blank with the cheapest route to it travels there around all
    /// locked vertices. Does nothing if the vertex is vacant.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the vertex is locked or no blank can reach it.
    ///
    /// # Complexity
    /// Expands only vertices that are nearer than the blank found.
    pub fn vacate(&mut self, vertex: Vertex, route: BlankRoute) -> Result<(), OperationError> {
        self.vacate_one_of(&[vertex], route).map(|_| ())
    }

    /// Makes vacant the one of these vertices that a blank can reach most cheaply, and returns it.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if each of them is locked or out of reach of all blanks.
    ///
    /// # Complexity
    /// Expands only vertices that are nearer than the blank found.
    pub fn vacate_one_of(
        &mut self,
        vertices: &[Vertex],
        route: BlankRoute,
    ) -> Result<Vertex, OperationError> {
        let vacant = |&&vertex: &&Vertex| self.is_vacant(vertex) && !self.is_locked(vertex);
        if let Some(&vertex) = vertices.iter().find(vacant) {
            return Ok(vertex);
        }
        let blank = self.find_blank(vertices, route)?.ok_or(OperationError::Blocked)?;
        Ok(self.travel(blank)?)
    }

    /// Makes a vertex vacant by the nearest blank that is not `kept`, around all locked vertices.
    /// Robots may pass kept blanks, which are vacant again afterwards. Does nothing if the vertex
    /// is vacant.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the vertex is locked or no other blank can reach it.
    pub fn vacate_keeping(
        &mut self,
        vertex: Vertex,
        kept: impl Fn(Vertex) -> bool,
    ) -> Result<(), OperationError> {
        if self.is_vacant(vertex) && !self.is_locked(vertex) {
            return Ok(());
        }
        let Self { graph, configuration, locks, goal_distances, vacant, blank_search, control, .. } = self;
        let passable = |vertex: Vertex| locks.are_open(vertex);
        let wanted = |blank| configuration.is_vacant(blank) && !kept(blank);
        let blank = if let Some(steps) = goal_distances.open_rectangle().filter(|_| !vacant.is_empty()) {
            let others = || vacant.iter().filter(|&&blank| !kept(blank));
            let estimate =
                |vertex| STEP * others().map(|&blank| steps.between(vertex, blank)).min().unwrap_or(0);
            // Kept blanks are passed like robots; any robot will do, because the weight is
            // constant.
            let in_the_way = |vertex| (!wanted(vertex)).then_some(Token(0));
            blank_search.weighted(
                graph,
                &[vertex],
                passable,
                in_the_way,
                |_, _| |_| STEP,
                estimate,
                control,
            )?
        } else {
            blank_search.breadth_first(graph, &[vertex], passable, wanted, control)?
        };
        self.travel(blank.ok_or(OperationError::Blocked)?)?;
        Ok(())
    }

    /// Returns the accepted vertex nearest to `vertex` that can be reached over unlocked vertices.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if there is no such vertex, or `vertex` itself is locked.
    pub fn nearest_free(
        &mut self,
        vertex: Vertex,
        accepted: impl Fn(Vertex) -> bool,
    ) -> Result<Vertex, OperationError> {
        let Self { graph, locks, blank_search, control, .. } = self;
        let passable = |vertex: Vertex| locks.are_open(vertex);
        blank_search
            .breadth_first(graph, &[vertex], passable, accepted, control)?
            .ok_or(OperationError::Blocked)
    }

    /// Returns the length of a shortest path between two vertices over unlocked ones, or `None` if
    /// there is no path. The two vertices themselves may be locked.
    ///
    /// # Errors
    /// [`Stop`] if the budget ends.
    pub fn distance(&mut self, from: Vertex, to: Vertex) -> Result<Option<u32>, Stop> {
        let Self { graph, locks, blank_search, control, .. } = self;
        let passable = |vertex: Vertex| locks.are_open(vertex) || vertex == from || vertex == to;
        let met = blank_search.breadth_first(graph, &[from], passable, |vertex| vertex == to, control)?;
        Ok(met.and_then(|met| blank_search.cost(met)))
    }

    fn find_blank(&mut self, targets: &[Vertex], route: BlankRoute) -> Result<Option<Vertex>, Stop> {
        let Self { graph, configuration, locks, goal_distances, vacant, blank_search, control, arcs, .. } =
            self;
        let passable = |vertex: Vertex| locks.are_open(vertex);
        let robot_at = |vertex| configuration.token_at(vertex);
        if let Some(arcs) = *arcs {
            let weight = |_, from| move |to| if arcs.has_arc(from, to) { 1 } else { AGAINST_ARC };
            return blank_search.weighted(graph, targets, passable, robot_at, weight, |_| 0, control);
        }
        let share = match route {
            BlankRoute::Weighted { eighths } if goal_distances.are_known() => u32::from(eighths.clamp(1, 7)),
            _ => 0,
        };
        // A blank that goes from `to` to `from` moves the robot from `from` to `to`.
        let weight = |robot: Token, from: Vertex| {
            let (goal_distances, far) = (&*goal_distances, goal_distances.distance(robot, from));
            move |to| match goal_distances.distance(robot, to).cmp(&far) {
                Ordering::Less => STEP - share,
                Ordering::Equal => STEP,
                Ordering::Greater => STEP + share,
            }
        };
        if let Some(steps) = goal_distances.open_rectangle().filter(|_| !vacant.is_empty()) {
            // The distance to the nearest of few blanks is known; the weights of the robots to be
            // moved are not. On the routes taken, about five robots in seven come nearer to their
            // goals. An estimate with that share, instead of seven in seven, halves the search. It
            // may be too high, but plans do not get longer.
            let each = STEP - 5 * share / 7;
            let estimate =
                |vertex| each * vacant.iter().map(|&blank| steps.between(vertex, blank)).min().unwrap_or(0);
            if share == 0 {
                let weight = |_, _| |_| STEP;
                return blank_search.weighted(graph, targets, passable, robot_at, weight, estimate, control);
            }
            return blank_search.weighted(graph, targets, passable, robot_at, weight, estimate, control);
        }
        if share == 0 {
            let wanted = |vertex| configuration.is_vacant(vertex);
            return blank_search.breadth_first(graph, targets, passable, wanted, control);
        }
        blank_search.weighted(graph, targets, passable, robot_at, weight, |_| 0, control)
    }

    /// Moves the robots on the path found, so that the blank arrives at its target; returns the
    /// target. Robots walk over other blanks on the path, which are vacant again afterwards.
    fn travel(&mut self, blank: Vertex) -> Result<Vertex, Stop> {
        let mut vacant = blank;
        while self.blank_search.towards(vacant) != vacant {
            let mut way: SmallVec<[Vertex; 4]> = [vacant].into_iter().collect();
            let token = loop {
                let next = self.blank_search.towards(way[way.len() - 1]);
                way.push(next);
                if let Some(token) = self.robot_at(next) {
                    break token;
                }
            };
            for step in way.windows(2).rev() {
                self.make(Move { token, from: step[1], to: step[0] })?;
            }
            vacant = way[way.len() - 1];
        }
        Ok(vacant)
    }
}
