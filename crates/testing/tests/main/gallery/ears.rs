//! Pictures of ears, and of robots that are rearranged in them.

use std::time::Duration;

use bibox::internal::Corner;
use bibox::{EarDecomposition, EarInsertion, EarInstance};
use cpf_core::{Instance, Setup, generate};
use motion_core::draw::{Paint, Shape, Timing, TokenStyle, animated, still};
use motion_core::error::DrawError;
use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Grid, Solver, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::Picture;

pub(super) fn pictures() -> Result<[Picture; 4], DrawError> {
    Ok([
        Picture { file: "ears-graph.svg", svg: on_a_graph()? },
        Picture { file: "ears-shells.svg", svg: in_shells()? },
        Picture { file: "ear-stack.svg", svg: stack()? },
        Picture { file: "ears-5x5.svg", svg: solution()? },
    ])
}

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Draws a random bi-connected graph with its default ears.
fn on_a_graph() -> Result<String, DrawError> {
    let made = generate::biconnected(5, 2, 16, &mut generator(42)).expect("legal sizes");
    let instance = Instance::new(made.graph, &[]).expect("no robot is in the way");
    numbered(&EarInstance::new(&instance).expect("a bi-connected graph"))
}

/// Draws a grid whose ears are shells around a corner.
fn in_shells() -> Result<String, DrawError> {
    let grid = Grid::new(6, 6).expect("a legal size");
    let ears = EarDecomposition::shells(&grid, Corner::BottomRight).expect("an open rectangle");
    let instance = Setup::on_grid(grid, Vec::new()).instance().expect("no robot is in the way");
    numbered(&EarInstance::with_ears(&instance, ears).expect("ears of this grid"))
}

/// Draws every vertex with the number of its ear, and 0 for the initial cycle.
fn numbered(problem: &EarInstance) -> Result<String, DrawError> {
    let ears = problem.ears();
    let cycle =
        ears.cycle().iter().map(|&vertex| (vertex, TokenStyle::new(Shape::Disc, Paint::Ink).with_label(0)));
    let inner = ears.ears().zip(problem.hues()).zip(1..).flat_map(|((ear, hue), number)| {
        let inner = ear[1..ear.len() - 1].iter();
        inner.map(move |&vertex| (vertex, TokenStyle::disc(hue).with_label(number)))
    });
    let (places, styles): (Vec<Vertex>, Vec<TokenStyle>) = cycle.chain(inner).unzip();
    let places = Configuration::new(places.len(), &places).expect("every vertex is somewhere once");
    still(&problem.scene().with_tokens(styles), &places)
}

/// Draws a long ear on a square: robots 1 to 6 belong in the ear, 1 the deepest; 7 and 8 belong
/// on the square.
fn stack() -> Result<String, DrawError> {
    let square = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let ear = [(1, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 0)];
    let edges = square.iter().chain(&ear).map(|&(a, b)| (Vertex(a), Vertex(b)));
    let graph = Graph::from_edges(10, edges).expect("a simple graph");
    let robots = [(9, 4), (1, 5), (2, 6), (4, 7), (7, 8), (6, 9), (8, 2), (3, 3)];
    let robots = robots.map(|(start, goal)| (Vertex(start), Vertex(goal)));
    let instance = Instance::new(graph, &robots).expect("distinct vertices");
    solved(&instance, &EarInsertion::fast())
}

/// Draws a whole solution on a grid.
fn solution() -> Result<String, DrawError> {
    let instance = generate::permutation_on_grid(5, 5, 1, &mut generator(1)).expect("a legal size");
    solved(&instance, &EarInsertion::default())
}

fn solved(instance: &Instance, solver: &EarInsertion) -> Result<String, DrawError> {
    let problem = EarInstance::new(instance).expect("a bi-connected graph");
    let plan = solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
    assert!(instance.verify(&plan).is_ok(), "a solution");
    let timing = Timing::default().with_step(Duration::from_millis(250));
    animated(&problem.scene(), instance.start(), &plan, &timing)
}
