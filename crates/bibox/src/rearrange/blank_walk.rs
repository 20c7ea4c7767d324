//! Walks of the blank.

use alloc::vec::Vec;

use motion_core::Vertex;

/// A walk of the blank from vertex to adjacent vertex that never turns straight back. Such a pair
/// of steps has no effect and is omitted.
///
/// So walks are freely reduced words, and appending one to another cancels inverse steps where they
/// meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlankWalk {
    /// The vertices passed, from the first to the last.
    vertices: Vec<Vertex>,
}

impl BlankWalk {
    /// The empty walk.
    pub(super) fn new(origin: Vertex) -> Self {
        Self { vertices: alloc::vec![origin] }
    }

    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.vertices.len() - 1
    }

    /// All vertices, the first and the last included.
    pub(super) fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The last vertex.
    pub(super) fn end(&self) -> Vertex {
        self.vertices[self.vertices.len() - 1]
    }

    /// Extends the walk to an adjacent vertex, or shortens it if that is the previous vertex.
    pub(super) fn step(&mut self, to: Vertex) {
        if self.len() > 0 && self.vertices[self.vertices.len() - 2] == to {
            self.vertices.pop();
        } else {
            self.vertices.push(to);
        }
    }

    /// Appends another walk, which must begin where this one ends.
    pub(super) fn append(&mut self, next: &Self) {
        assert_eq!(self.end(), next.vertices[0]);
        next.vertices[1..].iter().for_each(|&vertex| self.step(vertex));
    }

    /// Appends the reverse of another walk, which must end where this one ends.
    pub(super) fn append_reversed(&mut self, next: &Self) {
        assert_eq!(self.end(), next.end());
        next.vertices.iter().rev().skip(1).for_each(|&vertex| self.step(vertex));
    }

    /// The reverse walk.
    pub(super) fn reversed(&self) -> Self {
        Self { vertices: self.vertices.iter().rev().copied().collect() }
    }
}

impl FromIterator<Vertex> for BlankWalk {
    /// Makes the walk along these vertices, at least one.
    fn from_iter<I: IntoIterator<Item = Vertex>>(vertices: I) -> Self {
        let mut vertices = vertices.into_iter();
        let mut walk = Self::new(vertices.next().expect("invariant: a walk has a first vertex"));
        vertices.for_each(|vertex| walk.step(vertex));
        walk
    }
}
