//! The steps that are planned ahead.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use hashbrown::HashMap;
use motion_core::Vertex;
use rustc_hash::FxBuildHasher;

/// Paths of all robots from the present to a horizon that do not collide.
///
/// Times are counted from the fleet's start. Paths are kept in a ring, so that the present moves
/// without copying.
#[derive(Clone, Debug)]
pub(super) struct PlannedPaths {
    model: MotionModel,
    begin: u64,
    end: u64,
    /// The number of times in the ring.
    slots: usize,
    /// The vertices of each robot, `slots` of them.
    paths: Vec<Vertex>,
    robots_on: RobotsOn,
}

/// The robot on each vertex at each time.
#[derive(Clone, Debug)]
enum RobotsOn {
    /// By vertex and slot.
    Table(Vec<u32>),
    Map(HashMap<u64, u32, FxBuildHasher>),
}

/// Marks the absence of a robot.
const NO_ROBOT: u32 = u32::MAX;
/// The greatest number of entries of a table.
const LARGE: usize = 1 << 22;

impl PlannedPaths {
    /// Makes room for plans of up to this many steps, in which only the robots' vertices at the
    /// time `now` are known.
    pub(super) fn new(vertices: usize, places: &[Vertex], now: u64, steps: u16, model: MotionModel) -> Self {
        let slots = usize::from(steps.max(1)) + 1;
        let robots_on = if vertices.saturating_mul(slots) <= LARGE {
            RobotsOn::Table(alloc::vec![NO_ROBOT; vertices * slots])
        } else {
            RobotsOn::Map(HashMap::default())
        };
        let paths = alloc::vec![Vertex(0); places.len() * slots];
        let mut made = Self { model, begin: now, end: now, slots, paths, robots_on };
        for (robot, &place) in (0..).zip(places) {
            made.put(robot, now, place);
        }
        made
    }

    /// The greatest number of steps.
    pub(super) const fn greatest_length(&self) -> u16 {
        (self.slots - 1) as u16
    }

    /// The present, whose vertices are fixed.
    pub(super) const fn begin(&self) -> u64 {
        self.begin
    }

    /// The last time for which there is a plan.
    pub(super) const fn end(&self) -> u64 {
        self.end
    }

    /// Returns whether there is room for another step.
    pub(super) const fn is_full(&self) -> bool {
        self.end - self.begin + 1 == self.slots as u64
    }

    #[inline]
    const fn slot(&self, time: u64) -> usize {
        (time % self.slots as u64) as usize
    }

    #[inline]
    const fn key(&self, vertex: Vertex, time: u64) -> usize {
        vertex.0 as usize * self.slots + self.slot(time)
    }

    /// The vertex of a robot at a time of the plan.
    #[inline]
    pub(super) fn place(&self, robot: u32, time: u64) -> Vertex {
        self.paths[robot as usize * self.slots + self.slot(time)]
    }

    /// The robot on a vertex at a time of the plan.
    #[inline]
    pub(super) fn robot_on(&self, vertex: Vertex, time: u64) -> Option<u32> {
        let key = self.key(vertex, time);
        match &self.robots_on {
            RobotsOn::Table(robots) => Some(robots[key]).filter(|&robot| robot != NO_ROBOT),
            RobotsOn::Map(robots) => robots.get(&(key as u64)).copied(),
        }
    }

    fn put(&mut self, robot: u32, time: u64, place: Vertex) {
        let (key, slot) = (self.key(place, time), self.slot(time));
        self.paths[robot as usize * self.slots + slot] = place;
        match &mut self.robots_on {
            RobotsOn::Table(robots) => robots[key] = robot,
            RobotsOn::Map(robots) => {
                robots.insert(key as u64, robot);
            }
        }
    }

    fn vacate(&mut self, robot: u32, time: u64) {
        let key = self.key(self.place(robot, time), time);
        match &mut self.robots_on {
            RobotsOn::Table(robots) => robots[key] = NO_ROBOT,
            RobotsOn::Map(robots) => {
                robots.remove(&(key as u64));
            }
        }
    }

    /// Adds a step at the end.
    pub(super) fn extend(&mut self, next: &[Vertex]) {
        self.end += 1;
        for (robot, &place) in (0..).zip(next) {
            self.put(robot, self.end, place);
        }
    }

    /// Forgets the plan after a time.
    pub(super) fn truncate(&mut self, end: u64, robots: u32) {
        while self.end > end.max(self.begin) {
            for robot in 0..robots {
                self.vacate(robot, self.end);
            }
            self.end -= 1;
        }
    }

    /// Goes on by one step, for which there must be a plan.
    pub(super) fn advance(&mut self, robots: u32) {
        for robot in 0..robots {
            self.vacate(robot, self.begin);
        }
        self.begin += 1;
    }

    /// Takes a robot's path out of the plan, except its present vertex.
    pub(super) fn remove(&mut self, robot: u32) {
        for time in self.begin + 1..=self.end {
            self.vacate(robot, time);
        }
    }

    /// Gives a robot a path from its present vertex, which must not collide with the others'.
    pub(super) fn insert(&mut self, robot: u32, path: &[Vertex]) {
        for (time, &place) in (self.begin..).zip(path).skip(1) {
            self.put(robot, time, place);
        }
    }

    /// A robot's path, from the present on.
    pub(super) fn path(&self, robot: u32) -> impl Iterator<Item = Vertex> {
        (self.begin..=self.end).map(move |time| self.place(robot, time))
    }

    /// Returns whether a robot that is not in the plan may go from a vertex to another or stay, in
    /// the step after `time`.
    pub(super) fn allows(&self, from: Vertex, to: Vertex, time: u64) -> bool {
        if self.robot_on(to, time + 1).is_some() {
            return false;
        }
        if from == to {
            return true;
        }
        let mut leader = self.robot_on(to, time);
        match self.model {
            MotionModel::Pebble => leader.is_none() && self.robot_on(from, time + 1).is_none(),
            MotionModel::Standard => leader.is_none_or(|leader| self.place(leader, time + 1) != from),
            MotionModel::Train => {
                // Follows the robots in front of this one, which must not end behind it.
                while let Some(robot) = leader {
                    let (here, next) = (self.place(robot, time), self.place(robot, time + 1));
                    if next == from {
                        return false;
                    }
                    leader = self.robot_on(next, time).filter(|_| next != here);
                }
                true
            }
        }
    }
}
