//! Breadth-first search, shared by all algorithms of this folder.
//!
//! Reference: E. F. Moore, *The shortest path through a maze*, Proceedings of the International
//! Symposium on the Theory of Switching, 1959.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::{Arcs, Graph, UNSEEN, Vertex};
use crate::control::Control;
use crate::outcome::Stop;

/// A search in progress. As an iterator, it visits vertices in the order of their distance from the
/// nearest source.
///
/// When a vertex is returned, every vertex that is no farther from the sources already has its
/// final number of `steps`, so a caller may stop early. Sources added after the search has run dry
/// start another search among the vertices not seen before.
pub(super) struct BreadthFirst<'a> {
    arcs: &'a Arcs,
    steps: Vec<u32>,
    queue: VecDeque<Vertex>,
}

impl<'a> BreadthFirst<'a> {
    pub(super) fn new(arcs: &'a Arcs) -> Self {
        Self { arcs, steps: alloc::vec![UNSEEN; arcs.vertex_count()], queue: VecDeque::new() }
    }

    /// Adds a source; returns whether the vertex is new to the search.
    pub(super) fn add_source(&mut self, source: Vertex) -> bool {
        let steps = &mut self.steps[source.index()];
        let new = *steps == UNSEEN;
        if new {
            *steps = 0;
            self.queue.push_back(source);
        }
        new
    }

    /// Returns the distance of each vertex from the nearest source, or [`UNSEEN`].
    pub(super) fn into_steps(self) -> Vec<u32> {
        self.steps
    }
}

impl BreadthFirst<'_> {
    /// Visits all reachable vertices and returns their number. Advances `control` once per vertex.
    pub(super) fn run(&mut self, control: &mut Control) -> Result<usize, Stop> {
        let mut count = 0;
        while self.next().is_some() {
            control.advance(1)?;
            count += 1;
        }
        Ok(count)
    }
}

impl Iterator for BreadthFirst<'_> {
    type Item = Vertex;

    #[inline]
    fn next(&mut self) -> Option<Vertex> {
        let vertex = self.queue.pop_front()?;
        let steps = self.steps[vertex.index()] + 1;
        for &next in self.arcs.successors(vertex) {
            let slot = &mut self.steps[next.index()];
            if *slot == UNSEEN {
                *slot = steps;
                self.queue.push_back(next);
            }
        }
        Some(vertex)
    }
}

/// Returns the smallest neighbour that is one step closer to the sources; `None` for a source.
pub(super) fn closer(graph: &Graph, steps: &[u32], vertex: Vertex) -> Option<Vertex> {
    let wanted = steps[vertex.index()].checked_sub(1)?;
    graph.neighbours(vertex).iter().copied().find(|neighbour| steps[neighbour.index()] == wanted)
}
