//! The search for a path of one robot through the window, beside the others.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use hashbrown::HashMap;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

use super::goal_costs::{FAR, GoalCosts, Source};
use super::legs::Legs;
use super::network::Network;
use super::traffic::{STEP, Traffic};
use super::window::Window;

/// The cost of a step of a robot without a goal. It may stay for nothing.
const IDLE_STEP: u32 = 1;
/// What a wait on a closed vertex costs more than any way.
const ON_CLOSED: u32 = 1 << 20;

/// What searches and costs depend on besides the window.
#[derive(Clone, Copy)]
pub(super) struct Ways<'a> {
    pub(super) network: &'a Network,
    pub(super) costs: &'a GoalCosts,
    pub(super) traffic: &'a Traffic,
}

impl Ways<'_> {
    /// The cost of the way from a vertex to a goal, or [`FAR`].
    #[inline]
    pub(super) fn cost_of_way(&self, goal: (Vertex, Source), from: Vertex) -> u32 {
        self.costs.get(goal, from, self.network)
    }

    /// The cost of a step to a target, whose index is `turn`.
    #[inline]
    fn step(&self, legs: &Legs, visited: usize, from: Vertex, turn: usize) -> u32 {
        if visited == legs.len() {
            return IDLE_STEP;
        }
        self.traffic.weight(self.network.arcs().first_arc(from) + turn)
    }

    /// The cost of staying for a step.
    #[inline]
    fn wait(&self, legs: &Legs, visited: usize, place: Vertex) -> u32 {
        if self.network.is_closed(place) {
            ON_CLOSED
        } else if visited == legs.len() {
            0
        } else {
            STEP
        }
    }

    /// The best target of a robot at a vertex.
    pub(super) fn best_target(&self, legs: &Legs, from: Vertex) -> Option<Vertex> {
        let arcs = self.network.arcs();
        let first = arcs.first_arc(from);
        let open = arcs.successors(from).iter().enumerate().filter(|&(_, &to)| !self.network.is_closed(to));
        let cost = |turn: usize, to| {
            legs.cost_to_next(0, to, *self).saturating_add(self.traffic.weight(first + turn))
        };
        open.filter(|_| legs.len() > 0).min_by_key(|&(turn, &to)| cost(turn, to)).map(|(_, &to)| to)
    }

    /// The cost of a path from the present through the window and on to the robot's goals, and the
    /// number of goals visited in the window with the index of the last visit.
    pub(super) fn measure(&self, legs: &Legs, path: impl Iterator<Item = Vertex>) -> Measured {
        let mut measured = Measured { cost: 0, visited: 0, last_visit: 0 };
        let mut before = None;
        for (time, place) in (0..).zip(path) {
            if let Some(from) = before {
                let targets = self.network.arcs().successors(from);
                measured.cost += match targets.binary_search(&place) {
                    Ok(turn) => self.step(legs, measured.visited, from, turn),
                    Err(_) => self.wait(legs, measured.visited, place),
                };
                if legs.goal(measured.visited) == Some(place) {
                    measured.visited += 1;
                    measured.last_visit = time;
                }
            }
            before = Some(place);
        }
        if let Some(place) = before {
            measured.cost = measured.cost.saturating_add(legs.cost_through(measured.visited, place, *self));
        }
        measured
    }
}

/// The measures of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) cost: u32,
    pub(super) visited: usize,
    pub(super) last_visit: u64,
}

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
pub(super) struct WindowSearch {
    nodes: Vec<Node>,
    /// The least cost of each state.
    best: HashMap<(u32, u16, u8), u32, FxBuildHasher>,
    /// Lower bounds with nodes, the latest node first.
    queue: BinaryHeap<(Reverse<u32>, u32)>,
    path: Vec<Vertex>,
}

impl WindowSearch {
    /// The path found last.
    pub(super) fn path(&self) -> &[Vertex] {
        &self.path
    }

    /// Finds a cheapest path for a robot that is not in the plan, from its present vertex to the
    /// window's end. Returns its cost, or `None` if there is none that costs at most `most`. Every
    /// expanded state is a node.
    pub(super) fn run(
        &mut self,
        (start, legs): (Vertex, &Legs),
        most: u32,
        ways: Ways<'_>,
        window: &Window,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let steps = (window.end() - window.begin()) as u16;
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
            let time = window.begin() + u64::from(node.time);
            let visited = usize::from(node.visited);
            let mut go = |to: Vertex, cost: u32| {
                if window.allows(node.vertex, to, time) {
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
