//! The errors of plans and schedules.

use core::error::Error;
use core::fmt;

use motion_core::{Move, Token, Vertex};

use crate::motion_model::MotionModel;
use crate::vertex_names::VertexNames;

/// The first error in a plan or a schedule.
///
/// Prints with vertices as numbers from 1; [`named`](VerifyError::named) prints other names.
///
/// # Examples
/// ```
/// use cpf_core::{MotionModel, Setup, VertexNames};
/// use motion_core::{Grid, Move, Schedule, Token, Vertex};
///
/// let robots = vec![(Vertex(0), Vertex(1)), (Vertex(1), Vertex(0))];
/// let instance = Setup::on_grid(Grid::new(1, 2)?, robots).instance()?;
/// let step =
///     |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
/// let mut schedule = Schedule::new();
/// schedule.push_step([step(0, 0, 1), step(1, 1, 0)]);
/// let why = instance.verify_schedule(&schedule, MotionModel::Standard).unwrap_err();
/// assert_eq!(why.to_string(), "robots 1 and 2 exchange vertices 1 and 2 in step 1");
/// let names = VertexNames::coordinates(&instance);
/// let message = why.named(&names).to_string();
/// assert_eq!(message, "robots 1 and 2 exchange (0, 0) and (1, 0) in step 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The vertex that the robot moves to does not exist.
    NoSuchVertex {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
        /// The number of vertices.
        vertices: usize,
    },
    /// The robot stands elsewhere.
    NotThere {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
        /// The vertex on which the robot stands.
        actually: Vertex,
    },
    /// The robot has [left](crate::LeavingInstance) at its goal in an earlier step.
    HasLeft {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
    },
    /// The two vertices are not adjacent.
    NotAdjacent {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
    },
    /// The robot moves twice in one step.
    MovesTwice {
        /// The step, from 0.
        step: u64,
        /// The second move.
        action: Move,
    },
    /// Two robots are on one vertex after the step.
    SharedVertex {
        /// The step, from 0.
        step: u64,
        /// The robot with the smaller number.
        first: Token,
        /// The other robot.
        second: Token,
        /// The vertex.
        vertex: Vertex,
    },
    /// Two robots exchange their vertices, which no motion model allows.
    Exchange {
        /// The step, from 0.
        step: u64,
        /// The move of the robot that comes first in the step.
        action: Move,
        /// The other robot.
        other: Token,
    },
    /// A robot moves to a vertex that another one leaves in the same step, but the motion model
    /// allows only vacant vertices.
    Follows {
        /// The step, from 0.
        step: u64,
        /// The move.
        action: Move,
        /// The robot that leaves.
        leader: Token,
        /// The model.
        model: MotionModel,
    },
    /// Robots move around a cycle without a vacant vertex, which the motion model does not allow.
    Rotation {
        /// The step, from 0.
        step: u64,
        /// The move of the robot of the cycle that comes first in the step.
        action: Move,
        /// The number of robots on the cycle.
        robots: usize,
        /// The model.
        model: MotionModel,
    },
    /// All steps are legal, but a robot is not at its goal.
    NotAtGoal {
        /// The first such robot.
        robot: Token,
        /// The vertex on which it ends.
        vertex: Vertex,
        /// The vertex on which it should end.
        goal: Vertex,
    },
}

impl VerifyError {
    /// The message with these names of vertices.
    pub const fn named<'a>(&'a self, names: &'a VertexNames) -> impl fmt::Display + use<'a> {
        NamedError { why: self, names }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.named(&VertexNames::FROM_ONE).fmt(f)
    }
}

impl Error for VerifyError {}

struct NamedError<'a> {
    why: &'a VerifyError,
    names: &'a VertexNames,
}

impl fmt::Display for NamedError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |vertex| self.names.in_sentence(vertex);
        let robot = |action: &Move| action.token.one_based();
        match self.why {
            VerifyError::NoSuchRobot { step, action } => {
                write!(f, "there is no robot {}, but it moves in step {}", robot(action), step + 1)
            }
            VerifyError::NoSuchVertex { step, action, vertices } => write!(
                f,
                "robot {} moves to {} in step {}, but there are only {vertices} vertices",
                robot(action),
                name(action.to),
                step + 1
            ),
            VerifyError::NotThere { step, action, actually } => write!(
                f,
                "robot {} is on {} before step {}, not on {}",
                robot(action),
                name(*actually),
                step + 1,
                name(action.from)
            ),
            VerifyError::HasLeft { step, action } => {
                write!(f, "robot {} moves in step {}, but has left at its goal", robot(action), step + 1)
            }
            VerifyError::NotAdjacent { step, action } => write!(
                f,
                "robot {} moves from {} to {} in step {}, but these are not adjacent",
                robot(action),
                name(action.from),
                name(action.to),
                step + 1
            ),
            VerifyError::MovesTwice { step, action } => {
                write!(f, "robot {} moves twice in step {}", robot(action), step + 1)
            }
            VerifyError::SharedVertex { step, first, second, vertex } => write!(
                f,
                "robots {} and {} are both on {} after step {}",
                first.one_based(),
                second.one_based(),
                name(*vertex),
                step + 1
            ),
            VerifyError::Exchange { step, action, other } => write!(
                f,
                "robots {} and {} exchange {} in step {}",
                robot(action),
                other.one_based(),
                self.names.pair_in_sentence(action.from, action.to),
                step + 1
            ),
            VerifyError::Follows { step, action, leader, model } => write!(
                f,
                "robot {} follows robot {} to {} in step {}, as the model {model} does not allow",
                robot(action),
                leader.one_based(),
                name(action.to),
                step + 1
            ),
            VerifyError::Rotation { step, action, robots, model } => write!(
                f,
                "robot {} moves from {} to {} in step {} on a cycle that {robots} robots turn around, \
                as the model {model} does not allow",
                robot(action),
                name(action.from),
                name(action.to),
                step + 1
            ),
            VerifyError::NotAtGoal { robot, vertex, goal } => {
                write!(f, "robot {} ends on {} instead of {}", robot.one_based(), name(*vertex), name(*goal))
            }
        }
    }
}
