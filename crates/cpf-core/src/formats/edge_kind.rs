//! Edges and arcs.

use core::fmt;

/// The kind of an edge: undirected, or an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// Edges, along which robots move in both directions.
    Edge,
    /// Arcs, along which robots move in one direction.
    Arc,
}

impl fmt::Display for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Edge => "edge",
            Self::Arc => "arc",
        })
    }
}
