//! The reasons why the goal cannot be reached.

use core::error::Error;
use core::fmt;

use motion_core::error::RunError;
use motion_core::{Token, Vertex};

/// The reason why no sequence of moves leads from the start to the goal. The error of
/// [`Instance::feasibility`](crate::Instance::feasibility). If several reasons hold, it is one of
/// them.
///
/// # Examples
/// ```
/// use cpf_core::error::InfeasibleError;
/// use cpf_core::Instance;
/// use motion_core::graph::Graph;
/// use motion_core::{Token, Vertex};
///
/// // Two robots cannot pass each other on a path.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let instance = Instance::new(path, &[(Vertex(0), Vertex(2)), (Vertex(2), Vertex(0))])?;
/// let why = instance.feasibility().expect_err("nowhere to pass");
/// assert_eq!(why, InfeasibleError::PathOrder { first: Token(0), second: Token(1) });
/// assert_eq!(why.to_string(), "robots 1 and 2 would have to pass each other on a path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InfeasibleError {
    /// No path leads from a robot's start to its goal.
    WrongComponent {
        /// The robot.
        robot: Token,
    },
    /// A robot that is not at its goal stands in a component without a vacant vertex.
    NoBlank {
        /// The robot.
        robot: Token,
    },
    /// The component is a path, and two robots that are neighbours on it must end up in the
    /// opposite order.
    PathOrder {
        /// The robot nearer to the end of the path with the smaller number.
        first: Token,
        /// The robot that follows.
        second: Token,
    },
    /// The component is a cycle, or there is one blank and a block is a cycle; and the first robot
    /// on it must be followed by another robot at the goal than at the start.
    CyclicOrder {
        /// A robot on the cycle.
        first: Token,
        /// The robot that follows the first at the start, in one of the two directions, but not at
        /// the goal.
        second: Token,
    },
    /// There is one blank, and a robot has to leave its block, but only the blank can.
    LeavesBlock {
        /// The robot.
        robot: Token,
    },
    /// There is one blank, and the goal is an odd permutation on a bipartite block.
    Parity {
        /// The two smallest vertices of the block; no other block contains both.
        block: (Vertex, Vertex),
    },
    /// There is one blank and a block is Wilson's exceptional graph θ₀: 7 vertices, three paths
    /// with 1, 2 and 2 inner vertices between two ends. The permutation is not among the 120 (of
    /// 720) that θ₀ allows.
    ThetaZero {
        /// The two smallest vertices of the block; no other block contains both.
        block: (Vertex, Vertex),
    },
    /// There are blanks, but too few to bring a robot past the robots on the way to its goal: the
    /// corridors in between are too long.
    Separated {
        /// The robot.
        robot: Token,
    },
    /// Robots may turn around cycles, but no vertex is vacant, and a robot has to cross a bridge.
    Bridge {
        /// The robot.
        robot: Token,
    },
    /// Robots may turn around cycles, but no vertex is vacant. In a part where all cycles are odd,
    /// so that every rotation is an even permutation, the goal is an odd one.
    OddCycles {
        /// The two smallest vertices of the part that is connected without bridges.
        part: (Vertex, Vertex),
    },
}

impl fmt::Display for InfeasibleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongComponent { robot } => {
                write!(f, "no path leads from the start of robot {} to its goal", robot.one_based())
            }
            Self::NoBlank { robot } => write!(
                f,
                "robot {} is not at its goal, and no vertex that it could reach is vacant",
                robot.one_based()
            ),
            Self::PathOrder { first, second } => write!(
                f,
                "robots {} and {} would have to pass each other on a path",
                first.one_based(),
                second.one_based()
            ),
            Self::CyclicOrder { first, second } => write!(
                f,
                "another robot than {} would have to follow robot {} around a cycle",
                second.one_based(),
                first.one_based()
            ),
            Self::LeavesBlock { robot } => {
                write!(f, "robot {} cannot leave its block with a single blank", robot.one_based())
            }
            Self::Parity { block } => write!(
                f,
                "an odd permutation on the bipartite block of vertices {} and {} with a single blank",
                block.0.one_based(),
                block.1.one_based()
            ),
            Self::ThetaZero { block } => write!(
                f,
                "an unreachable permutation on the exceptional block θ0 of vertices {} and {} with a \
                 single blank",
                block.0.one_based(),
                block.1.one_based()
            ),
            Self::Separated { robot } => write!(
                f,
                "the blanks do not suffice to bring robot {} past the robots on the way to its goal",
                robot.one_based()
            ),
            Self::Bridge { robot } => {
                write!(f, "robot {} cannot cross a bridge without a vacant vertex", robot.one_based())
            }
            Self::OddCycles { part } => write!(
                f,
                "an odd permutation on the odd cycles of vertices {} and {} without a vacant vertex",
                part.0.one_based(),
                part.1.one_based()
            ),
        }
    }
}

impl Error for InfeasibleError {}

impl From<InfeasibleError> for RunError<InfeasibleError> {
    fn from(why: InfeasibleError) -> Self {
        Self::Because(why)
    }
}
