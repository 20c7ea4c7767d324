//! Random fleets.

use cpf::formats::MAX_VERTICES;
use mapf::fleet::Task;
use motion_core::internal::Counted;
use motion_core::{Cell, Grid, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::arguments::Arguments;
use super::problem::{FleetProblem, Tasks};
use crate::CliError;
use crate::options::Size;

/// Random tasks without end.
#[derive(Clone)]
pub(super) struct RandomTasks {
    /// The number of places of a task.
    places: u32,
    vertices: u32,
    rng: Xoshiro256PlusPlus,
}

impl Iterator for RandomTasks {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        let place = |_| Vertex(self.rng.random_range(0..self.vertices));
        Some(Task { places: (0..self.places).map(place).collect() })
    }
}

/// Generates a grid with closed cells, and puts robots on its largest connected part.
pub(super) fn fleet(size: Size, robots: u32, arguments: &Arguments) -> Result<FleetProblem, CliError> {
    let Size { rows, columns } = size;
    let cells = u64::from(rows) * u64::from(columns);
    if cells > u64::from(MAX_VERTICES) {
        return Err(CliError::instance(format!(
            "{cells} cells are too many: at most {MAX_VERTICES} are allowed"
        )));
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut grid = Grid::new(rows, columns).map_err(CliError::instance)?;
    let mut cells: Vec<Cell> = grid.cells().collect();
    let closed = cells.len() * arguments.closed.unwrap_or(10) as usize / 100;
    for &mut cell in cells.partial_shuffle(&mut rng, closed).0 {
        grid.close(cell);
    }
    close_all_but_largest(&mut grid);
    let open = grid.to_graph();
    let mut starts: Vec<Vertex> = open.graph.vertices().collect();
    let (count, vertices) = (robots as usize, starts.len());
    if count > vertices {
        let (robots, cells) = (Counted(count, "robot"), Counted(vertices, "cell"));
        return Err(CliError::instance(format!(
            "there is no room for {robots}: the largest connected part of the grid has {cells}"
        )));
    }
    let starts = starts.partial_shuffle(&mut rng, count).0.to_vec();
    let name = format!("grid {rows}x{columns}, {closed} closed, seed {}", arguments.seed);
    let places = arguments.places.unwrap_or(1);
    let tasks = Tasks::Random(RandomTasks { places, vertices: vertices as u32, rng });
    Ok(FleetProblem { name, grid, open, starts, tasks, reveal: None })
}

/// Closes all cells outside the largest connected part, the first one of several.
fn close_all_but_largest(grid: &mut Grid) {
    let open = grid.to_graph();
    let components = open.graph.components();
    let largest = (0..components.count()).rev().max_by_key(|&component| components.sizes()[component]);
    for vertex in open.graph.vertices() {
        if Some(components.component_of(vertex)) != largest {
            grid.close(open.cells[vertex.index()]);
        }
    }
}
