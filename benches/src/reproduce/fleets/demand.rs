//! The goals of robots, which get another a few steps before they arrive.

use mapf::fleet::Fleet;
use motion_core::{Token, Vertex};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::maps::{FleetMap, Goals};

/// The number of steps before a robot's last goal, in a straight line, in which it gets another:
/// the number of steps after which the peer plans again.
const AHEAD: u32 = 5;

/// The state of the demand.
pub(super) struct Demand<'m> {
    map: &'m FleetMap,
    /// The number of robots on their way to each vertex, if it is a station.
    coming: Vec<u32>,
    is_station: Vec<bool>,
    /// Whether the last goal of each robot was a station.
    from_station: Vec<bool>,
}

/// The distance that a robot in the queue of a station counts as.
const QUEUE: u32 = 8;

impl<'m> Demand<'m> {
    pub(super) fn new(map: &'m FleetMap, robots: usize) -> Self {
        let mut is_station = vec![false; map.vertex_count()];
        if let Goals::ByTurns { stations, .. } = &map.goals {
            for station in stations {
                is_station[station.index()] = true;
            }
        }
        let from_station = (0..robots).map(|robot| robot % 2 == 1).collect();
        Self { map, coming: vec![0; map.vertex_count()], is_station, from_station }
    }

    /// Gives each robot whose goals are near another.
    pub(super) fn assign(&mut self, fleet: &mut Fleet, rng: &mut Xoshiro256PlusPlus) {
        for robot in (0..fleet.robot_count() as u32).map(Token) {
            loop {
                let (mut last, mut way) = (fleet.place(robot), 0);
                for goal in fleet.goals(robot) {
                    way += self.map.apart(last, goal);
                    last = goal;
                }
                if fleet.goals(robot).len() > 0 && way > AHEAD {
                    break;
                }
                let goal = self.next(robot, last, rng);
                fleet.assign(robot, goal).expect("invariant: a robot and a vertex");
            }
        }
    }

    /// Notes that a goal has been visited.
    pub(super) fn visited(&mut self, goal: Vertex) {
        if self.is_station[goal.index()] {
            self.coming[goal.index()] -= 1;
        }
    }

    /// The goal of a robot after the last one.
    pub(super) fn next(&mut self, robot: Token, last: Vertex, rng: &mut Xoshiro256PlusPlus) -> Vertex {
        match &self.map.goals {
            Goals::Anywhere(goals) => loop {
                let goal = goals[rng.random_range(0..goals.len())];
                if goal != last {
                    return goal;
                }
            },
            Goals::ByTurns { stations, groups } => {
                let from_station = &mut self.from_station[robot.index()];
                *from_station = !*from_station;
                if !*from_station {
                    let group = &groups[rng.random_range(0..groups.len())];
                    return group[rng.random_range(0..group.len())];
                }
                let cost =
                    |station: &Vertex| self.map.apart(last, *station) + QUEUE * self.coming[station.index()];
                let best =
                    *stations.iter().min_by_key(|station| cost(station)).expect("invariant: a station");
                self.coming[best.index()] += 1;
                best
            }
        }
    }
}
