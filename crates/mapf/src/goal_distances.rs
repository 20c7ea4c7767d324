//! Exact distances of all vertices to the robots' goals.

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::{Control, Graph, Stop, Vertex};

/// The distance from every vertex to the goal of every robot: a table of two bytes for each, of
/// four where the graph has more than 65,535 vertices.
#[derive(Clone, Debug)]
pub(crate) struct GoalDistances {
    vertices: usize,
    table: Table,
}

#[derive(Clone, Debug)]
enum Table {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

/// The distance to a goal that cannot be reached.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

impl GoalDistances {
    /// One breadth-first search a robot: a node is spent for each vertex. The table is held in
    /// `control` until the end of its scope.
    pub(crate) fn new(instance: &Instance, control: &mut Control) -> Result<Self, Stop> {
        let vertices = instance.graph().vertex_count();
        control.hold(Self::bytes(instance))?;
        let table = if Self::is_short(vertices) {
            Table::Short(fill(instance, u16::MAX, |steps| steps as u16, control)?)
        } else {
            Table::Long(fill(instance, UNREACHABLE, |steps| steps, control)?)
        };
        Ok(Self { vertices, table })
    }

    /// The bytes that the table of an instance takes.
    pub(crate) fn bytes(instance: &Instance) -> u64 {
        let vertices = instance.graph().vertex_count();
        let width = if Self::is_short(vertices) { 2 } else { 4 };
        width * vertices as u64 * instance.robot_count() as u64
    }

    /// Whether all distances are less than `u16::MAX`.
    const fn is_short(vertices: usize) -> bool {
        vertices <= u16::MAX as usize
    }

    /// The distance from a vertex to the goal of a robot, or [`UNREACHABLE`].
    #[inline]
    pub(crate) fn get(&self, robot: usize, vertex: Vertex) -> u32 {
        let index = robot * self.vertices + vertex.index();
        match &self.table {
            Table::Short(table) if table[index] == u16::MAX => UNREACHABLE,
            Table::Short(table) => u32::from(table[index]),
            Table::Long(table) => table[index],
        }
    }
}

/// The distances of all vertices to each goal, one row after another.
fn fill<D: Copy + PartialEq>(
    instance: &Instance,
    unreachable: D,
    steps_of: impl Fn(u32) -> D,
    control: &mut Control,
) -> Result<Vec<D>, Stop> {
    let (graph, robots): (&Graph, _) = (instance.graph(), instance.robot_count());
    let vertices = graph.vertex_count();
    let mut table = alloc::vec![unreachable; vertices * robots];
    let mut queue = Vec::with_capacity(vertices);
    for (robot, &goal) in instance.goal().places().iter().enumerate() {
        control.spend_many(vertices as u64)?;
        let row = &mut table[robot * vertices..(robot + 1) * vertices];
        row[goal.index()] = steps_of(0);
        queue.clear();
        queue.push(goal);
        // The distance changes where the queue held all vertices of the one before.
        let (mut steps, mut read) = (0, 0);
        while read < queue.len() {
            steps += 1;
            let end = queue.len();
            while read < end {
                let vertex = queue[read];
                read += 1;
                for &next in graph.neighbours(vertex) {
                    if row[next.index()] == unreachable {
                        row[next.index()] = steps_of(steps);
                        queue.push(next);
                    }
                }
            }
        }
    }
    Ok(table)
}
