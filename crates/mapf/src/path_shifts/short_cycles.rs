//! The cycles of three and four vertices, and the gains of turning them.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;

use super::board::Board;

/// The maximum number of cycles per vertex. On dense graphs, further cycles are left out.
const CYCLES_PER_VERTEX: usize = 16;

/// A turn of a cycle, in which all robots but that on the vertex left out move on by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rotation {
    /// The fall of the potential.
    pub(super) gain: i64,
    pub(super) cycle: usize,
    /// The index in the cycle of the vertex that is left out.
    pub(super) apart: usize,
    /// Whether robots move in the order of the cycle's vertices.
    pub(super) onward: bool,
}

/// The cycles of three and four vertices of a graph.
#[derive(Clone, Debug)]
pub(super) struct ShortCycles {
    pub(super) cycles: Vec<Vec<Vertex>>,
    /// For each cycle, the cycles with a common vertex.
    near: Vec<Vec<usize>>,
}

impl ShortCycles {
    pub(super) fn new(graph: &Graph) -> Self {
        let most = CYCLES_PER_VERTEX * graph.vertex_count();
        let mut cycles = Vec::new();
        for first in graph.vertices() {
            let later = |vertex: Vertex| {
                let neighbours = graph.neighbours(vertex);
                neighbours[neighbours.partition_point(|&other| other <= first)..].iter().copied()
            };
            for second in later(first) {
                for third in later(second).filter(|&third| third != second) {
                    if third > second && graph.has_edge(first, third) {
                        cycles.push(alloc::vec![first, second, third]);
                    }
                    let last = later(third).filter(|&last| last > second && graph.has_edge(first, last));
                    cycles.extend(last.map(|last| alloc::vec![first, second, third, last]));
                }
                if cycles.len() >= most {
                    break;
                }
            }
        }
        let mut through = alloc::vec![Vec::new(); graph.vertex_count()];
        for (number, cycle) in cycles.iter().enumerate() {
            for vertex in cycle {
                through[vertex.index()].push(number);
            }
        }
        let near = cycles.iter().map(|cycle| {
            let mut near: Vec<_> =
                cycle.iter().flat_map(|vertex| through[vertex.index()].iter().copied()).collect();
            near.sort_unstable();
            near.dedup();
            near
        });
        Self { near: near.collect(), cycles }
    }

    /// The bytes of the cycles and of the data about them.
    pub(super) fn bytes(&self) -> u64 {
        let near: usize = self.near.iter().map(Vec::len).sum();
        (self.cycles.len() * (2 * size_of::<Vec<usize>>() + 16) + 8 * near) as u64
    }

    /// The rotations that lower the potential, by descending gain. With `pairs` set, also those
    /// that lower it together with one that follows. Half of their common gain then counts.
    pub(super) fn rotations(&self, board: &mut Board<'_>, vacant: Vertex, pairs: bool) -> Vec<Rotation> {
        let mut rotations = Vec::new();
        for (cycle, vertices) in self.cycles.iter().enumerate() {
            if vertices.iter().all(|&vertex| board.is_settled(vertex)) {
                continue;
            }
            for (apart, onward) in self.ways(cycle, vacant) {
                let first = self.gain(board, cycle, apart, onward);
                let mut twice = 2 * first;
                if pairs {
                    self.turn(board, cycle, apart, onward);
                    for &next in &self.near[cycle] {
                        for (next_apart, next_onward) in self.ways(next, vacant) {
                            if (next, next_apart) == (cycle, apart) && next_onward != onward {
                                continue;
                            }
                            let second = self.gain(board, next, next_apart, next_onward);
                            twice = twice.max(first + second);
                        }
                    }
                    self.turn(board, cycle, apart, !onward);
                }
                if twice > 1 {
                    rotations.push(Rotation { gain: twice / 2, cycle, apart, onward });
                }
            }
        }
        rotations.sort_unstable_by(|a, b| b.cmp(a));
        rotations
    }

    /// The possible rotations. In a cycle with the vertex at which the path begins, they must leave
    /// that vertex out. Other vacant vertices move like robots.
    fn ways(&self, cycle: usize, vacant: Vertex) -> impl Iterator<Item = (usize, bool)> + use<> {
        let vertices = &self.cycles[cycle];
        let range = match vertices.iter().position(|&vertex| vertex == vacant) {
            Some(index) => index..index + 1,
            None => 0..vertices.len(),
        };
        range.flat_map(|apart| [(apart, true), (apart, false)])
    }

    /// The fall of the potential when a cycle is turned.
    fn gain(&self, board: &Board<'_>, cycle: usize, apart: usize, onward: bool) -> i64 {
        let vertices = &self.cycles[cycle];
        let last = vertices.len() - 1;
        // The other vertices in the order in which robots move.
        let at = |index: usize| {
            let index = if onward { 1 + index % last } else { last - index % last };
            vertices[(apart + index) % vertices.len()]
        };
        let gains = (0..last).map(|index| {
            let robot = board.robot_at(at(index));
            board.potential(robot, at(index)) - board.potential(robot, at(index + 1))
        });
        gains.sum()
    }

    /// Turns a cycle.
    fn turn(&self, board: &mut Board<'_>, cycle: usize, apart: usize, onward: bool) {
        let vertices = &self.cycles[cycle];
        let at = |index: usize| vertices[(apart + index) % vertices.len()].index();
        let last = vertices.len() - 1;
        // The exchanges, one after another, take one robot all the way.
        for step in 1..last {
            let index = if onward { last - step } else { step };
            board.robots.swap(at(index), at(index + 1));
        }
    }
}
