//! A table of the robots that are on each vertex, and when.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::Vertex;

use super::conflict::{Conflict, Kind};
use crate::timed_paths::place_at;

/// The robots' paths, indexed by vertex.
///
/// # Complexity
/// A path of n vertices is inserted or removed in time O(n log m), where m robots pass a vertex,
/// plus the entries moved.
#[derive(Clone, Debug)]
pub(super) struct Occupancy {
    /// The visits of each vertex, ascending, with the time in the upper half and the robot in the
    /// lower.
    visits: Vec<Vec<u64>>,
    /// For each vertex, the time from which a robot rests there, and the robot.
    resting: Vec<(u32, u32)>,
    /// The greatest length of a path inserted so far.
    last: u32,
}

const fn entry(time: usize, robot: usize) -> u64 {
    (time as u64) << 32 | robot as u64
}

/// Marks a vertex on which no robot rests.
const NEVER: (u32, u32) = (u32::MAX, u32::MAX);

impl Occupancy {
    /// Creates a table without robots.
    pub(super) fn new(vertices: usize) -> Self {
        Self { visits: alloc::vec![Vec::new(); vertices], resting: alloc::vec![NEVER; vertices], last: 0 }
    }

    /// Inserts the path of a robot that has none in the table.
    pub(super) fn insert(&mut self, robot: usize, path: &[Vertex]) {
        for (time, place) in path.iter().enumerate() {
            let visits = &mut self.visits[place.index()];
            let entry = entry(time, robot);
            let index = visits.partition_point(|&other| other < entry);
            visits.insert(index, entry);
        }
        let goal = path[path.len() - 1];
        self.resting[goal.index()] = (path.len() as u32 - 1, robot as u32);
        self.last = self.last.max(path.len() as u32 - 1);
    }

    /// The time from which no robot moves.
    pub(super) const fn last(&self) -> u32 {
        self.last
    }

    /// Removes the path of a robot.
    pub(super) fn remove(&mut self, robot: usize, path: &[Vertex]) {
        for (time, place) in path.iter().enumerate() {
            let visits = &mut self.visits[place.index()];
            let entry = entry(time, robot);
            let index = visits.partition_point(|&other| other < entry);
            assert_eq!(visits[index], entry);
            visits.remove(index);
        }
        self.resting[path[path.len() - 1].index()] = NEVER;
    }

    /// The visits of a vertex at the times `first..=last`, in the order of time.
    #[inline]
    fn during(&self, vertex: Vertex, first: usize, last: usize) -> &[u64] {
        let visits = &self.visits[vertex.index()];
        if visits.is_empty() {
            return &[];
        }
        let begin = visits.partition_point(|&visit| visit < entry(first, 0));
        let length = visits[begin..].partition_point(|&visit| visit < entry(last + 1, 0));
        &visits[begin..begin + length]
    }

    /// The robots that are on a vertex at any time from `first` to `last`. A robot may occur
    /// repeatedly.
    pub(super) fn present(&self, vertex: Vertex, first: u32, last: u32) -> impl Iterator<Item = usize> {
        let (since, resting) = self.resting[vertex.index()];
        let rests = (since <= last && since != u32::MAX).then_some(resting as usize);
        let last = (last as usize).min(u32::MAX as usize - 1);
        self.during(vertex, first as usize, last).iter().map(|&visit| visit as u32 as usize).chain(rests)
    }

    /// The number of visits to a vertex after a time.
    pub(super) fn visits_after(&self, vertex: Vertex, time: u32) -> u32 {
        let visits = &self.visits[vertex.index()];
        (visits.len() - visits.partition_point(|&visit| visit < entry(time as usize + 1, 0))) as u32
    }

    /// The number of robots in conflict with a step of another robot that arrives at `time`.
    #[inline]
    pub(super) fn conflicts(&self, model: MotionModel, from: Vertex, to: Vertex, time: u32) -> u32 {
        let rests = u32::from(self.resting[to.index()].0 < time);
        if self.visits[to.index()].is_empty() {
            return rests;
        }
        let time = time as usize;
        if model == MotionModel::Pebble {
            let first = if from == to { time + 1 } else { time - 1 };
            return rests + self.during(to, first, time + 1).len() as u32;
        }
        let mut count = rests;
        for visit in self.during(to, time - 1, time) {
            let swaps =
                || from != to && self.during(from, time, time).contains(&entry(time, *visit as u32 as usize));
            count += u32::from(visit >> 32 == time as u64 || swaps());
        }
        count
    }

    /// Appends the conflicts between a robot outside the table and all robots inside. `path_of`
    /// returns the path of a robot inside.
    pub(super) fn find_conflicts<'p>(
        &self,
        model: MotionModel,
        robot: usize,
        path: &[Vertex],
        path_of: impl Fn(usize) -> &'p [Vertex],
        found: &mut Vec<Conflict>,
    ) {
        let length = path.len() - 1;
        for (time, &place) in path.iter().enumerate() {
            let (rests_from, resting) = self.resting[place.index()];
            if (rests_from as usize) < time {
                found.push(Conflict::target(resting as usize, robot, place, time));
            }
            let (first, last) = if model == MotionModel::Pebble {
                (time.saturating_sub(1), time + usize::from(time < length))
            } else {
                (time, time)
            };
            for &visit in self.during(place, first, last) {
                let (at, other) = ((visit >> 32) as usize, visit as u32 as usize);
                let others = path_of(other);
                if at == time {
                    found.push(if time + 1 == others.len() {
                        Conflict::target(other, robot, place, time)
                    } else if time == length {
                        Conflict::target(robot, other, place, time)
                    } else {
                        Conflict::vertex(robot, other, place, time)
                    });
                } else if at < time && path[at] != place && place_at(others, time) != place {
                    found.push(Conflict::following(other, robot, place, at));
                } else if at > time && path[at] != place && others[time] != place {
                    found.push(Conflict::following(robot, other, place, time));
                }
            }
            if model == MotionModel::Pebble || time == 0 || path[time - 1] == place {
                continue;
            }
            for &visit in self.during(place, time - 1, time - 1) {
                let other = visit as u32 as usize;
                if path_of(other).get(time) == Some(&path[time - 1]) {
                    let (from, to) = (path[time - 1], place);
                    found.push(Conflict {
                        robots: [robot, other].map(|r| r as u32),
                        kind: Kind::Swap { from },
                        vertex: to,
                        time: time as u32,
                    });
                }
            }
        }
        let goal = path[length];
        for &visit in self.during(goal, length + 1, u32::MAX as usize - 1) {
            found.push(Conflict::target(robot, visit as u32 as usize, goal, (visit >> 32) as usize));
        }
    }
}
