//! The only constructor of an [`EarDecomposition`]. It checks the cycle and every ear as they are
//! added.

use alloc::vec::Vec;

use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::{Control, Vertex};

use super::{EarDecomposition, EarError};

/// A decomposition under construction.
pub(super) struct EarBuilder<'g> {
    graph: &'g Graph,
    /// Whether each vertex is in the cycle or an ear so far.
    is_covered: Vec<bool>,
    /// The number of ears given so far, chords included.
    given: u64,
    made: EarDecomposition,
}

impl<'g> EarBuilder<'g> {
    /// Begins with a cycle.
    pub(super) fn new(graph: &'g Graph, cycle: Vec<Vertex>) -> Result<Self, EarError> {
        let vertices = graph.vertex_count();
        let mut is_covered = alloc::vec![false; vertices];
        if cycle.len() < 3 {
            return Err(EarError::ShortCycle { vertices: cycle.len() });
        }
        for &vertex in &cycle {
            let covered = is_covered.get_mut(vertex.index());
            let covered = covered.ok_or(EarError::NoSuchVertex { vertex, vertices })?;
            if core::mem::replace(covered, true) {
                return Err(EarError::RepeatedInCycle { vertex });
            }
        }
        for (&from, &to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            if !graph.has_edge(from, to) {
                return Err(EarError::GapInCycle { from, to });
            }
        }
        let made = EarDecomposition { cycle, members: Vec::new(), ends: Vec::new() };
        Ok(Self { graph, is_covered, given: 0, made })
    }

    /// The cycle.
    pub(super) fn cycle(&self) -> &[Vertex] {
        self.made.cycle()
    }

    /// Adds an ear; an ear without inner vertices is checked and dropped.
    pub(super) fn add(&mut self, vertices: &[Vertex]) -> Result<(), EarError> {
        let ear = self.given;
        self.given += 1;
        let &[first, ref inner @ .., last] = vertices else {
            return Err(EarError::ShortEar { ear });
        };
        if first == last {
            return Err(EarError::EqualEnds { ear, vertex: first });
        }
        for vertex in [first, last] {
            if !*self.covered(vertex)? {
                return Err(EarError::LooseEnd { ear, vertex });
            }
        }
        for &vertex in inner {
            if core::mem::replace(self.covered(vertex)?, true) {
                return Err(EarError::OldInnerVertex { ear, vertex });
            }
        }
        for pair in vertices.windows(2) {
            if !self.graph.has_edge(pair[0], pair[1]) {
                return Err(EarError::GapInEar { ear, from: pair[0], to: pair[1] });
            }
        }
        if !inner.is_empty() {
            self.made.members.extend_from_slice(vertices);
            self.made.ends.push(self.made.members.len());
        }
        Ok(())
    }

    /// Returns the decomposition, if every vertex is covered.
    pub(super) fn finish(self) -> Result<EarDecomposition, EarError> {
        match self.graph.vertices().find(|vertex| !self.is_covered[vertex.index()]) {
            Some(vertex) => Err(EarError::Uncovered { vertex }),
            None => Ok(self.made),
        }
    }

    fn covered(&mut self, vertex: Vertex) -> Result<&mut bool, EarError> {
        let vertices = self.is_covered.len();
        self.is_covered.get_mut(vertex.index()).ok_or(EarError::NoSuchVertex { vertex, vertices })
    }
}

impl EarDecomposition {
    /// Makes a decomposition from the vertices of a cycle in order, and the ears in the order they
    /// are added, each with both ends.
    ///
    /// Ears without inner vertices (chords) are checked like the others and then dropped; they need
    /// not be new edges.
    ///
    /// # Errors
    /// [`EarError`] names the first error. The cycle is checked first, then the ears one after
    /// another, finally whether every vertex is covered. The error is never
    /// [`EarError::NotBiconnected`].
    ///
    /// # Complexity
    /// Time O(V + L log d), where L is the number of vertices given and d the largest degree;
    /// memory O(V).
    ///
    /// # Examples
    /// ```
    /// use bibox::EarDecomposition;
    /// use bibox::error::EarError;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let edges = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 1)].map(|(a, b)| (Vertex(a), Vertex(b)));
    /// let graph = Graph::from_edges(4, edges)?;
    /// let triangle = [0, 1, 2].map(Vertex).to_vec();
    /// let ears = EarDecomposition::new(&graph, triangle.clone(), [[0, 3, 1].map(Vertex)])?;
    /// assert_eq!(ears.ears().len(), 1);
    ///
    /// let gap = EarDecomposition::new(&graph, triangle, [[0, 3, 2].map(Vertex)]);
    /// assert_eq!(gap, Err(EarError::GapInEar { ear: 0, from: Vertex(3), to: Vertex(2) }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        graph: &Graph,
        cycle: Vec<Vertex>,
        ears: impl IntoIterator<Item: AsRef<[Vertex]>>,
    ) -> Result<Self, EarError> {
        Self::new_within(graph, cycle, ears, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`new`](Self::new) within the limits of time and the flag of `control`,
    /// which is advanced by a step for every ear.
    pub(crate) fn new_within(
        graph: &Graph,
        cycle: Vec<Vertex>,
        ears: impl IntoIterator<Item: AsRef<[Vertex]>>,
        control: &mut Control,
    ) -> Result<Self, RunError<EarError>> {
        let mut builder = EarBuilder::new(graph, cycle)?;
        for ear in ears {
            control.advance(1)?;
            builder.add(ear.as_ref())?;
        }
        Ok(builder.finish()?)
    }
}
