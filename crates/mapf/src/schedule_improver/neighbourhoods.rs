//! The choice of the robots that are replanned together.

use alloc::vec::Vec;

use motion_core::Vertex;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::scheduled_robots::ScheduledRobots;

/// A rule that chooses a group of robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Neighbourhood {
    /// The most delayed robot that has not been chosen lately, and the robots met on random walks
    /// to its goal.
    Delayed,
    /// The robots that pass a crossing at about the same time, and those nearest to it.
    Crossing,
    /// Any robots.
    Random,
}

impl Neighbourhood {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Delayed, Self::Crossing, Self::Random];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Delayed => "delayed",
            Self::Crossing => "crossing",
            Self::Random => "random",
        }
    }
}

/// The number of random walks for each robot of a full group.
const WALKS: u32 = 10;

/// The choice of groups of robots, which reuses its buffers.
pub(super) struct Groups {
    size: usize,
    group: Vec<usize>,
    /// For each robot, the number of the last group that contained it.
    member: Vec<u64>,
    number: u64,
    /// The robots that were lately chosen as the most delayed one.
    tabu: Vec<bool>,
    /// The vertices with at least three neighbours; all vertices if there are none.
    crossings: Vec<Vertex>,
    /// For each vertex, the number of the last group whose choice visited it.
    seen: Vec<u64>,
    queue: Vec<Vertex>,
}

impl Groups {
    pub(super) fn new(scheduled: &ScheduledRobots<'_>, size: usize) -> Self {
        let graph = scheduled.instance.underlying().graph();
        let mut crossings: Vec<_> = graph.vertices().filter(|&vertex| graph.degree(vertex) > 2).collect();
        if crossings.is_empty() {
            crossings = graph.vertices().collect();
        }
        let robots = scheduled.paths.len();
        Self {
            size: size.clamp(1, robots.max(1)),
            group: Vec::new(),
            member: alloc::vec![0; robots],
            number: 0,
            tabu: alloc::vec![false; robots],
            crossings,
            seen: alloc::vec![0; graph.vertex_count()],
            queue: Vec::new(),
        }
    }

    /// Chooses a group by this rule. Returns `None` if no robot is suitable.
    pub(super) fn choose(
        &mut self,
        rule: Neighbourhood,
        scheduled: &ScheduledRobots<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<&mut [usize]> {
        self.group.clear();
        self.number += 1;
        match rule {
            Neighbourhood::Delayed => self.walk_from_delayed(scheduled, rng)?,
            Neighbourhood::Crossing => self.around_crossing(scheduled, rng),
            Neighbourhood::Random => self.at_random(rng),
        }
        Some(&mut self.group)
    }

    /// Adds a robot, and returns whether the group is full.
    fn add(&mut self, robot: usize) -> bool {
        if self.member[robot] != self.number && self.group.len() < self.size {
            self.member[robot] = self.number;
            self.group.push(robot);
        }
        self.group.len() == self.size
    }

    fn at_random(&mut self, rng: &mut Xoshiro256PlusPlus) {
        while !self.add(rng.random_range(0..self.member.len() as u32) as usize) {}
    }

    /// Chooses the most delayed robot that is not tabu, and robots that it and its group meet.
    /// Returns `None` if no robot is delayed.
    fn walk_from_delayed(
        &mut self,
        scheduled: &ScheduledRobots<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<()> {
        let mut robot = self.most_delayed(scheduled)?;
        self.tabu[robot] = true;
        self.add(robot);
        self.walk(robot, 0, scheduled, rng);
        for _ in 0..WALKS * self.size as u32 {
            if self.group.len() == self.size {
                break;
            }
            let begin = rng.random_range(0..scheduled.paths[robot].len() as u32);
            self.walk(robot, begin, scheduled, rng);
            robot = self.group[rng.random_range(0..self.group.len() as u32) as usize];
        }
        Some(())
    }

    fn most_delayed(&mut self, scheduled: &ScheduledRobots<'_>) -> Option<usize> {
        let delayed = |tabu: &[bool]| {
            let delays = (0..tabu.len()).filter(|&robot| !tabu[robot]);
            let delays = delays.map(|robot| (scheduled.delay(robot), robot));
            delays
                .filter(|&(delay, _)| delay > 0)
                .max_by_key(|&(delay, robot)| (delay, core::cmp::Reverse(robot)))
        };
        delayed(&self.tabu)
            .or_else(|| {
                self.tabu.fill(false);
                delayed(&self.tabu)
            })
            .map(|(_, robot)| robot)
    }

    /// Walks at random from a vertex of a robot's path while the robot could still arrive earlier
    /// than now, and adds the robots met.
    fn walk(
        &mut self,
        robot: usize,
        begin: u32,
        scheduled: &ScheduledRobots<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let path = &scheduled.paths[robot];
        let arrival = path.len() as u32 - 1;
        let (mut place, mut time) = (path[begin as usize], begin);
        loop {
            let targets = scheduled.instance.successors(place);
            let count = targets.len() as u32 + 1;
            let first = rng.random_range(0..count);
            let fits =
                |&vertex: &Vertex| scheduled.distances.get(robot, vertex) < arrival.saturating_sub(time + 1);
            let mut choices = (0..count).map(|index| {
                let index = (first + index) % count;
                targets.get(index as usize).copied().unwrap_or(place)
            });
            let Some(next) = choices.find(fits) else { return };
            for other in
                [scheduled.table.at(next, time + 1), scheduled.table.at(next, time)].into_iter().flatten()
            {
                if self.add(other.robot as usize) {
                    return;
                }
            }
            (place, time) = (next, time + 1);
        }
    }

    fn around_crossing(&mut self, scheduled: &ScheduledRobots<'_>, rng: &mut Xoshiro256PlusPlus) {
        let graph = scheduled.instance.underlying().graph();
        let crossing = self.crossings[rng.random_range(0..self.crossings.len() as u32) as usize];
        let visits = scheduled.table.visits(crossing);
        let time = match visits.len() as u32 {
            0 => rng.random_range(0..=scheduled.makespan()),
            count => visits[rng.random_range(0..count) as usize].start,
        };
        self.queue.clear();
        self.queue.push(crossing);
        self.seen[crossing.index()] = self.number;
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            let visits = scheduled.table.visits(vertex);
            // From this time outwards in both directions.
            let mut after = visits.partition_point(|visit| visit.start <= time);
            let mut before = after;
            while before > 0 || after < visits.len() {
                if before > 0 {
                    before -= 1;
                    if self.add(visits[before].robot as usize) {
                        return;
                    }
                }
                if after < visits.len() {
                    if self.add(visits[after].robot as usize) {
                        return;
                    }
                    after += 1;
                }
            }
            for &neighbour in graph.neighbours(vertex) {
                if self.seen[neighbour.index()] != self.number {
                    self.seen[neighbour.index()] = self.number;
                    self.queue.push(neighbour);
                }
            }
        }
    }
}
