//! Places for the vertices of a graph without coordinates: springs along the edges, repulsion
//! between all vertices.
//!
//! # References
//! T. Fruchterman and E. Reingold, *Graph drawing by force-directed placement*, Software: Practice
//! and Experience 21, 1991, pages 1129–1164. Instead of their frame, a weak pull to the centre
//! keeps components together.

use alloc::vec::Vec;
use core::f64::consts::PI;

use motion_core::draw::Point;
use motion_core::graph::Graph;

/// The largest number of vertices for the springs, whose time is quadratic. Larger graphs stay on a
/// circle.
const SPRING_LIMIT: usize = 300;

const ITERATIONS: u32 = 500;

/// The pull to the centre, divided by the distance.
const GRAVITY: f64 = 0.05;

/// The distance of neighbours on the circle.
const CIRCLE_GAP: f64 = 1.2;

/// The bounds of the mean length of an edge. Within them, it is the shortest that keeps all discs
/// apart, if possible.
const SHORTEST_EDGE: f64 = 1.6;
const LONGEST_EDGE: f64 = 2.6;

#[derive(Clone, Copy, Debug, Default)]
struct Vector {
    x: f64,
    y: f64,
}

impl Vector {
    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    fn add(&mut self, other: Self, factor: f64) {
        self.x += other.x * factor;
        self.y += other.y * factor;
    }

    fn square(self) -> f64 {
        self.x * self.x + self.y * self.y
    }

    fn length(self) -> f64 {
        square_root(self.square())
    }
}

/// Returns a point for each vertex, with positive coordinates; one unit is the size of a robot.
///
/// # Guarantees
/// The layout of a graph is the same on every platform, because it is computed only with the four
/// basic operations of IEEE 754.
///
/// # Complexity
/// Time O(V² + E) for each of a fixed number of iterations, for at most 300 vertices; linear for
/// more.
pub(crate) fn layout(graph: &Graph) -> Vec<Point> {
    let count = graph.vertex_count();
    let mut places;
    if count <= SPRING_LIMIT {
        places = circle(count, square_root(count as f64));
        relax(graph, &mut places);
        let scale = scale(graph, &places);
        for place in &mut places {
            *place = Vector { x: place.x * scale, y: place.y * scale };
        }
    } else {
        places = circle(count, count as f64 * CIRCLE_GAP / (2.0 * PI));
    }
    let least = places.iter().fold(Vector { x: f64::INFINITY, y: f64::INFINITY }, |least, place| Vector {
        x: least.x.min(place.x),
        y: least.y.min(place.y),
    });
    let point =
        |place: &Vector| Point::new((place.x - least.x + 1.0) as f32, (place.y - least.y + 1.0) as f32);
    places.iter().map(point).collect()
}

/// Places points on a circle, clockwise from the left.
fn circle(count: usize, radius: f64) -> Vec<Vector> {
    let angle = |index: usize| 2.0 * PI * index as f64 / count as f64 - PI;
    let place = |angle: f64| Vector { x: radius * sine(PI / 2.0 - angle.abs()), y: radius * sine(angle) };
    (0..count).map(angle).map(place).collect()
}

/// Runs the algorithm of Fruchterman and Reingold with an ideal distance of 1.
fn relax(graph: &Graph, places: &mut [Vector]) {
    let hottest = square_root(places.len() as f64) / 4.0;
    let mut forces = alloc::vec![Vector::default(); places.len()];
    for iteration in 0..ITERATIONS {
        for (force, place) in forces.iter_mut().zip(&*places) {
            *force = Vector { x: -GRAVITY * place.x, y: -GRAVITY * place.y };
        }
        for second in 1..places.len() {
            for first in 0..second {
                let apart = places[second].minus(places[first]);
                let push = 1.0 / apart.square().max(1e-6);
                forces[second].add(apart, push);
                forces[first].add(apart, -push);
            }
        }
        for (first, second) in graph.edges() {
            let apart = places[second.index()].minus(places[first.index()]);
            let pull = apart.length();
            forces[second.index()].add(apart, -pull);
            forces[first.index()].add(apart, pull);
        }
        let heat = hottest * f64::from(ITERATIONS - iteration) / f64::from(ITERATIONS);
        for (place, force) in places.iter_mut().zip(&forces) {
            place.add(*force, (heat / force.length().max(1e-9)).min(1.0));
        }
    }
}

/// Returns the factor by which the layout must grow to keep its closest vertices apart, within the
/// bounds of the mean edge.
fn scale(graph: &Graph, places: &[Vector]) -> f64 {
    let pairs = (1..places.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let squares = pairs.map(|(first, second)| places[second].minus(places[first]).square());
    let closest = square_root(squares.fold(f64::INFINITY, f64::min));
    let edges = graph.edges().map(|(a, b)| places[b.index()].minus(places[a.index()]).length());
    let mean = if graph.edge_count() == 0 { closest } else { edges.sum::<f64>() / graph.edge_count() as f64 };
    (1.0 / closest).clamp(SHORTEST_EDGE / mean, LONGEST_EDGE / mean)
}

/// Newton's method; exact to the last digits for any possible square of a distance.
fn square_root(square: f64) -> f64 {
    if square <= 0.0 || square == f64::INFINITY {
        return square;
    }
    // Halving the exponent is correct within a factor of 1.07.
    let mut root = f64::from_bits((square.to_bits() >> 1) + (1023 << 51));
    for _ in 0..4 {
        root = 0.5 * (root + square / root);
    }
    root
}

/// Taylor series, for angles of at most half a turn.
fn sine(angle: f64) -> f64 {
    let mut term = angle;
    let mut sum = angle;
    for index in 1..14 {
        let next = f64::from(2 * index);
        term *= -angle * angle / (next * (next + 1.0));
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::{Grid, Vertex};

    fn cycle(vertices: u32) -> Graph {
        let edges = (0..vertices).map(|vertex| (Vertex(vertex), Vertex((vertex + 1) % vertices)));
        Graph::from_edges(vertices as usize, edges).expect("a cycle")
    }

    fn distance(places: &[Point], a: usize, b: usize) -> f64 {
        let (a, b) = (places[a], places[b]);
        Vector { x: f64::from(a.x - b.x), y: f64::from(a.y - b.y) }.length()
    }

    #[cfg(feature = "std")]
    #[test]
    fn the_own_functions_agree_with_the_standard_ones() {
        for step in -100..=100 {
            let angle = PI * f64::from(step) / 100.0;
            assert!((sine(angle) - angle.sin()).abs() < 1e-10);
        }
        for square in [1e-12, 0.3, 1.0, 2.0, 4.0, 12_345.678, 1e12] {
            assert!((square_root(square) / square.sqrt() - 1.0).abs() < 1e-14);
        }
        assert_eq!((square_root(0.0), square_root(f64::INFINITY)), (0.0, f64::INFINITY));
    }

    #[test]
    fn cycles_are_round_small_or_large() {
        for vertices in [5, 40, 301, 1000] {
            let places = layout(&cycle(vertices));
            let sides: Vec<_> =
                (0..places.len()).map(|v| distance(&places, v, (v + 1) % places.len())).collect();
            let (least, most) = sides.iter().fold((f64::MAX, 0.0f64), |(l, m), &d| (l.min(d), m.max(d)));
            assert!(least > 1.0 && most < 1.3 * least, "{vertices}: {least} {most}");
        }
    }

    #[test]
    fn neighbours_are_near_and_nobody_is_covered() {
        let graph = Grid::new(6, 7).expect("a grid").to_graph().graph;
        let places = layout(&graph);
        let mean = |pairs: &mut dyn Iterator<Item = (Vertex, Vertex)>| {
            let distances: Vec<_> = pairs.map(|(a, b)| distance(&places, a.index(), b.index())).collect();
            distances.iter().sum::<f64>() / distances.len() as f64
        };
        let all = graph.vertices().flat_map(|b| (0..b.0).map(move |a| (Vertex(a), b)));
        assert!(mean(&mut graph.edges()) * 2.0 < mean(&mut all.clone()));
        assert!(all.clone().all(|(a, b)| distance(&places, a.index(), b.index()) > 0.9));
        assert!(places.iter().all(|place| place.x >= 1.0 && place.y >= 1.0));
    }

    #[test]
    fn odd_graphs_have_a_layout() {
        let edgeless = |count| Graph::from_edges(count, []).expect("no edge");
        assert!(layout(&edgeless(0)).is_empty());
        assert_eq!(layout(&edgeless(1)).len(), 1);
        let places = layout(&edgeless(9));
        assert!((1..9).all(|vertex| (0.9..9.0).contains(&distance(&places, 0, vertex))), "{places:?}");
        assert_eq!(layout(&cycle(30)), layout(&cycle(30)));
    }
}
