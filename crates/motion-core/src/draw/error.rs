//! Why a scene and a plan cannot be drawn.

use core::error::Error;
use core::fmt;

use crate::configuration::Token;
use crate::graph::Vertex;
use crate::plan::ReplayError;
use crate::text::Counted;

/// Why a scene and a plan cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawError {
    /// The scene lacks a vertex of the configuration, or a vertex that an edge or a goal names.
    MissingVertex {
        /// The first such vertex.
        vertex: Vertex,
        /// The number of vertices in the scene.
        vertices: usize,
    },
    /// The scene lacks a token of the configuration.
    MissingToken {
        /// The first such token.
        token: Token,
        /// The number of styles in the scene.
        styles: usize,
    },
    /// The plan does not fit its start configuration.
    Illegal(ReplayError),
    /// There are more moves or steps than the format handles well.
    TooLong {
        /// The number of moves or of steps, whichever is greater.
        moves: usize,
        /// The greatest number allowed.
        limit: usize,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingVertex { vertex, vertices } => {
                let vertex = vertex.one_based();
                let vertices = Counted(*vertices, "vertex");
                write!(f, "vertex {vertex} is not in the scene, which has {vertices}")
            }
            Self::MissingToken { token, styles } => {
                let styles = Counted(*styles, "style");
                write!(f, "token {} has no style in the scene, which has {styles}", token.one_based())
            }
            Self::Illegal(why) => why.fmt(f),
            Self::TooLong { moves, limit } => {
                write!(f, "{moves} moves are more than the {limit} that can be drawn")
            }
        }
    }
}

impl Error for DrawError {}

impl From<ReplayError> for DrawError {
    fn from(why: ReplayError) -> Self {
        Self::Illegal(why)
    }
}
