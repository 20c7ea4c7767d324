//! Connected graphs with a stated number of edges.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use rand::{Rng, RngExt};

use super::GenerateError;

type Edge = (Vertex, Vertex);

/// Generates a connected graph: a random tree, and `extra_edges` of the edges it lacks.
///
/// The tree grows by uniform attachment: every vertex but the first is joined with one of the
/// vertices before it, each equally likely. So its depth is logarithmic, and vertices with small
/// numbers tend to have more neighbours. The extra edges are drawn uniformly from all sets of that
/// many pairs not joined by the tree.
///
/// # Errors
/// [`GenerateError::TooManyEdges`] if fewer pairs are left; [`GenerateError::Graph`] for more
/// vertices or edges than can be numbered.
///
/// # Complexity
/// Expected time O(V + E log E), memory O(V + E); for more than half of all pairs, E is the number
/// of pairs.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let graph = generate::connected(50, 10, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// assert!(graph.is_connected());
/// assert_eq!((graph.vertex_count(), graph.edge_count()), (50, 59));
/// # Ok::<(), generate::GenerateError>(())
/// ```
pub fn connected(vertices: u32, extra_edges: usize, rng: &mut impl Rng) -> Result<Graph, GenerateError> {
    let pairs = u64::from(vertices) * u64::from(vertices.saturating_sub(1)) / 2;
    let free = pairs - u64::from(vertices.saturating_sub(1));
    let extra = extra_edges as u64;
    if extra > free {
        return Err(GenerateError::TooManyEdges { vertices, extra: extra_edges, most: free });
    }
    // Check before any memory is allocated, only that vertices and edges can be numbered.
    if vertices == u32::MAX || extra + u64::from(vertices) > u64::from(u32::MAX / 2) {
        let edges = extra_edges;
        return Err(motion_core::error::GraphError::TooLarge { vertices: vertices as usize, edges }.into());
    }
    let mut edges: BTreeSet<Edge> =
        (1..vertices).map(|vertex| (Vertex(rng.random_range(0..vertex)), Vertex(vertex))).collect();
    if extra <= free / 2 {
        draw(&mut edges, extra_edges, vertices, rng);
        return Ok(Graph::from_edges(vertices as usize, edges)?);
    }
    // More than half are wanted, so it is quicker to draw the unwanted ones.
    let tree: Vec<Edge> = edges.iter().copied().collect();
    draw(&mut edges, (free - extra) as usize, vertices, rng);
    for edge in &tree {
        edges.remove(edge);
    }
    let all = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (Vertex(a), Vertex(b))));
    Ok(Graph::from_edges(vertices as usize, all.filter(|edge| !edges.contains(edge)))?)
}

/// Adds new pairs, each equally likely. At least half of the new pairs must remain outside.
fn draw(edges: &mut BTreeSet<Edge>, count: usize, vertices: u32, rng: &mut impl Rng) {
    let wanted = edges.len() + count;
    while edges.len() < wanted {
        let a = rng.random_range(0..vertices);
        // Choose another vertex: the numbers from `a` on are shifted by one.
        let b = rng.random_range(0..vertices - 1);
        let b = b + u32::from(b >= a);
        edges.insert((Vertex(a.min(b)), Vertex(a.max(b))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    #[test]
    fn all_sizes_from_tree_to_complete_graph() {
        for vertices in 0u32..8 {
            let most = (vertices * vertices.saturating_sub(1) / 2 - vertices.saturating_sub(1)) as usize;
            for extra in 0..=most {
                let graph = connected(vertices, extra, &mut rng(extra as u64)).expect("legal");
                assert!(graph.is_connected());
                assert_eq!(graph.vertex_count(), vertices as usize);
                assert_eq!(graph.edge_count(), vertices.saturating_sub(1) as usize + extra);
            }
            let (extra, most) = (most + 1, most as u64);
            let error = GenerateError::TooManyEdges { vertices, extra, most };
            assert_eq!(connected(vertices, extra, &mut rng(1)), Err(error));
        }
    }

    #[test]
    fn what_cannot_be_numbered_is_refused_before_memory_is_taken() {
        assert!(matches!(connected(u32::MAX, 0, &mut rng(1)), Err(GenerateError::Graph(_))));
        assert!(matches!(connected(100_000, 1 << 31, &mut rng(1)), Err(GenerateError::Graph(_))));
    }

    #[test]
    fn every_graph_comes_as_often_as_its_trees() {
        // Four vertices have three pairs beyond a tree. One of them is drawn, then two, which takes
        // the other branch. The distribution of the tree is known: vertex 2 has two choices, vertex
        // 3 has three.
        for extra in [1, 2] {
            let mut rng = rng(9);
            let mut counts = BTreeMap::<Vec<Edge>, u32>::new();
            let mut law = BTreeMap::<Vec<Edge>, f64>::new();
            let draws = 18_000;
            for _ in 0..draws {
                let graph = connected(4, extra, &mut rng).expect("legal");
                *counts.entry(graph.edges().collect()).or_default() += 1;
            }
            let edge = |a: u32, b: u32| (Vertex(a), Vertex(b));
            let all: Vec<Edge> = (0..4).flat_map(|a| (a + 1..4).map(move |b| edge(a, b))).collect();
            for (second, third) in (0..2).flat_map(|second| (0..3).map(move |third| (second, third))) {
                let tree = [edge(0, 1), edge(second, 2), edge(third, 3)];
                let rest: Vec<Edge> = all.iter().copied().filter(|edge| !tree.contains(edge)).collect();
                for chosen in 0..3 {
                    // One of the three is in, or one of the three is out.
                    let takes = |index: usize| (index == chosen) == (extra == 1);
                    let more = (0..3).filter(|&index| takes(index)).map(|index| rest[index]);
                    let mut edges: Vec<Edge> = tree.into_iter().chain(more).collect();
                    edges.sort_unstable();
                    *law.entry(edges).or_default() += f64::from(draws) / 18.0;
                }
            }
            assert!(counts.keys().eq(law.keys()));
            let squares =
                counts.iter().map(|(edges, &count)| (f64::from(count) - law[edges]).powi(2) / law[edges]);
            // Chi-squared with at most 14 degrees of freedom exceeds 36.1 with probability 0.001.
            assert!(squares.sum::<f64>() < 36.1, "{counts:?} {law:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_graph_on_every_platform() {
        let graph = connected(6, 2, &mut rng(1)).expect("legal");
        assert_eq!(graph.edges().map(|(a, b)| (a.0, b.0)).collect::<Vec<_>>(), GOLDEN);
    }

    const GOLDEN: [(u32, u32); 7] = [(0, 1), (0, 2), (0, 3), (0, 5), (1, 2), (2, 4), (3, 5)];

    proptest! {
        #[test]
        fn larger_graphs_are_connected_and_as_large_as_asked(
            vertices in 1u32..300,
            extra in 0usize..200,
            seed in any::<u64>(),
        ) {
            if let Ok(graph) = connected(vertices, extra, &mut rng(seed)) {
                prop_assert!(graph.is_connected());
                prop_assert_eq!(graph.edge_count(), vertices as usize - 1 + extra);
            }
        }
    }
}
