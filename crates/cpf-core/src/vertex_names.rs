//! Names of vertices in sentences.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use motion_core::Vertex;

use crate::instance::Instance;

/// The names of vertices in sentences, which match the file format of the instance.
///
/// # Examples
/// ```
/// use cpf_core::{Instance, Setup, VertexNames};
/// use motion_core::{Grid, Vertex};
///
/// let instance = Setup::on_grid(Grid::new(2, 3)?, Vec::new()).instance()?;
/// let names = VertexNames::coordinates(&instance);
/// assert_eq!(names.in_sentence(Vertex(5)), "(2, 1)");
/// assert_eq!(VertexNames::FROM_ONE.in_sentence(Vertex(5)), "vertex 6");
/// assert_eq!(VertexNames::FROM_ZERO.pair_in_sentence(Vertex(5), Vertex(0)), "vertices 5 and 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexNames {
    /// The number of the first vertex.
    first: u32,
    /// The column and row of every vertex; empty if vertices have numbers.
    cells: Vec<(u32, u32)>,
}

impl VertexNames {
    /// Numbers from 1, as in graph text and in the errors of all libraries.
    pub const FROM_ONE: Self = Self { first: 1, cells: Vec::new() };

    /// Numbers from 0, as in `.cpf`.
    pub const FROM_ZERO: Self = Self { first: 0, cells: Vec::new() };

    /// Columns and rows from 0, `(x, y)`, as in maps. Without a grid, numbers from 1.
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn coordinates(instance: &Instance) -> Self {
        Self { cells: instance.coordinates().unwrap_or_default(), ..Self::FROM_ONE }
    }

    /// The name alone: `4` or `(3, 1)`. A vertex outside the grid has its number.
    pub fn name(&self, vertex: Vertex) -> String {
        match self.cells.get(vertex.index()) {
            Some((x, y)) => format!("({x}, {y})"),
            None => (u64::from(vertex.0) + u64::from(self.first)).to_string(),
        }
    }

    /// The name in a sentence: `vertex 4` or `(3, 1)`.
    pub fn in_sentence(&self, vertex: Vertex) -> String {
        let noun = if vertex.index() < self.cells.len() { "" } else { "vertex " };
        format!("{noun}{}", self.name(vertex))
    }

    /// The names of two vertices in a sentence: `vertices 4 and 5` or `(3, 1) and (4, 1)`.
    pub fn pair_in_sentence(&self, first: Vertex, second: Vertex) -> String {
        let noun = if self.cells.is_empty() { "vertices " } else { "" };
        format!("{noun}{} and {}", self.name(first), self.name(second))
    }
}
