//! Cheaper paths for a few robots at a time, while all others keep theirs.

use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel, Objective};
use motion_core::{Control, Stop, Vertex};
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::robot_distances::{RobotDistances, UNREACHABLE};
use super::step_generator::NOBODY;
use crate::timed_paths::{TimedPaths, last_move, move_count};

/// Paths in which some robots at a time are replanned, one after another by A* over vertices and
/// times.
///
/// # References
/// J. Li, Z. Chen, D. Harabor, P. Stuckey and S. Koenig, *Anytime multi-agent path finding via
/// large neighborhood search*, IJCAI 2021; the group of a robot is theirs of a random walk.
#[derive(Debug)]
pub(super) struct Replanning<'a> {
    instance: &'a Instance,
    model: MotionModel,
    counts_moves: bool,
    /// The last time of the table.
    horizon: usize,
    /// The paths, all of them up to the horizon.
    paths: Vec<Vec<Vertex>>,
    /// What each path costs: the time at which it ends, or its moves.
    costs: Vec<usize>,
    /// The robot on each vertex at each time.
    occupants: Vec<u32>,
    seen: Vec<u64>,
    states: Vec<State>,
    /// Positions in `states`, by the earliest arrival.
    queues: Vec<Vec<u32>>,
}

/// A robot on a vertex at a time.
#[derive(Clone, Copy, Debug)]
struct State {
    place: Vertex,
    time: u32,
    cost: u32,
    parent: u32,
}

fn path_cost(path: &[Vertex], counts_moves: bool) -> usize {
    if counts_moves { move_count(path) } else { last_move(path) }
}

/// The most robots that are replanned together.
const GROUP: usize = 6;

fn shuffle<T>(items: &mut [T], rng: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        items.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
    }
}

impl<'a> Replanning<'a> {
    /// The bytes of the tables for paths with this makespan.
    pub(super) fn bytes(instance: &Instance, horizon: usize) -> u64 {
        let (vertices, robots) = (instance.graph().vertex_count(), instance.robot_count());
        // Four bytes and a bit for each vertex, and four for each robot, at every time; and states.
        ((horizon + 1) as u64) * (vertices as u64 * 5 + 4 * robots as u64)
    }

    /// Takes the paths of a legal schedule.
    pub(super) fn new(
        instance: &'a Instance,
        model: MotionModel,
        objective: Objective,
        timed: &TimedPaths,
    ) -> Self {
        let counts_moves = objective == Objective::Moves;
        let horizon = timed.makespan();
        let vertices = instance.graph().vertex_count();
        let mut occupants = alloc::vec![NOBODY; (horizon + 1) * vertices];
        let costs: Vec<_> = timed.iter().map(|path| path_cost(path, counts_moves)).collect();
        let paths: Vec<Vec<Vertex>> = (0..timed.robot_count())
            .map(|robot| (0..=horizon).map(|time| timed.place(robot, time)).collect())
            .collect();
        for (robot, path) in (0..).zip(&paths) {
            for (time, place) in path.iter().enumerate() {
                occupants[time * vertices + place.index()] = robot;
            }
        }
        Self {
            instance,
            model,
            counts_moves,
            horizon,
            paths,
            costs,
            occupants,
            seen: alloc::vec![0; ((horizon + 1) * vertices).div_ceil(64)],
            states: Vec::new(),
            queues: Vec::new(),
        }
    }

    /// The paths now.
    pub(super) fn timed_paths(&self) -> TimedPaths {
        TimedPaths::new(self.paths.clone())
    }

    /// The sum of the costs of all paths.
    pub(super) fn total(&self) -> usize {
        self.costs.iter().sum()
    }

    /// Replans every robot that is late, alone and then with robots that it meets, in random order.
    /// Returns whether the limits allow to go on.
    pub(super) fn sweep(
        &mut self,
        distances: &mut RobotDistances<'_>,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let mut order: Vec<usize> = (0..self.paths.len()).collect();
        shuffle(&mut order, rng);
        for robot in order {
            if self.costs[robot] as u64 > u64::from(distances.get(robot, self.paths[robot][0])) {
                self.replan_group(&[robot], distances, rng, control)?;
                let group = self.group(robot, distances, rng);
                self.replan_group(&group, distances, rng, control)?;
            }
        }
        Ok(())
    }

    /// A robot and those that it meets on a walk towards its goal, from a random time on.
    fn group(
        &self,
        robot: usize,
        distances: &mut RobotDistances<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<usize> {
        let graph = self.instance.graph();
        let mut group = alloc::vec![robot];
        let arrival = last_move(&self.paths[robot]);
        let mut time = rng.next_u64() as usize % (arrival + 1);
        let mut place = self.paths[robot][time];
        while group.len() < GROUP && time < self.horizon {
            let left = arrival.saturating_sub(time + 1);
            // Only steps from which the goal is still reached before the robot arrives now.
            let steps = graph.neighbours(place).iter().copied().chain([place]);
            let early: Vec<_> = steps.filter(|&to| (distances.get(robot, to) as usize) < left).collect();
            if early.is_empty() {
                break;
            }
            let to = early[rng.next_u64() as usize % early.len()];
            let others = [(time, to), (time + 1, to), (time + 1, place)];
            for (time, vertex) in others {
                let other = self.occupants[time * graph.vertex_count() + vertex.index()];
                if other != NOBODY && !group.contains(&(other as usize)) && group.len() < GROUP {
                    group.push(other as usize);
                }
            }
            (time, place) = (time + 1, to);
        }
        shuffle(&mut group, rng);
        group
    }

    /// Takes out the paths of some robots, and plans one after another. The old paths come back if
    /// the new ones are not found, or are dearer together.
    fn replan_group(
        &mut self,
        group: &[usize],
        distances: &mut RobotDistances<'_>,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let old: Vec<_> = group.iter().map(|&robot| (self.paths[robot].clone(), self.costs[robot])).collect();
        for &robot in group {
            self.write(robot, NOBODY);
        }
        let all: usize = old.iter().map(|&(_, arrival)| arrival).sum();
        let mut rest = all;
        let mut end = Ok(true);
        let mut planned = 0;
        for (&robot, &(_, arrival)) in group.iter().zip(&old) {
            // Later than now only if those before have gained as much.
            let most = arrival + all - rest;
            end = self.replan(robot, most, distances, rng, control);
            if end != Ok(true) {
                break;
            }
            planned += 1;
            rest = rest + self.costs[robot] - arrival;
        }
        if end != Ok(true) {
            for &robot in &group[..planned] {
                self.write(robot, NOBODY);
            }
            for (&robot, (path, arrival)) in group.iter().zip(old) {
                self.paths[robot] = path;
                self.costs[robot] = arrival;
                self.write(robot, robot as u32);
            }
        }
        end.map(|_| ())
    }

    /// Finds a path for a robot that is taken out. Returns whether there is one; if so, the robot
    /// is there again.
    fn replan(
        &mut self,
        robot: usize,
        most: usize,
        distances: &mut RobotDistances<'_>,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let end = self.search(robot, most, distances, rng, control);
        if let Ok(Some(end)) = end {
            let mut state = self.states[end];
            let path = &mut self.paths[robot];
            path[state.time as usize..].fill(state.place);
            while state.time > 0 {
                state = self.states[state.parent as usize];
                path[state.time as usize] = state.place;
            }
            // The search may end with a wait at the goal.
            self.costs[robot] = path_cost(path, self.counts_moves);
            self.write(robot, robot as u32);
        }
        let vertices = self.instance.graph().vertex_count();
        for state in self.states.drain(..) {
            let index = state.time as usize * vertices + state.place.index();
            self.seen[index / 64] = 0;
        }
        self.queues.iter_mut().for_each(Vec::clear);
        end.map(|end| end.is_some())
    }

    fn write(&mut self, robot: usize, occupant: u32) {
        let vertices = self.instance.graph().vertex_count();
        for (time, place) in self.paths[robot].iter().enumerate() {
            self.occupants[time * vertices + place.index()] = occupant;
        }
    }

    /// The end of the cheapest path of a robot, if that is cheap enough.
    fn search(
        &mut self,
        robot: usize,
        most: usize,
        distances: &mut RobotDistances<'_>,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<Option<usize>, Stop> {
        let vertices = self.instance.graph().vertex_count();
        let goal = self.instance.goal().places()[robot];
        // The goal is free from here on.
        let free_from = (0..=self.horizon)
            .rev()
            .find(|time| self.occupants[time * vertices + goal.index()] != NOBODY)
            .map_or(0, |time| time + 1);
        if free_from > self.horizon {
            return Ok(None);
        }
        let limits = Limits { robot, free_from, most };
        let start = State { place: self.paths[robot][0], time: 0, cost: 0, parent: 0 };
        self.push(start, limits, distances);
        let mut total = 0;
        while total <= most {
            let Some(index) = self.queues.get_mut(total).and_then(Vec::pop) else {
                total += 1;
                continue;
            };
            let State { place, time, cost, .. } = self.states[index as usize];
            if place == goal && time as usize >= free_from {
                return Ok(Some(index as usize));
            }
            if time as usize == self.horizon {
                continue;
            }
            control.spend(1)?;
            let now = time as usize * vertices;
            let then = now + vertices;
            let neighbours = self.instance.graph().neighbours(place);
            // The last pushed comes first: begin anywhere.
            let shift = rng.next_u64() as usize % (neighbours.len() + 1);
            for turn in 0..=neighbours.len() {
                let turn = (turn + shift) % (neighbours.len() + 1);
                let to = neighbours.get(turn).copied().unwrap_or(place);
                let is_free = self.occupants[then + to.index()] == NOBODY;
                if !is_free || to != place && !self.may_move(place, to, now, then) {
                    continue;
                }
                let step = u32::from(!self.counts_moves || to != place);
                let next = State { place: to, time: time + 1, cost: cost + step, parent: index };
                self.push(next, limits, distances);
            }
        }
        Ok(None)
    }

    /// Whether the model allows the move beside those of the other robots.
    fn may_move(&self, from: Vertex, to: Vertex, now: usize, then: usize) -> bool {
        let mut other = self.occupants[now + to.index()];
        if self.model == MotionModel::Pebble {
            return other == NOBODY && self.occupants[then + from.index()] == NOBODY;
        }
        let time = then / self.instance.graph().vertex_count();
        // Who leaves for whose vertex, until one of them comes here.
        let mut length = 0;
        while other != NOBODY {
            let (at, next) = (self.paths[other as usize][time - 1], self.paths[other as usize][time]);
            length += 1;
            if next == from {
                return self.model == MotionModel::Standard && length > 1;
            }
            if next == at || self.model == MotionModel::Standard {
                return true;
            }
            other = self.occupants[now + next.index()];
        }
        true
    }

    /// Adds a state that is not known yet, if the goal can be reached from there at little cost.
    fn push(&mut self, state: State, limits: Limits, distances: &mut RobotDistances<'_>) {
        let Limits { robot, free_from, most } = limits;
        let distance = distances.get(robot, state.place);
        if distance == UNREACHABLE {
            return;
        }
        let (time, distance) = (state.time as usize, distance as usize);
        let total = state.cost as usize + distance;
        let total = if self.counts_moves { total } else { total.max(free_from) };
        if total > most || time + distance > self.horizon {
            return;
        }
        let index = time * self.instance.graph().vertex_count() + state.place.index();
        if self.seen[index / 64] >> (index % 64) & 1 == 1 {
            return;
        }
        self.seen[index / 64] |= 1 << (index % 64);
        if self.queues.len() <= total {
            self.queues.resize_with(total + 1, Vec::new);
        }
        self.queues[total].push(self.states.len() as u32);
        self.states.push(state);
    }
}

/// What a search for a path keeps to.
#[derive(Clone, Copy)]
struct Limits {
    robot: usize,
    /// From this time on no other robot comes to the goal.
    free_from: usize,
    /// The most that the path may cost.
    most: usize,
}
