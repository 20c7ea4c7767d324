//! Divides a graph by its blanks: where robots can be exchanged, and which robots can get there.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Stop, Vertex};

use super::forest::Forest;
use super::spanning_tree::SpanningTree;

/// A connected graph with two or more blanks, divided into the subgraphs within which robots can be
/// exchanged.
///
/// A *hub* is a vertex of degree three or more, or on a cycle. Robots are exchanged at hubs. Two
/// blanks suffice everywhere in a block of three or more vertices. With d + 2 blanks a robot can
/// walk from a hub over a corridor of d edges to the next hub and beyond. Hubs joined in this way,
/// with the vertices between them, form a *subgraph*:
///
/// * a robot on a vertex of the subgraph is in its class, unless all blanks are behind one bridge
///   that leads away from that very vertex;
/// * over a bridge that leads away, if k blanks are on the subgraph's side of it, the first k − 1
///   robots are in the class, because they can be brought in. The search for them ends at the first
///   vertex of the next subgraph.
///
/// No other robots are ever exchanged, and no robot changes its class. A path has no hubs. A cycle
/// is a subgraph, but no robots are exchanged on it.
///
/// Where cycles without a vacant vertex may turn ([`with_rotations`](Self::with_rotations)), the
/// robots on a cycle are exchanged without a blank among them, so one blank is enough. For hubs on
/// cycles all numbers are smaller by one. A corridor of d edges takes d blanks between two such
/// hubs, and d + 1 between one of them and another hub. If k blanks are on this side of a bridge
/// that leads away from such a hub, the first k robots are in the class. A robot on such a hub is
/// always in the class.
///
/// Subgraphs and classes are named by one of the subgraph's vertices.
///
/// # Complexity
/// Time and memory O(V + E).
///
/// # References
/// D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter of
/// permutation groups, and applications*, FOCS 1984; B. de Wilde, A. W. ter Mors and C. Witteveen,
/// *Push and Rotate: a complete multi-agent pathfinding algorithm*, JAIR 51, 2014, section 4.
///
/// # Examples
/// ```
/// use cpf_core::internal::ExchangeClasses;
/// use motion_core::graph::Graph;
/// use motion_core::{Configuration, Control, Stop, Vertex};
///
/// // Two stars, joined by a corridor of three edges: 0 and 5 are their centres.
/// let edges = [(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (5, 6), (5, 7)];
/// let graph = Graph::from_edges(8, edges.map(|(a, b)| (Vertex(a), Vertex(b))))?;
/// let joined = |blanks| {
///     let subgraphs = ExchangeClasses::new(&graph, blanks, &mut Control::unlimited())?;
///     Ok::<_, Stop>(subgraphs.subgraph_of(Vertex(0)) == subgraphs.subgraph_of(Vertex(5)))
/// };
/// assert!(joined(5)? && !joined(4)?);
///
/// // With blanks on 1, 2, 6 and 7, the robot on 3 belongs to the class of the first star.
/// let placement = Configuration::new(8, &[3, 4, 0, 5].map(Vertex))?;
/// let mut control = Control::unlimited();
/// let subgraphs = ExchangeClasses::new(&graph, 4, &mut control)?;
/// let classes = subgraphs.classes(&placement, &mut control)?;
/// assert_eq!(classes[0], subgraphs.subgraph_of(Vertex(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExchangeClasses<'g> {
    graph: &'g Graph,
    tree: SpanningTree,
    blanks: usize,
    /// For each hub, the number of blanks that an exchange of robots takes there, besides those
    /// that robots walk over. `None` for other vertices.
    needs: Vec<Option<u8>>,
    /// The subgraph of every vertex, or [`NO_CLASS`].
    of: Vec<u32>,
    /// See [`ExchangeClasses::exits`].
    exits: Vec<(Vertex, Vertex)>,
}

/// Marks a vertex whose robot is never exchanged for another. Classes are vertex numbers and are
/// always smaller.
pub(super) const NO_CLASS: u32 = u32::MAX;

const fn named(class: u32) -> Option<Vertex> {
    if class == NO_CLASS { None } else { Some(Vertex(class)) }
}

impl<'g> ExchangeClasses<'g> {
    /// Divides a graph by its number of blanks.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    ///
    /// # Panics
    /// If the graph is not connected, or there are fewer than two blanks.
    pub fn new(graph: &'g Graph, blanks: usize, control: &mut Control) -> Result<Self, Stop> {
        assert!(blanks >= 2, "with {blanks} blanks, there are no subgraphs");
        Self::divide(graph, blanks, 1, control)
    }

    /// Divides a graph by its number of blanks where cycles without a blank may turn: the model
    /// [`Standard`](crate::MotionModel::Standard).
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    ///
    /// # Panics
    /// If the graph is not connected, or there is no blank.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::internal::ExchangeClasses;
    /// use motion_core::graph::Graph;
    /// use motion_core::{Control, Vertex};
    ///
    /// // A triangle with a tail of two edges, whose first vertex is 3. One blank is enough to
    /// // exchange the robot next to the triangle for one on it.
    /// let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)].map(|(a, b)| (Vertex(a), Vertex(b)));
    /// let graph = Graph::from_edges(5, edges)?;
    /// let placement = motion_core::Configuration::new(5, &[0, 1, 3, 4].map(Vertex))?;
    /// let control = &mut Control::unlimited();
    /// let subgraphs = ExchangeClasses::with_rotations(&graph, 1, control)?;
    /// let classes = subgraphs.classes(&placement, control)?;
    /// assert!(classes[0].is_some() && classes[0] == classes[2]);
    /// assert_eq!(classes[3], None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_rotations(graph: &'g Graph, blanks: usize, control: &mut Control) -> Result<Self, Stop> {
        assert!(blanks >= 1, "without blanks, there are no subgraphs");
        Self::divide(graph, blanks, 0, control)
    }

    fn divide(
        graph: &'g Graph,
        blanks: usize,
        need_on_cycles: u8,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let tree = SpanningTree::new(graph, control)?;
        assert!(tree.covers(graph), "the graph is not connected");
        let biconnected = graph.biconnected_within(control)?;
        let blocks = || biconnected.blocks().filter(|block| block.len() >= 3);
        let mut needs: Vec<_> =
            graph.vertices().map(|vertex| (graph.degree(vertex) >= 3).then_some(1)).collect();
        for vertex in blocks().flatten() {
            control.advance(1)?;
            needs[vertex.index()] = Some(need_on_cycles);
        }
        // The bridges that lead away from hubs, each with the hub first. A bridge between hubs
        // appears twice.
        let both = biconnected.bridges().iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let exits = both.filter(|(hub, _)| needs[hub.index()].is_some()).collect();
        let of = Vec::with_capacity(graph.vertex_count());
        let mut made = Self { graph, tree, blanks, needs, of, exits };

        let mut subgraphs = Forest::new(graph.vertex_count());
        for block in blocks() {
            subgraphs.join_all(block, control)?;
        }
        for &exit in &made.exits {
            control.advance(1)?;
            let here = made.need(exit.0);
            let suffices = |(edges, vertex): (usize, Vertex)| {
                made.needs[vertex.index()].is_some_and(|there| blanks >= edges + here + usize::from(there))
            };
            if (1..=blanks).zip(made.corridor(exit)).any(suffices) {
                made.corridor(exit).for_each(|vertex| subgraphs.join(vertex.index(), exit.0.index()));
            }
        }
        // A vertex between hubs has been joined to one of them, so it is not a root.
        for vertex in graph.vertices() {
            control.advance(1)?;
            made.of.push(match subgraphs.root(vertex.index()) {
                root if root != vertex.index() || made.needs[root].is_some() => root as u32,
                _ => NO_CLASS,
            });
        }
        let Self { of, exits, .. } = &mut made;
        exits.retain(|(hub, to)| of[hub.index()] != of[to.index()]);
        Ok(made)
    }

    /// The subgraph of a vertex, if it is in one.
    ///
    /// # Panics
    /// If the vertex does not exist.
    pub fn subgraph_of(&self, vertex: Vertex) -> Option<Vertex> {
        named(self.of[vertex.index()])
    }

    /// The bridges that lead out of subgraphs, each with the vertex inside first.
    pub fn exits(&self) -> &[(Vertex, Vertex)] {
        &self.exits
    }

    /// The vertices beyond an exit in their order, up to and including the next hub or a dead end.
    pub fn corridor(&self, (hub, first): (Vertex, Vertex)) -> impl Iterator<Item = Vertex> {
        let steps = core::iter::successors(Some((hub, first)), |&(before, vertex)| {
            let mut on = self.graph.neighbours(vertex).iter().filter(|&&next| next != before);
            let next = on.next().filter(|_| self.needs[vertex.index()].is_none());
            next.map(|&next| (vertex, next))
        });
        steps.map(|(_, vertex)| vertex)
    }

    /// The class of every robot, by robot; `None` for robots that are never exchanged for another.
    /// Moves do not change it.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    ///
    /// # Panics
    /// If the placement has another number of vertices or blanks.
    pub fn classes(
        &self,
        placement: &Configuration,
        control: &mut Control,
    ) -> Result<Vec<Option<Vertex>>, Stop> {
        let (vertices, robots) = (placement.vertex_count(), placement.token_count());
        assert_eq!(vertices, self.graph.vertex_count(), "the placement is one on another graph");
        assert_eq!(vertices - robots, self.blanks, "the subgraphs are those of another number of blanks");
        let classes = self.classes_by_vertex(placement, control)?;
        Ok(placement.places().iter().map(|place| named(classes[place.index()])).collect())
    }

    /// The class of the robot on each vertex. The classes of vacant vertices have no meaning.
    pub(super) fn classes_by_vertex(
        &self,
        placement: &Configuration,
        control: &mut Control,
    ) -> Result<Vec<u32>, Stop> {
        let mut classes = self.of.clone();
        let vacant = self.tree.vacant_before(placement, control)?;
        let beyond = |exit: (Vertex, Vertex)| self.tree.beyond(exit.0, exit.1, &vacant);
        for &exit in &self.exits {
            if beyond(exit) == self.blanks && self.need(exit.0) > 0 {
                classes[exit.0.index()] = NO_CLASS;
            }
        }
        // The robots that can be brought in from outside.
        for &exit in &self.exits {
            control.advance(1)?;
            let subgraph = self.of[exit.0.index()];
            let here = self.blanks - beyond(exit);
            let occupied = self.corridor(exit).filter(|&vertex| !placement.is_vacant(vertex));
            for vertex in occupied.take(here.saturating_sub(self.need(exit.0))) {
                control.advance(1)?;
                let class = &mut classes[vertex.index()];
                assert!(*class == NO_CLASS || *class == subgraph, "no vertex has two classes");
                *class = subgraph;
            }
        }
        Ok(classes)
    }

    fn need(&self, hub: Vertex) -> usize {
        self.needs[hub.index()].expect("invariant: exits lead away from hubs").into()
    }

    /// The tree along which blanks are gathered.
    pub(super) const fn tree(&self) -> &SpanningTree {
        &self.tree
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::*;
    use crate::MotionModel;
    use crate::exhaustive::{Reachability, connected_kinds};

    /// Checks that robots have the same classes in all placements that can be reached from each
    /// other. Returns the number of placements, and the number of robots without a class in them.
    fn compare(graphs: impl IntoIterator<Item = Graph>, model: MotionModel) -> [usize; 2] {
        let turns = model == MotionModel::Standard;
        let control = &mut Control::unlimited();
        let mut count = [0, 0];
        for graph in graphs {
            for robots in 1..=graph.vertex_count() - if turns { 1 } else { 2 } {
                let divide = if turns { ExchangeClasses::with_rotations } else { ExchangeClasses::new };
                let subgraphs = divide(&graph, graph.vertex_count() - robots, control).expect("no limit");
                let reachability = Reachability::in_model(&graph, robots, model).expect("a small graph");
                let mut known = BTreeMap::new();
                for places in reachability.placements() {
                    let placement = Configuration::new(graph.vertex_count(), &places).expect("distinct");
                    let classes = subgraphs.classes(&placement, control).expect("no limit");
                    count[0] += 1;
                    count[1] += classes.iter().filter(|class| class.is_none()).count();
                    let first =
                        known.entry(reachability.component(&places)).or_insert_with(|| classes.clone());
                    assert_eq!(*first, classes, "{places:?} on {graph:?}");
                }
            }
        }
        count
    }

    #[test]
    fn moves_on_a_few_graphs_do_not_change_classes() {
        for model in [MotionModel::Pebble, MotionModel::Standard] {
            let [placements, classless] = compare(connected_kinds(5).into_iter().step_by(3), model);
            assert!(placements > 500 && classless > 200, "{placements} {classless}");
        }
    }

    fn sparse(vertices: u32, edges: usize) -> impl Iterator<Item = Graph> {
        connected_kinds(vertices).into_iter().filter(move |graph| graph.edge_count() <= edges)
    }

    #[test]
    #[ignore = "exhaustive: 0.03 minutes"]
    fn moves_do_not_change_classes() {
        let graphs = connected_kinds(6).into_iter().chain(sparse(7, 8));
        let [placements, classless] = compare(graphs, MotionModel::Pebble);
        assert!(placements > 300_000 && classless > 10_000, "{placements} {classless}");
    }

    #[test]
    #[ignore = "exhaustive: 0.03 minutes"]
    fn neither_moves_nor_rotations_change_classes() {
        let graphs = sparse(6, 8).chain(sparse(7, 7));
        let [placements, classless] = compare(graphs, MotionModel::Standard);
        assert!(placements > 300_000 && classless > 10_000, "{placements} {classless}");
    }

    #[test]
    #[should_panic(expected = "not connected")]
    fn graphs_must_be_connected() {
        let _ =
            ExchangeClasses::new(&Graph::from_edges(2, []).expect("no edges"), 2, &mut Control::unlimited());
    }

    #[test]
    #[should_panic(expected = "with 1 blanks")]
    fn one_blank_divides_nothing() {
        let edge = Graph::from_edges(2, [(Vertex(0), Vertex(1))]).expect("an edge");
        let _ = ExchangeClasses::new(&edge, 1, &mut Control::unlimited());
    }

    #[test]
    #[should_panic(expected = "without blanks")]
    fn rotations_alone_divide_nothing() {
        let edge = Graph::from_edges(2, [(Vertex(0), Vertex(1))]).expect("an edge");
        let _ = ExchangeClasses::with_rotations(&edge, 0, &mut Control::unlimited());
    }
}
