//! Edges or arcs, and robots, as read from a text, with their positions.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::error::GraphError;
use motion_core::error::TextPosition;
use motion_core::graph::Graph;

use super::edge_kind::EdgeKind;
use super::error::{FormatError, FormatErrorKind};
use crate::directed::{DirectedError, DirectedGraph, DirectedInstance};
use crate::instance::{Instance, InstanceError, Setup};

/// The largest number of vertices that a text may state: 2²⁴. Memory for them is allocated before
/// any edge is read.
pub const MAX_VERTICES: u32 = 1 << 24;

/// The vertices and edges, or arcs, of a graph being read.
pub(super) struct EdgeList {
    pub(super) kind: EdgeKind,
    /// The number of the first vertex.
    first: u32,
    vertices: u32,
    pairs: Vec<(Vertex, Vertex)>,
    at: Vec<TextPosition>,
}

impl EdgeList {
    pub(super) const fn new(kind: EdgeKind, first: u32, vertices: u32) -> Self {
        Self { kind, first, vertices, pairs: Vec::new(), at: Vec::new() }
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

    /// Adds an edge, or an arc from `a` to `b`.
    pub(super) fn push(&mut self, a: (TextPosition, u32), b: (TextPosition, u32)) -> Result<(), FormatError> {
        let edge = (self.vertex(a)?, self.vertex(b)?);
        if edge.0 == edge.1 {
            return Err(FormatErrorKind::SelfLoop { kind: self.kind, number: b.1 }.at(b.0));
        }
        self.pairs.push(edge);
        self.at.push(a.0);
        Ok(())
    }

    /// Builds the graph with these edges.
    pub(super) fn graph(self) -> Result<Graph, FormatError> {
        Graph::from_edges(self.vertices as usize, self.pairs.iter().copied()).map_err(|error| {
            let repeated = |(a, b): (Vertex, Vertex)| match error {
                GraphError::Repeated { first, second } => (first, second) == (a.min(b), a.max(b)),
                _ => false,
            };
            self.repeated(repeated).unwrap_or_else(|| FormatErrorKind::Graph(error).at(BEGINNING))
        })
    }

    /// Builds the graph with these arcs.
    fn directed_graph(&self) -> Result<DirectedGraph, FormatError> {
        let mut sorted = self.pairs.clone();
        sorted.sort_unstable();
        if let Some(same) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let error = self.repeated(|pair| pair == same[0]);
            return Err(error.expect("invariant: an arc that is there twice"));
        }
        DirectedGraph::from_arcs(self.vertices as usize, sorted)
            .map_err(|error| FormatErrorKind::Graph(error).at(BEGINNING))
    }

    /// Returns the error for the second of the pairs that satisfy `is_same`, if there is one.
    fn repeated(&self, is_same: impl Fn((Vertex, Vertex)) -> bool) -> Option<FormatError> {
        let mut same = self.at_pairs(is_same);
        let (first, second) = (same.next()?, same.next()?);
        Some(FormatErrorKind::DuplicateEdge { kind: self.kind, first }.at(second))
    }

    fn at_pairs(&self, is_same: impl Fn((Vertex, Vertex)) -> bool) -> impl Iterator<Item = TextPosition> {
        self.pairs.iter().zip(&self.at).filter(move |&(&pair, _)| is_same(pair)).map(|(_, &at)| at)
    }
}

/// The position of errors that no single place of the text causes.
const BEGINNING: TextPosition = TextPosition { line: 1, column: 1 };

/// The positions of each robot's start and goal in the text.
type RobotPositions = Vec<(TextPosition, TextPosition)>;

/// A setup, and the positions of its robots in the text.
pub(super) struct SpannedSetup {
    pub(super) setup: Setup,
    pub(super) at: RobotPositions,
}

impl SpannedSetup {
    /// Makes the instance, or returns an error at the robot with a shared start or goal.
    pub(super) fn instance(self) -> Result<Instance, FormatError> {
        let Self { setup, at } = self;
        setup.instance().map_err(|error| located(error, &at))
    }
}

/// Edges or arcs and robots, with the positions of the robots in the text.
pub(super) struct SpannedGraph {
    pub(super) edges: EdgeList,
    pub(super) robots: Vec<(Vertex, Vertex)>,
    pub(super) at: RobotPositions,
}

impl SpannedGraph {
    /// Places the robots on the graph with these edges.
    pub(super) fn setup(self) -> Result<SpannedSetup, FormatError> {
        let Self { edges, robots, at } = self;
        Ok(SpannedSetup { setup: Setup { graph: edges.graph()?, robots, grid: None }, at })
    }

    /// Makes the instance on the graph with these arcs.
    pub(super) fn directed_instance(self) -> Result<DirectedInstance, FormatError> {
        let graph = self.edges.directed_graph()?;
        DirectedInstance::new(graph, &self.robots).map_err(|error| match error {
            DirectedError::Instance(error) => located(error, &self.at),
            DirectedError::Graph(error) => FormatErrorKind::Graph(error).at(BEGINNING),
            DirectedError::OneWay { from, to } => {
                let at = self.edges.at_pairs(|pair| pair == (from, to)).next();
                FormatErrorKind::OneWay.at(at.expect("invariant: an arc of the graph"))
            }
        })
    }
}

/// Converts an error of robots to one at the second of them.
fn located(error: InstanceError, at: &[(TextPosition, TextPosition)]) -> FormatError {
    match error {
        InstanceError::SharedStart { first, second, .. } => {
            FormatErrorKind::SharedStart { first: at[first.index()].0 }.at(at[second.index()].0)
        }
        InstanceError::SharedGoal { first, second, .. } => {
            FormatErrorKind::SharedGoal { first: at[first.index()].1 }.at(at[second.index()].1)
        }
        error => FormatErrorKind::Instance(error).at(BEGINNING),
    }
}
