//! What can be reached, found by trying all moves from all placements; and the small graphs to try it on.
//!
//! Shares nothing with the code that it judges.

use alloc::vec::Vec;

use motion_core::{Graph, Vertex};

use crate::instance::Instance;

/// A graph as the list of its edges.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    pub(super) vertices: u8,
    pub(super) edges: Vec<(u8, u8)>,
}

/// The vertex of each robot.
pub(super) type Places = Vec<u8>;

impl Edges {
    /// The graph with these of all pairs of vertices.
    pub(super) fn of_mask(vertices: u8, mask: u32) -> Self {
        let edges = pairs(vertices).into_iter().enumerate();
        let edges = edges.filter(|&(bit, _)| mask >> bit & 1 == 1).map(|(_, pair)| pair).collect();
        Self { vertices, edges }
    }

    /// The same graph with vertex `v` named `names[v]`.
    pub(super) fn renamed(&self, names: &[u8]) -> Self {
        let edges = self.edges.iter().map(|&(a, b)| (names[a as usize], names[b as usize])).collect();
        Self { vertices: self.vertices, edges }
    }

    pub(super) fn is_connected(&self) -> bool {
        let mut reached = 1u32;
        for _ in 0..self.vertices {
            for &(a, b) in &self.edges {
                if reached >> a & 1 == 1 || reached >> b & 1 == 1 {
                    reached |= 1 << a | 1 << b;
                }
            }
        }
        self.vertices == 0 || reached.count_ones() == u32::from(self.vertices)
    }

    pub(super) fn graph(&self) -> Graph {
        let edges = self.edges.iter().map(|&(a, b)| (Vertex(a.into()), Vertex(b.into())));
        Graph::from_edges(self.vertices.into(), edges).expect("a simple graph")
    }

    pub(super) fn instance(&self, start: &[u8], goal: &[u8]) -> Instance {
        let robots: Vec<_> = start
            .iter()
            .zip(goal)
            .map(|(&start, &goal)| (Vertex(start.into()), Vertex(goal.into())))
            .collect();
        Instance::new(self.graph(), &robots).expect("distinct vertices")
    }
}

fn pairs(vertices: u8) -> Vec<(u8, u8)> {
    (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b))).collect()
}

/// All graphs with that many vertices.
pub(super) fn all_graphs(vertices: u8) -> impl Iterator<Item = Edges> {
    (0..1u32 << pairs(vertices).len()).map(move |mask| Edges::of_mask(vertices, mask))
}

/// One of each kind of connected graphs with that many vertices.
pub(super) fn connected_graphs_up_to_isomorphism(vertices: u8) -> Vec<Edges> {
    let pairs = pairs(vertices);
    let bit_of = |a: u8, b: u8| pairs.iter().position(|&pair| pair == (a.min(b), a.max(b))).expect("a pair");
    // For every permutation, where it takes each pair.
    let images: Vec<Vec<usize>> = placements(vertices, vertices.into())
        .iter()
        .map(|names| pairs.iter().map(|&(a, b)| bit_of(names[a as usize], names[b as usize])).collect())
        .collect();
    let mut seen = alloc::vec![false; 1 << pairs.len()];
    let mut kinds = Vec::new();
    for mask in 0..1u32 << pairs.len() {
        if seen[mask as usize] {
            continue;
        }
        for image in &images {
            let bits = image.iter().enumerate().filter(|&(bit, _)| mask >> bit & 1 == 1);
            let renamed = bits.fold(0u32, |renamed, (_, to)| renamed | 1 << to);
            seen[renamed as usize] = true;
        }
        kinds.push(Edges::of_mask(vertices, mask));
    }
    kinds.retain(Edges::is_connected);
    kinds
}

/// All placements of that many robots, in ascending order.
pub(super) fn placements(vertices: u8, robots: usize) -> Vec<Places> {
    let mut all = alloc::vec![Vec::new()];
    for _ in 0..robots {
        let longer = all.iter().flat_map(|places| {
            let free = (0..vertices).filter(|vertex| !places.contains(vertex));
            free.map(|vertex| places.iter().copied().chain([vertex]).collect())
        });
        all = longer.collect();
    }
    all
}

/// All placements of some robots on a graph, and which of them moves join.
pub(super) struct Oracle {
    pub(super) placements: Vec<Places>,
    labels: Vec<usize>,
}

impl Oracle {
    pub(super) fn new(graph: &Edges, robots: usize) -> Self {
        let placements = placements(graph.vertices, robots);
        let mut labels = alloc::vec![usize::MAX; placements.len()];
        for first in 0..placements.len() {
            let mut open = alloc::vec![first];
            while let Some(index) = open.pop() {
                if labels[index] != usize::MAX {
                    continue;
                }
                labels[index] = first;
                for robot in 0..robots {
                    for &(a, b) in &graph.edges {
                        let from = placements[index][robot];
                        let to = if from == a { b } else { a };
                        if (from == a || from == b) && !placements[index].contains(&to) {
                            let mut next = placements[index].clone();
                            next[robot] = to;
                            open.push(placements.binary_search(&next).expect("a placement"));
                        }
                    }
                }
            }
        }
        Self { placements, labels }
    }

    /// Whether moves join the two placements with these indices.
    pub(super) fn joined(&self, start: usize, goal: usize) -> bool {
        self.labels[start] == self.labels[goal]
    }
}

#[test]
fn graphs_are_as_many_as_known() {
    // OEIS A001349 and A001187.
    let kinds = |vertices| connected_graphs_up_to_isomorphism(vertices).len();
    assert_eq!([1, 2, 3, 4, 5, 6].map(kinds), [1, 1, 2, 6, 21, 112]);
    assert_eq!(all_graphs(5).filter(Edges::is_connected).count(), 728);
}

#[test]
fn joined_placements_are_as_many_as_known() {
    // The 5-puzzle: half of 720 placements.
    let edges = alloc::vec![(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    let oracle = Oracle::new(&Edges { vertices: 6, edges }, 5);
    let reached = (0..720).filter(|&goal| oracle.joined(0, goal)).count();
    assert_eq!((oracle.placements.len(), reached), (720, 360));
}
