//! Bi-connected graphs, grown ear by ear.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::error::GraphError;
use motion_core::graph::Graph;
use rand::{Rng, RngExt};

use super::GenerateError;

/// A bi-connected graph and its ears. Made by [`biconnected`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarGraph {
    /// The graph.
    pub graph: Graph,
    /// The vertices of the initial cycle in order; they have the smallest numbers.
    pub cycle: Vec<Vertex>,
    /// The ears in the order they were added, each as a path: an end, the inner vertices, the other
    /// end. The ends are distinct and lie in the cycle or in earlier ears. The inner vertices are
    /// new; there is at least one.
    pub ears: Vec<Vec<Vertex>>,
}

/// Generates the random graph *Biconnected(c, e, |V|)*: a cycle of `cycle` vertices, and ears until
/// there are at least `vertices` vertices.
///
/// An ear is a path between two vertices of the graph so far whose inner vertices are new. Its ends
/// are drawn uniformly from all pairs of distinct vertices. The number of its inner vertices is
/// drawn uniformly from 1 to 2e − 1, where e, the mean, is `mean_ear`.
///
/// # Guarantees
/// The graph is bi-connected. The last ear is kept whole, so there may be up to 2e − 2 more
/// vertices than asked for. Inner vertices are numbered in the order they are added.
///
/// # Errors
/// [`GenerateError::ShortCycle`] for fewer than 3 vertices in the cycle,
/// [`GenerateError::EmptyEars`] for `mean_ear` 0, [`GenerateError::SmallerThanCycle`] if `vertices
/// < cycle`, [`GenerateError::Graph`] if there might be more vertices than can be numbered.
///
/// # Complexity
/// Linear in the vertices, apart from sorting neighbours.
///
/// # References
/// Section 6.2.3 and figure 18 of the paper on snakes in cooperative path-finding (2015). It does
/// not define the smallest ear, nor whether the ends may coincide. Here no ear is a mere edge,
/// because that would add no vertex, and no two ends coincide, because the graph would not be
/// bi-connected. In the paper the process ends when the number of vertices "is exceeded", and the
/// result is called a graph with that number of vertices; here it ends when the number is reached.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let made = generate::biconnected(4, 3, 90, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// assert!(made.graph.is_biconnected());
/// assert!((90..=94).contains(&made.graph.vertex_count()));
/// let inner: usize = made.ears.iter().map(|ear| ear.len() - 2).sum();
/// assert_eq!(made.cycle.len() + inner, made.graph.vertex_count());
/// # Ok::<(), generate::GenerateError>(())
/// ```
pub fn biconnected(
    cycle: u32,
    mean_ear: u32,
    vertices: u32,
    rng: &mut impl Rng,
) -> Result<EarGraph, GenerateError> {
    if cycle < 3 {
        return Err(GenerateError::ShortCycle { cycle });
    }
    if mean_ear == 0 {
        return Err(GenerateError::EmptyEars);
    }
    if vertices < cycle {
        return Err(GenerateError::SmallerThanCycle { cycle, vertices });
    }
    let longest = mean_ear.checked_mul(2).map(|twice| twice - 1);
    // Each ear has one edge more than inner vertices, so there are fewer than two edges for each
    // vertex.
    let fits = |longest: &u32| vertices.checked_add(*longest).is_some_and(|most| most < u32::MAX / 4);
    let longest = longest.filter(fits);
    let longest = longest.ok_or(GraphError::TooLarge { vertices: vertices as usize, edges: 0 })?;

    let cycle: Vec<Vertex> = (0..cycle).map(Vertex).collect();
    let mut ears = Vec::new();
    let mut count = cycle.len() as u32;
    while count < vertices {
        let inner = rng.random_range(1..=longest);
        let first = rng.random_range(0..count);
        // Choose another vertex: the numbers from `first` on are shifted by one.
        let last = rng.random_range(0..count - 1);
        let last = last + u32::from(last >= first);
        let ear = core::iter::once(first).chain(count..count + inner).chain([last]);
        ears.push(ear.map(Vertex).collect::<Vec<_>>());
        count += inner;
    }
    let closing = (cycle[0], cycle[cycle.len() - 1]);
    let paths = core::iter::once(&cycle).chain(&ears);
    let edges = paths.flat_map(|path| path.windows(2).map(|pair| (pair[0], pair[1])));
    let graph = Graph::from_edges(count as usize, edges.chain([closing]))?;
    Ok(EarGraph { graph, cycle, ears })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    #[test]
    fn impossible_parameters_are_refused() {
        let new = |cycle, mean_ear, vertices| biconnected(cycle, mean_ear, vertices, &mut rng(1)).map(|_| ());
        assert_eq!(new(2, 1, 9), Err(GenerateError::ShortCycle { cycle: 2 }));
        assert_eq!(new(3, 0, 9), Err(GenerateError::EmptyEars));
        assert_eq!(new(5, 1, 4), Err(GenerateError::SmallerThanCycle { cycle: 5, vertices: 4 }));
        assert!(matches!(new(3, u32::MAX, 9), Err(GenerateError::Graph(_))));
        assert!(matches!(new(3, 1, u32::MAX), Err(GenerateError::Graph(_))));
        assert_eq!(new(5, 9, 5), Ok(()));
    }

    #[test]
    fn ears_have_the_mean_length_and_every_length_is_equally_likely() {
        let mean_ear = 4u32;
        let made = biconnected(6, mean_ear, 28_000, &mut rng(2)).expect("legal");
        let inner: Vec<_> = made.ears.iter().map(|ear| ear.len() - 2).collect();
        let ears = inner.len() as f64;
        let mean = inner.iter().sum::<usize>() as f64 / ears;
        // The standard deviation of 1 to 7 is 2; that of the mean of 7000 is about 0.024.
        assert!((mean - f64::from(mean_ear)).abs() < 0.08, "{mean}");
        let squares = (1..=7).map(|length| {
            let count = inner.iter().filter(|&&inner| inner == length).count() as f64;
            (count - ears / 7.0).powi(2) / (ears / 7.0)
        });
        // Chi-squared with 6 degrees of freedom exceeds 22.5 with probability 0.001; the seed is
        // fixed.
        assert!(squares.sum::<f64>() < 22.5);
    }

    #[test]
    fn the_same_seed_gives_the_same_graph_on_every_platform() {
        let made = biconnected(3, 2, 9, &mut rng(1)).expect("legal");
        let ears: Vec<Vec<u32>> =
            made.ears.iter().map(|ear| ear.iter().map(|vertex| vertex.0).collect()).collect();
        assert_eq!(ears, GOLDEN);
    }

    const GOLDEN: [&[u32]; 2] = [&[2, 3, 4, 5, 0], &[1, 6, 7, 8, 3]];

    proptest! {
        #[test]
        fn grows_as_it_says(cycle in 3u32..12, mean_ear in 1u32..9, more in 0u32..80, seed in any::<u64>()) {
            let vertices = cycle + more;
            let EarGraph { graph, cycle, ears } =
                biconnected(cycle, mean_ear, vertices, &mut rng(seed)).expect("legal");
            prop_assert!(graph.is_biconnected());
            let count = graph.vertex_count() as u32;
            prop_assert!((vertices..=vertices + 2 * mean_ear - 2).contains(&count));
            let mut known: BTreeSet<Vertex> = cycle.iter().copied().collect();
            let mut edges = cycle.len();
            for ear in &ears {
                prop_assert!(known.len() < vertices as usize);
                let [first, inner @ .., last] = &ear[..] else { panic!("an ear has two ends") };
                prop_assert!(first != last && known.contains(first) && known.contains(last));
                prop_assert!((1..2 * mean_ear as usize).contains(&inner.len()));
                prop_assert!(inner.iter().all(|&vertex| known.insert(vertex)));
                prop_assert!(ear.windows(2).all(|pair| graph.has_edge(pair[0], pair[1])));
                edges += ear.len() - 1;
            }
            prop_assert_eq!(known.len(), graph.vertex_count());
            prop_assert_eq!(edges, graph.edge_count());
        }
    }
}
