//! A step added at the end of the plan, by priority inheritance.

use motion_core::Vertex;

use super::legs::Legs;
use super::traffic::STEP;
use super::ways::Ways;
use super::{Ends, Fleet};
use crate::priority_inheritance::{NO_ENTRY, StepCosts};

/// The costs of a step.
struct FleetCosts<'a> {
    ways: Ways<'a>,
    legs: &'a [Legs],
    /// The number of goals that each robot has visited.
    visited: &'a [u8],
}

impl FleetCosts<'_> {
    #[inline]
    fn is_idle(&self, robot: usize) -> bool {
        usize::from(self.visited[robot]) == self.legs[robot].len()
    }
}

impl StepCosts for FleetCosts<'_> {
    #[inline]
    fn targets(&self, place: Vertex) -> &[Vertex] {
        self.ways.network.arcs().successors(place)
    }

    #[inline]
    fn may_enter(&self, to: Vertex) -> bool {
        !self.ways.network.is_closed(to)
    }

    #[inline]
    fn distance(&self, robot: usize, place: Vertex) -> u32 {
        self.legs[robot].cost_to_next(self.visited[robot].into(), place, self.ways)
    }

    #[inline]
    fn best(&self, _: usize, _: Vertex) -> Option<Vertex> {
        None
    }

    #[inline]
    fn step(&self, robot: usize, place: Vertex, turn: usize, to: Vertex) -> u32 {
        if self.ways.network.is_closed(to) {
            return NO_ENTRY;
        }
        if self.is_idle(robot) {
            return 1;
        }
        let arc = self.ways.network.arcs().first_arc(place) + turn;
        let cost = self.distance(robot, to).saturating_add(self.ways.traffic.weight(arc));
        cost.min(NO_ENTRY - 1)
    }

    #[inline]
    fn wait(&self, robot: usize, place: Vertex) -> u32 {
        if self.ways.network.is_closed(place) {
            return NO_ENTRY - 1;
        }
        match self.distance(robot, place) {
            0 => 0,
            cost => cost.saturating_add(STEP - 1).min(NO_ENTRY - 1),
        }
    }

    #[inline]
    fn stays(&self, _: usize, _: Vertex) -> bool {
        false
    }
}

impl Fleet {
    /// Finds where the robots are at the end of the plan, and which goals they have visited.
    pub(super) fn find_ends(&mut self) {
        let Self { network, costs, traffic, paths, legs, robots, ends, .. } = self;
        let ways = Ways { network, costs, traffic };
        let Ends { places, visited, since, .. } = ends;
        visited.clear();
        since.clear();
        places.clear();
        for (number, (robot, legs)) in (0_u32..).zip(robots.iter().zip(&*legs)) {
            let measured = ways.measure(legs, paths.path(number));
            visited.push(measured.visited as u8);
            let last = if measured.visited == 0 { robot.since } else { paths.begin() + measured.last_visit };
            since.push(last);
            places.push(paths.place(number, paths.end()));
        }
    }

    /// Adds a step at the end of the plan.
    pub(super) fn extend(&mut self) {
        let Self { network, costs, traffic, paths, legs, ends, .. } = self;
        let ways = Ways { network, costs, traffic };
        let Ends { places, visited, since, keys, order } = ends;
        keys.clear();
        for (number, (&place, legs)) in (0_u32..).zip(places.iter().zip(&*legs)) {
            let class = if network.is_closed(place) {
                0
            } else if usize::from(visited[number as usize]) < legs.len() {
                1
            } else {
                2
            };
            // Robots on closed vertices come first, then those that have waited longest for a goal.
            keys.push(class << 62 | since[number as usize] << 24 | u64::from(number));
        }
        keys.sort_unstable();
        order.clear();
        order.extend(keys.iter().map(|&key| key as u32 & 0xff_ffff));
        self.generator.place(places);
        let costs = FleetCosts { ways, legs, visited };
        let decided = self.generator.decide(order, &[], &costs, &mut self.rng);
        assert!(decided, "invariant: robots may stay");
        paths.extend(self.generator.next());
        places.clear();
        places.extend_from_slice(self.generator.next());
        for (number, (&place, legs)) in places.iter().zip(&*legs).enumerate() {
            if legs.goal(visited[number].into()) == Some(place) {
                visited[number] += 1;
                since[number] = paths.end();
            }
        }
    }
}
