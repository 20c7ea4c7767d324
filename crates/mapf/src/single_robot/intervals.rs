//! The intervals of time in which a robot may be on a vertex beside the others.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::Vertex;

use crate::timed_paths::place_at;
use crate::visit_table::{FOREVER, VisitTable};

/// An interval of time in which a robot may be on a vertex, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) start: u32,
    /// Less than `start` for an empty interval, [`FOREVER`] for the last one.
    pub(crate) end: u32,
}

/// The other robots in the search for a single robot's path: their visits and their paths.
#[derive(Clone, Copy)]
pub(crate) struct Others<'a> {
    pub(crate) table: &'a VisitTable,
    /// The path of every robot in the table.
    pub(crate) paths: &'a [Vec<Vertex>],
    pub(crate) model: MotionModel,
}

/// The other robots, as the search for one robot's path sees them.
pub(crate) trait Obstacles {
    /// Whether paths may collide with the others.
    const SOFT: bool;

    /// Returns the number of the vertex's intervals, including empty ones. Must be called first for
    /// each vertex of a search.
    fn open(&mut self, vertex: Vertex) -> u32;

    /// The interval with this number, in the order of time.
    fn interval(&self, vertex: Vertex, number: u32) -> Interval;

    /// The number of the first interval that may contain this time or a later one.
    fn first_interval(&self, vertex: Vertex, time: u32) -> u32;

    /// The number of robots that collide with a robot in an interval on a vertex. With `enters`,
    /// the robot enters the vertex in the interval. Otherwise it is already there when the interval
    /// begins, and only robots that come then count.
    fn collisions(&self, vertex: Vertex, number: u32, enters: bool) -> u32;

    /// Returns whether a move that arrives at this time closes a cycle of robots that the model
    /// forbids: an exchange of two robots in all models, any cycle in `Train`.
    ///
    /// A robot can close a cycle only if it enters a vertex in the step in which another robot
    /// leaves it, and leaves a vertex in the step in which another one enters it.
    fn closes_circle(&self, from: Vertex, to: Vertex, arrival: u32) -> bool;
}

/// The number of steps for which a vertex must be vacant before and after a robot. It is one in the
/// model `Pebble`, where no robot may enter a vertex in the step in which another leaves it.
pub(crate) const fn headway(model: MotionModel) -> u32 {
    matches!(model, MotionModel::Pebble) as u32
}

/// Between two visits to a vertex is one interval, which has the number of the later visit.
impl Obstacles for Others<'_> {
    const SOFT: bool = false;

    #[inline]
    fn open(&mut self, vertex: Vertex) -> u32 {
        self.table.visits(vertex).len() as u32 + 1
    }

    #[inline]
    fn interval(&self, vertex: Vertex, number: u32) -> Interval {
        let (visits, number) = (self.table.visits(vertex), number as usize);
        let headway = headway(self.model);
        let after = |end: u32| end.saturating_add(1 + headway);
        let start = if number == 0 { 0 } else { after(visits[number - 1].end) };
        // Before a visit at time 0 there is no interval.
        let end = visits.get(number).map_or(Some(FOREVER), |next| next.start.checked_sub(1 + headway));
        end.map_or(Interval { start: 1, end: 0 }, |end| Interval { start, end })
    }

    #[inline]
    fn first_interval(&self, vertex: Vertex, time: u32) -> u32 {
        self.table.visits(vertex).partition_point(|visit| visit.start <= time) as u32
    }

    #[inline]
    fn collisions(&self, _: Vertex, _: u32, _: bool) -> u32 {
        0
    }

    fn closes_circle(&self, from: Vertex, to: Vertex, arrival: u32) -> bool {
        let before = arrival - 1;
        let mut vertex = to;
        // Follows the robots in front of this one, each of which enters the vertex of the next.
        while let Some(visit) = self.table.at(vertex, before) {
            let next = place_at(&self.paths[visit.robot as usize], arrival as usize);
            if next == from {
                return true;
            }
            if next == vertex || next == to || self.model != MotionModel::Train {
                return false;
            }
            vertex = next;
        }
        false
    }
}
