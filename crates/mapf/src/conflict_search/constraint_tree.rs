//! The constraint tree. A node stores only its changes to the nodes above it.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::{Control, Stop, Vertex};

use super::restriction::Restriction;
use crate::make_room::make_room;

/// A robot's new path in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) robot: u32,
    pub(super) path: u32,
    /// A lower bound on the length of the paths that the node permits for the robot.
    pub(super) least: u32,
}

/// A node of the constraint tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// The robot that the node's restrictions apply to.
    pub(super) robot: u32,
    pub(super) restrictions: Range<u32>,
    pub(super) changes: Range<u32>,
    /// The total of the least lengths of the robots' paths, by the objective.
    pub(super) least: u64,
    /// A lower bound on the cost of the schedules that the node permits.
    pub(super) bound: u64,
    /// The cost of the paths.
    pub(super) cost: u64,
    /// The expected cost of a schedule without conflicts, in thousandths.
    pub(super) expected: u64,
    /// The number of robot pairs in conflict.
    pub(super) pairs: u32,
    /// Whether the node's bound accounts for its own conflicts.
    pub(super) evaluated: bool,
}

/// The parent of the root.
pub(super) const NO_PARENT: u32 = u32::MAX;

/// All nodes, restrictions and paths of one search.
#[derive(Debug, Default)]
pub(super) struct ConstraintTree {
    nodes: Vec<Node>,
    changes: Vec<Change>,
    restrictions: Vec<Restriction>,
    spans: Vec<Range<u32>>,
    places: Vec<Vertex>,
}

impl ConstraintTree {
    /// Stores a path and returns its number.
    pub(super) fn add_path(&mut self, path: &[Vertex], control: &mut Control) -> Result<u32, Stop> {
        make_room(&mut self.places, path.len(), control)?;
        make_room(&mut self.spans, 1, control)?;
        let first = self.places.len() as u32;
        self.places.extend_from_slice(path);
        self.spans.push(first..self.places.len() as u32);
        Ok(self.spans.len() as u32 - 1)
    }

    /// The path with this number.
    #[inline]
    pub(super) fn path(&self, number: u32) -> &[Vertex] {
        let Range { start, end } = self.spans[number as usize];
        &self.places[start as usize..end as usize]
    }

    /// Adds a node with its restrictions and changes, and returns its number.
    pub(super) fn add_node(
        &mut self,
        node: Node,
        restrictions: &[Restriction],
        changes: &[Change],
        control: &mut Control,
    ) -> Result<u32, Stop> {
        make_room(&mut self.nodes, 1, control)?;
        make_room(&mut self.restrictions, restrictions.len(), control)?;
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        let first = self.restrictions.len() as u32;
        self.restrictions.extend_from_slice(restrictions);
        self.nodes[number as usize].restrictions = first..self.restrictions.len() as u32;
        self.set_changes(number, changes, control)?;
        Ok(number)
    }

    /// Replaces the changes of a node.
    pub(super) fn set_changes(
        &mut self,
        number: u32,
        changes: &[Change],
        control: &mut Control,
    ) -> Result<(), Stop> {
        make_room(&mut self.changes, changes.len(), control)?;
        let first = self.changes.len() as u32;
        self.changes.extend_from_slice(changes);
        self.nodes[number as usize].changes = first..self.changes.len() as u32;
        Ok(())
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    pub(super) fn node_mut(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    /// The changes of a node.
    pub(super) fn changes(&self, number: u32) -> &[Change] {
        let Range { start, end } = self.node(number).changes;
        &self.changes[start as usize..end as usize]
    }

    /// The restrictions of a node.
    pub(super) fn restrictions(&self, number: u32) -> &[Restriction] {
        let Range { start, end } = self.node(number).restrictions;
        &self.restrictions[start as usize..end as usize]
    }

    /// A node and all nodes above it, up to the root.
    pub(super) fn upwards(&self, number: u32) -> impl Iterator<Item = u32> {
        let above = |&number: &u32| Some(self.node(number).parent).filter(|&parent| parent != NO_PARENT);
        core::iter::successors(Some(number), above)
    }
}
