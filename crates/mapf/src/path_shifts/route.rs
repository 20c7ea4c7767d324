//! Two steps that turn many short cycles at once.

use alloc::vec::Vec;

use motion_core::Vertex;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::board::Board;
use super::short_cycles::{Rotation, ShortCycles};

/// Marks a vertex that is on no chosen cycle, or that a search has not reached.
const NONE: u32 = u32::MAX;

/// A path from a vacant vertex past short cycles, and back. The two ways differ at the cycles: one
/// passes a cycle along an edge, the other along all its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    pub(super) gain: i64,
    pub(super) there: Vec<Vertex>,
    /// The way back, which is also listed from the vacant vertex.
    pub(super) back: Vec<Vertex>,
}

/// A search for routes, which reuses its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Router {
    /// The chosen rotation whose cycle contains each vertex, or [`NONE`].
    chosen: Vec<u32>,
    used: Vec<bool>,
    before: Vec<u32>,
    queue: Vec<Vertex>,
}

impl Router {
    /// Chooses rotations of disjoint cycles, the greatest gains first, but some left out at random.
    /// Goes from each to the nearest next one until none can be reached.
    pub(super) fn route(
        &mut self,
        board: &Board<'_>,
        cycles: &ShortCycles,
        rotations: &[Rotation],
        vacant: Vertex,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Route {
        self.choose(board, cycles, rotations, rng);
        let mut route = Route { gain: 0, there: alloc::vec![vacant], back: alloc::vec![vacant] };
        let mut lengths = (1, 1);
        let mut end = vacant;
        self.used[vacant.index()] = true;
        while let Some(rotation) = self.go_on(board, cycles, rotations, end, rng) {
            let Rotation { gain, cycle, apart, onward } = rotations[rotation];
            let cycle = &cycles.cycles[cycle];
            let begin = route.there.len();
            let mut vertex = cycle[apart];
            while vertex != end {
                route.there.push(vertex);
                vertex = Vertex(self.before[vertex.index()]);
            }
            route.there[begin..].reverse();
            route.back.extend_from_slice(&route.there[begin..]);
            let along = rng.random_range(0..2) == 0;
            let at =
                |index: usize| cycle[(apart + if along { index } else { cycle.len() - index }) % cycle.len()];
            let all = (1..cycle.len()).map(at);
            end = at(cycle.len() - 1);
            if onward == along {
                route.there.push(end);
                route.back.extend(all);
            } else {
                route.there.extend(all);
                route.back.push(end);
            }
            for &vertex in route.there[begin..].iter().chain(cycle) {
                self.used[vertex.index()] = true;
                self.chosen[vertex.index()] = NONE;
            }
            route.gain += gain;
            lengths = (route.there.len(), route.back.len());
        }
        route.there.truncate(lengths.0);
        route.back.truncate(lengths.1);
        route
    }

    fn choose(
        &mut self,
        board: &Board<'_>,
        cycles: &ShortCycles,
        rotations: &[Rotation],
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let vertices = board.robots.len();
        self.chosen.clear();
        self.chosen.resize(vertices, NONE);
        self.used.clear();
        self.used.resize(vertices, false);
        for (number, rotation) in (0..).zip(rotations) {
            let cycle = &cycles.cycles[rotation.cycle];
            let free = cycle.iter().all(|vertex| self.chosen[vertex.index()] == NONE);
            if free && rng.random_range(0..5) > 0 {
                for vertex in cycle {
                    self.chosen[vertex.index()] = number;
                }
            }
        }
    }

    /// Searches for the chosen rotation nearest to the end of the route, over unused vertices
    /// outside the chosen cycles.
    fn go_on(
        &mut self,
        board: &Board<'_>,
        cycles: &ShortCycles,
        rotations: &[Rotation],
        end: Vertex,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<usize> {
        let entered = |chosen: &[u32], vertex: Vertex| {
            let number = chosen[vertex.index()];
            let rotation = rotations.get(number as usize)?;
            (cycles.cycles[rotation.cycle][rotation.apart] == vertex).then_some(number as usize)
        };
        self.before.clear();
        self.before.resize(board.robots.len(), NONE);
        self.before[end.index()] = end.0;
        if let Some(rotation) = entered(&self.chosen, end) {
            return Some(rotation);
        }
        self.queue.clear();
        self.queue.push(end);
        let first = rng.random_range(0..12);
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            let neighbours = board.graph.neighbours(vertex);
            let (before, after) = neighbours.split_at(first % neighbours.len());
            for &neighbour in after.iter().chain(before) {
                if self.used[neighbour.index()] || self.before[neighbour.index()] != NONE {
                    continue;
                }
                if let Some(rotation) = entered(&self.chosen, neighbour) {
                    self.before[neighbour.index()] = vertex.0;
                    return Some(rotation);
                }
                if self.chosen[neighbour.index()] == NONE {
                    self.before[neighbour.index()] = vertex.0;
                    self.queue.push(neighbour);
                }
            }
        }
        None
    }
}
