//! The distances of all vertices to the robots' goals.

use alloc::vec::Vec;

use cpf_core::internal::DistanceBound;
use cpf_core::{MotionModel, Objective};
use motion_core::internal::Arcs;
use motion_core::{Control, Stop, Vertex};

use crate::arc_instance::ArcInstance;

/// The distance from every vertex to the goal of every robot. A table with two bytes an entry, or
/// with four if any distance needs more; without a table, lower bounds.
#[derive(Debug)]
pub(crate) struct AllDistances<'a> {
    vertices: usize,
    source: Source<'a>,
}

#[derive(Debug)]
enum Source<'a> {
    Short(Vec<u16>),
    Long(Vec<u32>),
    Bounds { bound: DistanceBound, goals: &'a [Vertex] },
}

/// The distances from all vertices to the goal of one robot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DistancesOfRobot<'a> {
    /// Has [`u16::MAX`] for [`UNREACHABLE`].
    Short(&'a [u16]),
    Long(&'a [u32]),
    Bounds(&'a DistanceBound, Vertex),
}

/// The maximum numbers of entries of a table, when most of them are read and when few are.
pub(crate) const LARGE_TABLE: usize = 1 << 28;
pub(crate) const SMALL_TABLE: usize = 1 << 23;

/// The distance to a goal that cannot be reached.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

#[inline]
const fn widened(distance: u16) -> u32 {
    if distance == u16::MAX { UNREACHABLE } else { distance as u32 }
}

impl<'a> AllDistances<'a> {
    /// Fills a table by one breadth-first search for each robot. Each vertex costs a node. The
    /// table is held in `control` until the end of its scope.
    pub(crate) fn new(instance: ArcInstance, control: &mut Control) -> Result<Self, Stop> {
        Self::from_places(instance.reversed(), instance.goal().places(), control)
    }

    /// Fills a table if it has at most `entries` entries, and otherwise uses bounds, which are
    /// never [`UNREACHABLE`]. The memory is held in `control` until the end of its scope.
    pub(crate) fn with_table_of_at_most(
        entries: usize,
        instance: ArcInstance<'a>,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let vertices = instance.vertex_count();
        if vertices.saturating_mul(instance.robot_count()) <= entries {
            return Self::new(instance, control);
        }
        control.hold(DistanceBound::bytes(instance.underlying()))?;
        let bound = DistanceBound::new(instance.underlying());
        let source = Source::Bounds { bound, goals: instance.goal().places() };
        Ok(Self { vertices, source })
    }

    /// Fills a table of the distances of all vertices from one vertex for each robot along arcs.
    /// Along the reversed arcs these are the distances to that vertex.
    pub(crate) fn from_places(arcs: &Arcs, places: &[Vertex], control: &mut Control) -> Result<Self, Stop> {
        let vertices = arcs.vertex_count();
        let entries = vertices.saturating_mul(places.len());
        let all = || (0..vertices as u32).map(Vertex);
        let mut short = Vec::new();
        control.reserve(&mut short, entries)?;
        let mut source = Source::Short(short);
        for &place in places {
            control.spend_many(vertices as u64)?;
            let distances = arcs.distances_within([place], control)?;
            if let Source::Short(short) = &mut source {
                let end = short.len();
                let shortened = |distance: Option<u32>| match distance {
                    Some(distance) => u16::try_from(distance).ok().filter(|&distance| distance < u16::MAX),
                    None => Some(u16::MAX),
                };
                short.extend(all().map_while(|vertex| shortened(distances.get(vertex))));
                if short.len() == end + vertices {
                    continue;
                }
                let mut long = Vec::new();
                control.reserve(&mut long, entries)?;
                for portion in short[..end].chunks(vertices) {
                    control.poll()?;
                    long.extend(portion.iter().map(|&distance| widened(distance)));
                }
                source = Source::Long(long);
                control.release(2 * entries as u64);
            }
            if let Source::Long(long) = &mut source {
                long.extend(all().map(|vertex| distances.get(vertex).unwrap_or(UNREACHABLE)));
            }
        }
        Ok(Self { vertices, source })
    }

    pub(crate) const fn is_table(&self) -> bool {
        !matches!(self.source, Source::Bounds { .. })
    }

    /// Each robot's distance from its start to its goal, or [`UNREACHABLE`].
    pub(crate) fn of_starts(&self, instance: ArcInstance) -> Vec<u32> {
        let starts = instance.start().places().iter().enumerate();
        starts.map(|(robot, &start)| self.get(robot, start)).collect()
    }

    /// The bound of [`Instance::lower_bound`](cpf_core::Instance::lower_bound), with the distances
    /// along arcs. Every robot must be able to reach its goal.
    pub(crate) fn lower_bound(&self, instance: ArcInstance, objective: Objective, model: MotionModel) -> u64 {
        instance.underlying().lower_bound_from(&self.of_starts(instance), objective, model).unwrap_or(0)
    }

    /// The distance from a vertex to the goal of a robot, or [`UNREACHABLE`]. Without a table, a
    /// lower bound on the distance.
    #[inline]
    pub(crate) fn get(&self, robot: usize, vertex: Vertex) -> u32 {
        let index = robot * self.vertices + vertex.index();
        match &self.source {
            Source::Short(distances) => widened(distances[index]),
            Source::Long(distances) => distances[index],
            Source::Bounds { bound, goals } => bound.get(vertex, goals[robot]),
        }
    }

    /// The distances from all vertices to the goal of a robot.
    #[inline]
    pub(crate) fn of(&self, robot: usize) -> DistancesOfRobot<'_> {
        let row = robot * self.vertices..(robot + 1) * self.vertices;
        match &self.source {
            Source::Short(distances) => DistancesOfRobot::Short(&distances[row]),
            Source::Long(distances) => DistancesOfRobot::Long(&distances[row]),
            Source::Bounds { bound, goals } => DistancesOfRobot::Bounds(bound, goals[robot]),
        }
    }
}

impl DistancesOfRobot<'_> {
    /// The distance from a vertex, or [`UNREACHABLE`]. Without a table, a lower bound on the
    /// distance.
    #[inline]
    pub(crate) fn get(self, vertex: Vertex) -> u32 {
        match self {
            Self::Short(distances) => widened(distances[vertex.index()]),
            Self::Long(distances) => distances[vertex.index()],
            Self::Bounds(bound, goal) => bound.get(vertex, goal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::graph::Graph;

    /// Tests with paths one edge shorter and one edge longer than the greatest length with short
    /// distances, and an isolated vertex.
    #[test]
    fn distances_are_short_where_all_of_them_are() -> Result<(), Stop> {
        for (length, bytes) in [(u32::from(u16::MAX) - 1, 2), (u32::from(u16::MAX), 4)] {
            let edges = (0..length).map(|vertex| (Vertex(vertex), Vertex(vertex + 1)));
            let graph = Graph::from_edges(length as usize + 2, edges).expect("a path and a vertex");
            let mut control = Control::unlimited();
            let (first, last, apart) = (Vertex(0), Vertex(length), Vertex(length + 1));
            // The middle comes first, so that short distances become long ones in the middle of the
            // work.
            let places = [Vertex(length / 2), first, last, apart];
            let distances = AllDistances::from_places(graph.arcs(), &places, &mut control)?;
            assert_eq!(control.stats().bytes, bytes * 4 * (u64::from(length) + 2));
            for (robot, &place) in places.iter().enumerate() {
                for vertex in graph.vertices() {
                    let expected = match (place == apart, vertex == apart) {
                        (false, false) => place.0.abs_diff(vertex.0),
                        (true, true) => 0,
                        _ => UNREACHABLE,
                    };
                    assert_eq!(distances.get(robot, vertex), expected);
                    assert_eq!(distances.of(robot).get(vertex), expected);
                }
            }
        }
        Ok(())
    }
}
