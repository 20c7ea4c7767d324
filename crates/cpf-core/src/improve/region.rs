//! A small part of a graph, packed into words, on which windows are solved again.

use alloc::boxed::Box;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;

/// The largest number of vertices of a region: one for each bit of a word.
pub(super) const CAPACITY: usize = 64;

/// Marks a vertex outside the region.
const OUTSIDE: u8 = u8::MAX;

/// Some vertices of a graph, numbered from 0 in the order in which they were added.
#[derive(Debug)]
pub(super) struct Region {
    vertices: Vec<Vertex>,
    /// For each vertex of the whole graph, its number in the region or [`OUTSIDE`].
    number: Vec<u8>,
    /// For each number, its neighbours as bits.
    neighbours: [u64; CAPACITY],
    /// Distances inside the region; undefined between vertices that are not connected inside it.
    distances: Box<[[u8; CAPACITY]; CAPACITY]>,
}

impl Region {
    /// Makes an empty region of a graph.
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            vertices: Vec::with_capacity(CAPACITY),
            number: alloc::vec![OUTSIDE; graph.vertex_count()],
            neighbours: [0; CAPACITY],
            distances: Box::new([[0; CAPACITY]; CAPACITY]),
        }
    }

    /// Removes all vertices.
    pub(super) fn clear(&mut self) {
        for vertex in self.vertices.drain(..) {
            self.number[vertex.index()] = OUTSIDE;
        }
    }

    /// The vertices by number.
    pub(super) fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// Whether the vertex has been added.
    pub(super) fn contains(&self, vertex: Vertex) -> bool {
        self.number[vertex.index()] != OUTSIDE
    }

    /// The number of a vertex of the region.
    pub(super) fn number(&self, vertex: Vertex) -> usize {
        usize::from(self.number[vertex.index()])
    }

    /// Adds a vertex if it is missing and there is room; returns whether the region now contains
    /// it.
    pub(super) fn add(&mut self, vertex: Vertex) -> bool {
        if self.contains(vertex) {
            return true;
        }
        let room = self.vertices.len() < CAPACITY;
        if room {
            self.number[vertex.index()] = self.vertices.len() as u8;
            self.vertices.push(vertex);
        }
        room
    }

    /// Computes neighbours and distances; to be called after the last [`add`](Region::add).
    pub(super) fn connect(&mut self, graph: &Graph) {
        for (number, &vertex) in self.vertices.iter().enumerate() {
            let inside = graph.neighbours(vertex).iter().filter(|&&other| self.contains(other));
            self.neighbours[number] = inside.fold(0, |bits, &other| bits | 1 << self.number(other));
        }
        for source in 0..self.vertices.len() {
            let mut layer = 1u64 << source;
            let mut seen = layer;
            let mut distance = 0;
            while layer != 0 {
                let mut reached = 0;
                for vertex in bits(layer, 0) {
                    self.distances[source][vertex] = distance;
                    reached |= self.neighbours[vertex];
                }
                layer = reached & !seen;
                seen |= layer;
                distance += 1;
            }
        }
    }

    /// The neighbours of a vertex, as bits by number.
    pub(super) const fn neighbours(&self, number: usize) -> u64 {
        self.neighbours[number]
    }

    /// The distances from a vertex, by number, to all vertices reachable from it inside the region.
    pub(super) const fn distances(&self, number: usize) -> &[u8; CAPACITY] {
        &self.distances[number]
    }
}

/// Returns the numbers of the bits set, upwards from `first`, then upwards from 0.
pub(super) fn bits(word: u64, first: u32) -> impl Iterator<Item = usize> {
    let mut word = word.rotate_right(first);
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(((bit + first) % u64::BITS) as usize)
    })
}
