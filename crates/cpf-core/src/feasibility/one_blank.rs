//! One blank, block by block: Wilson's theorem.
//!
//! Let the blank first go to its goal, along any path. The question is then which permutations the
//! blank can produce if it returns to that vertex. In every block, the *gate* is the vertex nearest
//! to the blank's goal; whenever the blank passes through the gate, the same robots stand on the
//! rest of the block. So a robot never leaves its block, and the blocks are independent of each
//! other. Within a block of b vertices, a blank that returns to the gate produces
//!
//! * nothing, if the block is a bridge;
//! * the b − 1 rotations, if it is a cycle;
//! * the 120 permutations of [`ThetaZero`], if it is that graph;
//! * all even permutations, if it is bipartite otherwise;
//! * all permutations otherwise.
//!
//! # References
//! R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
//! Theory B 16, 1974, theorem 2 (biconnected graphs); D. Kornhauser, G. Miller and P. Spirakis,
//! 1984 (the division into blocks).

use alloc::vec::Vec;

use motion_core::{Configuration, Control, Stop, Vertex};

use super::Decision;
use super::infeasible::InfeasibleError;
use super::path_and_cycle::{cyclic_order, in_order};
use super::theta_zero::{self, ThetaZero};
use crate::sub_instance::SubInstance;

/// A block, its gate, and the permutation required of its robots.
#[derive(Clone)]
struct WilsonBlock<'a> {
    /// In ascending order.
    vertices: &'a [Vertex],
    /// The vertex nearest to the blank's goal.
    gate: Vertex,
    edges: usize,
    is_bipartite: bool,
    /// Whether some robot of the block is not on its target.
    is_permuted: bool,
    /// Whether the required permutation is odd.
    is_odd: bool,
}

/// Decides a part with one blank whose graph is neither a path nor a cycle.
///
/// # Complexity
/// Time O(E + V log b) where b is the size of the largest block, memory O(V).
pub(super) fn decide(part: &SubInstance, control: &mut Control) -> Decision {
    let graph = part.instance().graph();
    let mut vacant = part.instance().goal().vacant();
    let blank = vacant.next().expect("invariant: one vertex is vacant at the goal");
    let now = walk_blank(part, blank, control)?;
    let target =
        |vertex| now.token_at(vertex).map_or(vertex, |robot| part.instance().goal().vertex_of(robot));

    let distances = graph.distances_within([blank], control)?;
    let biconnected = graph.biconnected_within(control)?;
    let mut blocks = Vec::with_capacity(biconnected.blocks().len());
    for vertices in biconnected.blocks() {
        control.advance(vertices.len() as u64)?;
        let gate = *vertices
            .iter()
            .min_by_key(|&&vertex| distances.get(vertex))
            .expect("invariant: a block has two vertices at least");
        blocks.push(WilsonBlock {
            vertices,
            gate,
            edges: 0,
            is_bipartite: true,
            is_permuted: false,
            is_odd: false,
        });
    }

    // Every vertex but the blank's goal belongs to exactly one block of which it is not the gate.
    let mut block_of = alloc::vec![usize::MAX; graph.vertex_count()];
    for (index, block) in blocks.iter().enumerate() {
        for vertex in block.vertices.iter().filter(|&&vertex| vertex != block.gate) {
            control.advance(1)?;
            block_of[vertex.index()] = index;
        }
    }
    for robot in part.instance().robots() {
        control.advance(1)?;
        let [from, to] = [now.vertex_of(robot), part.instance().goal().vertex_of(robot)];
        if block_of[from.index()] != block_of[to.index()] {
            return Err(InfeasibleError::LeavesBlock { robot: part.robot(robot) }.into());
        }
    }

    for (first, second) in graph.edges() {
        control.advance(1)?;
        // The end farther from the blank's goal is not the gate; if both are equally far, neither
        // is.
        let lower = if distances.get(first) > distances.get(second) { first } else { second };
        let block = &mut blocks[block_of[lower.index()]];
        block.edges += 1;
        // All shortest paths to the block lead through the gate, so if the block is bipartite, the
        // distances' parity gives its two sides.
        block.is_bipartite &= distances.get(first) != distances.get(second);
    }
    let mut is_done = alloc::vec![false; graph.vertex_count()];
    for first in graph.vertices().filter(|&vertex| target(vertex) != vertex) {
        let block = &mut blocks[block_of[first.index()]];
        block.is_permuted = true;
        // A cycle of the permutation is odd if its length is even.
        let mut vertex = first;
        while !core::mem::replace(&mut is_done[vertex.index()], true) {
            control.advance(1)?;
            vertex = target(vertex);
            block.is_odd ^= !is_done[vertex.index()];
        }
    }

    let mut theta_zero = ThetaZero::default();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.is_permuted) {
        if block.edges == block.vertices.len() {
            let inside = |vertex: Vertex| vertex == block.gate || block_of[vertex.index()] == index;
            // The gate is vacant here or has a robot of another block.
            let around = in_order(graph, block.gate, inside, control)?;
            cyclic_order(part, &around[1..], &now, control)?;
        } else if let Some(numbering) = numbering(part, block) {
            if !theta_zero.can_reach(&numbering, block.gate, target) {
                return Err(InfeasibleError::ThetaZero { block: named(part, block) }.into());
            }
        } else if block.is_bipartite && block.is_odd {
            return Err(InfeasibleError::Parity { block: named(part, block) }.into());
        }
    }
    Ok(())
}

/// Returns the configuration after the blank has gone from its start to that vertex.
fn walk_blank(part: &SubInstance, to: Vertex, control: &mut Control) -> Result<Configuration, Stop> {
    let mut now = part.instance().start().clone();
    let from = now.vacant().next().expect("invariant: one vertex is vacant at the start");
    let path = part.instance().graph().shortest_path_within(from, to, control)?;
    let path = path.expect("invariant: a part is connected");
    for step in path.windows(2) {
        let robot = now.token_at(step[1]).expect("invariant: only one vertex is vacant");
        now.relocate(robot, step[0]);
    }
    Ok(now)
}

fn numbering(part: &SubInstance, block: &WilsonBlock) -> Option<[Vertex; 7]> {
    (block.edges == theta_zero::SIZE)
        .then(|| ThetaZero::numbering(part.instance().graph(), block.vertices))
        .flatten()
}

/// The instance's names of a block's first two vertices.
fn named(part: &SubInstance, block: &WilsonBlock) -> (Vertex, Vertex) {
    let name = |index: usize| part.vertices()[block.vertices[index].index()];
    (name(0), name(1))
}
