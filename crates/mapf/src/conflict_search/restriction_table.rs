//! All restrictions on one robot, in a form for checking single steps.

use alloc::vec::Vec;

use motion_core::Vertex;

use super::problem::Problem;
use super::restriction::Restriction;
use crate::all_distances::UNREACHABLE;

/// A restriction on the steps to one vertex.
#[derive(Clone, Copy, Debug)]
enum Barred {
    /// Not at the times `first..=last`.
    Times { first: u32, last: u32 },
    /// Not from this vertex by a step that arrives at this time.
    From { from: Vertex, time: u32 },
}

/// The restrictions on one robot, indexed by vertex. The buffers are reused.
#[derive(Clone, Debug)]
pub(super) struct RestrictionTable {
    /// The index of each vertex's first entry plus one; 0 for none.
    heads: Vec<u32>,
    /// Restrictions, each with the index of the next entry of its vertex plus one.
    entries: Vec<(Barred, u32)>,
    touched: Vec<Vertex>,
    /// The vertices where the robot must be, by ascending time.
    landmarks: Vec<(u32, Vertex)>,
    goal: Vertex,
    /// Whether all arcs lead both ways.
    both_ways: bool,
    earliest: u32,
    latest: u32,
    horizon: u32,
}

impl RestrictionTable {
    /// Creates an empty table for a graph of this many vertices.
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            heads: alloc::vec![0; vertices],
            entries: Vec::new(),
            touched: Vec::new(),
            landmarks: Vec::new(),
            goal: Vertex(0),
            both_ways: true,
            earliest: 0,
            latest: u32::MAX,
            horizon: 0,
        }
    }

    /// Replaces the table's contents by the restrictions on a robot of the instance.
    pub(super) fn set(
        &mut self,
        problem: &Problem,
        robot: usize,
        list: impl IntoIterator<Item = Restriction>,
    ) {
        let (start, goal) = (problem.starts[robot], problem.goals[robot]);
        for vertex in self.touched.drain(..) {
            self.heads[vertex.index()] = 0;
        }
        self.entries.clear();
        self.landmarks.clear();
        (self.goal, self.earliest, self.latest, self.horizon) = (goal, 0, u32::MAX, 0);
        self.both_ways = !problem.instance.is_directed();
        for restriction in list {
            match restriction {
                Restriction::Vertex { vertex, first, last } => {
                    let end = if last == u32::MAX { first } else { last };
                    self.horizon = self.horizon.max(end.saturating_add(1));
                    if vertex == start && first == 0 {
                        self.earliest = u32::MAX;
                    }
                    if vertex == goal {
                        self.earliest = self.earliest.max(last.saturating_add(1));
                    }
                    self.bar(vertex, Barred::Times { first, last });
                }
                Restriction::Step { from, to, time } => {
                    self.horizon = self.horizon.max(time + 1);
                    self.bar(to, Barred::From { from, time });
                }
                Restriction::LengthAtMost(length) => {
                    self.latest = self.latest.min(length);
                    self.horizon = self.horizon.max(length.saturating_add(1));
                }
                Restriction::LengthAtLeast(length) => self.earliest = self.earliest.max(length),
                Restriction::At { vertex, time } => {
                    self.horizon = self.horizon.max(time + 1);
                    let after = if vertex == goal {
                        0
                    } else {
                        time.saturating_add(problem.to_goal.get(robot, vertex))
                    };
                    self.earliest = self.earliest.max(after);
                    self.landmarks.push((time, vertex));
                }
            }
        }
        self.landmarks.sort_unstable();
        if self.earliest != u32::MAX {
            self.horizon = self.horizon.max(self.earliest);
        }
    }

    fn bar(&mut self, vertex: Vertex, barred: Barred) {
        let head = &mut self.heads[vertex.index()];
        if *head == 0 {
            self.touched.push(vertex);
        }
        self.entries.push((barred, *head));
        *head = self.entries.len() as u32;
    }

    /// The earliest time at which a path may end at the goal.
    pub(super) const fn earliest(&self) -> u32 {
        self.earliest
    }

    /// The latest time at which a path may end at the goal.
    pub(super) const fn latest(&self) -> u32 {
        self.latest
    }

    /// The time from which the permitted steps no longer change.
    pub(super) const fn horizon(&self) -> u32 {
        self.horizon
    }

    /// Returns whether a step that arrives at the time is permitted. Waiting is a step from a
    /// vertex to itself.
    #[inline]
    pub(super) fn permits(&self, from: Vertex, to: Vertex, time: u32) -> bool {
        let mut next = self.heads[to.index()];
        while next != 0 {
            let (barred, following) = self.entries[next as usize - 1];
            let bars = match barred {
                Barred::Times { first, last } => first <= time && time <= last,
                Barred::From { from: other, time: at } => other == from && at == time,
            };
            if bars {
                return false;
            }
            next = following;
        }
        (time < self.latest || to == self.goal) && (self.landmarks.is_empty() || self.on_the_way(to, time))
    }

    /// Returns whether all landmarks of this time are on this vertex.
    fn on_the_way(&self, to: Vertex, time: u32) -> bool {
        let first = self.landmarks.partition_point(|&(at, _)| at < time);
        self.landmarks[first..].iter().take_while(|&&(at, _)| at == time).all(|&(_, vertex)| vertex == to)
    }

    /// Returns whether the next landmark is certainly too far from this vertex. Distances to the
    /// goal serve as estimate: that of the vertex is at most that of the landmark plus the distance
    /// between the two. The same holds the other way round if all arcs lead both ways.
    #[inline]
    pub(super) fn misses_landmark(
        &self,
        vertex: Vertex,
        time: u32,
        distance: impl Fn(Vertex) -> u32,
    ) -> bool {
        if self.landmarks.is_empty() {
            return false;
        }
        let first = self.landmarks.partition_point(|&(at, _)| at < time);
        self.landmarks.get(first).is_some_and(|&(at, landmark)| {
            let (here, there) = (distance(vertex), distance(landmark));
            let nearest = if self.both_ways { here.abs_diff(there) } else { here.saturating_sub(there) };
            there == UNREACHABLE || nearest > at - time
        })
    }
}
