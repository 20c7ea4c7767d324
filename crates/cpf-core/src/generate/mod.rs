//! Random graphs and instances.
//!
//! | function | what |
//! |---|---|
//! | [`permutation_on_grid`] | robots on an open grid with some cells vacant, solvable with one |
//! | [`robots`] | robots on any graph |
//! | [`biconnected`] | a bi-connected graph, grown ear by ear |
//! | [`connected`] | a connected graph with a stated number of edges |
//!
//! Equal generators give equal results on every platform, if the generator itself is portable; the
//! seeded ones of [`rand::rngs`] that are named after an algorithm are.

mod biconnected;
mod connected;
mod grid;
mod robots;

use motion_core::graph::GraphError;
use motion_core::grid::GridError;
use thiserror::Error;

pub use biconnected::{EarGraph, biconnected};
pub use connected::connected;
pub use grid::permutation_on_grid;
pub use robots::robots;

/// Why there is nothing to draw from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// More robots than vertices.
    #[error("there is no room for {robots} robots on {vertices} vertices")]
    TooManyRobots {
        /// Robots asked for.
        robots: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// No vacant cell, so that nothing can move; or more vacant cells than cells.
    #[error("a grid of {cells} cells cannot have {blanks} vacant ones: there must be 1 to {cells}")]
    Blanks {
        /// Vacant cells asked for.
        blanks: usize,
        /// The cells of the grid.
        cells: usize,
    },
    /// A cycle of fewer than three vertices.
    #[error("a cycle has at least 3 vertices, not {cycle}")]
    ShortCycle {
        /// Vertices of the cycle asked for.
        cycle: u32,
    },
    /// Ears without inner vertices would never add any.
    #[error("ears must have at least one inner vertex on average")]
    EmptyEars,
    /// A graph smaller than the cycle it begins with.
    #[error("a graph that begins with a cycle of {cycle} vertices cannot have only {vertices}")]
    SmallerThanCycle {
        /// Vertices of the cycle asked for.
        cycle: u32,
        /// Vertices of the graph asked for.
        vertices: u32,
    },
    /// More edges than a simple graph of that size has room for.
    #[error("{vertices} vertices have room for {most} edges beyond a tree, not {extra}")]
    TooManyEdges {
        /// The number of vertices.
        vertices: u32,
        /// Edges beyond a tree's asked for.
        extra: usize,
        /// The most there can be.
        most: u64,
    },
    /// A grid that cannot be.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A graph that cannot be numbered.
    #[error(transparent)]
    Graph(#[from] GraphError),
}
