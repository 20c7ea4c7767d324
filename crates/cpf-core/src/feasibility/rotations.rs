//! The model `Standard`, in which cycles without a vacant vertex can also turn.
//!
//! A step decomposes into chains of robots that each end on a vacant vertex, and closed circles of
//! at least three robots. The robots of a chain move one after another, the first one first;
//! circles do not touch chains or each other. So the reachable placements are those reached by
//! *moves* of one robot to a vacant neighbour and *turns* of cycles without a vacant vertex. Both
//! can be undone. (A cycle with a vacant vertex turns by moves.) Below, a *part* is a maximal set
//! of vertices that no bridge divides. With m vacant vertices in the component:
//!
//! | case | reachable placements |
//! |---|---|
//! | a path or a tree | those that moves reach, since nothing turns |
//! | a cycle | the placements with the same cyclic order |
//! | m = 0 | in each part that is a cycle, its rotations; where all cycles are odd, the even permutations; in every other part, all permutations |
//! | m ≥ 1 | the permutations within the classes of [`ExchangeClasses::with_rotations`] |
//!
//! # Proof where m = 0
//! No move is possible, and a turn stays within a part.
//!
//! *A part with a block that is not a cycle.* The block contains two vertices u and v joined by
//! three paths A, B and C without common inner vertices, of which B = (v, b₁, …, bₗ, u) has at
//! least one. Turn the cycle A ∪ B so that robots go from v along B, then turn the cycle A ∪ C
//! back. The robots on A return, and v, b₁, …, bₗ and the inner vertices of C from u on have been
//! turned as one cycle without u. Turning the cycle B ∪ C the other way leaves just the robots on
//! bₗ and u exchanged. Conjugated by turns of A ∪ B, this exchanges any two neighbours on that
//! cycle, hence any two robots on it. The rest of the part is added ear by ear. An ear is closed to
//! a cycle by a shortest path through the vertices added so far. These contain a cycle, so the path
//! misses a vertex t of it. The robot on t can be exchanged for the robot on an end of the ear, and
//! hence, after turns of the closed ear, for every robot on the ear.
//!
//! *A part of cycles that share single vertices.* The commutator of the turns of two cycles with
//! one common vertex is a 3-cycle of robots. Such 3-cycles generate all even permutations of the
//! two cycles and, by the same step, of the part. A turn of an even cycle is an odd permutation; if
//! all cycles are odd, every turn is even. A graph whose cycles are all odd is of this kind,
//! because one of the three cycles made of A, B and C is even.
//!
//! # Proof where m ≥ 1
//! *Robots do not change their classes.* A turn moves no vacant vertex and only robots on cycles of
//! one part, which are all in its class; the same holds for a move within a part. A move over a
//! bridge that leads away from a hub moves a vacant vertex to one side and a robot to the other, so
//! the robots within reach remain the same. Other moves change the order of no corridor. (For moves
//! alone, de Wilde et al. show this. Where no vacant vertex has to be kept for the exchange, the
//! numbers are smaller by one.)
//!
//! *Robots of a class can be exchanged.* Take a part without bridges that is not a cycle, and
//! regard the vacant vertices as robots: its turns then consist of moves and turns, so all even
//! permutations can be reached. If m ≥ 2, two vacant vertices make up for a wrong parity; if m = 1
//! and all cycles are odd, one move is an odd permutation. On a cycle with a bridge, a robot leaves
//! over the bridge, the others turn, and it returns between two others; this exchanges any two. A
//! robot outside that is within reach is brought in by the vacant vertices of this side, and
//! another one is left in its place. Two hubs on cycles with d edges between them work together if
//! there are d vacant vertices: a robot walks from one hub to the other, whose cycle turns, and the
//! next robot returns.
//!
//! # Checked
//! All classes were compared with all simultaneous steps on all connected graphs of up to six
//! vertices and on sparse ones of seven and eight, with every number of robots: see the tests. One
//! claim is not proved here, but taken over from the case of moves and checked in this way: the
//! classes of subgraphs with hubs of both kinds are as large as stated.
//!
//! # References
//! J. Yu and D. Rus, *Pebble motion on graphs with rotations: efficient feasibility tests and
//! planning algorithms*, Algorithmic Foundations of Robotics XI (WAFR 2014), arXiv 1205.5263. It
//! has the case m = 0 and reduces the other one to trees. The proofs above are our own.

use alloc::vec::Vec;

use motion_core::{Control, Vertex};

use super::Decision;
use super::by_moves;
use super::exchange_classes::ExchangeClasses;
use super::forest::Forest;
use super::infeasible::InfeasibleError;
use super::many_blanks::compare_classes;
use super::path_and_cycle::{self, cyclic_order, in_order};
use crate::sub_instance::SubInstance;

/// Decides a part of an instance.
///
/// # Complexity
/// Time O(E + V log V), memory O(V + E).
pub(super) fn decide(part: &SubInstance, control: &mut Control) -> Decision {
    let graph = part.instance().graph();
    let blanks = part.instance().vacant_count();
    if graph.edge_count() < graph.vertex_count() {
        return by_moves(part, control);
    }
    if graph.vertices().all(|vertex| graph.degree(vertex) == 2) {
        return path_and_cycle::decide(part, control);
    }
    if blanks > 0 {
        let subgraphs = ExchangeClasses::with_rotations(graph, blanks, control)?;
        return compare_classes(part, &subgraphs, control);
    }
    by_rotations(part, control)
}

/// The size of a part that bridges do not divide, and the parity required of its robots.
#[derive(Clone, Default)]
struct BridgelessPart {
    /// The smallest vertices, at most two.
    first: Vec<Vertex>,
    vertices: usize,
    edges: usize,
    blocks: usize,
    has_even_block: bool,
    is_odd: bool,
}

/// Decides a part without a vacant vertex.
fn by_rotations(part: &SubInstance, control: &mut Control) -> Decision {
    let graph = part.instance().graph();
    let (start, goal) = (part.instance().start(), part.instance().goal());
    let biconnected = graph.biconnected_within(control)?;
    let blocks = || biconnected.blocks().filter(|block| block.len() >= 3);
    let mut sets = Forest::new(graph.vertex_count());
    for block in blocks() {
        sets.join_all(block, control)?;
    }
    let part_of: Vec<_> = graph.vertices().map(|vertex| sets.root(vertex.index())).collect();
    let in_part = |vertex: Vertex| part_of[vertex.index()];
    for robot in part.instance().robots() {
        control.advance(1)?;
        if in_part(start.vertex_of(robot)) != in_part(goal.vertex_of(robot)) {
            return Err(InfeasibleError::Bridge { robot: part.robot(robot) }.into());
        }
    }

    let mut parts = alloc::vec![BridgelessPart::default(); graph.vertex_count()];
    for (first, _) in graph.edges().filter(|&(first, second)| in_part(first) == in_part(second)) {
        control.advance(1)?;
        parts[in_part(first)].edges += 1;
    }
    for block in blocks() {
        let BridgelessPart { blocks, has_even_block, .. } = &mut parts[in_part(block[0])];
        *blocks += 1;
        *has_even_block |= block.len() % 2 == 0;
    }
    let target = |vertex| start.token_at(vertex).map_or(vertex, |robot| goal.vertex_of(robot));
    let mut is_done = alloc::vec![false; graph.vertex_count()];
    for vertex in graph.vertices() {
        control.advance(1)?;
        let here = &mut parts[in_part(vertex)];
        here.vertices += 1;
        if here.first.len() < 2 {
            here.first.push(vertex);
        }
        // A cycle of the permutation is odd if its length is even.
        let mut next = vertex;
        while !core::mem::replace(&mut is_done[next.index()], true) {
            control.advance(1)?;
            next = target(next);
            here.is_odd ^= !is_done[next.index()];
        }
    }

    for BridgelessPart { first, vertices, edges, blocks, has_even_block, is_odd } in &parts {
        let &[smallest, second] = &first[..] else { continue };
        if edges == vertices {
            let around = in_order(graph, smallest, |vertex| in_part(vertex) == in_part(smallest), control)?;
            cyclic_order(part, &around, start, control)?;
            continue;
        }
        // The blocks are cycles if and only if each adds one edge more than vertices.
        let are_blocks_cycles = edges + 1 == vertices + blocks;
        if *is_odd && are_blocks_cycles && !has_even_block {
            let name = |vertex: Vertex| part.vertices()[vertex.index()];
            return Err(InfeasibleError::OddCycles { part: (name(smallest), name(second)) }.into());
        }
    }
    Ok(())
}
