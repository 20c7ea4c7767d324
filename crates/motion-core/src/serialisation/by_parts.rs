//! Graphs, grids and configurations in serde: stored as their parts, which reading checks.
//!
//! Memory for all vertices or cells is allocated as soon as their number has been read.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::configuration::Configuration;
use crate::direction::Direction;
use crate::graph::{Graph, Vertex};
use crate::grid::{Cell, Grid};
use crate::text::Counted;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Graph")]
struct StoredGraph {
    vertices: usize,
    edges: Vec<(Vertex, Vertex)>,
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredGraph { vertices: self.vertex_count(), edges: self.edges().collect() };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Graph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredGraph { vertices, edges } = StoredGraph::deserialize(deserializer)?;
        Self::from_edges(vertices, edges).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Configuration")]
struct StoredConfiguration {
    vertices: usize,
    places: Vec<Vertex>,
}

impl Serialize for Configuration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredConfiguration { vertices: self.vertex_count(), places: self.places().to_vec() };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Configuration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredConfiguration { vertices, places } = StoredConfiguration::deserialize(deserializer)?;
        Self::new(vertices, &places).map_err(D::Error::custom)
    }
}

/// The stored form of a grid. Walls are listed to the right of cells and below them, without the
/// rim.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Grid")]
struct StoredGrid {
    rows: u32,
    columns: u32,
    #[serde(default)]
    closed: Vec<Cell>,
    #[serde(default)]
    walls: Vec<(Cell, Direction)>,
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_rim = |cell, side| match side {
            Direction::Right => self.column(cell) + 1 == self.columns(),
            _ => self.row(cell) + 1 == self.rows(),
        };
        let sides = self.cells().flat_map(|cell| [(cell, Direction::Right), (cell, Direction::Down)]);
        let stored = StoredGrid {
            rows: self.rows(),
            columns: self.columns(),
            closed: self.cells().filter(|&cell| self.is_closed(cell)).collect(),
            walls: sides.filter(|&(cell, side)| self.has_wall(cell, side) && !is_rim(cell, side)).collect(),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredGrid { rows, columns, closed, walls } = StoredGrid::deserialize(deserializer)?;
        let mut grid = Self::new(rows, columns).map_err(D::Error::custom)?;
        let mut cells = closed.iter().chain(walls.iter().map(|(cell, _)| cell));
        if let Some(Cell(cell)) = cells.find(|cell| cell.index() >= grid.cell_count()) {
            let [rows, columns] = [Counted(rows, "row"), Counted(columns, "column")];
            let error = format_args!("there is no cell {cell} in a grid of {rows} and {columns}");
            return Err(D::Error::custom(error));
        }
        for cell in closed {
            grid.close(cell);
        }
        for (cell, side) in walls {
            grid.build_wall(cell, side);
        }
        Ok(grid)
    }
}
