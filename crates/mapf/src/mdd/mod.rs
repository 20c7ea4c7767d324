//! Multi-valued decision diagrams, which hold all paths of a robot with at most a given cost.

mod builder;

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::Vertex;

pub(crate) use builder::MddBuilder;

/// All paths of one robot, under constraints, that arrive at its goal at a given time, the *cost*.
/// The diagram has a level of vertices for each time, and the steps between levels that lie on such
/// paths.
///
/// This includes paths that arrive earlier and wait at the goal. Nodes are numbered level by level
/// and, within a level, by ascending vertices.
///
/// # References
/// Sharon, Stern, Goldenberg, Felner: *The increasing cost tree search for optimal multi-agent
/// pathfinding*, Artificial Intelligence 195, 2013, section 3.2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mdd {
    /// The first node of each level, and the end of the last level.
    levels: Vec<u32>,
    /// The vertex of each node.
    vertices: Vec<Vertex>,
    /// The first entry of each node in `targets`, and the end of the last node's entries.
    offsets: Vec<u32>,
    /// Nodes of the next level.
    targets: Vec<u32>,
}

impl Mdd {
    /// The time of the last level.
    pub(crate) fn cost(&self) -> usize {
        self.levels.len() - 2
    }

    /// The number of nodes of all levels.
    pub(crate) fn node_count(&self) -> usize {
        self.vertices.len()
    }

    /// The nodes of a level. There are none after the last level.
    pub(crate) fn nodes(&self, time: usize) -> Range<usize> {
        match self.levels.get(time + 1) {
            Some(&end) => self.levels[time] as usize..end as usize,
            None => 0..0,
        }
    }

    /// The vertices on which the robot may be at a time, ascending. After the last level, only its
    /// goal.
    #[inline]
    pub(crate) fn level(&self, time: usize) -> &[Vertex] {
        &self.vertices[self.nodes(time.min(self.cost()))]
    }

    /// The vertex on which every path is at a time, if there is one.
    #[inline]
    pub(crate) fn single(&self, time: usize) -> Option<Vertex> {
        match self.level(time) {
            &[vertex] => Some(vertex),
            _ => None,
        }
    }

    /// Returns whether a path is on this vertex at a time.
    pub(crate) fn contains(&self, time: usize, vertex: Vertex) -> bool {
        self.level(time).binary_search(&vertex).is_ok()
    }

    /// The vertex of a node.
    #[inline]
    pub(crate) fn vertex(&self, node: usize) -> Vertex {
        self.vertices[node]
    }

    /// The nodes of the next level to which a node has steps, by ascending vertices.
    #[inline]
    pub(crate) fn successors(&self, node: usize) -> &[u32] {
        &self.targets[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }

    /// Appends levels in which the robot waits at its goal, until this time. Does nothing to a
    /// longer diagram.
    #[cfg(any(test, feature = "sat"))]
    pub(crate) fn pad(&mut self, time: usize) {
        for _ in self.cost()..time {
            let goal = self.vertices[self.vertices.len() - 1];
            let last = self.vertices.len();
            self.targets.push(last as u32);
            self.offsets[last] = self.targets.len() as u32;
            self.offsets.push(self.targets.len() as u32);
            self.vertices.push(goal);
            self.levels.push(self.vertices.len() as u32);
        }
    }

    /// The memory on the heap.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.levels.len() + self.vertices.len() + self.offsets.len() + self.targets.len()) as u64
    }
}

#[cfg(test)]
mod tests;
