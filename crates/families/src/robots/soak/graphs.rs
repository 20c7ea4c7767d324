//! Random graphs, with edges or arcs, and robots on them.

use cpf::cpf_core::directed::{DirectedGraph, DirectedInstance};
use cpf::cpf_core::generate;
use cpf::formats::GraphText;
use cpf::motion_core::graph::Graph;
use cpf::motion_core::internal::Arcs;
use cpf::{Instance, Vertex};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::soak::Scale;

/// A graph with edges or arcs.
pub(super) enum AnyGraph {
    Edges(Graph),
    Arcs(DirectedGraph),
}

impl AnyGraph {
    /// The graph with an edge wherever there is at least one arc.
    pub(super) const fn underlying(&self) -> &Graph {
        match self {
            Self::Edges(graph) => graph,
            Self::Arcs(graph) => graph.underlying(),
        }
    }

    /// The arcs, two for each edge.
    pub(super) const fn arcs(&self) -> &Arcs {
        match self {
            Self::Edges(graph) => graph.arcs(),
            Self::Arcs(graph) => graph.as_arcs(),
        }
    }

    /// Places robots, each with its start and goal.
    pub(super) fn with_robots(&self, ways: &[(Vertex, Vertex)]) -> GraphText {
        match self {
            Self::Edges(graph) => {
                let instance = Instance::new(graph.clone(), ways);
                GraphText::Edges(instance.expect("invariant: distinct vertices"))
            }
            Self::Arcs(graph) => {
                let instance = DirectedInstance::new(graph.clone(), ways);
                GraphText::Arcs(instance.expect("invariant: distinct vertices, and arcs on cycles"))
            }
        }
    }
}

/// Draws a graph, two thirds of them with arcs. Most have at most eight vertices.
pub(super) fn any_graph(scale: Scale, rng: &mut impl Rng) -> AnyGraph {
    let most = match (scale, rng.random_range(0..10)) {
        (Scale::Small, 0..8) => 8,
        (Scale::Small, _) => 30,
        (Scale::Large, _) => 300,
    };
    let graph = graph(most, rng);
    if rng.random_range(0..3) == 0 { AnyGraph::Edges(graph) } else { AnyGraph::Arcs(along(&graph, rng)) }
}

/// Chooses directions of some edges. An arc that would lie on no directed cycle leads both ways.
fn along(graph: &Graph, rng: &mut impl Rng) -> DirectedGraph {
    let share = rng.random_range(0.3..1.0);
    let mut arcs = Vec::new();
    for (a, b) in graph.edges() {
        match (rng.random_bool(share), rng.random_bool(0.5)) {
            (true, true) => arcs.push((a, b)),
            (true, false) => arcs.push((b, a)),
            (false, _) => arcs.extend([(a, b), (b, a)]),
        }
    }
    loop {
        let directed = DirectedGraph::from_arcs(graph.vertex_count(), arcs.iter().copied())
            .expect("invariant: the graph has no loops");
        match directed.one_way() {
            None => return directed,
            Some((from, to)) => arcs.push((to, from)),
        }
    }
}

/// Chooses the number of robots. Mostly one or a few blanks are left, because those instances are
/// hard.
pub(super) fn robot_count(vertices: usize, rng: &mut impl Rng) -> usize {
    match rng.random_range(0..10) {
        0..3 => vertices - 1,
        3..6 => vertices - rng.random_range(1..=vertices.min(4)),
        6..9 => rng.random_range(1..=vertices),
        _ => vertices,
    }
}

pub(super) fn graph(most: u32, rng: &mut impl Rng) -> Graph {
    let vertices = rng.random_range(2..=most);
    let connected = |vertices: u32, rng: &mut _| {
        let pairs = u64::from(vertices) * u64::from(vertices - 1) / 2 - u64::from(vertices - 1);
        let extra = Rng::next_u64(rng) % (u64::from(vertices).min(pairs) + 1);
        generate::connected(vertices, extra as usize, rng).expect("invariant: fewer edges than pairs")
    };
    match rng.random_range(0..7) {
        0 => generate::connected(vertices, 0, rng).expect("invariant: a tree"),
        1 => joined(vertices, (1..vertices).map(|vertex| (vertex - 1, vertex))),
        2 if vertices > 2 => joined(vertices, (0..vertices).map(|vertex| (vertex, (vertex + 1) % vertices))),
        3 | 4 => {
            let (cycle, ear) = (rng.random_range(3..=vertices.clamp(3, 9)), rng.random_range(1..=5));
            generate::biconnected(cycle, ear, vertices.max(cycle), rng).expect("invariant: legal ears").graph
        }
        5 => {
            let one = connected(vertices, rng);
            let other = connected(rng.random_range(1..=vertices), rng);
            let beside = other.edges().map(|(a, b)| (a.0 + vertices, b.0 + vertices));
            let all = one.edges().map(|(a, b)| (a.0, b.0)).chain(beside);
            joined(vertices + other.vertex_count() as u32, all)
        }
        _ => connected(vertices, rng),
    }
}

fn joined(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let edges = edges.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
    Graph::from_edges(vertices as usize, edges).expect("invariant: vertices of the graph")
}

/// Draws starts and goals of robots; mostly the goals are in the robots' components.
pub(super) fn ways(graph: &Graph, robots: usize, rng: &mut impl Rng) -> Vec<(Vertex, Vertex)> {
    let starts = shuffled(graph, rng).into_iter().take(robots);
    let mut free = shuffled(graph, rng);
    if rng.random_bool(0.2) {
        return starts.zip(free).collect();
    }
    let components = graph.components();
    let way = |start| {
        let goal = free.iter().position(|&goal| components.same(goal, start));
        (start, free.swap_remove(goal.expect("invariant: a component has as many goals as starts")))
    };
    starts.map(way).collect()
}

pub(super) fn shuffled(graph: &Graph, rng: &mut impl Rng) -> Vec<Vertex> {
    let mut vertices: Vec<_> = graph.vertices().collect();
    vertices.shuffle(rng);
    vertices
}
