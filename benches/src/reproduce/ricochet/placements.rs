//! The edges of the other robots, and the numbers of their placements by moves.

use std::ops::ControlFlow;

use motion_core::search::{Space, explore};
use motion_core::{Cell, Control, Direction};
use ricochet::internal::MoveGraph;

use super::game::{Game, OTHERS};
use crate::reproduce::findings::{Axis, Curve, Plot, Rows, Table};

/// The placements of the other robots that need the same number of moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Layer {
    pub(super) placements: u64,
    /// The number of edges of the other robots, summed over all placements.
    pub(super) edges: u64,
    /// The number of robots that have left the cells where the other robots began.
    pub(super) moved: u64,
    /// The number of edges of these robots.
    pub(super) edges_of_moved: u64,
}

impl Layer {
    /// The number of robots on cells where the other robots began.
    const fn unmoved(&self) -> u64 {
        OTHERS as u64 * self.placements - self.moved
    }

    const fn edges_of_unmoved(&self) -> u64 {
        self.edges - self.edges_of_moved
    }
}

/// The moves of the other robots; a state is their cells, ascending.
struct OtherRobots(MoveGraph);

impl OtherRobots {
    /// Returns the graph without the other robots.
    fn new(game: &Game) -> Self {
        let mut graph = MoveGraph::new(game.grid.clone());
        graph.place_robot(game.goal_robot);
        Self(graph)
    }
}

/// Visits every edge of the robots on these cells, with the robot's number and the cell where it
/// ends.
fn edges(graph: &mut MoveGraph, cells: &[Cell; OTHERS], mut visit: impl FnMut(usize, Cell)) {
    for &cell in cells {
        graph.place_robot(cell);
    }
    for (robot, &cell) in cells.iter().enumerate() {
        for direction in Direction::ALL {
            if let Some(end) = graph.edge(cell, direction) {
                visit(robot, end);
            }
        }
    }
    for &cell in cells {
        graph.remove_robot(cell);
    }
}

impl Space for OtherRobots {
    type State = [Cell; OTHERS];
    type Action = ();
    type Scratch = MoveGraph;

    fn scratch(&self) -> MoveGraph {
        self.0.clone()
    }

    fn successors(
        &self,
        graph: &mut MoveGraph,
        cells: &[Cell; OTHERS],
        visit: &mut impl FnMut((), [Cell; OTHERS], u32),
    ) {
        edges(graph, cells, |robot, end| {
            let mut next = *cells;
            next[robot] = end;
            next.sort_unstable();
            visit((), next, 1);
        });
    }
}

/// Returns the placements after up to this many moves.
pub(super) fn layers(game: &Game, depths: usize) -> Vec<Layer> {
    let space = OtherRobots::new(game);
    let mut graph = space.scratch();
    let mut layers = vec![Layer::default(); depths + 1];
    let mut start = game.others;
    start.sort_unstable();
    let explored = explore(&space, [start], &mut Control::unlimited(), |cells, depth| {
        let Some(layer) = layers.get_mut(depth as usize) else { return ControlFlow::Break(()) };
        let has_moved = cells.map(|cell| !start.contains(&cell));
        layer.placements += 1;
        layer.moved += has_moved.into_iter().map(u64::from).sum::<u64>();
        edges(&mut graph, cells, |robot, _| {
            layer.edges += 1;
            layer.edges_of_moved += u64::from(has_moved[robot]);
        });
        ControlFlow::Continue(())
    });
    explored.expect("invariant: nothing limits the search");
    layers
}

/// Sums a figure over all games, for each number of moves.
fn sums(games: &[Vec<Layer>], figure: impl Fn(&Layer) -> u64) -> Vec<u64> {
    let depths = games.first().map_or(0, Vec::len);
    (0..depths).map(|depth| games.iter().map(|layers| figure(&layers[depth])).sum()).collect()
}

/// Returns for each number of moves the exponent x such that the mean number of placements so far
/// is the number of moves to the power of x.
fn exponents(games: &[Vec<Layer>]) -> Vec<(u32, f64)> {
    let placements = sums(games, |layer| layer.placements);
    let exponent = |moves: u32| {
        let all: u64 = placements[..=moves as usize].iter().sum();
        ((all as f64 / games.len() as f64).ln()) / f64::from(moves).ln()
    };
    (2..placements.len() as u32).map(|moves| (moves, exponent(moves))).collect()
}

pub(super) fn placements(games: &[Vec<Layer>]) -> Table {
    let counts = sums(games, |layer| layer.placements);
    let edges_of = |edges: fn(&Layer) -> u64, robots: fn(&Layer) -> u64| {
        let (edges, robots) = (sums(games, edges), sums(games, robots));
        move |&moves: &usize| (robots[moves] > 0).then(|| edges[moves] as f64 / robots[moves] as f64)
    };
    let exponents = exponents(games);
    let of_games = |count: u64| count as f64 / games.len() as f64;
    Rows::of(0..counts.len())
        .column("moves k", |&moves| moves)
        .number("placements, mean", 1, |&moves| of_games(counts[moves]))
        .number("of those of k − 1", 2, |&moves| {
            Some(counts[moves] as f64 / counts[moves.checked_sub(1)?] as f64)
        })
        .column("9 to the power of k", |&moves| 9_u64.pow(moves as u32))
        .number("edges of a robot", 2, edges_of(|it| it.edges, |it| OTHERS as u64 * it.placements))
        .number("of a moved one", 2, edges_of(|it| it.edges_of_moved, |it| it.moved))
        .number("of an unmoved one", 2, edges_of(Layer::edges_of_unmoved, Layer::unmoved))
        .number("placements so far, mean", 1, |&moves| of_games(counts[..=moves].iter().sum()))
        .number("x", 2, |&moves| exponents.iter().find(|it| it.0 as usize == moves).map(|it| it.1))
        .shown("placements", "Placements of the other robots")
}

pub(super) fn placements_plot(games: &[Vec<Layer>]) -> Plot {
    let counts = sums(games, |layer| layer.placements);
    let ours =
        (0_u32..).zip(counts).map(|(moves, count)| (f64::from(moves), count as f64 / games.len() as f64));
    let depths = games.first().map_or(0, Vec::len) as u32;
    let nine = (0..depths).map(|moves| (f64::from(moves), 9_f64.powf(f64::from(moves))));
    let axes = [Axis::linear("moves"), Axis::logarithmic("placements, mean")];
    let curves = [Curve::ours("new placements", ours), Curve::of_paper("9 to the power of k", nine)];
    Plot::new("placements", "Placements of the other robots by moves", axes, curves)
}
