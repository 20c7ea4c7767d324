//! Instances as in their text: on a graph with edges or arcs, with the names of the vertices.

use cpf::Instance;
use cpf::cpf_core::directed::DirectedGraph;
use cpf::formats::{CpfText, FormatError, GraphText};

use super::numbering::Numbering;

/// An instance, with the names of its vertices in messages.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The instance.
    pub graph: GraphText,
    /// The names of vertices in messages.
    pub numbering: Numbering,
}

impl Problem {
    /// Reads graph text, or `.cpf`, which begins with `V`.
    ///
    /// # Errors
    /// The first error, with its place.
    pub fn read(text: &str) -> Result<Self, FormatError> {
        let white = |character: char| character.is_whitespace() || character == '\u{feff}';
        if text.trim_start_matches(white).starts_with('V') {
            return Self::of_cpf(text);
        }
        Ok(Self { graph: text.parse()?, numbering: Numbering::FromOne })
    }

    /// Reads `.cpf`.
    ///
    /// # Errors
    /// The first error, with its place.
    pub fn of_cpf(text: &str) -> Result<Self, FormatError> {
        let CpfText::<Instance>(instance) = text.parse()?;
        Ok(Self { graph: GraphText::Edges(instance), numbering: Numbering::FromZero })
    }

    /// The instance; for a graph with arcs, the one on the underlying graph.
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
