//! The search for a path of one robot beside all others, by safe intervals.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::internal::Arcs;
use motion_core::{Control, Stop, Vertex};

use super::intervals::Obstacles;
use crate::all_distances::DistancesOfRobot;
use crate::visit_table::FOREVER;

/// The cost of a path. Among paths with the same cost, the search finds one that arrives first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathCost {
    /// The time of the last move.
    Arrival,
    /// The number of moves.
    Moves,
    /// The number of robots with which the path collides, and then the time of the last move.
    Collisions,
}

/// The task of one robot: its start, its goal and its limits.
#[derive(Clone, Copy)]
pub(crate) struct RobotTask<'a> {
    pub(crate) start: Vertex,
    pub(crate) goal: Vertex,
    /// The distance of each vertex to the goal.
    pub(crate) distances: DistancesOfRobot<'a>,
    pub(crate) cost: PathCost,
    /// The limit on the path's cost.
    pub(crate) most: u32,
    /// The latest arrival.
    pub(crate) latest: u32,
}

/// A robot's arrival on a vertex in one of the vertex's intervals.
#[derive(Clone, Copy)]
struct Label {
    vertex: Vertex,
    /// The last time at which the robot may still be there.
    until: u32,
    arrival: u32,
    /// The number of moves or collisions so far, if these are the cost.
    count: u32,
    parent: u32,
    slot: u32,
}

/// The search's record of a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The number of the last search that saw the vertex.
    search: u32,
    /// The index of the vertex's first interval in [`SingleRobotSearch::best`].
    slots: u32,
    intervals: u32,
}

/// Marks a label without a parent.
const ROOT: u32 = u32::MAX;

/// The search for one robot's path, whose memory is reused.
///
/// States are pairs of a vertex and one of its intervals (Phillips and Likhachev, *SIPP: safe
/// interval path planning for dynamic environments*, 2011; collisions as in Li et al., *MAPF-LNS2*,
/// 2022). With [`PathCost::Arrival`], the earliest arrival in an interval dominates all others,
/// because a robot may wait. With the other costs, labels come in the order of their cost, so a
/// label is kept only if it arrives before all those that cost less.
///
/// A cycle of robots can be closed only by an arrival in the first step of an interval that is also
/// the first step after another interval. Each pair of intervals has at most one such step. So
/// intervals are exact in all motion models.
#[derive(Clone, Debug, Default)]
pub(crate) struct SingleRobotSearch {
    seen: Vec<Seen>,
    search: u32,
    /// The earliest arrival in each interval of the vertices seen.
    best: Vec<u32>,
    labels: Vec<Label>,
    /// Lower bounds on costs and arrivals, with labels, the most recent label first.
    queue: BinaryHeap<Reverse<(u64, Reverse<u32>)>>,
    path: Vec<Vertex>,
}

impl core::fmt::Debug for Label {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} at {}", self.vertex.0, self.arrival)
    }
}

impl SingleRobotSearch {
    /// The path found last.
    pub(crate) fn path(&self) -> &[Vertex] {
        &self.path
    }

    /// The memory of all searches so far.
    pub(crate) fn bytes(&self) -> u64 {
        let queue = self.queue.capacity() * size_of::<Reverse<(u64, Reverse<u32>)>>();
        let seen = self.seen.capacity() * size_of::<Seen>();
        let labels = self.labels.capacity() * size_of::<Label>();
        (queue + seen + labels + 4 * (self.best.capacity() + self.path.capacity())) as u64
    }

    /// Finds a cheapest path, and returns whether there is one. `turn` determines which successors
    /// come first among equals. Each expanded label costs a node.
    pub(crate) fn run<O: Obstacles>(
        &mut self,
        arcs: &Arcs,
        others: &mut O,
        task: &RobotTask<'_>,
        turn: u32,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        self.begin(arcs);
        let (_, goal_intervals) = self.open(others, task.goal);
        let rest_from = if O::SOFT { 0 } else { others.interval(task.goal, goal_intervals - 1).start };
        if rest_from > task.latest {
            return Ok(false);
        }
        let (slot, _) = self.open(others, task.start);
        let start = others.interval(task.start, 0);
        if start.start > 0 || start.end < start.start {
            return Ok(false);
        }
        let count = others.collisions(task.start, 0, true);
        let root = Label { vertex: task.start, until: start.end, arrival: 0, count, parent: ROOT, slot };
        self.offer(root, task, rest_from);
        while let Some(Reverse((_, Reverse(number)))) = self.queue.pop() {
            let label = self.labels[number as usize];
            let best = &mut self.best[label.slot as usize];
            match task.cost {
                PathCost::Arrival if label.arrival > *best => continue,
                PathCost::Arrival => {}
                _ if label.arrival >= *best => continue,
                _ => *best = label.arrival,
            }
            if label.until == FOREVER && label.vertex == task.goal {
                self.trace(number);
                return Ok(true);
            }
            control.spend(1)?;
            self.expand(arcs, others, task, (number, label), rest_from, turn);
        }
        Ok(false)
    }

    fn begin(&mut self, arcs: &Arcs) {
        self.seen.resize(arcs.vertex_count(), Seen::default());
        if self.search == u32::MAX {
            self.seen.fill(Seen::default());
            self.search = 0;
        }
        self.search += 1;
        self.best.clear();
        self.labels.clear();
        self.queue.clear();
    }

    fn expand<O: Obstacles>(
        &mut self,
        arcs: &Arcs,
        others: &mut O,
        task: &RobotTask<'_>,
        (number, label): (u32, Label),
        rest_from: u32,
        turn: u32,
    ) {
        let targets = arcs.successors(label.vertex);
        let earliest = label.arrival + 1;
        let latest = label.until.saturating_add(1).min(task.latest);
        let (before, after) = targets.split_at((turn.wrapping_add(number)) as usize % targets.len().max(1));
        for &vertex in after.iter().chain(before) {
            let distance = task.distances.get(vertex);
            if distance > task.latest || earliest > task.latest - distance {
                continue;
            }
            let (slots, intervals) = self.open(others, vertex);
            for interval_number in others.first_interval(vertex, earliest)..intervals {
                let interval = others.interval(vertex, interval_number);
                if interval.start > latest {
                    break;
                }
                let arrival = earliest.max(interval.start);
                if arrival > latest.min(interval.end) {
                    continue;
                }
                let at_once = arrival == interval.start && arrival == label.until.wrapping_add(1);
                let circle = at_once && others.closes_circle(label.vertex, vertex, arrival);
                if circle && !O::SOFT {
                    continue;
                }
                let count = match task.cost {
                    PathCost::Arrival => 0,
                    PathCost::Moves => label.count + 1,
                    PathCost::Collisions => {
                        label.count + others.collisions(vertex, interval_number, true) + u32::from(circle)
                    }
                };
                let slot = slots + interval_number;
                let next = Label { vertex, until: interval.end, arrival, count, parent: number, slot };
                self.offer(next, task, rest_from);
            }
        }
        if O::SOFT && label.until < task.latest {
            // The robot stays while another robot comes or goes.
            let (slots, _) = self.open(others, label.vertex);
            let next = label.slot - slots + 1;
            let interval = others.interval(label.vertex, next);
            let count = label.count + others.collisions(label.vertex, next, false);
            let (arrival, slot) = (interval.start, slots + next);
            self.offer(
                Label { until: interval.end, arrival, count, parent: number, slot, ..label },
                task,
                rest_from,
            );
        }
    }

    /// Queues a label unless it is dominated or costs too much.
    fn offer(&mut self, label: Label, task: &RobotTask<'_>, rest_from: u32) {
        let best = &mut self.best[label.slot as usize];
        if label.arrival >= *best {
            return;
        }
        let distance = task.distances.get(label.vertex);
        let arrival = label.arrival.saturating_add(distance).max(rest_from);
        let cost = match task.cost {
            PathCost::Arrival => {
                *best = label.arrival;
                arrival
            }
            PathCost::Moves => label.count.saturating_add(distance),
            PathCost::Collisions => label.count,
        };
        if cost > task.most || arrival > task.latest {
            return;
        }
        let number = self.labels.len() as u32;
        self.labels.push(label);
        self.queue.push(Reverse((u64::from(cost) << 32 | u64::from(arrival), Reverse(number))));
    }

    /// The index of the best arrivals in a vertex's intervals, and the number of intervals.
    #[inline]
    fn open<O: Obstacles>(&mut self, others: &mut O, vertex: Vertex) -> (u32, u32) {
        let seen = &mut self.seen[vertex.index()];
        if seen.search != self.search {
            let intervals = others.open(vertex);
            *seen = Seen { search: self.search, slots: self.best.len() as u32, intervals };
            self.best.resize(self.best.len() + intervals as usize, u32::MAX);
        }
        (seen.slots, seen.intervals)
    }

    /// Writes the path that ends with a label.
    fn trace(&mut self, end: u32) {
        let last = self.labels[end as usize];
        self.path.clear();
        self.path.resize(last.arrival as usize + 1, last.vertex);
        let mut child = last;
        while child.parent != ROOT {
            let label = self.labels[child.parent as usize];
            self.path[label.arrival as usize..child.arrival as usize].fill(label.vertex);
            child = label;
        }
    }
}
