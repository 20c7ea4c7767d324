//! Instances on directed graphs, and their referee.

use core::error::Error;
use core::fmt;

use motion_core::error::GraphError;
use motion_core::{Move, Plan, Schedule, Verify, Vertex};

use super::graph::DirectedGraph;
use crate::feasibility::InfeasibleError;
use crate::instance::{Instance, InstanceError};
use crate::motion_model::MotionModel;
use crate::objective::Metrics;
use crate::verify::VerifyError;

/// Robots on a directed graph in which every arc lies on a directed cycle.
///
/// # Examples
/// ```
/// use cpf_core::directed::{DirectedGraph, DirectedInstance};
/// use motion_core::Vertex;
///
/// // On a directed triangle robots go around; on its underlying graph they could go back.
/// let triangle = DirectedGraph::from_arcs(3, (0..3).map(|a| (Vertex(a), Vertex((a + 1) % 3))))?;
/// let robots = [(Vertex(0), Vertex(2)), (Vertex(1), Vertex(0))];
/// let instance = DirectedInstance::new(triangle, &robots)?;
/// assert_eq!(instance.feasibility(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectedInstance {
    graph: DirectedGraph,
    underlying: Instance,
}

/// The reason why robots on a directed graph are not an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DirectedError {
    /// An arc lies on no directed cycle, so a robot that has moved along it cannot return.
    OneWay {
        /// The vertex at which the arc begins.
        from: Vertex,
        /// The vertex at which it ends.
        to: Vertex,
    },
    /// The arcs do not form a graph.
    Graph(GraphError),
    /// The robots do not fit the graph.
    Instance(InstanceError),
}

impl fmt::Display for DirectedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneWay { from, to } => write!(
                f,
                "the arc from vertex {} to vertex {} lies on no directed cycle",
                from.one_based(),
                to.one_based()
            ),
            Self::Graph(why) => why.fmt(f),
            Self::Instance(why) => why.fmt(f),
        }
    }
}

impl Error for DirectedError {}

impl From<GraphError> for DirectedError {
    fn from(why: GraphError) -> Self {
        Self::Graph(why)
    }
}

impl From<InstanceError> for DirectedError {
    fn from(why: InstanceError) -> Self {
        Self::Instance(why)
    }
}

/// The first error in a plan or schedule on a directed graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DirectedVerifyError {
    /// A robot moves against an arc.
    AgainstArc {
        /// The move's place in the plan, or its step in the schedule, from 0.
        number: u64,
        /// The move.
        action: Move,
    },
    /// The plan or schedule is wrong in another way.
    Plan(VerifyError),
}

impl fmt::Display for DirectedVerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AgainstArc { number, action } => write!(
                f,
                "robot {} moves from vertex {} to vertex {} in step {}, against an arc",
                action.token.one_based(),
                action.from.one_based(),
                action.to.one_based(),
                number + 1
            ),
            Self::Plan(why) => why.fmt(f),
        }
    }
}

impl Error for DirectedVerifyError {}

impl From<VerifyError> for DirectedVerifyError {
    fn from(why: VerifyError) -> Self {
        Self::Plan(why)
    }
}

impl DirectedInstance {
    /// Makes an instance of robots on a directed graph, each with its start and goal.
    ///
    /// # Errors
    /// [`DirectedError::OneWay`] if an arc lies on no directed cycle, and the errors of
    /// [`Instance::new`].
    ///
    /// # Complexity
    /// Linear in the vertices, arcs and robots.
    pub fn new(graph: DirectedGraph, robots: &[(Vertex, Vertex)]) -> Result<Self, DirectedError> {
        Self::check_cycles(&graph)?;
        Ok(Self::new_unchecked(graph, robots)?)
    }

    /// Checks that every arc lies on a directed cycle.
    pub(crate) fn check_cycles(graph: &DirectedGraph) -> Result<(), DirectedError> {
        graph.one_way().map_or(Ok(()), |(from, to)| Err(DirectedError::OneWay { from, to }))
    }

    /// Makes an instance some of whose arcs may lie on no directed cycle, for which
    /// [`feasibility`](Self::feasibility) is not exact.
    pub(crate) fn new_unchecked(
        graph: DirectedGraph,
        robots: &[(Vertex, Vertex)],
    ) -> Result<Self, InstanceError> {
        let underlying = Instance::new(graph.underlying().clone(), robots)?;
        Ok(Self { graph, underlying })
    }

    /// The vertices and arcs.
    pub const fn graph(&self) -> &DirectedGraph {
        &self.graph
    }

    /// The same robots on the underlying graph.
    pub const fn underlying(&self) -> &Instance {
        &self.underlying
    }

    /// Decides whether some sequence of moves along arcs leads from the start to the goal.
    ///
    /// # Errors
    /// [`InfeasibleError`] names a reason why there is none.
    ///
    /// # Guarantees
    /// Exact: the answer is that for the underlying graph, as [proved](crate::directed).
    ///
    /// # Complexity
    /// That of [`Instance::feasibility`].
    pub fn feasibility(&self) -> Result<(), InfeasibleError> {
        self.underlying.feasibility()
    }

    /// Replays a plan and measures it, counting one move as one step.
    ///
    /// # Errors
    /// [`DirectedVerifyError`] names the first move against an arc, or else the error that
    /// [`Instance::verify`] finds.
    ///
    /// # Complexity
    /// That of [`Instance::verify`].
    pub fn verify(&self, plan: &Plan) -> Result<Metrics, DirectedVerifyError> {
        self.check_arcs((0..).zip(plan.iter()))?;
        Ok(self.underlying.verify(plan)?)
    }

    /// Replays a schedule under a motion model and measures it.
    ///
    /// # Errors
    /// [`DirectedVerifyError`] names the first move against an arc, or else the error that
    /// [`Instance::verify_schedule`] finds.
    ///
    /// # Complexity
    /// That of [`Instance::verify_schedule`].
    ///
    /// # Examples
    /// ```
    /// use cpf_core::MotionModel;
    /// use cpf_core::directed::{DirectedGraph, DirectedInstance};
    /// use motion_core::{Move, Schedule, Token, Vertex};
    ///
    /// // Two robots go around a directed triangle, the second right behind the first.
    /// let arcs = (0..3).map(|a| (Vertex(a), Vertex((a + 1) % 3)));
    /// let triangle = DirectedGraph::from_arcs(3, arcs)?;
    /// let robots = [(Vertex(1), Vertex(2)), (Vertex(0), Vertex(1))];
    /// let instance = DirectedInstance::new(triangle, &robots)?;
    /// let step =
    ///     |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
    /// let mut schedule = Schedule::new();
    /// schedule.push_step([step(0, 1, 2), step(1, 0, 1)]);
    /// assert_eq!(instance.verify_schedule(&schedule, MotionModel::Train)?.makespan, 1);
    ///
    /// // A move back is against an arc.
    /// schedule.push_step([step(0, 2, 1), step(1, 1, 0)]);
    /// assert!(instance.verify_schedule(&schedule, MotionModel::Train).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_schedule(
        &self,
        schedule: &Schedule,
        model: MotionModel,
    ) -> Result<Metrics, DirectedVerifyError> {
        let steps = (0..).zip(schedule.steps());
        self.check_arcs(steps.flat_map(|(number, step)| step.iter().map(move |&action| (number, action))))?;
        Ok(self.underlying.verify_schedule(schedule, model)?)
    }

    /// Returns the error of the first of these numbered moves that goes against an arc.
    pub(crate) fn check_arcs(
        &self,
        mut moves: impl Iterator<Item = (u64, Move)>,
    ) -> Result<(), DirectedVerifyError> {
        let against = moves.find(|(_, action)| {
            self.underlying.graph().has_edge(action.from, action.to)
                && !self.graph.has_arc(action.from, action.to)
        });
        against.map_or(Ok(()), |(number, action)| Err(DirectedVerifyError::AgainstArc { number, action }))
    }
}

impl Verify<Plan> for DirectedInstance {
    type Metrics = Metrics;
    type Error = DirectedVerifyError;

    fn verify(&self, plan: &Plan) -> Result<Metrics, DirectedVerifyError> {
        self.verify(plan)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

/// Schedules are verified in the model [`Standard`](MotionModel::Standard), which allows all that
/// the others do.
impl Verify<Schedule> for DirectedInstance {
    type Metrics = Metrics;
    type Error = DirectedVerifyError;

    fn verify(&self, schedule: &Schedule) -> Result<Metrics, DirectedVerifyError> {
        self.verify_schedule(schedule, MotionModel::Standard)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}
