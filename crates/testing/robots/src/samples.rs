//! Sample graphs and instances.

use cpf_core::{Instance, generate};
use motion_core::graph::Graph;
use motion_core::{Grid, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Returns the graph with these edges.
pub fn graph(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let edges = edges.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
    Graph::from_edges(vertices as usize, edges).expect("a simple graph")
}

/// Returns a cycle.
pub fn cycle(vertices: u32) -> Graph {
    graph(vertices, (0..vertices).map(|a| (a, (a + 1) % vertices)))
}

/// Returns a path.
pub fn path(vertices: u32) -> Graph {
    graph(vertices, (1..vertices).map(|b| (b - 1, b)))
}

/// Returns Wilson's exception, θ₀.
pub fn theta_zero() -> Graph {
    graph(7, (0..6).map(|a| (a, (a + 1) % 6)).chain([(0, 6), (6, 3)]))
}

/// Returns an odd cycle with an ear whose parity is that of the way around on both sides, so that
/// no shorter odd cycle arises.
pub fn odd_cycle(cycle: u32, over: u32) -> Graph {
    let ear: Vec<_> = [0].into_iter().chain(cycle..cycle + over - 1).chain([over]).collect();
    let around = (0..cycle).map(|a| (a, (a + 1) % cycle));
    graph(cycle + over - 1, around.chain(ear.windows(2).map(|pair| (pair[0], pair[1]))))
}

/// Returns the graph of an open grid.
pub fn grid(rows: u32, columns: u32) -> Graph {
    Grid::new(rows, columns).expect("a small grid").to_graph().graph
}

/// Returns an instance of robots with these starts and goals.
pub fn instance(graph: &Graph, starts: &[u32], goals: &[u32]) -> Instance {
    let robots: Vec<_> =
        starts.iter().zip(goals).map(|(&start, &goal)| (Vertex(start), Vertex(goal))).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

/// Robots on a star, a path, a full triangle, a cycle, another star and an isolated vertex.
pub struct Scattered {
    /// A feasible instance.
    pub solved: Instance,
    /// An instance in which the robots of the triangle would have to rotate, but there is no blank.
    pub stuck: Instance,
    /// An instance in which robots would have to change components.
    pub elsewhere: Instance,
    /// An instance in which all robots are at their goals.
    pub settled: Instance,
}

/// Returns the instances on six components.
pub fn scattered() -> Scattered {
    let stars = [(0, 1), (0, 2), (0, 3), (14, 15), (14, 16), (14, 17)];
    let rest = [(4, 5), (5, 6), (7, 8), (8, 9), (7, 9), (10, 11), (11, 12), (12, 13), (10, 13)];
    let graph = graph(19, stars.into_iter().chain(rest));
    let starts = [1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 14, 16, 18];
    Scattered {
        solved: instance(&graph, &starts, &[2, 1, 5, 6, 7, 8, 9, 13, 10, 11, 16, 14, 18]),
        stuck: instance(&graph, &starts, &[2, 1, 5, 6, 8, 9, 7, 13, 10, 11, 16, 14, 18]),
        elsewhere: instance(&graph, &starts, &[2, 1, 5, 10, 7, 8, 9, 13, 6, 11, 16, 14, 18]),
        settled: instance(&graph, &starts, &starts),
    }
}

/// Places robots anywhere, with goals anywhere.
pub fn random_instance(graph: &Graph, blanks: usize, rng: &mut Xoshiro256PlusPlus) -> Instance {
    let mut place = || {
        let mut places: Vec<_> = graph.vertices().collect();
        places.shuffle(rng);
        places
    };
    let (starts, goals) = (place(), place());
    let robots: Vec<_> = starts.into_iter().zip(goals).skip(blanks).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

/// Returns an instance with the same start, and a goal that random moves lead to.
pub fn wandering(instance: &Instance, rng: &mut Xoshiro256PlusPlus) -> Instance {
    let mut now = instance.start().clone();
    let graph = instance.graph();
    for _ in 0..2000 {
        let from = Vertex(rng.random_range(0..graph.vertex_count() as u32));
        let around = graph.neighbours(from);
        let to = around[rng.random_range(0..around.len())];
        if let Some(robot) = now.token_at(from) {
            now.relocate(robot, to);
        }
    }
    let robots: Vec<_> =
        instance.start().places().iter().copied().zip(now.places().iter().copied()).collect();
    Instance::new(graph.clone(), &robots).expect("distinct vertices")
}

/// Returns the same graph with shuffled numbers.
pub fn renamed(graph: &Graph, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let mut names: Vec<_> = graph.vertices().collect();
    names.shuffle(rng);
    let edges = graph.edges().map(|(a, b)| (names[a.index()], names[b.index()]));
    Graph::from_edges(names.len(), edges).expect("a simple graph")
}

/// Returns a bi-connected graph of ears with some chords, with shuffled numbers. It has a few
/// vertices, and fewer than this many more.
pub fn ears_with_chords(more: u32, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let cycle = rng.random_range(3..7);
    let (mean_ear, more) = (rng.random_range(1..6), rng.random_range(0..more));
    let made = generate::biconnected(cycle, mean_ear, cycle + more, rng).expect("legal").graph;
    let mut edges: Vec<_> = made.edges().collect();
    for _ in 0..rng.random_range(0..12) {
        let [a, b] = [(); 2].map(|()| Vertex(rng.random_range(0..made.vertex_count() as u32)));
        let chord = (a.min(b), a.max(b));
        if a != b && !edges.contains(&chord) {
            edges.push(chord);
        }
    }
    renamed(&Graph::from_edges(made.vertex_count(), edges).expect("a simple graph"), rng)
}

/// Returns a sparse graph with 7 to 30 vertices, with shuffled numbers: a tree with few hubs, a
/// cycle with tails, or cycles joined by paths.
pub fn corridors(seed: u64) -> Graph {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut made = Corridors { edges: Vec::new(), vertices: 1 };
        let kind = seed % 3;
        if kind > 0 {
            made.cycle(0, rng);
        }
        for _ in 0..rng.random_range(1..=6) {
            let from = rng.random_range(0..made.vertices);
            let end = made.path(from, rng.random_range(1..=5));
            if kind == 2 && rng.random_bool(0.5) {
                made.cycle(end, rng);
            }
        }
        if (7..=30).contains(&made.vertices) {
            return renamed(&graph(made.vertices, made.edges), rng);
        }
    }
}

struct Corridors {
    edges: Vec<(u32, u32)>,
    vertices: u32,
}

impl Corridors {
    /// Adds a path with `length` edges and returns its end.
    fn path(&mut self, from: u32, length: u32) -> u32 {
        let mut last = from;
        for _ in 0..length {
            self.edges.push((last, self.vertices));
            last = self.vertices;
            self.vertices += 1;
        }
        last
    }

    fn cycle(&mut self, through: u32, rng: &mut Xoshiro256PlusPlus) {
        let end = self.path(through, rng.random_range(2..=7));
        self.edges.push((through, end));
    }
}
