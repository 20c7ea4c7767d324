//! The corridors of a graph: paths between two vertices whose inner vertices have degree two.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;

/// A path whose inner vertices have two neighbours each, and whose two ends do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corridor {
    /// The two ends, which differ.
    pub(super) ends: [Vertex; 2],
    /// The inner vertex next to each end.
    pub(super) necks: [Vertex; 2],
    /// The number of edges.
    pub(super) length: u32,
}

/// All corridors of a graph that have an inner vertex.
#[derive(Clone, Debug)]
pub(super) struct CorridorMap {
    /// The number of each inner vertex's corridor; `NONE` for other vertices.
    of: Vec<u32>,
    list: Vec<Corridor>,
}

const NONE: u32 = u32::MAX;

impl CorridorMap {
    /// Finds all corridors in linear time.
    pub(super) fn new(graph: &Graph) -> Self {
        let mut corridors = Self { of: alloc::vec![NONE; graph.vertex_count()], list: Vec::new() };
        for end in graph.vertices().filter(|&vertex| graph.degree(vertex) != 2) {
            for &neck in graph.neighbours(end) {
                if graph.degree(neck) == 2 && corridors.of[neck.index()] == NONE {
                    corridors.walk(graph, end, neck);
                }
            }
        }
        corridors
    }

    fn walk(&mut self, graph: &Graph, end: Vertex, neck: Vertex) {
        let number = self.list.len() as u32;
        let (mut before, mut here, mut length) = (end, neck, 1);
        while graph.degree(here) == 2 {
            self.of[here.index()] = number;
            let &[first, second] = graph.neighbours(here) else { unreachable!("invariant: degree two") };
            (before, here) = (here, if first == before { second } else { first });
            length += 1;
        }
        // A path from a vertex to itself is kept as a corridor with equal ends, which nothing uses.
        self.list.push(Corridor { ends: [end, here], necks: [neck, before], length });
    }

    /// The number of the corridor with this inner vertex, provided that its ends differ.
    pub(super) fn number(&self, vertex: Vertex) -> Option<u32> {
        let number = self.of[vertex.index()];
        let corridor = self.list.get(number as usize)?;
        (corridor.ends[0] != corridor.ends[1]).then_some(number)
    }

    /// The corridor with this number.
    pub(super) fn get(&self, number: u32) -> &Corridor {
        &self.list[number as usize]
    }
}
