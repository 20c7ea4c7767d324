//! An instance as its text has it: on a graph with edges or arcs, with the names of its vertices.

use cpf::directed::DirectedGraph;
use cpf::{GraphText, Instance};

use super::numbering::Numbering;

/// An instance, and how messages name its vertices.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The instance.
    pub graph: GraphText,
    /// How messages name vertices.
    pub numbering: Numbering,
}

impl Problem {
    /// The instance; on a graph with arcs, that on the underlying graph.
    pub const fn instance(&self) -> &Instance {
        match &self.graph {
            GraphText::Edges(instance) => instance,
            GraphText::Arcs(instance) => instance.underlying(),
        }
    }

    /// The graph's arcs, if it has any.
    pub const fn arcs(&self) -> Option<&DirectedGraph> {
        match &self.graph {
            GraphText::Edges(_) => None,
            GraphText::Arcs(instance) => Some(instance.graph()),
        }
    }
}
