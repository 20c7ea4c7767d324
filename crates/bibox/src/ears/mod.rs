//! Ear decompositions: a bi-connected graph as a cycle that grows by ears.
//!
//! An *ear* is a path whose two ends lie in the graph so far and whose inner vertices are new. A
//! graph is bi-connected if and only if it is a cycle with ears added one after another; every
//! intermediate graph is also bi-connected. So a solver may arrange the robots of the last ear,
//! lock it, and continue with a smaller problem of the same kind, until only the initial cycle is
//! left.
//!
//! A graph has many decompositions, and the number of moves depends strongly on the choice. Short
//! ears that keep the rest compact are best; on grids, L-shaped shells.
//!
//! | decomposition | for |
//! |---|---|
//! | [`EarDecomposition::for_instance`] | the default choice for an instance |
//! | [`EarDecomposition::shells`] | open rectangles: L-shaped shells around a corner |
//! | [`EarDecomposition::row_by_row`] | open rectangles: rows, as people solve sliding puzzles |
//! | [`EarDecomposition::breadth_first`] | every bi-connected graph: short ears around a cycle |
//! | [`EarDecomposition::new`] | the caller's own |
//!
//! [`cycles`] finds a cycle to begin with.
//!
//! # References
//! * H. Whitney, *Non-separable and planar graphs*, Transactions of the American Mathematical
//!   Society 34, 1932, pages 339–362: bi-connected graphs are those with an ear decomposition.
//! * P. Surynek, *A novel approach to path planning for multiple robots in bi-connected graphs*,
//!   ICRA 2009.
//! * Section 5.2 of the paper on snakes in cooperative path-finding (2015).

use alloc::vec::Vec;

use motion_core::Vertex;

mod breadth_first;
mod builder;
pub(crate) mod cycles;
mod default_decomposition;
mod error;
mod fifo_bucket_queue;
mod rectangle;
#[cfg(test)]
mod tests;

pub use error::{EarError, NotBiconnectedError, RectangleError};
pub use rectangle::Corner;

/// A cycle and ears that, added one after another, make up a given graph except for chords.
///
/// # Guarantees
/// For the graph for which it was made:
/// * The cycle has at least three vertices, all distinct. An edge joins each with the next, and the
///   last with the first.
/// * An ear `[u, w1, …, wl, v]` has l ≥ 1 *inner* vertices, which are neither in the cycle nor in
///   earlier ears. Its ends u ≠ v are in the cycle or in earlier ears. An edge joins each of its
///   vertices with the next.
/// * Every vertex is in the cycle or an inner vertex of an ear, exactly once.
/// * The cycle with the first k ears is bi-connected, for every k.
///
/// All other edges are *chords*. They are not stored; solvers may use a chord as soon as both of
/// its ends are in the graph so far.
///
/// # Complexity
/// One vertex for every vertex of the graph, and two more vertices and a word for every ear.
///
/// # Examples
/// ```
/// use bibox::EarDecomposition;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // A square 0 1 2 3 with a path 0 – 4 – 5 – 1 over it and the chord 0 – 5.
/// let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 1), (0, 5)];
/// let graph = Graph::from_edges(6, edges.map(|(a, b)| (Vertex(a), Vertex(b))))?;
/// let square = [0, 1, 2, 3].map(Vertex).to_vec();
/// let ears = EarDecomposition::new(&graph, square, [[0, 4, 5, 1].map(Vertex)])?;
/// assert!(ears.ears().eq([[0, 4, 5, 1].map(Vertex)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EarDecomposition {
    cycle: Vec<Vertex>,
    /// All ears one after another, their ends included.
    members: Vec<Vertex>,
    /// For each ear, the index in `members` after its last vertex.
    ends: Vec<usize>,
}

impl EarDecomposition {
    /// The vertices of the initial cycle, in order.
    pub fn cycle(&self) -> &[Vertex] {
        &self.cycle
    }

    /// The ears in the order they are added, each with both ends. Solvers arrange the last one
    /// first.
    pub fn ears(&self) -> impl ExactSizeIterator<Item = &[Vertex]> + DoubleEndedIterator + Clone {
        (0..self.ends.len()).map(|ear| {
            let start = ear.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.members[start..self.ends[ear]]
        })
    }
}
