//! The search for a path of one robot to the end of the plan, beside the others.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use hashbrown::HashMap;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

use super::goal_costs::FAR;
use super::legs::Legs;
use super::planned_paths::PlannedPaths;
use super::ways::Ways;

/// A robot on a vertex at a time, after some visits.
#[derive(Clone, Copy, Debug)]
struct Node {
    vertex: Vertex,
    parent: u32,
    cost: u32,
    time: u16,
    visited: u8,
}

/// The search, whose memory is reused: A\* over vertices, times and numbers of visited goals. The
/// estimate is the cost of the way without other robots.
#[derive(Clone, Debug, Default)]
pub(super) struct TimedPathSearch {
    nodes: Vec<Node>,
    /// The least cost of each state.
    best: HashMap<(u32, u16, u8), u32, FxBuildHasher>,
    /// Lower bounds with nodes, the latest node first.
    queue: BinaryHeap<(Reverse<u32>, u32)>,
    path: Vec<Vertex>,
}

impl TimedPathSearch {
    /// The path found last.
    pub(super) fn path(&self) -> &[Vertex] {
        &self.path
    }

    /// Finds a cheapest path for a robot that is not in the plan, from its present vertex to the
    /// end of the plan. Returns its cost, or `None` if there is none that costs at most `most`.
    /// Every expanded state is a node.
    pub(super) fn run(
        &mut self,
        (start, legs): (Vertex, &Legs),
        most: u32,
        ways: Ways<'_>,
        paths: &PlannedPaths,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let steps = (paths.end() - paths.begin()) as u16;
        self.nodes.clear();
        self.best.clear();
        self.queue.clear();
        let root = Node { vertex: start, parent: 0, cost: 0, time: 0, visited: 0 };
        self.offer(root, legs, most, ways);
        while let Some((_, number)) = self.queue.pop() {
            let node = self.nodes[number as usize];
            if self.best[&(node.vertex.0, node.time, node.visited)] < node.cost {
                continue;
            }
            if node.time == steps {
                self.trace(number);
                return Ok(Some(node.cost + legs.cost_through(node.visited.into(), node.vertex, ways)));
            }
            control.spend(1)?;
            let time = paths.begin() + u64::from(node.time);
            let visited = usize::from(node.visited);
            let mut go = |to: Vertex, cost: u32| {
                if paths.allows(node.vertex, to, time) {
                    let arrives = legs.goal(visited) == Some(to);
                    let next = Node {
                        vertex: to,
                        parent: number,
                        cost: node.cost + cost,
                        time: node.time + 1,
                        visited: node.visited + u8::from(arrives),
                    };
                    self.offer(next, legs, most, ways);
                }
            };
            go(node.vertex, ways.wait(legs, visited, node.vertex));
            for (turn, &to) in ways.network.arcs().successors(node.vertex).iter().enumerate() {
                if !ways.network.is_closed(to) {
                    go(to, ways.step(legs, visited, node.vertex, turn));
                }
            }
        }
        Ok(None)
    }

    fn offer(&mut self, node: Node, legs: &Legs, most: u32, ways: Ways<'_>) {
        let to_go = legs.cost_through(node.visited.into(), node.vertex, ways);
        let bound = node.cost.saturating_add(to_go);
        if bound > most || to_go == FAR {
            return;
        }
        let known = self.best.entry((node.vertex.0, node.time, node.visited)).or_insert(u32::MAX);
        if node.cost < *known {
            *known = node.cost;
            self.queue.push((Reverse(bound), self.nodes.len() as u32));
            self.nodes.push(node);
        }
    }

    /// Writes the path that ends with a node.
    fn trace(&mut self, end: u32) {
        self.path.clear();
        let mut number = end;
        loop {
            let node = self.nodes[number as usize];
            self.path.push(node.vertex);
            if node.time == 0 {
                break;
            }
            number = node.parent;
        }
        self.path.reverse();
    }
}
