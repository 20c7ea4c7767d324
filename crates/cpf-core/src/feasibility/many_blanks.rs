//! Two blanks or more: which robots can be exchanged for each other.
//!
//! Moves can be taken back, so both start and goal may first be brought to placements where the blanks stand on the
//! same vertices. The permutations that lead from there to placements with the same blanks form a group, which is
//! the product of the symmetric groups of certain classes of vertices.
//!
//! A *hub* is a vertex of degree three or more, or on a cycle. Robots are exchanged at hubs: two blanks suffice
//! everywhere in a block of three or more vertices, and to walk from a hub over a corridor of d edges to the next
//! and go on there takes d + 2 of them. Hubs that are joined in this way, with what is between them, form a
//! *subgraph*, and
//!
//! * a robot on a vertex of the subgraph is in its class, unless all blanks are behind one bridge that leads away
//!   from that very vertex;
//! * over a bridge that leads away, if k blanks are on this side of it, the first k − 1 robots are in the class:
//!   they can be drawn in. The next subgraph's first vertex is the last that counts.
//!
//! Nobody else ever changes places with another.
//!
//! # References
//! D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter of permutation
//! groups, and applications*, FOCS 1984; B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate: a complete
//! multi-agent pathfinding algorithm*, JAIR 51, 2014, section 4. Departing from both, blanks are gathered before
//! robots are assigned to classes, so that robots without a class can be compared by their vertices.

use alloc::vec::Vec;

use motion_core::graph::Biconnected;
use motion_core::{Graph, Vertex};

use super::Infeasible;
use super::forest::Forest;
use super::part::Part;
use super::spanning_tree::SpanningTree;

/// Decides a part with two blanks or more whose graph is neither a path nor a cycle.
///
/// # Complexity
/// Time O(E + V log V), memory O(V + E).
pub(super) fn decide(part: &Part) -> Result<(), Infeasible> {
    let tree = SpanningTree::new(&part.graph);
    let start = tree.gather_blanks(part.start.clone());
    let goal = tree.gather_blanks(part.goal.clone());
    let classes = Corridors::new(&part.graph, part.vacant_count()).classes(&tree);
    let separated = part.robots().find(|&robot| {
        let (from, to) = (start.vertex_of(robot), goal.vertex_of(robot));
        let class = classes[from.index()];
        from != to && (class == NO_CLASS || class != classes[to.index()])
    });
    separated.map_or(Ok(()), |robot| Err(Infeasible::Separated { robot: part.robot(robot) }))
}

/// Marks a vertex whose robot is never exchanged for another. Classes are vertex numbers and never reach it.
const NO_CLASS: u32 = u32::MAX;

/// The graph as hubs and the corridors between them.
struct Corridors<'a> {
    graph: &'a Graph,
    biconnected: Biconnected,
    is_hub: Vec<bool>,
    blanks: usize,
}

impl<'a> Corridors<'a> {
    fn new(graph: &'a Graph, blanks: usize) -> Self {
        let biconnected = graph.biconnected();
        let mut is_hub: Vec<_> = graph.vertices().map(|vertex| graph.degree(vertex) >= 3).collect();
        for vertex in biconnected.blocks().filter(|block| block.len() >= 3).flatten() {
            is_hub[vertex.index()] = true;
        }
        Self { graph, biconnected, is_hub, blanks }
    }

    /// The bridges that lead away from hubs, each with the hub first. A bridge between hubs comes twice.
    fn exits(&self) -> impl Iterator<Item = (Vertex, Vertex)> {
        let both = self.biconnected.bridges().iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        both.filter(|(hub, _)| self.is_hub[hub.index()])
    }

    /// The vertices from an exit on, up to the next hub, which is included, or to a dead end.
    fn corridor(&self, (hub, first): (Vertex, Vertex)) -> impl Iterator<Item = Vertex> {
        let steps = core::iter::successors(Some((hub, first)), |&(before, vertex)| {
            let mut on = self.graph.neighbours(vertex).iter().filter(|&&next| next != before);
            let next = on.next().filter(|_| !self.is_hub[vertex.index()]);
            next.map(|&next| (vertex, next))
        });
        steps.map(|(_, vertex)| vertex)
    }

    /// The subgraphs as sets of vertices; every other vertex is alone.
    fn subgraphs(&self) -> Forest {
        let mut subgraphs = Forest::new(self.graph.vertex_count());
        for block in self.biconnected.blocks().filter(|block| block.len() >= 3) {
            block.windows(2).for_each(|pair| subgraphs.join(pair[0].index(), pair[1].index()));
        }
        for exit in self.exits() {
            let mut within_reach = self.corridor(exit).take(self.blanks - 2);
            if within_reach.any(|vertex| self.is_hub[vertex.index()]) {
                self.corridor(exit).for_each(|vertex| subgraphs.join(vertex.index(), exit.0.index()));
            }
        }
        subgraphs
    }

    /// The class of every vertex, when the first vertices of the tree are vacant. Those of vacant vertices mean
    /// nothing.
    fn classes(&self, tree: &SpanningTree) -> Vec<u32> {
        let mut subgraphs = self.subgraphs();
        // A vertex between hubs has been joined to one of them, so that it is not a root.
        let mut class = |vertex: Vertex| match subgraphs.root(vertex.index()) {
            root if root != vertex.index() || self.is_hub[root] => root as u32,
            _ => NO_CLASS,
        };
        let mut classes: Vec<_> = self.graph.vertices().map(&mut class).collect();
        let outward: Vec<_> = self.exits().filter(|&(hub, to)| class(hub) != class(to)).collect();
        for &(hub, to) in &outward {
            if tree.beyond(hub, to, self.blanks) == self.blanks {
                classes[hub.index()] = NO_CLASS;
            }
        }

        // What can be drawn in from outside.
        for exit in outward {
            let subgraph = class(exit.0);
            let here = self.blanks - tree.beyond(exit.0, exit.1, self.blanks);
            let occupied = self.corridor(exit).filter(|&vertex| tree.position(vertex) >= self.blanks);
            for vertex in occupied.take(here.saturating_sub(1)) {
                let class = &mut classes[vertex.index()];
                debug_assert!(*class == NO_CLASS || *class == subgraph, "no vertex has two classes");
                *class = subgraph;
            }
        }
        classes
    }
}
