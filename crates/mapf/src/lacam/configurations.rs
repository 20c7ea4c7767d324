//! The known configurations, and the cheapest known way to each.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

use crate::make_room::make_room;

/// A known configuration, by its number.
pub(super) type Id = u32;

/// Marks the absence of a configuration or edge.
const NONE: u32 = u32::MAX;

/// The known configurations, the steps between them, and the predecessor of each on the cheapest
/// known way from the first.
#[derive(Debug)]
pub(super) struct Configurations {
    robots: usize,
    /// The robots' places, configuration by configuration.
    places: Vec<Vertex>,
    /// For each robot, the number of steps since it was at its goal, or since the start.
    ages: Vec<u16>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    table: HashTable<Id>,
    /// Configurations to visit again because a cheaper way to them was found.
    queue: BinaryHeap<Reverse<(u64, Id)>>,
    /// Configurations whose cost has dropped.
    cheaper: Vec<Id>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Id,
    first_edge: u32,
    cost: u64,
    bound: u64,
    depth: u32,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: Id,
    next: u32,
    cost: u32,
}

fn hash(places: &[Vertex]) -> u64 {
    FxBuildHasher.hash_one(places)
}

impl Configurations {
    pub(super) fn new(robots: usize) -> Self {
        Self {
            robots,
            places: Vec::new(),
            ages: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            table: HashTable::new(),
            queue: BinaryHeap::new(),
            cheaper: Vec::new(),
        }
    }

    pub(super) fn places(&self, id: Id) -> &[Vertex] {
        &self.places[id as usize * self.robots..][..self.robots]
    }

    pub(super) fn ages(&self, id: Id) -> &[u16] {
        &self.ages[id as usize * self.robots..][..self.robots]
    }

    pub(super) fn depth(&self, id: Id) -> u32 {
        self.nodes[id as usize].depth
    }

    /// The cost of the cheapest known way to a configuration.
    pub(super) fn cost(&self, id: Id) -> u64 {
        self.nodes[id as usize].cost
    }

    /// A lower bound on the cost of a schedule through this configuration, provided that the known
    /// way to it is the cheapest.
    pub(super) fn total(&self, id: Id) -> u64 {
        let node = &self.nodes[id as usize];
        node.cost + node.bound
    }

    pub(super) fn find(&self, places: &[Vertex]) -> Option<Id> {
        self.table.find(hash(places), |&id| self.places(id) == places).copied()
    }

    /// Adds a new configuration: the first one, or one that a step leads to.
    pub(super) fn insert(
        &mut self,
        places: &[Vertex],
        parent: Option<Id>,
        goals: &[Vertex],
        bound: u64,
        control: &mut Control,
    ) -> Result<Id, Stop> {
        make_room(&mut self.places, self.robots, control)?;
        make_room(&mut self.ages, self.robots, control)?;
        make_room(&mut self.nodes, 1, control)?;
        if self.table.len() == self.table.capacity() {
            let before = self.table.allocation_size();
            control.hold((2 * before).max(64) as u64)?;
            let all = &self.places;
            let robots = self.robots;
            self.table.reserve(self.table.len().max(7), |&id| hash(&all[id as usize * robots..][..robots]));
        }
        let id = self.nodes.len() as Id;
        self.places.extend_from_slice(places);
        let old = parent.map_or(0, |parent| parent as usize * self.robots);
        for (robot, (place, goal)) in places.iter().zip(goals).enumerate() {
            let is_first = parent.is_none() || place == goal;
            self.ages.push(if is_first { 0 } else { self.ages[old + robot].saturating_add(1) });
        }
        let depth = parent.map_or(0, |parent| self.depth(parent) + 1);
        let cost = if id == 0 { 0 } else { u64::MAX };
        self.nodes.push(Node { parent: NONE, first_edge: NONE, cost, bound, depth });
        let (all, robots) = (&self.places, self.robots);
        self.table.insert_unique(hash(places), id, |&id| hash(&all[id as usize * robots..][..robots]));
        Ok(id)
    }

    /// Adds a step between configurations. If it makes configurations cheaper, the ways to all
    /// their successors are updated.
    pub(super) fn connect(&mut self, from: Id, to: Id, cost: u64, control: &mut Control) -> Result<(), Stop> {
        let first = self.nodes[from as usize].first_edge;
        let is_known = self.edges_from(first).any(|edge| edge.to == to);
        if !is_known {
            make_room(&mut self.edges, 1, control)?;
            self.nodes[from as usize].first_edge = self.edges.len() as u32;
            self.edges.push(Edge { to, next: first, cost: cost as u32 });
        }
        self.relax(from, to, cost);
        while let Some(Reverse((cost, id))) = self.queue.pop() {
            if cost > self.cost(id) {
                continue;
            }
            make_room(&mut self.cheaper, 1, control)?;
            self.cheaper.push(id);
            let mut edge = self.nodes[id as usize].first_edge;
            while edge != NONE {
                let Edge { to, next, cost: step } = self.edges[edge as usize];
                self.relax(id, to, u64::from(step));
                edge = next;
            }
        }
        Ok(())
    }

    /// The configurations that [`connect`](Self::connect) has made cheaper.
    pub(super) fn take_cheaper(&mut self) -> Vec<Id> {
        core::mem::take(&mut self.cheaper)
    }

    fn edges_from(&self, first: u32) -> impl Iterator<Item = &Edge> {
        let edge = |index: u32| self.edges.get(index as usize);
        core::iter::successors(edge(first), move |last| edge(last.next))
    }

    fn relax(&mut self, from: Id, to: Id, step: u64) {
        let cost = self.cost(from) + step;
        let node = &mut self.nodes[to as usize];
        if cost < node.cost {
            node.cost = cost;
            node.parent = from;
            self.queue.push(Reverse((cost, to)));
        }
    }

    /// The configurations on the cheapest known way to `id`, beginning with the first one.
    pub(super) fn way_to(&self, id: Id) -> Vec<Id> {
        let mut way: Vec<_> = core::iter::successors(Some(id), |&id| {
            let parent = self.nodes[id as usize].parent;
            (parent != NONE).then_some(parent)
        })
        .collect();
        way.reverse();
        way
    }
}
