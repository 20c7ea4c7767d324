//! The positions of the robots, and their distances to their goals.

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::graph::Graph;
use motion_core::{Move, Schedule, Token, Vertex};

use crate::all_distances::AllDistances;

/// Marks a vacant vertex, and a vertex that is no goal.
pub(super) const NO_ROBOT: u32 = u32::MAX;

/// The unit of the robots' weights: 1024 is a weight of 1.
pub(super) const UNIT: i64 = 1024;

/// The exponent of the distances in the potential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Power {
    FiveQuarters,
    ThreeHalves,
    Two,
}

impl Power {
    /// Returns the power of a distance, times 1024, rounded down. Distances that would overflow are
    /// capped.
    fn of(self, distance: u64) -> i64 {
        let distance = distance.min(50_000);
        let power = match self {
            Self::FiveQuarters => (distance * distance * (distance << 40).isqrt()).isqrt(),
            Self::ThreeHalves => ((distance * distance * distance) << 20).isqrt(),
            Self::Two => (distance * distance) << 10,
        };
        power.cast_signed()
    }
}

/// The robots on the vertices of a connected graph, and a potential that is 0 if all robots are at
/// their goals. The potential is the sum of powers of the robots' distances, each weighted by its
/// robot.
#[derive(Clone, Debug)]
pub(super) struct Board<'a> {
    pub(super) graph: &'a Graph,
    pub(super) distances: &'a AllDistances<'a>,
    /// The robot on each vertex, or [`NO_ROBOT`].
    pub(super) robots: Vec<u32>,
    /// The robot whose goal is each vertex, or [`NO_ROBOT`].
    pub(super) goal_of: Vec<u32>,
    pub(super) goals: &'a [Vertex],
    pub(super) weights: Vec<i64>,
    powers: Vec<i64>,
    /// The number of robots that are not at their goals.
    displaced: usize,
    /// The sum of the distances of all robots.
    sum: u64,
}

impl<'a> Board<'a> {
    pub(super) fn new(instance: &'a Instance, distances: &'a AllDistances<'a>, power: Power) -> Self {
        let vertices = instance.graph().vertex_count();
        let place = |places: &[Vertex]| {
            let mut robots = alloc::vec![NO_ROBOT; vertices];
            (0..).zip(places).for_each(|(robot, place)| robots[place.index()] = robot);
            robots
        };
        let (robots, goal_of) = (place(instance.start().places()), place(instance.goal().places()));
        let displaced =
            robots.iter().zip(&goal_of).filter(|(robot, goal)| **robot != NO_ROBOT && robot != goal);
        Self {
            graph: instance.graph(),
            distances,
            displaced: displaced.count(),
            sum: distances.of_starts(instance.into()).into_iter().map(u64::from).sum(),
            robots,
            goal_of,
            goals: instance.goal().places(),
            weights: alloc::vec![UNIT; instance.robot_count()],
            powers: (0..vertices as u64).map(|distance| power.of(distance)).collect(),
        }
    }

    /// The contribution of a robot on a vertex to the potential.
    #[inline]
    pub(super) fn potential(&self, robot: u32, vertex: Vertex) -> i64 {
        if robot == NO_ROBOT {
            return 0;
        }
        let power = self.powers[self.distances.get(robot as usize, vertex) as usize];
        self.weights[robot as usize] * power / UNIT
    }

    /// The robot on a vertex, or [`NO_ROBOT`].
    #[inline]
    pub(super) fn robot_at(&self, vertex: Vertex) -> u32 {
        self.robots[vertex.index()]
    }

    /// The number of robots that are not at their goals.
    pub(super) const fn displaced(&self) -> usize {
        self.displaced
    }

    /// The sum of the distances of all robots to their goals.
    pub(super) const fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns whether the vertex is vacant or has the robot whose goal it is.
    pub(super) fn is_settled(&self, vertex: Vertex) -> bool {
        let robot = self.robot_at(vertex);
        robot == NO_ROBOT || robot == self.goal_of[vertex.index()]
    }

    /// The vacant vertices.
    pub(super) fn vacant(&self) -> impl Iterator<Item = Vertex> {
        (0..).map(Vertex).zip(&self.robots).filter(|&(_, &robot)| robot == NO_ROBOT).map(|(vertex, _)| vertex)
    }

    /// Moves all robots of a path, which begins with a vacant vertex, by one vertex towards its
    /// beginning. Adds the step to the schedule. Other vacant vertices of the path move like
    /// robots.
    pub(super) fn shift(&mut self, path: &[Vertex], schedule: &mut Schedule) {
        assert_eq!(self.robot_at(path[0]), NO_ROBOT, "a path begins with a vacant vertex");
        let unsettled = |board: &Self| path.iter().filter(|&&vertex| !board.is_settled(vertex)).count();
        let before = unsettled(self);
        let mut step = Vec::with_capacity(path.len() - 1);
        for ends in path.windows(2) {
            let (to, from) = (ends[0], ends[1]);
            let robot = self.robot_at(from);
            if robot != NO_ROBOT {
                step.push(Move { token: Token(robot), from, to });
                let distance = |vertex| u64::from(self.distances.get(robot as usize, vertex));
                self.sum = self.sum + distance(to) - distance(from);
            }
            self.robots[to.index()] = robot;
        }
        self.robots[path[path.len() - 1].index()] = NO_ROBOT;
        self.displaced = self.displaced + unsettled(self) - before;
        step.sort_unstable_by_key(|action| action.token);
        schedule.push_step(step);
    }
}
