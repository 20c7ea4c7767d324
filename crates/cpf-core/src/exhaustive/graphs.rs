//! All small graphs.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;

use super::reachability::placements;

/// Returns all graphs with this many vertices, in a fixed order: 1, 1, 2, 8, 64, 1,024, 32,768 and
/// 2,097,152 graphs with 0 to 7 vertices.
///
/// # Panics
/// Beyond 11 vertices, whose graphs cannot be counted in 64 bits.
///
/// # Examples
/// ```
/// use cpf_core::internal::all_graphs;
/// use motion_core::graph::Graph;
///
/// assert_eq!(all_graphs(4).count(), 64);
/// assert_eq!(all_graphs(4).filter(Graph::is_biconnected).count(), 10);
/// ```
pub fn all_graphs(vertices: u32) -> impl Iterator<Item = Graph> {
    assert!(vertices <= 11, "the graphs with {vertices} vertices are too many to be counted");
    let pairs = pairs(vertices);
    (0..1u64 << pairs.len()).map(move |chosen| graph(vertices, &pairs, chosen))
}

/// Returns all connected graphs with this many vertices, in a fixed order: 1, 1, 1, 4, 38, 728,
/// 26,704 and 1,866,256 graphs with 0 to 7 vertices.
///
/// # Panics
/// Beyond 11 vertices, as [`all_graphs`] does.
pub fn connected_graphs(vertices: u32) -> impl Iterator<Item = Graph> {
    all_graphs(vertices).filter(Graph::is_connected)
}

/// Returns one connected graph of each isomorphism class with this many vertices, in a fixed order:
/// 1, 1, 1, 2, 6, 21, 112 and 853 graphs with 0 to 7 vertices. Each is the first of its class among
/// all graphs.
///
/// # Panics
/// Beyond 7 vertices.
///
/// # Complexity
/// For v vertices, time O(2^(v(v − 1)/2)) plus O(v! v²) for each class; a byte of memory for each
/// graph, 2 MiB for seven vertices.
///
/// # Examples
/// ```
/// use cpf_core::internal::connected_kinds;
///
/// // The trees with five vertices: a path, a star, and a path with a branch.
/// assert_eq!(connected_kinds(5).iter().filter(|graph| graph.edge_count() == 4).count(), 3);
/// ```
pub fn connected_kinds(vertices: u32) -> Vec<Graph> {
    assert!(vertices <= 7, "the graphs with {vertices} vertices are too many to be compared");
    let pairs = pairs(vertices);
    let position = |a: Vertex, b: Vertex| {
        let pair = (a.min(b), a.max(b));
        pairs.iter().position(|&other| other == pair).expect("invariant: two different vertices are a pair")
    };
    // For each renumbering of the vertices, the new position of each pair.
    let images: Vec<Vec<usize>> = placements(vertices as usize, vertices as usize)
        .map(|names| pairs.iter().map(|&(a, b)| position(names[a.index()], names[b.index()])).collect())
        .collect();
    let mut seen = alloc::vec![false; 1 << pairs.len()];
    let mut kinds = Vec::new();
    for chosen in 0..seen.len() {
        if seen[chosen] {
            continue;
        }
        for image in &images {
            let bits = image.iter().enumerate().filter(|&(bit, _)| chosen >> bit & 1 == 1);
            seen[bits.fold(0, |renamed, (_, to)| renamed | 1 << to)] = true;
        }
        kinds.push(graph(vertices, &pairs, chosen as u64));
    }
    kinds.retain(Graph::is_connected);
    kinds
}

/// Returns all pairs of vertices, the smaller one first.
fn pairs(vertices: u32) -> Vec<(Vertex, Vertex)> {
    (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (Vertex(a), Vertex(b)))).collect()
}

/// Builds the graph whose edges are the pairs with a one in `chosen`.
fn graph(vertices: u32, pairs: &[(Vertex, Vertex)], chosen: u64) -> Graph {
    let edges = pairs.iter().enumerate().filter(|&(bit, _)| chosen >> bit & 1 == 1);
    Graph::from_edges(vertices as usize, edges.map(|(_, &pair)| pair))
        .expect("invariant: distinct pairs are a simple graph")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_as_many_as_known() {
        // OEIS A006125, A001187 and A001349.
        assert_eq!([0, 1, 2, 3, 4, 5].map(|vertices| all_graphs(vertices).count()), [1, 1, 2, 8, 64, 1024]);
        let connected = [0, 1, 2, 3, 4, 5, 6].map(|vertices| connected_graphs(vertices).count());
        assert_eq!(connected, [1, 1, 1, 4, 38, 728, 26_704]);
        let kinds = [0, 1, 2, 3, 4, 5, 6, 7].map(|vertices| connected_kinds(vertices).len());
        assert_eq!(kinds, [1, 1, 1, 2, 6, 21, 112, 853]);
    }
}
