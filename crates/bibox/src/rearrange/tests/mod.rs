//! Every plan is replayed. On small graphs every verdict and the optimum are compared with
//! breadth-first search over all arrangements.

mod exhaustive;
mod limits;
mod random;

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Plan, Vertex};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::tests::samples;
use crate::tests::samples::{cycle, graph};

/// Makes vertices 0 and 1, joined by three paths with these numbers of inner vertices.
fn theta(inner: [u32; 3]) -> Graph {
    let mut vertices = 2;
    let mut edges = Vec::new();
    for length in inner {
        let mut last = 0;
        for vertex in vertices..vertices + length {
            edges.push((last, vertex));
            last = vertex;
        }
        edges.push((last, 1));
        vertices += length;
    }
    graph(vertices, edges)
}

/// Returns all such graphs with this many vertices.
fn thetas(vertices: u32) -> impl Iterator<Item = [u32; 3]> {
    let inner = vertices - 2;
    let pairs = (0..=inner / 3).flat_map(move |a| (a.max(1)..=(inner - a) / 2).map(move |b| (a, b)));
    pairs.map(move |(a, b)| [a, b, inner - a - b])
}

fn grid(rows: u32, columns: u32) -> Graph {
    samples::grid(rows, columns).to_graph().graph
}

fn configuration(graph: &Graph, places: &[Vertex]) -> Configuration {
    Configuration::new(graph.vertex_count(), places).expect("distinct places")
}

/// Places robots randomly on all vertices except for this many blanks.
fn random_configuration(graph: &Graph, blanks: usize, rng: &mut impl Rng) -> Configuration {
    let mut places: Vec<_> = graph.vertices().collect();
    places.shuffle(rng);
    configuration(graph, &places[blanks..])
}

/// Exchanges two random robots.
fn with_two_exchanged(of: &Configuration, rng: &mut impl Rng) -> Configuration {
    let mut places = of.places().to_vec();
    let first = rng.random_range(0..places.len());
    let second = (first + rng.random_range(1..places.len())) % places.len();
    places.swap(first, second);
    Configuration::new(of.vertex_count(), &places).expect("distinct places")
}

/// Returns the number of moves of a plan, after checking that it leads from the start to the goal.
fn checked(graph: &Graph, start: &Configuration, goal: &Configuration, plan: &Plan) -> u32 {
    let mut now = start.clone();
    let moves = graph.replay(&mut now, plan).expect("legal moves");
    assert_eq!(now, *goal);
    moves as u32
}
