//! Multi-valued decision diagrams: all paths of a robot that are at most as long as a given cost.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::{Graph, Vertex};

/// All paths of one robot that arrive at its goal at a given time, the *cost*, under constraints:
/// a level of vertices for each time, and the steps between levels that lie on such a path.
///
/// A path that arrives sooner and waits at the goal is among them. Nodes are numbered level by
/// level, in a level by ascending vertices.
///
/// # References
/// Sharon, Stern, Goldenberg, Felner: *The increasing cost tree search for optimal multi-agent
/// pathfinding*, Artificial Intelligence 195, 2013, section 3.2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mdd {
    /// For each level its first node, and the end of the last level.
    levels: Vec<u32>,
    /// For each node its vertex.
    vertices: Vec<Vertex>,
    /// For each node its first entry in `targets`, and the end of the last one's.
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

    /// The nodes of a level. Behind the last level there is none.
    pub(crate) fn nodes(&self, time: usize) -> Range<usize> {
        match self.levels.get(time + 1) {
            Some(&end) => self.levels[time] as usize..end as usize,
            None => 0..0,
        }
    }

    /// The vertices on which the robot may be at a time, ascending. After the last level it stays at
    /// its goal.
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

    /// Whether a path is on this vertex at a time.
    pub(crate) fn contains(&self, time: usize, vertex: Vertex) -> bool {
        self.level(time).binary_search(&vertex).is_ok()
    }

    /// The vertex of a node.
    #[inline]
    pub(crate) fn vertex(&self, node: usize) -> Vertex {
        self.vertices[node]
    }

    /// The nodes of the next level to which a step leads, by ascending vertices.
    #[inline]
    pub(crate) fn successors(&self, node: usize) -> &[u32] {
        &self.targets[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }

    /// Appends levels in which the robot waits at its goal, until this time. A diagram that is as
    /// long already stays as it is.
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

/// Builds diagrams on one graph; its buffers are reused.
///
/// # Examples
/// `builder.build(graph, start, |vertex| distances.get(robot, vertex), cost, |_, _, _| true)` is the
/// diagram without constraints.
#[derive(Clone, Debug)]
pub(crate) struct MddBuilder {
    /// For each vertex the node of the level being made, valid where `marks` has the present mark.
    slots: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
    /// All reached nodes, also those from which the goal is not reached in time.
    reached: Mdd,
    /// For each of them its number in the result, or `DEAD`.
    numbers: Vec<u32>,
}

/// The number of a node from which the goal is not reached in time.
const DEAD: u32 = u32::MAX;

impl MddBuilder {
    /// For a graph of this many vertices.
    pub(crate) fn new(vertices: usize) -> Self {
        Self {
            slots: alloc::vec![0; vertices],
            marks: alloc::vec![0; vertices],
            mark: 0,
            reached: Mdd::default(),
            numbers: Vec::new(),
        }
    }

    /// The diagram of a robot from its start at time 0 to the vertex of distance 0, at which it is
    /// at the time `cost`. `None` if no path gets there in time.
    ///
    /// `distance` is a lower bound of the steps from a vertex to the goal, 0 at the goal alone and
    /// [`UNREACHABLE`](crate::goal_distances::UNREACHABLE) where no path leads to it.
    /// `permits(from, to, time)` is whether the constraints allow the step that arrives at `time`;
    /// `from` and `to` are the same where the robot waits. Whether the robot may stay at the goal
    /// after `cost` is the caller's to check.
    ///
    /// # Complexity
    /// Time O(n d log n) for a level of n vertices that are reached, of degree at most d.
    pub(crate) fn build(
        &mut self,
        graph: &Graph,
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
                let all = core::iter::once(from).chain(graph.neighbours(from).iter().copied());
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

    /// Adds the level of a time, with the steps to it. Returns whether it has a vertex.
    fn add_level<S: Iterator<Item = Vertex>>(&mut self, time: usize, steps: impl Fn(Vertex) -> S) -> bool {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        let before = self.reached.nodes(time - 1);
        let first = before.end;
        let Mdd { levels, vertices, offsets, targets } = &mut self.reached;
        // The targets are vertices first, and nodes once the level is sorted.
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

    /// A copy without the nodes from which no path leads to the last level.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::goal_distances::UNREACHABLE;

    /// A constraint: the step that arrives at the time.
    type Barred = (u32, u32, usize);

    fn grid(side: u32) -> Graph {
        let vertex = |row: u32, column: u32| Vertex(row * side + column);
        let pairs = (0..side).flat_map(|a| (0..side - 1).map(move |b| (a, b)));
        let edges =
            pairs.flat_map(|(a, b)| [(vertex(a, b), vertex(a, b + 1)), (vertex(b, a), vertex(b + 1, a))]);
        Graph::from_edges((side * side) as usize, edges).expect("a simple graph")
    }

    fn build(graph: &Graph, (start, goal): (Vertex, Vertex), cost: usize, barred: &[Barred]) -> Option<Mdd> {
        let distances = graph.distances([goal]);
        let permits = |from: Vertex, to: Vertex, time| !barred.contains(&(from.0, to.0, time));
        let distance = |vertex| distances.get(vertex).unwrap_or(UNREACHABLE);
        MddBuilder::new(graph.vertex_count()).build(graph, start, distance, cost, permits)
    }

    /// All paths, one vertex after another.
    fn paths(graph: &Graph, start: Vertex, goal: Vertex, cost: usize, barred: &[Barred]) -> Vec<Vec<Vertex>> {
        let mut paths = alloc::vec![alloc::vec![start]];
        for time in 1..=cost {
            let mut longer = Vec::new();
            for path in paths {
                let from = path[time - 1];
                for to in graph.vertices().filter(|&to| to == from || graph.has_edge(from, to)) {
                    if !barred.contains(&(from.0, to.0, time)) {
                        longer.push(path.iter().copied().chain([to]).collect());
                    }
                }
            }
            paths = longer;
        }
        paths.retain(|path| path[cost] == goal);
        paths
    }

    /// All paths that the diagram has.
    fn paths_of(mdd: &Mdd) -> Vec<Vec<Vertex>> {
        let mut walks: Vec<Vec<u32>> = alloc::vec![alloc::vec![0]];
        for time in 0..mdd.cost() {
            let longer = |walk: &Vec<u32>| {
                let walk = walk.clone();
                let next = mdd.successors(walk[time] as usize).to_vec();
                next.into_iter().map(move |node| walk.iter().copied().chain([node]).collect())
            };
            walks = walks.iter().flat_map(longer).collect();
        }
        let vertices = |walk: Vec<u32>| walk.into_iter().map(|node| mdd.vertex(node as usize)).collect();
        walks.into_iter().map(vertices).collect()
    }

    proptest! {
        #[test]
        fn a_diagram_has_exactly_the_paths(
            start in 0u32..9, goal in 0u32..9, cost in 0usize..6,
            barred in proptest::collection::vec((0u32..9, 0u32..9, 1usize..6), 0..60),
        ) {
            let graph = grid(3);
            let (start, goal) = (Vertex(start), Vertex(goal));
            let expected = paths(&graph, start, goal, cost, &barred);
            let mdd = build(&graph, (start, goal), cost, &barred);
            prop_assert_eq!(mdd.is_some(), !expected.is_empty());
            let Some(mdd) = mdd else { return Ok(()) };
            prop_assert_eq!(mdd.cost(), cost);
            prop_assert_eq!(&paths_of(&mdd), &expected);
            let mut nodes = 0;
            for time in 0..=cost {
                let mut level: Vec<_> = expected.iter().map(|path| path[time]).collect();
                level.sort_unstable();
                level.dedup();
                prop_assert_eq!(mdd.level(time), &level[..]);
                prop_assert_eq!(mdd.single(time), if level.len() == 1 { Some(level[0]) } else { None });
                prop_assert!(graph.vertices().all(|vertex| mdd.contains(time, vertex) == level.contains(&vertex)));
                nodes += mdd.nodes(time).len();
            }
            prop_assert_eq!(mdd.node_count(), nodes);
            prop_assert_eq!((mdd.single(cost + 3), mdd.nodes(cost + 3)), (Some(goal), 0..0));
        }
    }

    #[test]
    fn padded_diagrams_wait_at_the_goal() {
        let graph = grid(3);
        let mut mdd = build(&graph, (Vertex(0), Vertex(4)), 2, &[]).expect("two shortest paths");
        let before = mdd.clone();
        mdd.pad(2);
        assert_eq!(mdd, before);
        mdd.pad(4);
        let padded = paths_of(&mdd);
        assert_eq!(padded, [[0, 1, 4, 4, 4].map(Vertex), [0, 3, 4, 4, 4].map(Vertex)]);
        assert_eq!((mdd.cost(), mdd.node_count(), before.node_count()), (4, 6, 4));
        assert!(mdd.bytes() > before.bytes());
    }

    #[test]
    fn a_goal_without_a_path_has_no_diagram() {
        let graph = Graph::from_edges(3, [(Vertex(0), Vertex(1))]).expect("a simple graph");
        assert_eq!(build(&graph, (Vertex(0), Vertex(2)), 9, &[]), None);
        assert_eq!(build(&graph, (Vertex(0), Vertex(1)), 0, &[]), None);
        assert_eq!(build(&graph, (Vertex(0), Vertex(1)), 1, &[(0, 1, 1)]), None);
    }
}
