//! A view of the board while its budget is borrowed.

use motion_core::graph::Graph;
use motion_core::{Configuration, Vertex};

use super::locks::Locks;

/// A read-only view of a board.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'b> {
    pub(super) graph: &'b Graph,
    pub(super) configuration: &'b Configuration,
    pub(super) locks: &'b Locks,
}

impl<'b> BoardView<'b> {
    /// The graph on which robots move.
    pub const fn graph(self) -> &'b Graph {
        self.graph
    }

    /// The positions of the robots.
    pub const fn configuration(self) -> &'b Configuration {
        self.configuration
    }

    /// Whether no robot stands on the vertex.
    #[inline]
    pub fn is_vacant(self, vertex: Vertex) -> bool {
        self.configuration.is_vacant(vertex)
    }

    /// Whether the vertex has a lock, or is finished while finished vertices are locked.
    #[inline]
    pub fn is_locked(self, vertex: Vertex) -> bool {
        !self.locks.are_open(vertex)
    }
}
