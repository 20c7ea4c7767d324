//! Random graphs and instances.
//!
//! | function | what |
//! |---|---|
//! | [`permutation_on_grid`] | robots on an open grid with some vacant cells; always solvable |
//! | [`robots`] | robots on any graph |
//! | [`biconnected`] | a bi-connected graph, grown ear by ear |
//! | [`connected`] | a connected graph with a stated number of edges |
//!
//! Equal random number generators give equal results on every platform if the generator itself is
//! portable, as are the seeded ones of [`rand::rngs`] that are named after an algorithm.

mod biconnected;
mod connected;
mod grid;
mod robots;

use core::error::Error;
use core::fmt;

use motion_core::error::GraphError;
use motion_core::error::GridError;
use motion_core::internal::Counted;

pub use biconnected::{EarGraph, biconnected};
pub use connected::connected;
pub use grid::permutation_on_grid;
pub use robots::robots;

/// The reason why nothing can be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// More robots than vertices.
    TooManyRobots {
        /// The number of robots asked for.
        robots: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// No vacant cell, so that nothing can move, or more vacant cells than cells.
    Blanks {
        /// The number of vacant cells asked for.
        blanks: usize,
        /// The number of cells of the grid.
        cells: usize,
    },
    /// A cycle of fewer than three vertices.
    ShortCycle {
        /// The number of vertices of the cycle asked for.
        cycle: u32,
    },
    /// Ears without inner vertices, which would never add a vertex.
    EmptyEars,
    /// A graph smaller than the cycle it begins with.
    SmallerThanCycle {
        /// The number of vertices of the cycle asked for.
        cycle: u32,
        /// The number of vertices of the graph asked for.
        vertices: u32,
    },
    /// More edges than a simple graph of that size can have.
    TooManyEdges {
        /// The number of vertices.
        vertices: u32,
        /// The number of edges asked for beyond those of a tree.
        extra: usize,
        /// The largest possible number.
        most: u64,
    },
    /// An impossible grid.
    Grid(GridError),
    /// A graph whose vertices or edges cannot be numbered.
    Graph(GraphError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyRobots { robots, vertices } => {
                let [robots, vertices] = [Counted(*robots, "robot"), Counted(*vertices, "vertex")];
                write!(f, "there is no room for {robots} on {vertices}")
            }
            Self::Blanks { blanks, cells } => write!(
                f,
                "a grid of {} cannot have {blanks} vacant: there must be 1 to {cells}",
                Counted(*cells, "cell")
            ),
            Self::ShortCycle { cycle } => write!(f, "a cycle has at least 3 vertices, not {cycle}"),
            Self::EmptyEars => f.write_str("ears must have at least one inner vertex on average"),
            Self::SmallerThanCycle { cycle, vertices } => {
                write!(f, "a graph that begins with a cycle of {cycle} vertices cannot have only {vertices}")
            }
            Self::TooManyEdges { vertices, extra, most } => {
                let (vertices, most) = (Counted(*vertices, "vertex"), Counted(*most, "edge"));
                write!(f, "a graph of {vertices} has room for {most} beyond a tree, not {extra}")
            }
            Self::Grid(why) => why.fmt(f),
            Self::Graph(why) => why.fmt(f),
        }
    }
}

impl Error for GenerateError {}

impl From<GridError> for GenerateError {
    fn from(why: GridError) -> Self {
        Self::Grid(why)
    }
}

impl From<GraphError> for GenerateError {
    fn from(why: GraphError) -> Self {
        Self::Graph(why)
    }
}
