//! A table of the robots on each vertex, and when they are there.

use alloc::vec::Vec;

use motion_core::Vertex;

/// The end of the visit of a robot that stays for ever.
pub(crate) const FOREVER: u32 = u32::MAX;

/// The stay of a robot on a vertex from one time to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Visit {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) robot: u32,
}

/// The visits to each vertex, ordered by their starts.
///
/// If paths collide, visits to a vertex may overlap. [`at`](VisitTable::at) and the searches
/// without collisions need tables in which they do not.
#[derive(Clone, Debug)]
pub(crate) struct VisitTable {
    visits: Vec<Vec<Visit>>,
}

impl VisitTable {
    /// Creates a table for this many vertices, without visits.
    pub(crate) fn new(vertices: usize) -> Self {
        Self { visits: alloc::vec![Vec::new(); vertices] }
    }

    /// The memory of the table, without the visits.
    pub(crate) fn bytes(&self) -> u64 {
        (self.visits.len() * size_of::<Vec<Visit>>()) as u64
    }

    /// The visits to a vertex.
    #[inline]
    pub(crate) fn visits(&self, vertex: Vertex) -> &[Visit] {
        &self.visits[vertex.index()]
    }

    /// The visit to a vertex at a time, if there is one.
    #[inline]
    pub(crate) fn at(&self, vertex: Vertex, time: u32) -> Option<Visit> {
        let visits = self.visits(vertex);
        let next = visits.partition_point(|visit| visit.start <= time);
        visits[..next].last().copied().filter(|visit| visit.end >= time)
    }

    /// Adds the visits of a robot with this path. The robot stays at the path's end.
    pub(crate) fn add(&mut self, robot: usize, path: &[Vertex]) {
        for_each_visit(robot, path, |vertex, visit| {
            let visits = &mut self.visits[vertex.index()];
            let index = visits.partition_point(|other| *other < visit);
            visits.insert(index, visit);
        });
    }

    /// Removes the visits of a robot with this path.
    pub(crate) fn remove(&mut self, robot: usize, path: &[Vertex]) {
        for_each_visit(robot, path, |vertex, visit| {
            let visits = &mut self.visits[vertex.index()];
            let index = visits.partition_point(|other| *other < visit);
            assert_eq!(visits.get(index), Some(&visit), "the visit is in the table");
            visits.remove(index);
        });
    }
}

/// Calls `work` with each visit of a path, in the order of time. The robot stays at the path's end.
pub(crate) fn for_each_visit(robot: usize, path: &[Vertex], mut work: impl FnMut(Vertex, Visit)) {
    let robot = robot as u32;
    let mut start = 0;
    for (time, step) in (0u32..).zip(path.windows(2)) {
        if step[0] != step[1] {
            work(step[0], Visit { start, end: time, robot });
            start = time + 1;
        }
    }
    work(path[path.len() - 1], Visit { start, end: FOREVER, robot });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_come_and_go_in_order() {
        let mut table = VisitTable::new(3);
        let [first, second] = [[0, 0, 1, 2].map(Vertex), [2, 2, 0, 1].map(Vertex)];
        table.add(0, &first);
        let before = table.clone();
        table.add(1, &second);
        let visit = |start, end, robot| Visit { start, end, robot };
        assert_eq!(table.visits(Vertex(0)), [visit(0, 1, 0), visit(2, 2, 1)]);
        assert_eq!(table.visits(Vertex(1)), [visit(2, 2, 0), visit(3, FOREVER, 1)]);
        assert_eq!(table.visits(Vertex(2)), [visit(0, 1, 1), visit(3, FOREVER, 0)]);
        assert_eq!(table.at(Vertex(2), 2), None);
        assert_eq!(table.at(Vertex(2), 900).map(|visit| visit.robot), Some(0));
        assert_eq!(table.at(Vertex(1), 1), None);
        table.remove(1, &second);
        assert_eq!(table.visits, before.visits);
    }
}
