//! Exact distances of all vertices to the robots' goals.

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::{Control, Graph, Stop, Vertex};

/// The distance from every vertex to the goal of every robot: a table of four bytes for each.
#[derive(Clone, Debug)]
pub(crate) struct GoalDistances {
    vertices: usize,
    distances: Vec<u32>,
}

/// The distance to a goal that cannot be reached.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

impl GoalDistances {
    /// One breadth-first search a robot: a node is spent for each vertex. The table is held in
    /// `control` until the end of its scope.
    pub(crate) fn new(instance: &Instance, control: &mut Control) -> Result<Self, Stop> {
        Self::to(instance.graph(), instance.goal().places(), control)
    }

    /// The distances to other vertices, one for each robot, such as its start.
    pub(crate) fn to(graph: &Graph, places: &[Vertex], control: &mut Control) -> Result<Self, Stop> {
        let vertices = graph.vertex_count();
        control.hold((4 * vertices * places.len()) as u64)?;
        let mut distances = Vec::with_capacity(vertices * places.len());
        for &place in places {
            control.spend_many(vertices as u64)?;
            let to_place = graph.distances([place]);
            distances.extend(graph.vertices().map(|vertex| to_place.get(vertex).unwrap_or(UNREACHABLE)));
        }
        Ok(Self { vertices, distances })
    }

    /// The distance from a vertex to the goal of a robot, or [`UNREACHABLE`].
    #[inline]
    pub(crate) fn get(&self, robot: usize, vertex: Vertex) -> u32 {
        self.distances[robot * self.vertices + vertex.index()]
    }

    /// The distances from all vertices to the goal of a robot.
    #[inline]
    pub(crate) fn of(&self, robot: usize) -> &[u32] {
        &self.distances[robot * self.vertices..][..self.vertices]
    }
}
