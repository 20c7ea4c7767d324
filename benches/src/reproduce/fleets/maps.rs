//! Maps on which fleets are measured.

use std::collections::{BTreeMap, HashMap};

use cpf::cpf_core::directed::DirectedGraph;
use motion_core::graph::Graph;
use motion_core::{Cell, Grid, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// A map with the vertices where robots start and where their goals are.
pub(super) struct FleetMap {
    pub(super) graph: AnyGraph,
    /// The row and column of each vertex.
    pub(super) cells: Vec<(u32, u32)>,
    pub(super) starts: Vec<Vertex>,
    pub(super) goals: Goals,
}

pub(super) enum AnyGraph {
    Undirected(Graph),
    Directed(DirectedGraph),
}

/// Where goals are.
pub(super) enum Goals {
    /// Each goal is one of these vertices, but not the one before.
    Anywhere(Vec<Vertex>),
    /// Goals are by turns one of the first and one of a group of the second.
    ByTurns { stations: Vec<Vertex>, groups: Vec<Vec<Vertex>> },
}

impl FleetMap {
    pub(super) fn vertex_count(&self) -> usize {
        self.cells.len()
    }

    /// The number of rows and columns between two vertices.
    pub(super) fn apart(&self, a: Vertex, b: Vertex) -> u32 {
        let (a, b) = (self.cells[a.index()], self.cells[b.index()]);
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
    }

    /// Makes the map of a grid's open cells.
    fn on_grid(grid: &Grid, is_start: impl Fn(Cell) -> bool, is_goal: impl Fn(Cell) -> bool) -> Self {
        let made = grid.to_graph();
        let some = |wanted: &dyn Fn(Cell) -> bool| {
            (0..)
                .map(Vertex)
                .zip(&made.cells)
                .filter(|&(_, &cell)| wanted(cell))
                .map(|(vertex, _)| vertex)
                .collect()
        };
        Self {
            starts: some(&is_start),
            goals: Goals::Anywhere(some(&is_goal)),
            cells: made.cells.iter().map(|&cell| (grid.row(cell), grid.column(cell))).collect(),
            graph: AnyGraph::Undirected(made.graph),
        }
    }
}

/// The fulfilment map: robots start at stations, goals are the cells beside shelves.
pub(super) fn fulfilment(runner: &Runner) -> Result<FleetMap, Obstacle> {
    let text = runner.data("fleets/fulfilment-33x46.grid")?;
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let mut grid = Grid::new(33, 46).expect("invariant: a grid");
    let kind = |row: u32, column: u32| rows[row as usize][column as usize];
    for cell in grid.cells().collect::<Vec<_>>() {
        if kind(grid.row(cell), grid.column(cell)) == b'@' {
            grid.close(cell);
        }
    }
    let is = |wanted| move |cell: Cell| kind(cell.0 / 46, cell.0 % 46) == wanted;
    Ok(FleetMap::on_grid(&grid, is(b'r'), is(b'e')))
}

/// The sorting map, whose arcs lead one way: robots start anywhere, goals are by turns a station
/// and a cell beside one of the holes.
pub(super) fn sorting(runner: &Runner) -> Result<FleetMap, Obstacle> {
    let text = runner.data("fleets/sorting-37x77.csv")?;
    let lines: Vec<Vec<&str>> = text.lines().skip(3).map(|line| line.split(',').collect()).collect();
    let place = |line: &[&str]| [3, 4].map(|column| line[column].parse::<u32>().expect("a number"));
    let open: Vec<_> = lines.iter().filter(|line| line[1] != "Obstacle").collect();
    let vertices: HashMap<_, _> =
        (0..).map(Vertex).zip(&open).map(|(vertex, line)| (place(line), vertex)).collect();
    let (mut arcs, mut stations) = (Vec::new(), Vec::new());
    let mut groups = BTreeMap::<&str, Vec<Vertex>>::new();
    for line in &open {
        let [x, y] = place(line);
        let here = vertices[&[x, y]];
        let beside = [[x, y + 1], [x.wrapping_sub(1), y], [x, y.wrapping_sub(1)], [x + 1, y]];
        let led = beside.iter().zip(&line[5..]).filter(|&(_, &cost)| cost != "inf");
        arcs.extend(led.filter_map(|(to, _)| Some((here, *vertices.get(to)?))));
        match line[1] {
            "Induct" => stations.push(here),
            "Eject" => groups.entry(line[2]).or_default().push(here),
            _ => {}
        }
    }
    let graph = DirectedGraph::from_arcs(open.len(), arcs).expect("invariant: a graph");
    Ok(FleetMap {
        graph: AnyGraph::Directed(graph),
        cells: open.iter().map(|line| place(line).into()).collect(),
        starts: (0..open.len() as u32).map(Vertex).collect(),
        goals: Goals::ByTurns { stations, groups: groups.into_values().collect() },
    })
}

/// A square with this many closed cells in a hundred at random, without the cells cut off.
pub(super) fn random_square(side: u32, closed: u32) -> FleetMap {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut grid = Grid::new(side, side).expect("invariant: a grid");
    for cell in grid.cells().collect::<Vec<_>>() {
        if rng.random_range(0..100) < closed {
            grid.close(cell);
        }
    }
    let made = grid.to_graph();
    let components = made.graph.components();
    let largest = (0..).zip(components.sizes()).max_by_key(|&(_, size)| size);
    let (largest, _) = largest.expect("invariant: an open cell");
    for (vertex, &cell) in (0..).map(Vertex).zip(&made.cells) {
        if components.component_of(vertex) != largest {
            grid.close(cell);
        }
    }
    FleetMap::on_grid(&grid, |_| true, |_| true)
}
