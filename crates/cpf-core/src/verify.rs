//! The referee: whether plans and schedules are legal, and what they cost.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Configuration, Move, Plan, Schedule, Sink, Token, Verify, Vertex};

use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::objective::Metrics;

/// The first error in a plan or a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The robot does not exist.
    NoSuchRobot {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
    },
    /// The robot stands elsewhere.
    NotThere {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
        /// Where the robot stands.
        actually: Vertex,
    },
    /// The two vertices are not adjacent.
    NotAdjacent {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
    },
    /// The robot moves twice, or to a vertex that another robot stays on or enters.
    Collision {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
    },
    /// Only a more permissive motion model allows the move.
    Forbidden {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
        /// The model.
        model: MotionModel,
    },
    /// All steps are legal, but a robot is not at its goal.
    NotAtGoal {
        /// The first such robot.
        robot: Token,
        /// Where it ends.
        vertex: Vertex,
        /// Where it should end.
        goal: Vertex,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRobot { step, action } => {
                write!(f, "step {}: there is no robot {}", step + 1, action.token.one_based())
            }
            Self::NotThere { step, action, actually } => write!(
                f,
                "step {}: robot {} stands on vertex {}, not on {}",
                step + 1,
                action.token.one_based(),
                actually.one_based(),
                action.from.one_based()
            ),
            Self::NotAdjacent { step, action } => write!(
                f,
                "step {}: robot {} moves from vertex {} to {}, which are not adjacent",
                step + 1,
                action.token.one_based(),
                action.from.one_based(),
                action.to.one_based()
            ),
            Self::Collision { step, action } => write!(
                f,
                "step {}: robot {} cannot move to vertex {}",
                step + 1,
                action.token.one_based(),
                action.to.one_based()
            ),
            Self::Forbidden { step, action, model } => write!(
                f,
                "step {}: robot {} follows another one to vertex {}, as the model {model:?} forbids",
                step + 1,
                action.token.one_based(),
                action.to.one_based()
            ),
            Self::NotAtGoal { robot, vertex, goal } => write!(
                f,
                "robot {} ends on vertex {} instead of {}",
                robot.one_based(),
                vertex.one_based(),
                goal.one_based()
            ),
        }
    }
}

impl Error for VerifyError {}

impl Instance {
    /// Replays a plan in the pebble model and measures it, one move a step.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first robot that is not at its goal in
    /// the end. A step is then the number of the move.
    ///
    /// # Complexity
    /// Time O(log d) for a move on a graph of degree d; memory for one configuration.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use motion_core::{Move, Plan, Token, Vertex};
    ///
    /// let instance: Instance = "p edge 2 1\ne 1 2\nr 1 2\n".parse()?;
    /// let plan = Plan::from(vec![Move { token: Token(0), from: Vertex(0), to: Vertex(1) }]);
    /// assert_eq!(instance.verify(&plan)?.moves, 1);
    /// assert!(instance.verify(&Plan::new()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, plan: &Plan) -> Result<Metrics, VerifyError> {
        let mut referee = Referee::new(self);
        plan.iter().try_for_each(|action| referee.make(action))?;
        referee.finish()
    }

    /// Replays a schedule under a motion model and measures it.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal step and move, or the first robot that is not at its
    /// goal in the end.
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
    /// let step =
    ///     |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
    /// let mut schedule = Schedule::new();
    /// schedule.push_step([step(0, 1, 2), step(1, 0, 1)]);
    /// assert_eq!(instance.verify_schedule(&schedule, MotionModel::Train)?.makespan, 1);
    /// assert!(instance.verify_schedule(&schedule, MotionModel::Pebble).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_schedule(&self, schedule: &Schedule, model: MotionModel) -> Result<Metrics, VerifyError> {
        let mut replay = ScheduleReplay { model, replay: Replay::new(self) };
        for (number, step) in (0..).zip(schedule.steps()) {
            replay.make(number, step)?;
        }
        replay.replay.finish(schedule.makespan() as u64)
    }
}

impl Verify<Plan> for Instance {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, plan: &Plan) -> Result<Metrics, VerifyError> {
        self.verify(plan)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

/// Verifies moves one by one as they are made, so that a plan need not be in memory.
///
/// A streaming solver writes into it as into any [`Sink`]. After the first illegal move all others
/// are ignored, and [`finish`](Referee::finish) returns the error.
///
/// # Complexity
/// That of [`Instance::verify`].
///
/// # Examples
/// ```
/// use cpf_core::{Instance, Referee};
/// use motion_core::{Move, Sink, Token, Vertex};
///
/// let instance: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\n".parse()?;
/// let mut referee = Referee::new(&instance);
/// for (from, to) in [(0, 1), (1, 2)] {
///     referee.accept(Move { token: Token(0), from: Vertex(from), to: Vertex(to) });
/// }
/// assert_eq!(referee.finish()?.moves, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee<'i> {
    replay: Replay<'i>,
    error: Option<VerifyError>,
}

impl<'i> Referee<'i> {
    /// Begins at the instance's start.
    pub fn new(instance: &'i Instance) -> Self {
        Self { replay: Replay::new(instance), error: None }
    }

    /// What the moves cost, if all of them were legal and all robots are at their goals.
    ///
    /// # Errors
    /// Those of [`Instance::verify`].
    pub fn finish(self) -> Result<Metrics, VerifyError> {
        match self.error {
            Some(error) => Err(error),
            None => self.replay.finish(self.replay.moves),
        }
    }

    fn make(&mut self, action: Move) -> Result<(), VerifyError> {
        let step = self.replay.moves;
        self.replay.check_alone(step, action)?;
        if !self.replay.configuration.relocate(action.token, action.to) {
            return Err(VerifyError::Collision { step, action });
        }
        self.replay.count(step, action.token);
        Ok(())
    }
}

impl Sink<Move> for Referee<'_> {
    fn accept(&mut self, action: Move) {
        if self.error.is_none() {
            self.error = self.make(action).err();
        }
    }
}

/// The robots during a replay, and what it costs.
#[derive(Clone, Debug)]
struct Replay<'i> {
    instance: &'i Instance,
    configuration: Configuration,
    moves: u64,
    /// For each robot the step, from 1, in which it moved last.
    last_moves: Vec<u64>,
}

impl<'i> Replay<'i> {
    fn new(instance: &'i Instance) -> Self {
        let last_moves = alloc::vec![0; instance.robot_count()];
        Self { instance, configuration: instance.start().clone(), moves: 0, last_moves }
    }

    /// What can be wrong with a move, whatever other robots do.
    fn check_alone(&self, step: u64, action: Move) -> Result<(), VerifyError> {
        if action.token.index() >= self.configuration.token_count() {
            return Err(VerifyError::NoSuchRobot { step, action });
        }
        let actually = self.configuration.vertex_of(action.token);
        if actually != action.from {
            return Err(VerifyError::NotThere { step, action, actually });
        }
        if !self.instance.graph().has_edge(action.from, action.to) {
            return Err(VerifyError::NotAdjacent { step, action });
        }
        Ok(())
    }

    fn count(&mut self, step: u64, robot: Token) {
        self.moves += 1;
        self.last_moves[robot.index()] = step + 1;
    }

    fn finish(&self, makespan: u64) -> Result<Metrics, VerifyError> {
        for robot in self.instance.robots() {
            let vertex = self.configuration.vertex_of(robot);
            let goal = self.instance.goal().vertex_of(robot);
            if vertex != goal {
                return Err(VerifyError::NotAtGoal { robot, vertex, goal });
            }
        }
        Ok(Metrics { moves: self.moves, makespan, sum_of_costs: self.last_moves.iter().sum() })
    }
}

/// A replay of whole steps.
struct ScheduleReplay<'i> {
    model: MotionModel,
    replay: Replay<'i>,
}

impl ScheduleReplay<'_> {
    fn make(&mut self, number: u64, step: &[Move]) -> Result<(), VerifyError> {
        for &action in step {
            self.replay.check_alone(number, action)?;
        }
        let targets = step.iter().map(|action| (action.token, action.to));
        if !self.replay.configuration.relocate_together(targets) {
            return Err(self.collision(number, step));
        }
        // The step is free of collisions; the configuration is already the next one.
        if let Some(action) = self.forbidden(step) {
            return Err(VerifyError::Forbidden { step: number, action, model: self.model });
        }
        for action in step {
            self.replay.count(number, action.token);
        }
        Ok(())
    }

    /// The first move of a step that collides with those before it.
    fn collision(&self, step: u64, moves: &[Move]) -> VerifyError {
        let mut before = self.replay.configuration.clone();
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
        // Each robot follows at most one other: go from robot to robot until one follows none, or
        // back to the first.
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
}

#[cfg(test)]
mod tests;
