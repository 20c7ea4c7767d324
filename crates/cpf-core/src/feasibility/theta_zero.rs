//! Wilson's exception: the graph θ₀ of seven vertices.
//!
//! Two ends are joined by three paths with 1, 2 and 2 inner vertices. The graph is not bipartite,
//! yet a blank that returns to its vertex can produce only 120 permutations: a copy of PGL₂(5)
//! acting on six points.
//!
//! # References
//! R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
//! Theory B 16, 1974, theorem 2.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::graph::Graph;
use motion_core::search::{Space, explore};
use motion_core::{Control, Vertex};

/// The number of vertices.
const ORDER: usize = 7;

/// The number of edges.
pub(super) const SIZE: usize = 8;

/// The neighbours of each vertex: the ends are 0 and 1, and the paths between them 2, 3 4 and 5 6.
const NEIGHBOURS: [&[u8]; ORDER] = [&[2, 3, 5], &[2, 4, 6], &[0, 1], &[0, 4], &[1, 3], &[0, 6], &[1, 5]];

/// Marks the vertex without a robot.
const VACANT: u8 = 7;

/// The robot on each vertex. Robots are numbered by the vertices on which they begin.
type Placement = [u8; ORDER];

/// The space of all placements.
struct Placements;

impl Space for Placements {
    type State = Placement;
    type Action = ();
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), state: &Placement, visit: &mut impl FnMut((), Placement, u32)) {
        let blank =
            state.iter().position(|&robot| robot == VACANT).expect("invariant: one vertex is always vacant");
        for &next in NEIGHBOURS[blank] {
            let mut successor = *state;
            successor.swap(blank, next.into());
            visit((), successor, 1);
        }
    }
}

/// Whether a graph is Wilson's exception θ₀: seven vertices, and three paths with 1, 2 and 2 inner
/// vertices between two ends.
///
/// # Complexity
/// Constant time.
///
/// # Examples
/// ```
/// use cpf_core::internal::is_theta_zero;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// let hexagon = (0..6).map(|a| (a, (a + 1) % 6));
/// let edges = hexagon.chain([(0, 6), (6, 3)]).map(|(a, b)| (Vertex(a), Vertex(b)));
/// assert!(is_theta_zero(&Graph::from_edges(7, edges)?));
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
pub fn is_theta_zero(graph: &Graph) -> bool {
    let everything: Vec<Vertex> = graph.vertices().take(ORDER + 1).collect();
    graph.edge_count() == SIZE
        && everything.len() == ORDER
        && graph.is_biconnected()
        && ThetaZero::numbering(graph, &everything).is_some()
}

/// The placements that a blank can produce on θ₀ when it leaves a vertex and returns. An exhaustive
/// search of 840 placements finds them on first use.
#[derive(Default)]
pub(super) struct ThetaZero {
    /// For each vertex of the blank, the placements in ascending order; empty before the first use.
    returns: [Vec<Placement>; ORDER],
}

impl ThetaZero {
    /// Whether a blank that leaves `gate` and returns can take the robot of every other vertex to
    /// its `target`, on a block with this [`numbering`](ThetaZero::numbering).
    ///
    /// # Complexity
    /// Constant time and memory.
    pub(super) fn can_reach(
        &mut self,
        numbering: &[Vertex; ORDER],
        gate: Vertex,
        target: impl Fn(Vertex) -> Vertex,
    ) -> bool {
        let number = |vertex: Vertex| {
            let number = numbering.iter().position(|&other| other == vertex);
            number.expect("invariant: a robot stays within its block")
        };
        let gate = number(gate);
        let mut wanted = [VACANT; ORDER];
        for (from, &vertex) in numbering.iter().enumerate().filter(|&(from, _)| from != gate) {
            wanted[number(target(vertex))] = from as u8;
        }
        let returns = &mut self.returns[gate];
        if returns.is_empty() {
            *returns = all_returns(gate);
        }
        returns.binary_search(&wanted).is_ok()
    }

    /// The vertices of a block of [`SIZE`] edges in the order of [`NEIGHBOURS`], if the block is
    /// θ₀.
    pub(super) fn numbering(graph: &Graph, block: &[Vertex]) -> Option<[Vertex; ORDER]> {
        if block.len() != ORDER {
            return None;
        }
        let inside = |vertex: Vertex| {
            graph.neighbours(vertex).iter().copied().filter(|next| block.binary_search(next).is_ok())
        };
        // The block has one edge more than vertices, so two vertices have three neighbours, all
        // others two.
        let mut ends = block.iter().copied().filter(|&vertex| inside(vertex).count() == 3);
        let (first, second) = (ends.next()?, ends.next()?);
        let is_middle = |&vertex: &Vertex| graph.has_edge(vertex, second);
        let mut middles = inside(first).filter(is_middle);
        let mut long = inside(first).filter(|vertex| !is_middle(vertex));
        let (middle, third, fifth) = (middles.next()?, long.next()?, long.next()?);
        // There are five inner vertices, one of them on the first path. The other two paths have
        // two each, if there are two other paths and neither is an edge.
        if graph.has_edge(first, second) {
            return None;
        }
        let fourth = inside(third).find(|&vertex| vertex != first)?;
        let sixth = inside(fifth).find(|&vertex| vertex != first)?;
        Some([first, second, middle, third, fourth, fifth, sixth])
    }
}

/// Returns all placements with the blank on `gate` that can be reached from one of them, in
/// ascending order.
fn all_returns(gate: usize) -> Vec<Placement> {
    let mut start = [0, 1, 2, 3, 4, 5, 6];
    start[gate] = VACANT;
    let mut returns = Vec::new();
    let visit = |state: &Placement, _| {
        if state[gate] == VACANT {
            returns.push(*state);
        }
        ControlFlow::Continue(())
    };
    explore(&Placements, [start], &mut Control::unlimited(), visit).expect("invariant: without limits");
    returns.sort_unstable();
    returns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_graph_of_its_size_is_taken_for_it() {
        let graph = |vertices: usize, edges: &[(u32, u32)]| {
            let edges = edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b)));
            Graph::from_edges(vertices, edges).expect("a simple graph")
        };
        let hexagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)];
        let with = |more: &[(u32, u32)]| graph(7, &[&hexagon[..], more].concat());
        assert!(is_theta_zero(&with(&[(2, 6), (6, 5)])));
        assert!(!is_theta_zero(&with(&[(2, 6), (6, 4)])));
        assert!(!is_theta_zero(&with(&[(2, 6), (6, 1)])));
        assert!(!is_theta_zero(&with(&[(2, 6), (0, 3)])));
        assert!(!is_theta_zero(&graph(8, &[&hexagon[..], &[(2, 6), (6, 5)]].concat())));
        assert!(!is_theta_zero(&graph(7, &hexagon)));
    }

    #[test]
    fn a_sixth_of_all_permutations_is_possible() {
        for gate in 0..ORDER {
            assert_eq!(all_returns(gate).len(), 120);
        }
    }
}
