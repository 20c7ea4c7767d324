//! The referee, which checks whether plans and schedules are legal and measures their costs.

mod error;

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::sink::Sink;
use motion_core::{Configuration, Move, Plan, Schedule, Token, Verify, Vertex};

use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::objective::Metrics;

pub use error::VerifyError;

impl Instance {
    /// Replays a plan in the pebble model and measures it, counting one move as one step.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first robot that is not at its goal in
    /// the end. Its step is then the number of the move.
    ///
    /// # Complexity
    /// Time O(log d) for each move on a graph of degree d; memory for one configuration.
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
    /// Time O(k log d) for a step of k moves on a graph of degree d; memory for two configurations.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::{Instance, MotionModel};
    /// use motion_core::graph::Graph;
    /// use motion_core::{Move, Schedule, Token, Vertex};
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
        let mut referee = StepReferee::new(self.graph(), self.start().clone(), model);
        schedule.steps().try_for_each(|step| referee.make(step))?;
        referee.replay.finish(self, schedule.makespan() as u64)
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

/// Schedules are verified in the model [`Standard`](MotionModel::Standard), which allows all that
/// the others do.
impl Verify<Schedule> for Instance {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, schedule: &Schedule) -> Result<Metrics, VerifyError> {
        self.verify_schedule(schedule, MotionModel::Standard)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

/// A verifier of moves as they are made, so that a plan need not be in memory.
///
/// A streaming solver writes into it as into any [`Sink`]. After the first illegal move, all others
/// are ignored, and [`finish`](Referee::finish) returns the error.
///
/// # Complexity
/// That of [`Instance::verify`].
///
/// # Examples
/// ```
/// use cpf_core::{Instance, Referee};
/// use motion_core::sink::Sink;
/// use motion_core::{Move, Token, Vertex};
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
    instance: &'i Instance,
    replay: Replay<'i>,
    error: Option<VerifyError>,
}

impl<'i> Referee<'i> {
    /// Begins at the instance's start.
    pub fn new(instance: &'i Instance) -> Self {
        let replay = Replay::new(instance.graph(), instance.start().clone());
        Self { instance, replay, error: None }
    }

    /// Returns the costs of the moves, if all of them were legal and all robots are at their goals.
    ///
    /// # Errors
    /// Those of [`Instance::verify`].
    pub fn finish(self) -> Result<Metrics, VerifyError> {
        match self.error {
            Some(error) => Err(error),
            None => self.replay.finish(self.instance, self.replay.moves),
        }
    }

    fn make(&mut self, action: Move) -> Result<(), VerifyError> {
        let step = self.replay.moves;
        self.replay.check_alone(step, action)?;
        if let Some(other) = self.replay.configuration.token_at(action.to) {
            return Err(shared(step, action.token, other, action.to));
        }
        self.replay.configuration.relocate(action.token, action.to);
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

/// The robots during a replay, and the costs so far.
#[derive(Clone, Debug)]
struct Replay<'g> {
    graph: &'g Graph,
    configuration: Configuration,
    moves: u64,
    /// For each robot, the step of its last move, from 1.
    last_moves: Vec<u64>,
}

impl<'g> Replay<'g> {
    fn new(graph: &'g Graph, configuration: Configuration) -> Self {
        let last_moves = alloc::vec![0; configuration.token_count()];
        Self { graph, configuration, moves: 0, last_moves }
    }

    /// Checks a move regardless of other robots.
    fn check_alone(&self, step: u64, action: Move) -> Result<(), VerifyError> {
        if action.token.index() >= self.configuration.token_count() {
            return Err(VerifyError::NoSuchRobot { step, action });
        }
        let actually = self.configuration.vertex_of(action.token);
        if actually != action.from {
            return Err(VerifyError::NotThere { step, action, actually });
        }
        let vertices = self.configuration.vertex_count();
        if action.to.index() >= vertices {
            return Err(VerifyError::NoSuchVertex { step, action, vertices });
        }
        if !self.graph.has_edge(action.from, action.to) {
            return Err(VerifyError::NotAdjacent { step, action });
        }
        Ok(())
    }

    fn count(&mut self, step: u64, robot: Token) {
        self.moves += 1;
        self.last_moves[robot.index()] = step + 1;
    }

    fn finish(&self, instance: &Instance, makespan: u64) -> Result<Metrics, VerifyError> {
        for robot in instance.robots() {
            let vertex = self.configuration.vertex_of(robot);
            let goal = instance.goal().vertex_of(robot);
            if vertex != goal {
                return Err(VerifyError::NotAtGoal { robot, vertex, goal });
            }
        }
        Ok(Metrics { moves: self.moves, makespan, sum_of_costs: self.last_moves.iter().sum() })
    }
}

/// A verifier of whole steps as they are made, for schedules without an end.
#[derive(Clone, Debug)]
pub struct StepReferee<'g> {
    model: MotionModel,
    replay: Replay<'g>,
    steps: u64,
    /// For each robot that moves in this step, the robot that was on its target before.
    leaders: Vec<Option<Token>>,
}

impl<'g> StepReferee<'g> {
    /// Begins at a configuration.
    ///
    /// # Panics
    /// If the configuration belongs to another graph.
    pub fn new(graph: &'g Graph, start: Configuration, model: MotionModel) -> Self {
        assert_eq!(start.vertex_count(), graph.vertex_count(), "the configuration is one of another graph");
        let leaders = alloc::vec![None; start.token_count()];
        Self { model, replay: Replay::new(graph, start), steps: 0, leaders }
    }

    /// The configuration after the steps so far.
    pub const fn configuration(&self) -> &Configuration {
        &self.replay.configuration
    }

    /// Makes a step.
    ///
    /// # Errors
    /// [`VerifyError`] if the step is illegal in the model. The referee cannot go on then.
    pub fn make(&mut self, step: &[Move]) -> Result<(), VerifyError> {
        let number = self.steps;
        self.steps += 1;
        for &action in step {
            self.replay.check_alone(number, action)?;
            self.leaders[action.token.index()] = self.replay.configuration.token_at(action.to);
        }
        let targets = step.iter().map(|action| (action.token, action.to));
        if !self.replay.configuration.relocate_together(targets) {
            return Err(self.collision(number, step));
        }
        // The step is free of collisions; the configuration is already the next one.
        self.check_model(number, step)?;
        for action in step {
            self.replay.count(number, action.token);
        }
        Ok(())
    }

    /// Returns the error of the first robot of a step that moves twice, or else of the first that
    /// then shares a vertex.
    fn collision(&self, step: u64, moves: &[Move]) -> VerifyError {
        let mut after: Vec<_> = self.replay.configuration.places().to_vec();
        let mut has_moved = alloc::vec![false; after.len()];
        for &action in moves {
            let robot = action.token.index();
            if core::mem::replace(&mut has_moved[robot], true) {
                return VerifyError::MovesTwice { step, action };
            }
            after[robot] = action.to;
        }
        let mut robots_on: Vec<_> = after.into_iter().zip((0..).map(Token)).collect();
        robots_on.sort_unstable();
        let other = |action: &Move| {
            let first = robots_on.partition_point(|&(vertex, _)| vertex < action.to);
            let same = robots_on[first..].iter().take_while(|&&(vertex, _)| vertex == action.to);
            let other = same.map(|&(_, robot)| robot).find(|&robot| robot != action.token)?;
            Some(shared(step, action.token, other, action.to))
        };
        moves.iter().find_map(other).expect("invariant: two robots are on one vertex")
    }

    /// Rejects moves that the model forbids in a step without collisions, in which all leaders
    /// move.
    fn check_model(&mut self, step: u64, moves: &[Move]) -> Result<(), VerifyError> {
        let model = self.model;
        for &action in moves {
            let Some(leader) = self.leaders[action.token.index()] else { continue };
            if self.replay.configuration.vertex_of(leader) == action.from {
                return Err(VerifyError::Exchange { step, action, other: leader });
            }
            if model == MotionModel::Pebble {
                return Err(VerifyError::Follows { step, action, leader, model });
            }
        }
        if model != MotionModel::Train {
            return Ok(());
        }
        // Each robot leads at most one other. Go from leader to leader until one follows none, or
        // back to the first.
        for &action in moves {
            let (mut robot, mut robots) = (action.token, 0);
            while let Some(leader) = self.leaders[robot.index()].take() {
                (robot, robots) = (leader, robots + 1);
            }
            if robots > 0 && robot == action.token {
                return Err(VerifyError::Rotation { step, action, robots, model });
            }
        }
        Ok(())
    }
}

/// Returns the error of two robots on one vertex.
fn shared(step: u64, a: Token, b: Token, vertex: Vertex) -> VerifyError {
    VerifyError::SharedVertex { step, first: a.min(b), second: a.max(b), vertex }
}

#[cfg(test)]
mod tests;
