//! The referee: which steps a motion model allows, and what a plan costs.
//!
//! Three models are in use, and plans of one are not plans of another. They differ in where a robot may go in a
//! step: never onto a vertex that was occupied before it, or also behind a robot that leaves, or also around a
//! closed circle.

use alloc::vec::Vec;

use motion_core::{Configuration, Graph, Move, Plan, Schedule, Token, Vertex};
use thiserror::Error;

use crate::instance::Instance;

/// Where robots may go in one time step.
///
/// Each model allows what the one before it allows. In none of them two robots exchange their places along an
/// edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionModel {
    /// Onto vertices that are vacant before the step: the model of the papers on pebble motion.
    #[default]
    Pebble,
    /// Also onto a vertex that another robot leaves in the same step.
    Train,
    /// Also around a circle of at least three robots: the model of multi-agent path-finding.
    Standard,
}

/// What a verified schedule costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Metrics {
    /// Moves of single robots.
    pub moves: u64,
    /// Time steps.
    pub makespan: u64,
    /// For every robot the step in which it comes to rest at last, added up; robots that never move count 0.
    pub sum_of_costs: u64,
}

/// The first thing that is wrong with a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A robot does not exist.
    #[error("step {}: there is no robot {}", step + 1, action.token.one_based())]
    NoSuchRobot {
        /// The step, from 0.
        step: usize,
        /// The move.
        action: Move,
    },
    /// A robot stands elsewhere.
    #[error("step {}: robot {} stands on vertex {}, not on {}", step + 1, action.token.one_based(), actually.one_based(), action.from.one_based())]
    NotThere {
        /// The step, from 0.
        step: usize,
        /// The move.
        action: Move,
        /// Where the robot stands.
        actually: Vertex,
    },
    /// A move along no edge.
    #[error("step {}: robot {} moves from vertex {} to {}, which are not adjacent", step + 1, action.token.one_based(), action.from.one_based(), action.to.one_based())]
    NotAdjacent {
        /// The step, from 0.
        step: usize,
        /// The move.
        action: Move,
    },
    /// A robot moves twice, or onto a vertex that another robot stays on or comes to.
    #[error("step {}: robot {} cannot move to vertex {}", step + 1, action.token.one_based(), action.to.one_based())]
    Collision {
        /// The step, from 0.
        step: usize,
        /// The move.
        action: Move,
    },
    /// A move that only a wider motion model allows.
    #[error("step {}: robot {} follows another one to vertex {}, as the model {model:?} forbids", step + 1, action.token.one_based(), action.to.one_based())]
    Forbidden {
        /// The step, from 0.
        step: usize,
        /// The move.
        action: Move,
        /// The model.
        model: MotionModel,
    },
    /// All steps are legal, but a robot is not at its goal.
    #[error("robot {} ends on vertex {} instead of {}", robot.one_based(), vertex.one_based(), goal.one_based())]
    NotAtGoal {
        /// The first such robot.
        robot: Token,
        /// Where it ends.
        vertex: Vertex,
        /// Where it should end.
        goal: Vertex,
    },
}

impl Instance {
    /// Replays a schedule under a motion model and measures it.
    ///
    /// # Errors
    /// [`VerifyError`] names the first step and move that is wrong, or the first robot that is not at its goal in
    /// the end.
    ///
    /// # Complexity
    /// Time O(k log d) for a step of k moves on a graph of degree d; memory for one configuration.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::{Instance, MotionModel};
    /// use motion_core::{Graph, Move, Schedule, Token, Vertex};
    ///
    /// // Two robots move on along a path, the second right behind the first.
    /// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
    /// let robots = [(Vertex(1), Vertex(2)), (Vertex(0), Vertex(1))];
    /// let instance = Instance::new(path, &robots)?;
    /// let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
    /// let mut schedule = Schedule::new();
    /// schedule.push_step([step(0, 1, 2), step(1, 0, 1)]);
    /// assert_eq!(instance.verify(&schedule, MotionModel::Train)?.makespan, 1);
    /// assert!(instance.verify(&schedule, MotionModel::Pebble).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, schedule: &Schedule, model: MotionModel) -> Result<Metrics, VerifyError> {
        let mut referee = Referee::new(self, model);
        for (number, step) in schedule.steps().enumerate() {
            referee.make(number, step)?;
        }
        for robot in self.robots() {
            let (vertex, goal) = (referee.configuration.vertex_of(robot), self.goal().vertex_of(robot));
            if vertex != goal {
                return Err(VerifyError::NotAtGoal { robot, vertex, goal });
            }
        }
        Ok(referee.metrics(schedule.makespan()))
    }

    /// Replays a plan, one move a step, which is legal in every model or in none, and measures it.
    ///
    /// # Errors
    /// Those of [`verify`](Instance::verify).
    ///
    /// # Complexity
    /// Linear in the moves, times the logarithm of the degree.
    pub fn verify_plan(&self, plan: &Plan) -> Result<Metrics, VerifyError> {
        self.verify(&Schedule::from(plan), MotionModel::Pebble)
    }

    /// The sum of all robots' distances to their goals: no plan has fewer moves. `None` where a robot cannot reach
    /// its goal at all.
    ///
    /// # Complexity
    /// One breadth-first search a robot: time O(r (n + e)) for r robots, n vertices and e edges.
    pub fn sum_of_distances(&self) -> Option<u64> {
        self.robots().try_fold(0, |sum, robot| {
            let distances = self.graph().distances([self.goal().vertex_of(robot)]);
            distances.get(self.start().vertex_of(robot)).map(|distance| sum + u64::from(distance))
        })
    }

    /// A lower bound on the makespan in the pebble model: the longest distance of a robot, or the sum of all
    /// distances shared among the vacant vertices, since no more robots than those move in one step. `None` where
    /// a robot cannot reach its goal at all, or must move and there is no vacant vertex.
    ///
    /// # Complexity
    /// That of [`sum_of_distances`](Instance::sum_of_distances).
    pub fn makespan_bound(&self) -> Option<u64> {
        let mut sum = 0;
        let mut longest = 0;
        for robot in self.robots() {
            let distances = self.graph().distances([self.goal().vertex_of(robot)]);
            let distance = u64::from(distances.get(self.start().vertex_of(robot))?);
            sum += distance;
            longest = longest.max(distance);
        }
        match self.vacant_count() as u64 {
            0 => (sum == 0).then_some(0),
            vacant => Some(longest.max(sum.div_ceil(vacant))),
        }
    }
}

struct Referee<'i> {
    graph: &'i Graph,
    model: MotionModel,
    configuration: Configuration,
    moves: u64,
    /// For each robot the step, from 1, in which it moved last.
    last_moves: Vec<u64>,
}

impl<'i> Referee<'i> {
    fn new(instance: &'i Instance, model: MotionModel) -> Self {
        let last_moves = alloc::vec![0; instance.robot_count()];
        Self { graph: instance.graph(), model, configuration: instance.start().clone(), moves: 0, last_moves }
    }

    fn make(&mut self, number: usize, step: &[Move]) -> Result<(), VerifyError> {
        for &action in step {
            self.check_alone(number, action)?;
        }
        if !self.configuration.relocate_together(step.iter().map(|action| (action.token, action.to))) {
            return Err(self.collision(number, step));
        }
        // The step is free of collisions; the configuration is already the next one.
        if let Some(action) = self.forbidden(step) {
            return Err(VerifyError::Forbidden { step: number, action, model: self.model });
        }
        self.moves += step.len() as u64;
        for action in step {
            self.last_moves[action.token.index()] = number as u64 + 1;
        }
        Ok(())
    }

    fn check_alone(&self, step: usize, action: Move) -> Result<(), VerifyError> {
        if action.token.index() >= self.configuration.token_count() {
            return Err(VerifyError::NoSuchRobot { step, action });
        }
        let actually = self.configuration.vertex_of(action.token);
        if actually != action.from {
            return Err(VerifyError::NotThere { step, action, actually });
        }
        if !self.graph.has_edge(action.from, action.to) {
            return Err(VerifyError::NotAdjacent { step, action });
        }
        Ok(())
    }

    /// The first move of a step that collides with those before it.
    fn collision(&self, step: usize, moves: &[Move]) -> VerifyError {
        let mut before = self.configuration.clone();
        let fits = |count: &usize| {
            before.relocate_together(moves[..*count].iter().map(|action| (action.token, action.to)))
        };
        let good = (1..moves.len()).take_while(fits).count();
        VerifyError::Collision { step, action: moves[good] }
    }

    /// The first move of a step that the model forbids: onto a vertex that a robot has just left.
    fn forbidden(&self, step: &[Move]) -> Option<Move> {
        if self.model == MotionModel::Pebble {
            let mut left: Vec<_> = step.iter().map(|action| action.from).collect();
            left.sort_unstable();
            return step.iter().copied().find(|action| left.binary_search(&action.to).is_ok());
        }
        // Each robot follows at most one other: walk along until nobody is followed, or back at the start.
        let mut leavers: Vec<_> = step.iter().map(|action| (action.from, action.to)).collect();
        leavers.sort_unstable();
        let next = |vertex: Vertex| {
            let found = leavers.binary_search_by_key(&vertex, |&(from, _)| from).ok()?;
            Some((found, leavers[found].1))
        };
        let mut seen = alloc::vec![false; leavers.len()];
        for &action in step {
            let (mut vertex, mut length) = (action.from, 0);
            while let Some((index, to)) = next(vertex).filter(|&(index, _)| !seen[index]) {
                seen[index] = true;
                (vertex, length) = (to, length + 1);
            }
            let closed = length > 0 && vertex == action.from;
            if closed && (self.model == MotionModel::Train || length == 2) {
                return Some(action);
            }
        }
        None
    }

    fn metrics(&self, makespan: usize) -> Metrics {
        Metrics { moves: self.moves, makespan: makespan as u64, sum_of_costs: self.last_moves.iter().sum() }
    }
}

#[cfg(test)]
mod tests;
