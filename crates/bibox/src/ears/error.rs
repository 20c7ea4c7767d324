//! The reasons why a graph has no ear decomposition, or a decomposition does not fit its graph.

use core::error::Error;
use core::fmt;

use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::internal::Counted;
use motion_core::{Cell, Control, Direction, Vertex};

/// The reason why a cycle and ears are not an ear decomposition of a graph.
///
/// Ears are numbered from 0 in the order they were given, chords included.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EarError {
    /// The cycle has fewer than three vertices.
    ShortCycle {
        /// The number of vertices given.
        vertices: usize,
    },
    /// The cycle or an ear names a vertex that does not exist.
    NoSuchVertex {
        /// The vertex named.
        vertex: Vertex,
        /// The number of vertices of the graph.
        vertices: usize,
    },
    /// The cycle visits a vertex twice.
    RepeatedInCycle {
        /// The vertex.
        vertex: Vertex,
    },
    /// Two consecutive vertices of the cycle are not adjacent.
    GapInCycle {
        /// The vertex before the gap.
        from: Vertex,
        /// The vertex after the gap.
        to: Vertex,
    },
    /// An ear has fewer than two vertices.
    ShortEar {
        /// The number of the ear.
        ear: u64,
    },
    /// An ear ends where it begins.
    EqualEnds {
        /// The number of the ear.
        ear: u64,
        /// Both of its ends.
        vertex: Vertex,
    },
    /// An ear ends at a vertex that is neither in the cycle nor in an earlier ear.
    LooseEnd {
        /// The number of the ear.
        ear: u64,
        /// The end.
        vertex: Vertex,
    },
    /// An inner vertex of an ear is already in the cycle, in an earlier ear, or in the ear itself.
    OldInnerVertex {
        /// The number of the ear.
        ear: u64,
        /// The inner vertex.
        vertex: Vertex,
    },
    /// Two consecutive vertices of an ear are not adjacent.
    GapInEar {
        /// The number of the ear.
        ear: u64,
        /// The vertex before the gap.
        from: Vertex,
        /// The vertex after the gap.
        to: Vertex,
    },
    /// A vertex is neither in the cycle nor in an ear.
    Uncovered {
        /// The smallest such vertex.
        vertex: Vertex,
    },
    /// No ears lead from the cycle to all vertices, because the graph is not bi-connected.
    NotBiconnected(NotBiconnectedError),
}

impl fmt::Display for EarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ShortCycle { vertices } => write!(f, "a cycle has at least 3 vertices, not {vertices}"),
            Self::NoSuchVertex { vertex, vertices } => {
                let only = Counted(*vertices, "vertex");
                write!(f, "there is no vertex {}, only {only}", vertex.one_based())
            }
            Self::RepeatedInCycle { vertex } => {
                write!(f, "the cycle visits vertex {} twice", vertex.one_based())
            }
            Self::GapInCycle { from, to } => write!(
                f,
                "the cycle goes from vertex {} to vertex {}, where there is no edge",
                from.one_based(),
                to.one_based()
            ),
            Self::ShortEar { ear } => write!(f, "ear {} has no two ends", ear + 1),
            Self::EqualEnds { ear, vertex } => {
                write!(f, "both ends of ear {} are vertex {}", ear + 1, vertex.one_based())
            }
            Self::LooseEnd { ear, vertex } => {
                write!(f, "ear {} ends at vertex {}, which is not there yet", ear + 1, vertex.one_based())
            }
            Self::OldInnerVertex { ear, vertex } => {
                write!(f, "inner vertex {} of ear {} is not new", vertex.one_based(), ear + 1)
            }
            Self::GapInEar { ear, from, to } => write!(
                f,
                "ear {} goes from vertex {} to vertex {}, where there is no edge",
                ear + 1,
                from.one_based(),
                to.one_based()
            ),
            Self::Uncovered { vertex } => {
                write!(f, "vertex {} is neither in the cycle nor in an ear", vertex.one_based())
            }
            Self::NotBiconnected(why) => why.fmt(f),
        }
    }
}

impl From<EarError> for RunError<EarError> {
    fn from(why: EarError) -> Self {
        Self::Because(why)
    }
}

impl Error for EarError {}

impl From<NotBiconnectedError> for EarError {
    fn from(why: NotBiconnectedError) -> Self {
        Self::NotBiconnected(why)
    }
}

/// The reason why a graph is not bi-connected and so has no ear decomposition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotBiconnectedError {
    /// There are fewer than three vertices.
    TooFewVertices {
        /// The number of vertices.
        vertices: usize,
    },
    /// No path joins two vertices.
    Disconnected {
        /// The smallest vertex.
        first: Vertex,
        /// The smallest vertex that no path joins with the first.
        second: Vertex,
    },
    /// Without this vertex the graph is disconnected.
    Articulation {
        /// The smallest such vertex.
        vertex: Vertex,
    },
}

impl fmt::Display for NotBiconnectedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewVertices { vertices } => {
                write!(f, "a cycle has at least 3 vertices, but the graph has {vertices}")
            }
            Self::Disconnected { first, second } => {
                write!(f, "no path joins vertices {} and {}", first.one_based(), second.one_based())
            }
            Self::Articulation { vertex } => {
                write!(f, "without vertex {} the graph falls into pieces", vertex.one_based())
            }
        }
    }
}

impl Error for NotBiconnectedError {}

impl NotBiconnectedError {
    /// Checks whether the graph is bi-connected.
    ///
    /// # Errors
    /// The first reason that applies, in the order of the variants.
    ///
    /// # Complexity
    /// That of [`Graph::biconnected`]: near-linear.
    ///
    /// # Examples
    /// ```
    /// use bibox::error::NotBiconnectedError;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
    /// assert_eq!(
    ///     NotBiconnectedError::check(&path),
    ///     Err(NotBiconnectedError::Articulation { vertex: Vertex(1) })
    /// );
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    #[doc(hidden)]
    pub fn check(graph: &Graph) -> Result<(), Self> {
        Self::check_within(graph, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`check`](Self::check) within the limits of time and the flag of `control`,
    /// which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn check_within(graph: &Graph, control: &mut Control) -> Result<(), RunError<Self>> {
        let vertices = graph.vertex_count();
        if vertices < 3 {
            return Err(RunError::Because(Self::TooFewVertices { vertices }));
        }
        let first = Vertex(0);
        let components = graph.components_within(control)?;
        if let Some(second) = graph.vertices().find(|&vertex| !components.same(first, vertex)) {
            return Err(RunError::Because(Self::Disconnected { first, second }));
        }
        match graph.biconnected_within(control)?.articulation_vertices().next() {
            Some(vertex) => Err(RunError::Because(Self::Articulation { vertex })),
            None => Ok(()),
        }
    }
}

/// The reason why a grid is not an open rectangle of at least two rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RectangleError {
    /// There are fewer than two rows or fewer than two columns.
    TooNarrow {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// A cell is closed.
    Closed {
        /// The first such cell.
        cell: Cell,
    },
    /// There is a wall between two cells.
    Walled {
        /// The first cell with a wall to its right or below it.
        cell: Cell,
        /// The side of the wall.
        side: Direction,
    },
}

impl fmt::Display for RectangleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooNarrow { rows, columns } => {
                let [rows, columns] = [Counted(*rows, "row"), Counted(*columns, "column")];
                write!(f, "a grid of {rows} and {columns} has no cycle")
            }
            Self::Closed { cell } => write!(f, "cell {} is closed", cell.one_based()),
            Self::Walled { cell, side } => {
                write!(f, "there is a wall on side {side:?} of cell {}", cell.one_based())
            }
        }
    }
}

impl Error for RectangleError {}
