//! The path of one robot under restrictions: shortest, or within a bound with the fewest conflicts.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Stop, Vertex};

use super::occupancy::Occupancy;
use super::problem::Problem;
use super::restrictions::Restrictions;
use super::seen::Seen;
use crate::goal_distances::UNREACHABLE;

/// A robot on a vertex at a time.
#[derive(Clone, Copy, Debug)]
struct Reached {
    vertex: Vertex,
    time: u32,
    /// The conflicts of the path so far.
    conflicts: u32,
    /// The index of the state before, its own for the start.
    before: u32,
}

/// What is asked of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    /// The robot.
    pub(super) robot: usize,
    /// Lengths up to this one are equally good; among longer ones the shortest is.
    pub(super) floor: u32,
    /// No path is longer.
    pub(super) limit: u32,
}

/// A* over vertices and times; its buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct LowLevel {
    reached: Vec<Reached>,
    queue: BinaryHeap<Reverse<u128>>,
    seen: Seen,
}

/// The end of a path, in place of a vertex and time that were reached: it rests there.
const FINISHED: u32 = 1 << 31;

/// The larger, the later: the length that counts, then conflicts, then the whole length, then the
/// distance to the goal, then the earlier index.
fn key(counted: u32, conflicts: u32, length: u32, distance: u32, index: u32) -> u128 {
    let bits = |value: u32| u128::from(value.min((1 << 24) - 1));
    bits(counted) << 104
        | bits(conflicts) << 80
        | bits(length) << 56
        | bits(distance) << 32
        | u128::from(!index)
}

impl LowLevel {
    /// The path of a robot from its start to its goal, by vertices, or `None` if there is none
    /// within the limit. A node is spent for each state that is expanded.
    ///
    /// Without `others` it is a shortest path. With them it is one of the fewest conflicts among
    /// those no longer than the floor, or, if there is none, among the shortest.
    pub(super) fn path(
        &mut self,
        problem: &Problem,
        query: Query,
        restrictions: &Restrictions,
        others: Option<&Occupancy>,
        control: &mut Control,
    ) -> Result<Option<Vec<Vertex>>, Stop> {
        let Query { robot, floor, limit } = query;
        let limit = limit.min(restrictions.latest());
        let earliest = restrictions.earliest();
        let (start, goal) = (problem.starts[robot], problem.goals[robot]);
        let distance = |vertex| problem.to_goal.get(robot, vertex);
        let settled = restrictions.horizon().max(others.map_or(0, Occupancy::last)).saturating_add(1);
        self.begin();
        if distance(start) == UNREACHABLE || earliest > limit {
            return Ok(None);
        }
        self.add(start, 0, 0, 0, distance(start).max(earliest), floor, distance(start), settled);
        while let Some(Reverse(key)) = self.queue.pop() {
            let index = !(key as u32);
            if index & FINISHED != 0 {
                return Ok(Some(self.trace(index & !FINISHED)));
            }
            let Reached { vertex, time, conflicts, .. } = self.reached[index as usize];
            if self.seen.get(vertex, time.min(settled)) != Some(index) {
                continue;
            }
            control.spend(1)?;
            if vertex == goal && time >= earliest {
                let passing = others.map_or(0, |others| others.visits_after(goal, time));
                let conflicts = conflicts + passing;
                self.queue.push(Reverse(self::key(time.max(floor), conflicts, time, 0, index | FINISHED)));
            }
            let next = time + 1;
            let steps = core::iter::once(&vertex).chain(problem.graph.neighbours(vertex));
            for &to in steps {
                let distance = distance(to);
                let length = next.saturating_add(distance).max(earliest);
                if length > limit
                    || !restrictions.permits(vertex, to, next)
                    || restrictions.misses_landmark(to, next, |vertex| problem.to_goal.get(robot, vertex))
                {
                    continue;
                }
                let met = others.map_or(0, |others| others.conflicts(problem.model, vertex, to, next));
                self.add(to, next, conflicts + met, index, length, floor, distance, settled);
            }
        }
        Ok(None)
    }

    /// The earliest time at which a robot can be on a vertex, if it is at most the limit. The step
    /// `cut` is not taken.
    pub(super) fn arrival(
        &mut self,
        problem: &Problem,
        (robot, target): (usize, Vertex),
        cut: Option<(Vertex, Vertex)>,
        limit: u32,
        restrictions: &Restrictions,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let there = problem.to_goal.get(robot, target);
        let distance = |vertex| problem.to_goal.get(robot, vertex).abs_diff(there);
        let settled = restrictions.horizon().saturating_add(1);
        let start = problem.starts[robot];
        self.begin();
        self.add(start, 0, 0, 0, distance(start), 0, distance(start), settled);
        while let Some(Reverse(key)) = self.queue.pop() {
            let index = !(key as u32);
            let Reached { vertex, time, .. } = self.reached[index as usize];
            if vertex == target {
                return Ok(Some(time));
            }
            control.spend(1)?;
            let next = time + 1;
            for &to in core::iter::once(&vertex).chain(problem.graph.neighbours(vertex)) {
                let length = next.saturating_add(distance(to));
                if length <= limit && cut != Some((vertex, to)) && restrictions.permits(vertex, to, next) {
                    self.add(to, next, 0, index, length, 0, distance(to), settled);
                }
            }
        }
        Ok(None)
    }

    fn begin(&mut self) {
        self.reached.clear();
        self.queue.clear();
        self.seen.clear();
    }

    /// Adds a state, unless it was reached with as few conflicts.
    #[expect(clippy::too_many_arguments, reason = "the innermost call of the search")]
    #[inline]
    fn add(
        &mut self,
        vertex: Vertex,
        time: u32,
        conflicts: u32,
        before: u32,
        length: u32,
        floor: u32,
        distance: u32,
        settled: u32,
    ) {
        let index = self.reached.len() as u32;
        let slot = self.seen.slot(vertex, time.min(settled));
        if let Some(known) = *slot {
            let known = self.reached[known as usize];
            // From the settled time on states of different times are the same; the first one that
            // is found is the earliest.
            if known.time < time || (known.time == time && known.conflicts <= conflicts) {
                return;
            }
        }
        *slot = Some(index);
        self.reached.push(Reached { vertex, time, conflicts, before });
        self.queue.push(Reverse(key(length.max(floor), conflicts, length, distance, index)));
    }

    /// The vertices from the start to a state.
    fn trace(&self, mut index: u32) -> Vec<Vertex> {
        let mut path = Vec::with_capacity(self.reached[index as usize].time as usize + 1);
        loop {
            let Reached { vertex, before, .. } = self.reached[index as usize];
            path.push(vertex);
            if before == index {
                break;
            }
            index = before;
        }
        path.reverse();
        path
    }

    /// The memory on the heap.
    pub(super) fn bytes(&self) -> u64 {
        let reached = self.reached.capacity() * size_of::<Reached>();
        (reached + self.queue.capacity() * size_of::<u128>()) as u64 + self.seen.bytes()
    }
}
