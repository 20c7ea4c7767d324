//! Edges and robots as they are read, with their positions in the text.

use alloc::vec::Vec;

use motion_core::graph::GraphError;
use motion_core::{Graph, TextPosition, Vertex};

use super::error::{FormatError, FormatErrorKind};
use crate::instance::{Instance, InstanceError, Setup};

/// The most vertices that a text may state: 2²⁴. Memory for them is needed before any edge is read.
pub const MAX_VERTICES: u32 = 1 << 24;

/// The vertices and edges of a graph that is being read.
pub(super) struct EdgeList {
    /// The number of the first vertex.
    first: u32,
    vertices: u32,
    pairs: Vec<(Vertex, Vertex)>,
    at: Vec<TextPosition>,
}

impl EdgeList {
    pub(super) const fn new(first: u32, vertices: u32) -> Self {
        Self { first, vertices, pairs: Vec::new(), at: Vec::new() }
    }

    pub(super) const fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The vertex with this number.
    pub(super) fn vertex(&self, (at, number): (TextPosition, u32)) -> Result<Vertex, FormatError> {
        let (first, vertices) = (self.first, self.vertices);
        let vertex = number.checked_sub(first).filter(|&vertex| vertex < vertices).map(Vertex);
        vertex.ok_or_else(|| FormatErrorKind::NoSuchVertex { number, first, vertices }.at(at))
    }

    /// One more edge.
    pub(super) fn push(&mut self, a: (TextPosition, u32), b: (TextPosition, u32)) -> Result<(), FormatError> {
        let edge = (self.vertex(a)?, self.vertex(b)?);
        if edge.0 == edge.1 {
            return Err(FormatErrorKind::SelfLoop { number: b.1 }.at(b.0));
        }
        self.pairs.push(edge);
        self.at.push(a.0);
        Ok(())
    }

    pub(super) fn graph(self) -> Result<Graph, FormatError> {
        let Self { vertices, pairs, at, .. } = self;
        Graph::from_edges(vertices as usize, pairs.iter().copied()).map_err(|error| {
            let mut same = pairs.iter().zip(at).filter(|((a, b), _)| match error {
                GraphError::Repeated { first, second } => (first, second) == (*a.min(b), *a.max(b)),
                _ => false,
            });
            match (same.next(), same.next()) {
                (Some((_, first)), Some((_, second))) => FormatErrorKind::DuplicateEdge { first }.at(second),
                _ => FormatErrorKind::Graph(error).at(TextPosition { line: 1, column: 1 }),
            }
        })
    }
}

/// A setup, and for each robot the positions of its start and its goal in the text.
pub(super) struct SpannedSetup {
    pub(super) setup: Setup,
    pub(super) at: Vec<(TextPosition, TextPosition)>,
}

impl SpannedSetup {
    /// The instance, or the position of the robot with a shared start or goal.
    pub(super) fn instance(self) -> Result<Instance, FormatError> {
        let Self { setup, at } = self;
        setup.instance().map_err(|error| match error {
            InstanceError::SharedStart { first, second, .. } => {
                FormatErrorKind::SharedStart { first: at[first.index()].0 }.at(at[second.index()].0)
            }
            InstanceError::SharedGoal { first, second, .. } => {
                FormatErrorKind::SharedGoal { first: at[first.index()].1 }.at(at[second.index()].1)
            }
            error => FormatErrorKind::Instance(error).at(TextPosition { line: 1, column: 1 }),
        })
    }
}
