//! Why robots or goals do not fit a fleet.

use core::fmt;

use motion_core::{Token, Vertex};

/// Why robots or goals do not fit a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FleetError {
    /// A vertex does not exist.
    NoSuchVertex {
        /// The vertex.
        vertex: Vertex,
        /// The number of vertices.
        vertices: usize,
    },
    /// A robot does not exist.
    NoSuchRobot {
        /// The robot.
        robot: Token,
        /// The number of robots.
        robots: usize,
    },
    /// Two robots start on one vertex.
    SharedVertex {
        /// The vertex.
        vertex: Vertex,
    },
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertices } => {
                write!(f, "there is no vertex {}, the graph has {vertices}", vertex.one_based())
            }
            Self::NoSuchRobot { robot, robots } => {
                write!(f, "there is no robot {}, the fleet has {robots}", robot.one_based())
            }
            Self::SharedVertex { vertex } => {
                write!(f, "two robots start on vertex {}", vertex.one_based())
            }
        }
    }
}

impl core::error::Error for FleetError {}
