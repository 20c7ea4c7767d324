//! Intervals of time during which the same other robots are on a vertex.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::Vertex;

use super::intervals::{Interval, Obstacles, headway};
use crate::timed_paths::place_at;
use crate::visit_table::{FOREVER, VisitTable};

/// A piece of time between two changes, with the number of robots that are on the vertex in it.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: u32,
    end: u32,
    robots: u32,
    /// The number of robots that come when the piece begins.
    new: u32,
}

/// The pieces of the vertices that a search has seen, whose memory is reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    all: Vec<Piece>,
    /// The range of each vertex's pieces.
    ranges: Vec<(u32, u32)>,
    /// The changes: the time, and how many robots come and go then.
    changes: Vec<(u32, u32, u32)>,
}

impl Pieces {
    /// The memory of all searches so far.
    pub(crate) fn bytes(&self) -> u64 {
        let pieces = self.all.capacity() * size_of::<Piece>();
        (pieces + 8 * self.ranges.capacity() + 12 * self.changes.capacity()) as u64
    }
}

/// Other robots with which a path may collide. In the model `Pebble`, each also counts on its
/// vertex one step before and after its visit.
pub(crate) struct SharedIntervals<'a> {
    table: &'a VisitTable,
    paths: &'a [Vec<Vertex>],
    model: MotionModel,
    pieces: &'a mut Pieces,
}

impl<'a> SharedIntervals<'a> {
    /// Creates the view of the other robots for a search.
    pub(crate) fn new(
        table: &'a VisitTable,
        paths: &'a [Vec<Vertex>],
        model: MotionModel,
        pieces: &'a mut Pieces,
    ) -> Self {
        pieces.all.clear();
        Self { table, paths, model, pieces }
    }

    fn of(&self, vertex: Vertex) -> &[Piece] {
        let (start, end) = self.pieces.ranges[vertex.index()];
        &self.pieces.all[start as usize..end as usize]
    }
}

impl Obstacles for SharedIntervals<'_> {
    const SOFT: bool = true;

    fn open(&mut self, vertex: Vertex) -> u32 {
        let Pieces { all: pieces, ranges, changes } = &mut *self.pieces;
        let headway = headway(self.model);
        changes.clear();
        for visit in self.table.visits(vertex) {
            changes.push((visit.start.saturating_sub(headway), 1, 0));
            if visit.end < FOREVER - headway {
                changes.push((visit.end + headway + 1, 0, 1));
            }
        }
        changes.sort_unstable();
        let first = pieces.len();
        pieces.push(Piece { start: 0, end: FOREVER, robots: 0, new: 0 });
        for &(time, more, fewer) in &*changes {
            let mut last = *pieces.last().expect("invariant: there is the first piece");
            if last.start < time {
                pieces.last_mut().expect("invariant: there is the first piece").end = time - 1;
                last = Piece { start: time, end: FOREVER, new: 0, ..last };
                pieces.push(last);
            }
            let piece = pieces.last_mut().expect("invariant: there is the first piece");
            piece.robots = piece.robots + more - fewer;
            piece.new += more;
        }
        if ranges.len() <= vertex.index() {
            ranges.resize(vertex.index() + 1, (0, 0));
        }
        ranges[vertex.index()] = (first as u32, pieces.len() as u32);
        (pieces.len() - first) as u32
    }

    fn interval(&self, vertex: Vertex, number: u32) -> Interval {
        let Piece { start, end, .. } = self.of(vertex)[number as usize];
        Interval { start, end }
    }

    fn first_interval(&self, vertex: Vertex, time: u32) -> u32 {
        self.of(vertex).partition_point(|piece| piece.end < time) as u32
    }

    fn collisions(&self, vertex: Vertex, number: u32, enters: bool) -> u32 {
        let piece = self.of(vertex)[number as usize];
        if enters { piece.robots } else { piece.new }
    }

    fn closes_circle(&self, from: Vertex, to: Vertex, arrival: u32) -> bool {
        moves_in_circle(self.table, self.paths, self.model, (from, to), arrival).is_some()
    }
}

/// Returns the robot in front of one whose move closes a forbidden cycle, or exchanges the places
/// of the two. Returns `None` if the move does neither.
pub(crate) fn moves_in_circle(
    table: &VisitTable,
    paths: &[Vec<Vertex>],
    model: MotionModel,
    (from, to): (Vertex, Vertex),
    arrival: u32,
) -> Option<u32> {
    if model == MotionModel::Pebble {
        return None;
    }
    let leaving = |vertex: Vertex| {
        let visits = table.visits(vertex);
        let begun = visits.partition_point(|visit| visit.start < arrival);
        visits[..begun].iter().rev().filter(move |visit| visit.end == arrival - 1)
    };
    leaving(to).map(|visit| visit.robot).find(|&front| {
        let (mut robot, mut vertex) = (front, to);
        // A cycle has as many robots as vertices. A longer chain runs into another cycle.
        for _ in 0..paths.len() {
            let next = place_at(&paths[robot as usize], arrival as usize);
            if next == from {
                return true;
            }
            if next == vertex || model != MotionModel::Train {
                return false;
            }
            let Some(visit) = leaving(next).next() else { return false };
            (robot, vertex) = (visit.robot, next);
        }
        false
    })
}
