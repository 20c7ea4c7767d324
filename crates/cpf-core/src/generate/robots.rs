//! Robots on any graph.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use rand::Rng;
use rand::seq::SliceRandom;

use super::GenerateError;
use crate::instance::Instance;

/// Generates an instance with `count` robots, whose starts and goals are drawn uniformly and
/// independently. The goal may be unreachable.
///
/// # Errors
/// [`GenerateError::TooManyRobots`] if there are fewer vertices than robots.
///
/// # Complexity
/// Linear in the vertices.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let graph = generate::connected(20, 5, &mut rng)?;
/// let instance = generate::robots(graph, 15, &mut rng)?;
/// assert_eq!(instance.vacant_count(), 5);
/// # Ok::<(), generate::GenerateError>(())
/// ```
pub fn robots(graph: Graph, count: usize, rng: &mut impl Rng) -> Result<Instance, GenerateError> {
    let vertices = graph.vertex_count();
    if count > vertices {
        return Err(GenerateError::TooManyRobots { robots: count, vertices });
    }
    let starts = placement(vertices, count, rng);
    let goals = placement(vertices, count, rng);
    let robots: Vec<_> = starts.into_iter().zip(goals).collect();
    Ok(Instance::new(graph, &robots).expect("invariant: a placement takes distinct vertices"))
}

/// Returns distinct vertices in random order; every choice and order is equally likely.
pub(super) fn placement(vertices: usize, count: usize, rng: &mut impl Rng) -> Vec<Vertex> {
    let mut all: Vec<Vertex> = (0..vertices as u32).map(Vertex).collect();
    all.partial_shuffle(rng, count).0.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn every_placement_is_equally_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut counts = BTreeMap::<Vec<Vertex>, u32>::new();
        for _ in 0..12_000 {
            *counts.entry(placement(4, 2, &mut rng)).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        // Chi-squared with 11 degrees of freedom exceeds 31.3 with probability 0.001; the seed is
        // fixed.
        let squares = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0);
        assert!(squares.sum::<f64>() < 31.3, "{counts:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_robots_and_too_many_are_refused() {
        let edges = (1..6).map(|vertex| (Vertex(0), Vertex(vertex)));
        let star = Graph::from_edges(6, edges).expect("a star");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let instance = robots(star.clone(), 4, &mut rng).expect("an instance");
        let numbers = |places: &[Vertex]| places.iter().map(|vertex| vertex.0).collect::<Vec<_>>();
        let golden = [numbers(instance.start().places()), numbers(instance.goal().places())];
        assert_eq!(golden, GOLDEN);
        assert_eq!(robots(star.clone(), 6, &mut rng).map(|instance| instance.vacant_count()), Ok(0));
        let error = GenerateError::TooManyRobots { robots: 7, vertices: 6 };
        assert_eq!(robots(star, 7, &mut rng), Err(error));
    }

    const GOLDEN: [[u32; 4]; 2] = [[5, 1, 3, 2], [2, 3, 5, 1]];
}
