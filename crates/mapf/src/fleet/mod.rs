//! Fleets: robots whose goals keep coming.

mod goal_costs;
mod groups;
mod landmarks;
mod last_resort;
mod legs;
mod network;
mod one_step;
mod report;
mod traffic;
mod window;
mod window_search;

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use cpf_core::MotionModel;
use cpf_core::directed::DirectedGraph;
use motion_core::graph::Graph;
use motion_core::{Control, Token, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::priority_inheritance::StepGenerator;
use goal_costs::{GoalCosts, Source};
use groups::Groups;
use last_resort::LastResort;
use legs::{AHEAD, Legs};
use network::Network;
pub use report::{FleetStep, Wait};
use traffic::Traffic;
use window::Window;
use window_search::Ways;

/// A fleet.
#[derive(Clone, Debug)]
pub struct Fleet {
    network: Network,
    model: MotionModel,
    robots: Vec<Robot>,
    costs: GoalCosts,
    traffic: Traffic,
    window: Window,
    groups: Groups,
    generator: StepGenerator,
    last_resort: LastResort,
    rng: Xoshiro256PlusPlus,
    /// The robots' legs in this step.
    legs: Vec<Legs>,
    /// What the step generator works with: the number of visited goals, keys, and the order.
    visited: Vec<u8>,
    /// The time since which each robot has its first goal, at the end of the window.
    since: Vec<u64>,
    places: Vec<Vertex>,
    keys: Vec<u64>,
    order: Vec<u32>,
    pub rescues: u64,
}

/// A robot and its goals.
#[derive(Clone, Debug)]
struct Robot {
    goals: VecDeque<Vertex>,
    /// The time since which the first goal has been the first.
    since: u64,
}

/// Why robots or goals do not fit a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FleetError {
    /// A vertex does not exist.
    NoSuchVertex {
        /// The vertex.
        vertex: Vertex,
        /// The number of vertices.
        vertices: usize,
    },
    /// A robot does not exist.
    NoSuchRobot {
        /// The robot.
        robot: Token,
        /// The number of robots.
        robots: usize,
    },
    /// Two robots start on one vertex.
    SharedVertex {
        /// The vertex.
        vertex: Vertex,
    },
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertices } => {
                write!(f, "there is no vertex {}, only {vertices}", vertex.one_based())
            }
            Self::NoSuchRobot { robot, robots } => {
                write!(f, "there is no robot {}, only {robots}", robot.one_based())
            }
            Self::SharedVertex { vertex } => {
                write!(f, "two robots start on vertex {}", vertex.one_based())
            }
        }
    }
}

impl core::error::Error for FleetError {}

/// The memory for tables of costs.
const MEMORY: u64 = 1 << 30;
/// The number of steps that are planned ahead.
const WINDOW: usize = 16;

impl Fleet {
    /// Makes a fleet.
    pub fn new(graph: &Graph, places: &[Vertex]) -> Result<Self, FleetError> {
        Self::on(graph.into(), places)
    }

    /// Makes a fleet on arcs.
    pub fn on_arcs(graph: &DirectedGraph, places: &[Vertex]) -> Result<Self, FleetError> {
        Self::on(graph.into(), places)
    }

    fn on(network: Network, places: &[Vertex]) -> Result<Self, FleetError> {
        let vertices = network.vertex_count();
        let mut is_taken = alloc::vec![false; vertices];
        for &vertex in places {
            let taken =
                is_taken.get_mut(vertex.index()).ok_or(FleetError::NoSuchVertex { vertex, vertices })?;
            if core::mem::replace(taken, true) {
                return Err(FleetError::SharedVertex { vertex });
            }
        }
        let model = MotionModel::Standard;
        let robots = places.iter().map(|_| Robot { goals: VecDeque::new(), since: 0 }).collect();
        Ok(Self {
            model,
            robots,
            costs: GoalCosts::new(&network, places.len(), MEMORY),
            traffic: Traffic::default(),
            window: Window::new(vertices, places, WINDOW, model),
            groups: Groups::default(),
            generator: StepGenerator::new(vertices, places.len(), model, network.directed().is_none()),
            last_resort: LastResort::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(1),
            legs: Vec::new(),
            visited: Vec::new(),
            since: Vec::new(),
            places: Vec::new(),
            rescues: 0,
            keys: Vec::new(),
            order: Vec::new(),
            network,
        })
    }

    /// Sets the model.
    pub fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        let vertices = self.network.vertex_count();
        let places = self.places();
        self.window = Window::new(vertices, &places, WINDOW, model);
        self.generator = StepGenerator::new(vertices, places.len(), model, self.network.directed().is_none());
        self
    }

    /// Sets how far to plan.
    pub fn with_window(mut self, steps: usize) -> Self {
        let places = self.places();
        self.window = Window::new(self.network.vertex_count(), &places, steps.max(1), self.model);
        self
    }

    /// Turns guidance on.
    pub fn with_guidance(mut self) -> Self {
        self.traffic = Traffic::counted(&self.network);
        self
    }

    /// Sets the seed.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self
    }

    fn check(&self, robot: Option<Token>, vertex: Vertex) -> Result<(), FleetError> {
        let (robots, vertices) = (self.robots.len(), self.network.vertex_count());
        match robot {
            Some(robot) if robot.index() >= robots => Err(FleetError::NoSuchRobot { robot, robots }),
            _ if vertex.index() >= vertices => Err(FleetError::NoSuchVertex { vertex, vertices }),
            _ => Ok(()),
        }
    }

    /// Adds a goal.
    pub fn assign(&mut self, robot: Token, goal: Vertex) -> Result<(), FleetError> {
        self.check(Some(robot), goal)?;
        let now = self.window.begin();
        let robot = &mut self.robots[robot.index()];
        if robot.goals.is_empty() {
            robot.since = now;
        }
        robot.goals.push_back(goal);
        Ok(())
    }

    /// The goals.
    pub fn goals(&self, robot: Token) -> impl ExactSizeIterator<Item = Vertex> {
        self.robots[robot.index()].goals.iter().copied()
    }

    /// The vertex of a robot.
    pub fn place(&self, robot: Token) -> Vertex {
        self.window.place(robot.0, self.window.begin())
    }

    /// All vertices.
    pub fn places(&self) -> Vec<Vertex> {
        (0..self.robots.len() as u32).map(|robot| self.place(Token(robot))).collect()
    }

    /// Closes a vertex.
    pub fn close(&mut self, vertex: Vertex) -> Result<(), FleetError> {
        self.check(None, vertex)?;
        if self.network.set_closed(vertex, true) {
            self.costs.change(vertex);
            self.last_resort.forget();
            let (begin, end) = (self.window.begin(), self.window.end());
            let enters = |time: u64| {
                let robot = self.window.robot_on(vertex, time);
                robot.is_some_and(|robot| self.window.place(robot, time - 1) != vertex)
            };
            if let Some(time) = (begin + 1..=end).find(|&time| enters(time)) {
                self.window.truncate(time - 1, self.robots.len() as u32);
            }
        }
        Ok(())
    }

    /// Opens a vertex.
    pub fn open(&mut self, vertex: Vertex) -> Result<(), FleetError> {
        self.check(None, vertex)?;
        if self.network.set_closed(vertex, false) {
            self.costs.change(vertex);
            self.last_resort.forget();
        }
        Ok(())
    }

    /// Makes a step.
    pub fn step(&mut self, control: &mut Control) -> FleetStep {
        let robots = self.robots.len() as u32;
        let nodes = control.stats().nodes;
        self.prepare(control);
        let oldest = self.oldest();
        let next = self.last_resort.next().or_else(|| self.rescue(oldest?));
        if let Some(next) = next {
            self.window.truncate(0, robots);
            self.window.extend(&next);
        } else {
            self.plan(oldest, control);
        }
        let step = self.report(control.stats().nodes - nodes);
        self.window.advance(robots);
        let now = self.window.begin();
        for &(robot, _) in &step.arrivals {
            let robot = &mut self.robots[robot.index()];
            robot.goals.pop_front();
            robot.since = now;
        }
        let moves = step.moves.iter().map(|action| (action.from, action.to));
        if self.traffic.count(&self.network, moves) {
            self.costs.outdate();
        }
        step
    }

    /// Computes the costs that are missing, as far as the limits and the least share of a step allow,
    /// and the legs of all robots.
    fn prepare(&mut self, control: &mut Control) {
        let now = self.window.begin() + 1;
        let ahead = self.costs.goals_ahead();
        let mut free = FREE_VERTICES * self.robots.len() as u64;
        // What is in use is marked before anything is replaced.
        for (number, robot) in (0..).zip(&self.robots) {
            let place = self.window.place(number, self.window.begin());
            for &goal in robot.goals.iter().take(ahead) {
                self.costs.find((number, place, goal), now);
            }
        }
        'all: for is_missing in [true, false] {
            for turn in 0..ahead {
                for (number, robot) in (0..).zip(&self.robots) {
                    let Some(&goal) = robot.goals.get(turn) else { continue };
                    let place = self.window.place(number, self.window.begin());
                    let source = self.costs.find((number, place, goal), now);
                    let is_needed = if source == Source::BOUND {
                        is_missing
                    } else {
                        !is_missing && self.costs.is_outdated(source)
                    };
                    if !is_needed {
                        continue;
                    }
                    let is_late = control.time_used().is_some_and(|(used, limit)| used > limit / 4);
                    if is_late || free == 0 && control.fraction_used().is_some_and(|used| used > 0.25) {
                        break 'all;
                    }
                    let roads = (&self.network, &self.traffic);
                    let computed = self.costs.compute((number, place, goal), roads, now, control);
                    let Ok(vertices) = computed else { break 'all };
                    let paid = vertices.saturating_sub(free);
                    free = free.saturating_sub(vertices);
                    if control.spend_many(paid).is_err() || control.poll().is_err() {
                        break 'all;
                    }
                }
            }
        }
        self.legs.clear();
        for (number, robot) in (0..).zip(&self.robots) {
            let place = self.window.place(number, self.window.begin());
            let mut sources = [Source::BOUND; AHEAD];
            for (source, &goal) in sources.iter_mut().zip(&robot.goals).take(ahead) {
                *source = self.costs.find((number, place, goal), now);
            }
            let goals = robot.goals.iter().copied().zip(sources);
            let ways = Ways { network: &self.network, costs: &self.costs, traffic: &self.traffic };
            self.legs.push(Legs::new(place, goals, ways));
        }
    }

    const fn ways(&self) -> Ways<'_> {
        Ways { network: &self.network, costs: &self.costs, traffic: &self.traffic }
    }

    /// The robot that has waited longest for its first goal, of those that can reach theirs.
    fn oldest(&self) -> Option<u32> {
        let is_able = |robot: u32| {
            self.legs[robot as usize].len() > 0 && !self.network.is_closed(self.place(Token(robot)))
        };
        let robots = (0..).zip(&self.robots).filter(|&(number, _)| is_able(number));
        robots.min_by_key(|(_, robot)| robot.since).map(|(number, _)| number)
    }

    /// Begins to carry a robot to its goal if it has made no progress for long. Returns the first
    /// step.
    fn rescue(&mut self, robot: u32) -> Option<Vec<Vertex>> {
        let now = self.window.begin();
        let legs = &self.legs[robot as usize];
        let place = self.place(Token(robot));
        let cost = legs.to_next(0, place, self.ways());
        let watched = (robot, self.robots[robot as usize].since, legs.is_bound());
        if !self.last_resort.is_stuck(watched, cost, now) {
            return None;
        }
        self.rescues += 1;
        if legs.is_bound() {
            // The limits have never sufficed for the costs of its way.
            let way = (robot, place, legs.goal(0)?);
            let roads = (&self.network, &self.traffic);
            let _vertices = self.costs.compute(way, roads, now + 1, &mut Control::unlimited());
            return None;
        }
        let places = self.places();
        let cost = |place| legs.to_next(0, place, self.ways());
        let next = |place| {
            let best = self.ways().best_target(legs, place).filter(|&to| cost(to) < cost(place))?;
            Some((best, cost(best)))
        };
        let target = self.last_resort.target(place, next);
        self.last_resort.plan((robot, target), &places, &self.network, self.model);
        self.last_resort.next()
    }

    /// Plans one step at least.
    fn plan(&mut self, oldest: Option<u32>, control: &mut Control) {
        let begin = self.window.begin();
        self.find_ends();
        while !self.window.is_full() {
            let is_needed = self.window.end() == begin;
            if !is_needed
                && (control.spend_many(self.robots.len() as u64).is_err() || control.poll().is_err())
            {
                return;
            }
            if !is_needed && control.fraction_used().is_some_and(|used| used > 0.5) {
                break;
            }
            self.extend();
        }
        if self.window.end() == begin + 1 || control.poll().is_err() {
            return;
        }
        let ways = Ways { network: &self.network, costs: &self.costs, traffic: &self.traffic };
        self.groups.measure(&self.legs, ways, &self.window);
        let _limit = self.groups.improve(&self.legs, oldest, ways, &mut self.window, &mut self.rng, control);
    }
}

/// The number of vertices that a step may visit for each robot to compute costs, in any case.
const FREE_VERTICES: u64 = 32;
