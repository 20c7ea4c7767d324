//! The construction of diagrams, level by level and without dead ends.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::internal::Arcs;

use super::Mdd;

/// A builder of diagrams on one graph, which reuses its buffers.
///
/// # Examples
/// `builder.build(graph, start, |vertex| distances.get(robot, vertex), cost, |_, _, _| true)` is
/// the diagram without constraints.
#[derive(Clone, Debug)]
pub(crate) struct MddBuilder {
    /// The node of each vertex in the level being built, valid if `marks` has the current mark.
    slots: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
    /// All reached nodes, including those from which the goal is too far.
    reached: Mdd,
    /// The number of each reached node in the result, or `DEAD`.
    numbers: Vec<u32>,
}

/// Marks a node from which the goal is too far.
const DEAD: u32 = u32::MAX;

impl MddBuilder {
    /// Creates a builder for a graph of this many vertices.
    pub(crate) fn new(vertices: usize) -> Self {
        Self {
            slots: alloc::vec![0; vertices],
            marks: alloc::vec![0; vertices],
            mark: 0,
            reached: Mdd::default(),
            numbers: Vec::new(),
        }
    }

    /// Builds the diagram of a robot from its start at time 0 to the vertex of distance 0 at the
    /// time `cost`. Returns `None` if no path arrives in time.
    ///
    /// `distance` is a lower bound on the number of steps from a vertex to the goal. It is 0 only
    /// at the goal, and [`UNREACHABLE`](crate::all_distances::UNREACHABLE) if no path leads to the
    /// goal. `permits(from, to, time)` returns whether the constraints allow the step that arrives
    /// at `time`; `from` equals `to` if the robot waits. The caller checks whether the robot may
    /// stay at the goal after `cost`.
    ///
    /// # Complexity
    /// Time O(n d log n) for a level of n reached vertices with degree at most d.
    pub(crate) fn build(
        &mut self,
        arcs: &Arcs,
        start: Vertex,
        distance: impl Fn(Vertex) -> u32,
        cost: usize,
        permits: impl Fn(Vertex, Vertex, usize) -> bool,
    ) -> Option<Mdd> {
        if distance(start) as usize > cost {
            return None;
        }
        self.begin(start);
        for time in 1..=cost {
            let steps = |from: Vertex| {
                let all = core::iter::once(from).chain(arcs.successors(from).iter().copied());
                let (distance, permits) = (&distance, &permits);
                all.filter(move |&to| {
                    time.saturating_add(distance(to) as usize) <= cost && permits(from, to, time)
                })
            };
            if !self.add_level(time, steps) {
                return None;
            }
        }
        Some(self.without_dead_ends())
    }

    fn begin(&mut self, start: Vertex) {
        let Mdd { levels, vertices, offsets, targets } = &mut self.reached;
        levels.clear();
        levels.extend([0, 1]);
        vertices.clear();
        vertices.push(start);
        offsets.clear();
        offsets.push(0);
        targets.clear();
    }

    /// Adds the level of a time and the steps to it. Returns whether the level has any vertex.
    fn add_level<S: Iterator<Item = Vertex>>(&mut self, time: usize, steps: impl Fn(Vertex) -> S) -> bool {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        let before = self.reached.nodes(time - 1);
        let first = before.end;
        let Mdd { levels, vertices, offsets, targets } = &mut self.reached;
        // The targets are vertices at first, and nodes once the level is sorted.
        for node in before.clone() {
            for to in steps(vertices[node]) {
                if self.marks[to.index()] != self.mark {
                    self.marks[to.index()] = self.mark;
                    vertices.push(to);
                }
                targets.push(to.0);
            }
            offsets.push(targets.len() as u32);
        }
        vertices[first..].sort_unstable();
        for (node, vertex) in (first as u32..).zip(&vertices[first..]) {
            self.slots[vertex.index()] = node;
        }
        for target in &mut targets[offsets[before.start] as usize..] {
            *target = self.slots[*target as usize];
        }
        for node in before {
            targets[offsets[node] as usize..offsets[node + 1] as usize].sort_unstable();
        }
        levels.push(vertices.len() as u32);
        vertices.len() > first
    }

    /// Copies the diagram without the nodes from which no path leads to the last level.
    fn without_dead_ends(&mut self) -> Mdd {
        let reached = &mut self.reached;
        let last = reached.nodes(reached.cost());
        // Nodes of the last level have no successors.
        reached.offsets.resize(last.end + 1, reached.targets.len() as u32);
        let count = reached.node_count();
        self.numbers.clear();
        self.numbers.resize(count, DEAD);
        self.numbers[last.clone()].fill(0);
        for node in (0..last.start).rev() {
            let alive = reached.successors(node).iter().any(|&next| self.numbers[next as usize] != DEAD);
            self.numbers[node] = if alive { 0 } else { DEAD };
        }
        let mut next = 0;
        for number in self.numbers.iter_mut().filter(|number| **number != DEAD) {
            *number = next;
            next += 1;
        }
        let mut mdd = Mdd {
            levels: Vec::with_capacity(reached.levels.len()),
            vertices: Vec::with_capacity(next as usize),
            offsets: Vec::with_capacity(next as usize + 1),
            targets: Vec::with_capacity(reached.targets.len()),
        };
        mdd.levels.push(0);
        mdd.offsets.push(0);
        for time in 0..=reached.cost() {
            for node in reached.nodes(time).filter(|&node| self.numbers[node] != DEAD) {
                mdd.vertices.push(reached.vertices[node]);
                let alive = reached.successors(node).iter().map(|&next| self.numbers[next as usize]);
                mdd.targets.extend(alive.filter(|&number| number != DEAD));
                mdd.offsets.push(mdd.targets.len() as u32);
            }
            mdd.levels.push(mdd.vertices.len() as u32);
        }
        mdd
    }
}
