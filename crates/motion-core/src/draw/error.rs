//! Why a scene and a plan cannot be drawn.

use thiserror::Error;

use crate::configuration::Token;
use crate::graph::Vertex;
use crate::plan::ReplayError;

/// Why a scene and a plan cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A vertex of the configuration, or one that an edge or goal names, is not in the scene.
    #[error("vertex {} is not in the scene, which has {vertices} vertices", vertex.0)]
    MissingVertex {
        /// The first such vertex.
        vertex: Vertex,
        /// The number of vertices in the scene.
        vertices: usize,
    },
    /// A token of the configuration is not in the scene.
    #[error("token {} has no style in the scene, which has {styles}", token.0)]
    MissingToken {
        /// The first such token.
        token: Token,
        /// The number of styles in the scene.
        styles: usize,
    },
    /// The plan does not fit the configuration it starts from.
    #[error(transparent)]
    Illegal(#[from] ReplayError),
    /// More moves, or more steps, than the format carries well.
    #[error("{moves} moves are more than the {limit} that can be drawn")]
    TooLong {
        /// The number of moves or of steps, whichever is greater.
        moves: usize,
        /// The greatest number allowed.
        limit: usize,
    },
}
