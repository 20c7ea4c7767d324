//! The distances of robots to their goals, for the weighted route.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Grid, Stop, Token, Vertex};

/// The largest number of vertices for which distances are kept in a table: two bytes for each robot
/// and vertex, at most 128 MiB.
const TABLE_LIMIT: usize = 8192;

/// The distance of every robot to its goal; in closed form on open rectangles.
///
/// Serves the weights of [`BlankRoute::Weighted`](super::BlankRoute::Weighted), which may be
/// inexact. On grids of more than 8,192 vertices with closed cells or walls, the distance is that
/// on the open rectangle; on other graphs of that size it is unknown.
///
/// # Complexity
/// On open rectangles eight bytes for each vertex and each robot; otherwise a breadth-first search
/// for each robot, and two bytes for each robot and vertex.
#[derive(Clone, Debug, Default)]
pub struct GoalDistances(DistanceSource);

#[derive(Clone, Debug, Default)]
enum DistanceSource {
    /// No distances.
    #[default]
    Nothing,
    /// Cells of a grid.
    Cells {
        /// Whether every cell is open and no wall stands between cells, so that distances are
        /// exact.
        exact: bool,
        /// The row and column of every vertex.
        cells: Vec<RowColumn>,
        /// The row and column of every robot's goal.
        goals: Vec<RowColumn>,
    },
    /// For each robot the distance from every vertex to its goal.
    Table { vertices: usize, distances: Vec<u16> },
}

/// A row and a column.
type RowColumn = (u32, u32);

const fn apart(a: RowColumn, b: RowColumn) -> u32 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

impl GoalDistances {
    /// Computes the distances to these goals on a graph, which may be that of a grid.
    ///
    /// # Errors
    /// [`Stop`] if the budget ends while distances are measured. If only the memory for a table is
    /// missing, distances are inexact or unknown.
    ///
    /// # Panics
    /// If the goals are not vertices of the graph, or the graph is not that of the grid.
    pub fn new(
        graph: &Graph,
        grid: Option<&Grid>,
        goals: &Configuration,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let (vertices, robots) = (graph.vertex_count(), goals.token_count());
        let open = grid.is_some_and(|grid| is_open(grid, graph));
        let table_bytes = (vertices * robots * size_of::<u16>()) as u64;
        if !open && vertices <= TABLE_LIMIT && table_bytes <= control.free_bytes() / 2 {
            let mut distances = Vec::new();
            if distances.try_reserve_exact(vertices * robots).is_ok() {
                for &goal in goals.places() {
                    control.spend_many(vertices as u64)?;
                    let to_goal = graph.distances([goal]);
                    // Unreachable vertices count as very far.
                    let distance = |vertex| to_goal.get(vertex).map_or(u16::MAX, |steps| steps as u16);
                    distances.extend(graph.vertices().map(distance));
                }
                return Ok(Self(DistanceSource::Table { vertices, distances }));
            }
        }
        Ok(grid.map_or(Self::default(), |grid| Self::by_cells(graph, grid, goals, open)))
    }

    /// Computes the distances on a grid that is an open rectangle; on other graphs they are
    /// unknown. Nothing is searched.
    ///
    /// # Panics
    /// If the goals are not vertices of the graph, or the graph is not that of the grid.
    pub fn in_closed_form(graph: &Graph, grid: Option<&Grid>, goals: &Configuration) -> Self {
        let open = grid.filter(|grid| is_open(grid, graph));
        open.map_or(Self::default(), |grid| Self::by_cells(graph, grid, goals, true))
    }

    fn by_cells(graph: &Graph, grid: &Grid, goals: &Configuration, exact: bool) -> Self {
        let place = |&cell| (grid.row(cell), grid.column(cell));
        let cells: Vec<RowColumn> = grid.to_graph().cells.iter().map(place).collect();
        assert_eq!(cells.len(), graph.vertex_count(), "the graph is not that of the grid");
        let goals = goals.places().iter().map(|goal| cells[goal.index()]).collect();
        Self(DistanceSource::Cells { exact, cells, goals })
    }

    /// The distance from a vertex to the goal of a robot; 0 if distances are unknown.
    #[inline]
    pub fn distance(&self, robot: Token, vertex: Vertex) -> u32 {
        match &self.0 {
            DistanceSource::Nothing => 0,
            DistanceSource::Cells { cells, goals, .. } => apart(cells[vertex.index()], goals[robot.index()]),
            DistanceSource::Table { vertices, distances } => {
                u32::from(distances[robot.index() * vertices + vertex.index()])
            }
        }
    }

    /// Distances in closed form, if the graph is an open rectangle.
    #[inline]
    pub(super) fn open_rectangle(&self) -> Option<OpenRectangle<'_>> {
        match &self.0 {
            DistanceSource::Cells { exact: true, cells, .. } => Some(OpenRectangle(cells)),
            _ => None,
        }
    }

    /// Whether distances are known.
    pub(super) const fn are_known(&self) -> bool {
        !matches!(self.0, DistanceSource::Nothing)
    }

    /// The heap memory of the distances.
    pub(super) fn heap_bytes(&self) -> u64 {
        let bytes = match &self.0 {
            DistanceSource::Nothing => 0,
            DistanceSource::Cells { cells, goals, .. } => {
                size_of::<RowColumn>() * (cells.len() + goals.len())
            }
            DistanceSource::Table { distances, .. } => size_of::<u16>() * distances.len(),
        };
        bytes as u64
    }
}

/// The row and column of every vertex of an open rectangle.
#[derive(Clone, Copy)]
pub(super) struct OpenRectangle<'a>(&'a [RowColumn]);

impl OpenRectangle<'_> {
    /// The distance between two vertices.
    #[inline]
    pub(super) fn between(self, a: Vertex, b: Vertex) -> u32 {
        apart(self.0[a.index()], self.0[b.index()])
    }
}

/// Whether all cells are open without walls between them: then every two neighbours are joined by
/// an edge.
fn is_open(grid: &Grid, graph: &Graph) -> bool {
    let (rows, columns) = (grid.rows() as usize, grid.columns() as usize);
    let edges = 2 * rows * columns - rows - columns;
    graph.vertex_count() == rows * columns && graph.edge_count() == edges
}
