//! The path of one robot under restrictions: a shortest one, or one within a bound that has the
//! fewest conflicts.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

use super::bucket_queue::BucketQueue;
use super::occupancy::Occupancy;
use super::problem::Problem;
use super::restriction_table::RestrictionTable;
use super::visited_states::VisitedStates;
use crate::all_distances::UNREACHABLE;

/// A robot on a vertex at a time.
#[derive(Clone, Copy, Debug)]
struct Reached {
    vertex: Vertex,
    time: u32,
    /// The number of conflicts on the path so far.
    conflicts: u32,
    /// The index of the previous state. The start's is its own.
    before: u32,
}

/// The requirements on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    pub(super) robot: usize,
    /// Lengths up to this one are equally good. Among longer paths the shortest is best.
    pub(super) floor: u32,
    /// The limit on the length.
    pub(super) limit: u32,
}

/// A* over pairs of vertex and time, which reuses its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct LowLevel {
    reached: Vec<Reached>,
    queue: BucketQueue,
    seen: VisitedStates,
}

/// Marks the end of a path in place of a state index: the robot rests from there on.
const FINISHED: u32 = 1 << 31;

/// The caps on conflicts, and on steps beyond the shortest length, in the order of states.
const CONFLICTS: usize = 16;
const DELAYS: usize = 64;

/// The order of states: by effective length, then by conflicts, then by length.
#[derive(Clone, Copy, Debug)]
struct Order {
    /// A lower bound on the length.
    shortest: u32,
    /// Lengths up to this one are equally good.
    floor: u32,
}

impl Order {
    fn key(self, length: u32, conflicts: u32) -> usize {
        let conflicts = (conflicts as usize).min(CONFLICTS - 1);
        if self.floor <= self.shortest {
            return (length - self.shortest) as usize * CONFLICTS + conflicts;
        }
        let beyond = length.saturating_sub(self.floor) as usize;
        let delay = (length.min(self.floor) - self.shortest) as usize;
        (beyond * CONFLICTS + conflicts) * DELAYS + delay.min(DELAYS - 1)
    }
}

impl LowLevel {
    /// Finds a path of a robot from its start to its goal. Returns its vertices, or `None` if there
    /// is none within the limit. Each expanded state costs a node.
    ///
    /// Without `others` it is a shortest path. With `others` it has the fewest conflicts among the
    /// paths no longer than the floor or, if there are none, among the shortest paths.
    pub(super) fn path(
        &mut self,
        problem: &Problem,
        query: Query,
        restrictions: &RestrictionTable,
        others: Option<&Occupancy>,
        control: &mut Control,
    ) -> Result<Option<Vec<Vertex>>, Stop> {
        let Query { robot, floor, limit } = query;
        let limit = limit.min(restrictions.latest());
        let earliest = restrictions.earliest();
        let (start, goal) = (problem.starts[robot], problem.goals[robot]);
        let distance = |vertex| problem.to_goal.get(robot, vertex);
        let settled = restrictions.horizon().max(others.map_or(0, Occupancy::last)).saturating_add(1);
        self.begin(problem);
        if distance(start) == UNREACHABLE || earliest > limit {
            return Ok(None);
        }
        let shortest = distance(start).max(earliest);
        let order = Order { shortest, floor };
        // At a given vertex, each delay belongs to one time.
        let delay = |time: u32, to_goal: u32| (time.min(settled) + to_goal).saturating_sub(distance(start));
        let first = Reached { vertex: start, time: 0, conflicts: 0, before: 0 };
        self.add(first, order.key(shortest, 0), settled, 0);
        while let Some(index) = self.queue.pop() {
            if index & FINISHED != 0 {
                return Ok(Some(self.trace(index & !FINISHED)));
            }
            let Reached { vertex, time, conflicts, .. } = self.reached[index as usize];
            let seen = self.seen.index(vertex, time.min(settled), delay(time, distance(vertex)));
            if *seen != index {
                continue;
            }
            control.spend(1)?;
            if vertex == goal && time >= earliest {
                let passing = others.map_or(0, |others| others.visits_after(goal, time));
                let conflicts = conflicts + passing;
                self.queue.push(order.key(time, conflicts), index | FINISHED);
            }
            let next = time + 1;
            let steps = core::iter::once(&vertex).chain(problem.instance.successors(vertex));
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
                let conflicts = conflicts + met;
                let state = Reached { vertex: to, time: next, conflicts, before: index };
                self.add(state, order.key(length, conflicts), settled, delay(next, distance));
            }
        }
        Ok(None)
    }

    /// The earliest time at which a robot can be on a vertex, or `None` if it exceeds the limit.
    /// The step `cut` is not taken; `distances` are the distances to the vertex without that step.
    pub(super) fn arrival(
        &mut self,
        problem: &Problem,
        (robot, target): (usize, Vertex),
        (cut, distances): (Option<(Vertex, Vertex)>, &[u32]),
        limit: u32,
        restrictions: &RestrictionTable,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let distance = |vertex: Vertex| distances[vertex.index()];
        let settled = restrictions.horizon().saturating_add(1);
        let start = problem.starts[robot];
        if distance(start) > limit {
            return Ok(None);
        }
        self.begin(problem);
        let order = Order { shortest: distance(start), floor: 0 };
        let delay = |time: u32, to_goal: u32| (time.min(settled) + to_goal).saturating_sub(distance(start));
        let first = Reached { vertex: start, time: 0, conflicts: 0, before: 0 };
        self.add(first, order.key(distance(start), 0), settled, 0);
        while let Some(index) = self.queue.pop() {
            let Reached { vertex, time, .. } = self.reached[index as usize];
            if vertex == target {
                return Ok(Some(time));
            }
            control.spend(1)?;
            let next = time + 1;
            for &to in core::iter::once(&vertex).chain(problem.instance.successors(vertex)) {
                let length = next.saturating_add(distance(to));
                if length <= limit && cut != Some((vertex, to)) && restrictions.permits(vertex, to, next) {
                    let state = Reached { vertex: to, time: next, conflicts: 0, before: index };
                    self.add(state, order.key(length, 0), settled, delay(next, distance(to)));
                }
            }
        }
        Ok(None)
    }

    fn begin(&mut self, problem: &Problem) {
        self.reached.clear();
        self.queue.clear();
        self.seen.clear(problem.instance.vertex_count());
    }

    /// Adds a state unless it is known with no more conflicts.
    #[inline]
    fn add(&mut self, state: Reached, key: usize, settled: u32, delay: u32) {
        let index = self.reached.len() as u32;
        let seen = self.seen.index(state.vertex, state.time.min(settled), delay);
        if let Some(known) = self.reached.get(*seen as usize) {
            // From the settled time on, states of different times are equivalent, and the first one
            // found is the earliest.
            if known.time < state.time || (known.time == state.time && known.conflicts <= state.conflicts) {
                return;
            }
        }
        *seen = index;
        let before = if state.time == 0 { index } else { state.before };
        self.reached.push(Reached { before, ..state });
        self.queue.push(key, index);
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
        // A state is in the queue at most once, and at most once more as the end of a path.
        let reached = self.reached.capacity() * (size_of::<Reached>() + 8);
        reached as u64 + self.queue.bytes() + self.seen.bytes()
    }
}
